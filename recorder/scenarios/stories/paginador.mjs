/** A paginator in Portuguese that skips the last item. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const broken = `/** Divide uma lista em páginas de \`tamanho\` itens. */
export function paginas(itens, tamanho = 10) {
  const resultado = [];
  for (let i = 0; i + tamanho <= itens.length; i += tamanho) {
    resultado.push(itens.slice(i, i + tamanho));
  }
  return resultado;
}
`;

const fixed = `/**
 * Divide uma lista em páginas de \`tamanho\` itens; a última pode ser menor.
 *
 * @template T
 * @param {readonly T[]} itens
 * @param {number} tamanho um inteiro positivo
 * @returns {T[][]}
 */
export function paginas(itens, tamanho = 10) {
  if (!Number.isInteger(tamanho) || tamanho < 1) {
    throw new RangeError('O tamanho da página deve ser um inteiro positivo: ' + tamanho);
  }
  const resultado = [];
  for (let i = 0; i < itens.length; i += tamanho) {
    resultado.push(itens.slice(i, i + tamanho));
  }
  return resultado;
}

/** Quantas páginas a lista tem. */
export function total(itens, tamanho = 10) {
  return Math.ceil(itens.length / tamanho);
}
`;

const files = {
  'package.json': '{ "name": "paginador", "version": "0.9.0", "type": "module", "private": true }\n',
  'README.md': '# paginador\n\nDivide listas em páginas.\n',
  'src/paginas.js': broken,
  'test/paginas.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paginas } from '../src/paginas.js';

test('páginas cheias', () => assert.deepEqual(paginas([1, 2, 3, 4], 2), [[1, 2], [3, 4]]));
test('a última página pode ser menor', () => assert.deepEqual(paginas([1, 2, 3], 2), [[1, 2], [3]]));
test('lista vazia', () => assert.deepEqual(paginas([], 2), []));
`,
};

/** @type {Story} */
const story = {
  repository: 'paginador',
  files,
  prompt: 'A paginação perde os últimos itens quando a lista não é múltipla do tamanho. Corrige, por favor.',
  steps: [],
  pace: 14,
  aside: 'Corrigir a paginação',
};

/** @type {Step[]} */
const finding = [
  {
    think: 'A última página some quando é menor. Primeiro confirmo com os testes.',
    say: 'Vou rodar os testes para ver o caso que falha.',
    calls: [{ shell: 'node --test', why: 'Roda os testes' }],
  },
  { think: 'Falha só o caso da página menor. Leio o código.', calls: [{ read: 'src/paginas.js' }] },
];

/** @type {Step} */
const fixing = {
  think: 'A condição do laço exige uma página cheia. Reescrevo o arquivo e valido o tamanho.',
  say: 'Achei: `i + tamanho <= itens.length` exige uma página **cheia**. Reescrevo o arquivo e valido o tamanho.',
  calls: [{ write: 'src/paginas.js', content: fixed }],
  pace: 36,
};

/** @type {Step[]} */
const checking = [
  { think: 'Confirmo.', calls: [{ shell: 'node --test', why: 'Confirma a correção' }] },
  {
    think: 'Tudo passa.',
    say: `Corrigido, e os três testes passam. ✔️

- **Antes:** o laço parava quando faltava menos de uma página.
- **Agora:** a última página pode ser menor, e um tamanho inválido dá \`RangeError\`.

\`\`\`js
paginas([1, 2, 3], 2) // [[1, 2], [3]]
\`\`\`
`,
  },
];

/** @type {Story} */
export const fixedIt = { ...story, steps: [...finding, fixing, ...checking] };

/** @type {Story} */
export const denied = {
  ...story,
  steps: [
    ...finding,
    fixing,
    {
      think: 'Não posso escrever. Explico a correção.',
      say: 'Sem problema, não alterei nada. A correção é uma linha: trocar `i + tamanho <= itens.length` por `i < itens.length`.\n',
    },
  ],
};

/** @type {Story} */
export const connectionLost = { ...story, steps: [...finding, { ...fixing, cutAfter: 18 }, ...checking] };

const task = 'TAREFA: leia test/paginas.test.js e diga em uma frase o que ele cobre.';

/** @type {Story} */
export const lookAround = {
  ...story,
  prompt: 'Dá uma olhada no repositório, roda a verificação lenta e resume os testes. Não muda nada.',
  aside: 'Olhar o repositório',
  steps: [
    {
      think: 'Duas buscas independentes: o README e uma pasta que talvez não exista.',
      say: 'Leio o README e um exemplo ao mesmo tempo.',
      calls: [{ read: 'README.md' }, { read: 'exemplos/lista.json' }],
    },
    {
      think: 'O exemplo não existe. Sigo com a verificação lenta.',
      say: 'O exemplo não existe. Agora a verificação lenta.',
      calls: [
        {
          shell: 'for i in 1 2 3 4 5; do sleep 0.6; echo "lote $i de 5: ok"; done; echo "1 aviso" >&2',
          why: 'Roda a verificação lenta',
        },
      ],
    },
    {
      overloaded: true,
      think: 'Um ajudante pode resumir os testes.',
      say: 'Peço a um ajudante que resuma os testes.',
      calls: [
        {
          delegate: 'Resumir os testes',
          task,
          steps: [
            { think: 'Só preciso de um arquivo.', calls: [{ read: 'test/paginas.test.js' }] },
            { think: 'Pronto.', say: 'Cobre páginas cheias, uma última página menor e a lista vazia.' },
          ],
        },
      ],
    },
    {
      think: 'Resumo tudo.',
      say: `Aqui está o que encontrei 🔎

| item | estado | nota |
| --- | :-: | --- |
| README | ✅ | duas linhas |
| exemplos | ❌ | \`exemplos/lista.json\` não existe |
| verificação lenta | ⚠️ | 5 de 5, um aviso |
| testes | ✅ | cheias, menor, vazia |

Os itens podem estar em qualquer escrita: 「東京」, «العربية», «ação», 👩‍👩‍👦.
`,
    },
  ],
};

/** @type {Story} */
export const cancelled = {
  ...story,
  prompt: 'Roda a verificação lenta.',
  aside: 'Verificação lenta',
  steps: [
    {
      think: 'É um comando só, mas demora.',
      say: 'Rodando a verificação lenta; demora uns dez segundos.',
      calls: [
        {
          shell: 'for i in $(seq 1 12); do echo "lote $i de 12: ok"; sleep 0.8; done',
          why: 'Roda a verificação lenta',
        },
      ],
    },
    { think: 'Pronto.', say: 'Pronto.' },
  ],
};
