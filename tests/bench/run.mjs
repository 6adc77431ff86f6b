// npm run bench [-- growth|peers|decode|memory [<part of a name>]] [--quick]
import { pathToFileURL } from 'node:url';
import { bundle, mainFile } from './bundle.mjs';

await bundle();
const { main } = await import(pathToFileURL(mainFile).href);
process.exitCode = await main(process.argv.slice(2));
