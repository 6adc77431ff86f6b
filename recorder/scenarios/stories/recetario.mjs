/** A cookbook in Spanish; its user wants old drafts gone. */

/** @typedef {import('../harness/story.ts').Story} Story */
/** @typedef {import('../harness/story.ts').Step} Step */

const files = {
  'README.md': '# Recetario\n\nRecetas de la casa. Los borradores están en `borradores/`; lo demás se publica.\n',
  'borradores/2024-03-gazpacho.md': '# Gazpacho (borrador)\n\nTomates, pepino, ¿cuánto ajo?\n',
  'borradores/2024-06-flan.md': '# Flan (borrador)\n\nFalta el caramelo.\n',
  'borradores/2026-10-croquetas.md': '# Croquetas (borrador)\n\nBechamel de 40 minutos.\n',
  'recetas/tortilla.md': '# Tortilla de patatas\n\n6 huevos, 1 kg de patatas, aceite, sal.\n',
  'indice.mjs': `import { readdirSync } from 'node:fs';

for (const carpeta of ['recetas', 'borradores']) {
  console.log(carpeta + ': ' + readdirSync(carpeta).length);
}
`,
};

const prompt = 'Borra los borradores de hace más de un año y dime qué queda.';

/** @type {Step} */
const look = {
  think: 'Quiere limpiar la carpeta borradores/. Antes de borrar nada miro qué hay y qué fechas llevan los nombres.',
  say: 'Primero miro qué borradores hay.',
  calls: [{ shell: 'ls -1 borradores && node indice.mjs', why: 'Lista los borradores y cuenta las recetas' }],
};

/** @type {Step} */
const remove = {
  think:
    'Los dos de 2024 tienen más de un año; croquetas es de octubre de 2026. Borrar no se puede deshacer con facilidad: debe confirmarlo.',
  say: 'Hay dos de 2024: **gazpacho** y **flan**. Los borro si te parece bien.',
  calls: [{ shell: 'rm -v borradores/2024-*.md', why: 'Borra los borradores de 2024' }],
};

/** @type {Story} */
const story = { repository: 'recetario', files, prompt, steps: [], pace: 10 };

/** @type {Story} */
export const approved = {
  ...story,
  steps: [
    look,
    remove,
    { calls: [{ shell: 'node indice.mjs', why: 'Cuenta otra vez' }] },
    {
      say: `Listo, he borrado dos borradores:

- ~~gazpacho~~ (marzo de 2024)
- ~~flan~~ (junio de 2024)

Queda uno, **croquetas** (octubre de 2026), y la receta publicada de la tortilla. Si te arrepientes: \`git checkout -- borradores\` los trae de vuelta. 🥘
`,
    },
  ],
};

/** @type {Story} */
export const denied = {
  ...story,
  steps: [
    look,
    remove,
    {
      think: 'Ha dicho que no. No lo intento por otro camino; le propongo algo que se pueda deshacer.',
      say: `De acuerdo, no he borrado nada. Los tres borradores siguen en su sitio:

| borrador | fecha | estado |
| --- | --- | --- |
| gazpacho | marzo de 2024 | sin tocar |
| flan | junio de 2024 | sin tocar |
| croquetas | octubre de 2026 | sin tocar |

Si lo prefieres, puedo moverlos a \`archivo/\` en lugar de borrarlos.
`,
    },
  ],
};

/** The user stops it in the middle of a long answer. @type {Story} */
export const cancelled = {
  ...story,
  prompt: 'Escribe la receta completa de las croquetas a partir del borrador.',
  steps: [
    {
      think: 'Leo el borrador para no inventar lo que ya está decidido.',
      calls: [{ read: 'borradores/2026-10-croquetas.md' }],
    },
    {
      say: 'El borrador pide una bechamel de 40 minutos. Escribo la receta con esa base.',
      calls: [
        {
          write: 'recetas/croquetas.md',
          content: `# Croquetas de jamón

Para unas 30 croquetas. La masa descansa una noche: empieza el día antes.

## Ingredientes

- 100 g de mantequilla y un chorro de aceite
- 120 g de harina
- 1 litro de leche entera, tibia
- 150 g de jamón serrano muy picado
- nuez moscada, pimienta, poca sal
- 2 huevos, pan rallado, aceite para freír

## La bechamel

1. Derrite la mantequilla con el aceite y rehoga el jamón un minuto, sin que se dore.
2. Echa la harina de golpe y remueve tres minutos: tiene que perder el sabor a crudo.
3. Añade la leche en cinco veces. No eches más hasta que la anterior esté ligada.
4. Baja el fuego y remueve **40 minutos**. La masa está cuando se despega de la cazuela.
5. Prueba, corrige de sal y ralla un poco de nuez moscada.

## El descanso

Extiende la masa en una fuente, tápala con film pegado a la superficie y déjala en la nevera una noche.

## El rebozado

Forma las croquetas con dos cucharas; pásalas por harina, huevo y pan rallado. Fríelas en aceite a 180 °C, de cuatro
en cuatro, hasta que estén doradas. Sácalas a papel y espera dos minutos: por dentro queman.
`,
        },
      ],
    },
    { say: 'Escrita.' },
  ],
};
