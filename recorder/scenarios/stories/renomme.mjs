/** A command-line tool in French: an option gets a new name, and the release a tag. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const cli = (/** @type {string} */ option) => `#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ${option}: { type: 'string', short: 'o' } },
});

const texte = positionals.join(' ').toUpperCase() + '\\n';
if (values.${option}) writeFileSync(values.${option}, texte);
else process.stdout.write(texte);
`;

const readme = (/** @type {string} */ option) => `# crieur

Crie ce qu'on lui donne.

    crieur bonjour --${option} cri.txt
`;

const tests = (/** @type {string} */ option) => `import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('crie dans un fichier', () => {
  execFileSync('node', ['src/cli.js', 'bonjour', '--${option}', '/tmp/cri.txt']);
  assert.equal(readFileSync('/tmp/cri.txt', 'utf8'), 'BONJOUR\\n');
});
test('crie sur la sortie', () => {
  assert.equal(execFileSync('node', ['src/cli.js', 'ça', 'va'], { encoding: 'utf8' }), 'ÇA VA\\n');
});
`;

const files = {
  'package.json': '{ "name": "crieur", "version": "2.0.0", "type": "module", "private": true }\n',
  'README.md': readme('out'),
  'src/cli.js': cli('out'),
  'test/cli.test.js': tests('out'),
};

/** @type {Step[]} */
const renaming = [
  {
    think:
      "L'option apparaît sans doute dans le code, les tests et la documentation. Je cherche toutes les occurrences avant de toucher à quoi que ce soit.",
    say: 'Je cherche où `--out` est utilisée.',
    calls: [{ shell: 'grep -rnE "\\bout\\b" src test README.md', why: "Cherche l'option dans les trois fichiers" }],
  },
  {
    think: 'Trois fichiers, rien de plus. Je les réécris ensemble.',
    say: 'Trois fichiers sont concernés. Je les modifie tous les trois.',
    calls: [
      { write: 'src/cli.js', content: cli('output') },
      { write: 'README.md', content: readme('output') },
      { write: 'test/cli.test.js', content: tests('output') },
    ],
    pace: 28,
  },
  { think: 'Je vérifie.', calls: [{ shell: 'node --test', why: 'Lance les tests' }] },
];

/** @type {Step} */
const tag = {
  think: "Une étiquette publie la version : c'est à l'utilisateur de confirmer.",
  say: "Les tests passent. Reste l'étiquette, qu'il faut confirmer.",
  calls: [
    {
      tool: 'publish',
      input: {
        command: 'git commit -qam "Renomme --out en --output" && git tag -a v2.0.0 -m v2.0.0 && git tag -n',
        description: 'Étiquette la version 2.0.0',
      },
    },
  ],
};

/** @type {Story} */
const story = {
  repository: 'crieur',
  files,
  prompt: "Renomme l'option --out en --output partout, puis étiquette la version 2.0.0.",
  steps: [],
};

/** @type {Story} */
export const approved = {
  ...story,
  steps: [
    ...renaming,
    tag,
    {
      think: "L'étiquette est posée, je résume.",
      say: `C'est fait ✅

1. \`--out\` s'appelle maintenant **\`--output\`** dans \`src/cli.js\`, les tests et le README ;
2. les deux tests passent ;
3. l'étiquette \`v2.0.0\` est posée sur le dernier commit.

Rien n'a été poussé : \`git push --tags\` quand vous voudrez.
`,
    },
  ],
};

/** @type {Story} */
export const denied = {
  ...story,
  steps: [
    ...renaming,
    tag,
    {
      think: "Refusé. L'étiquette n'est pas posée et je n'insiste pas.",
      say: `Compris, **pas d'étiquette**. Le renommage est fait et les tests passent, mais rien n'est validé :

\`\`\`sh
git commit -am "Renomme --out en --output"
git tag v2.0.0   # quand vous serez prêt
\`\`\`
`,
    },
  ],
};

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: "Fais le tour du dépôt et lance l'essai lent.",
  steps: [
    {
      think: 'La documentation et un dossier qui n’existe peut-être pas : deux recherches indépendantes.',
      say: 'Je lis le README et je regarde `exemples/` en même temps.',
      calls: [{ read: 'README.md' }, { read: 'exemples/cri.txt' }],
    },
    {
      think: 'Le dossier manque. Je passe à l’essai lent.',
      say: "Il n'y a pas d'exemples. Je lance l'essai lent.",
      calls: [
        { shell: 'for i in 1 2 3 4; do sleep 0.7; echo "essai $i/4 : ok"; done', why: "Lance l'essai en quatre temps" },
      ],
    },
    {
      overloaded: true,
      think: 'Tout est là, je résume.',
      say: `Voici le tour du propriétaire 🧭 :

| étape | résultat | remarque |
| :-- | :-: | :-- |
| README | ✅ | une seule commande |
| exemples | ❌ | \`exemples/cri.txt\` n'existe pas |
| essai lent | ✅ | 4 sur 4 |

L'outil crie aussi dans d'autres écritures : « 你好 » reste « 你好 », « مرحبا » reste « مرحبا », « straße » devient « STRASSE » et 🧑‍🚀 ne bouge pas.
`,
    },
  ],
};
