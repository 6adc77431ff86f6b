/**
 * Who may import whom (docs: the folders of src are the architecture). For each folder the others that it may
 * use; itself is always among them. Tests and stories may use anything that does not make a cycle.
 */
const mayUse = {
  logic: [],
  adapters: ['logic'],
  reel: ['adapters', 'logic'],
  react: ['reel', 'adapters', 'logic'],
  i18n: [],
  styles: [],
  components: ['react', 'reel', 'adapters', 'logic', 'i18n', 'styles'],
  msw: ['reel', 'adapters', 'logic'],
  server: ['reel', 'adapters', 'logic'],
  storybook: ['components', 'react', 'reel', 'adapters', 'logic', 'i18n', 'styles', 'msw'],
};

const testsAndStories = String.raw`\.(test|stories)\.tsx?$`;
/** Run from the checkout, never shipped. */
const workshop = '^recorder/(bench|scenarios)/';
const folders = Object.keys(mayUse);

/** Only these folders of src may import these packages. */
const owners = [
  {
    name: 'react',
    packages: '(react|react-dom|react-i18next|@types/react)',
    folders: ['react', 'components', 'i18n', 'storybook'],
  },
  { name: 'msw', packages: 'msw', folders: ['msw'] },
  { name: 'storybook', packages: '(storybook|@storybook/[^/]+)', folders: ['storybook'] },
  { name: 'the Markdown readers', packages: '(react-markdown|remark-gfm|remend)', folders: ['components'] },
  { name: 'icons', packages: 'lucide-react', folders: ['components', 'storybook'] },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-missing-import', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-tests-in-code',
      comment: 'Code never imports a test, a story, or what only they use.',
      severity: 'error',
      from: { path: '^(src|recorder)/', pathNot: [testsAndStories, workshop] },
      to: { path: [testsAndStories, '^tests/', '^\\.storybook/', '^scripts/'] },
    },
    {
      name: 'no-other-folder',
      comment: 'A function lives where its subject lives; a new folder of src needs a rule here.',
      severity: 'error',
      from: {},
      to: {
        path: ['^src/[^/]+/', '/(utils?|helpers?|common)[/.]'],
        pathNot: ['node_modules', ...folders.map((folder) => `^src/${folder}/(?!(utils?|helpers?|common)[/.])`)],
      },
    },
    ...folders.map((folder) => ({
      name: `${folder}-imports`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: testsAndStories },
      to: { path: '^(src|recorder)/', pathNot: [folder, ...mayUse[folder]].map((allowed) => `^src/${allowed}/`) },
    })),
    {
      name: 'logic-has-no-dependency',
      severity: 'error',
      from: { path: '^src/logic/', pathNot: testsAndStories },
      to: { pathNot: '^src/logic/' },
    },
    {
      name: 'recorder-imports',
      severity: 'error',
      from: { path: '^recorder/', pathNot: testsAndStories },
      to: { path: '^src/', pathNot: '^src/(reel|adapters|logic|server)/' },
    },
    {
      name: 'only-recorder-and-server-touch-node',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/server/', '^src/storybook/preset', testsAndStories] },
      to: { dependencyTypes: ['core'] },
    },
    ...owners.map(({ name, packages, folders: own }) => ({
      name: `only-${own.join('-')}-imports-${name.replaceAll(' ', '-')}`,
      severity: 'error',
      from: { path: '^(src|recorder)/', pathNot: [...own.map((folder) => `^src/${folder}/`), testsAndStories] },
      to: { path: `node_modules/${packages}/` },
    })),
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: { path: '^(src|recorder)/', pathNot: [testsAndStories, workshop] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
