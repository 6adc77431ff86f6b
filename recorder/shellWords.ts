/** The words of a command line as a shell would take them apart, for tests of examples: double quotes, no redirection. */
export function wordsOf(line: string): string[] {
  const words = line.replace(/ > .*/, '').matchAll(/"([^"]*)"|(\S+)/g);
  return [...words].map(([, quoted, bare]) => quoted ?? bare ?? '');
}
