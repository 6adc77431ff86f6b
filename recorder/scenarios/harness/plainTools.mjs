/** How the agents that are made of a library (`agents/`) call their tools. @type {import('./story.ts').Tools} */
export const plainTools = {
  shell: (command, description) => ['bash', { command, description }],
  read: (path) => ['readFile', { path }],
  write: (path, content) => ['writeFile', { path, content }],
  edit: (path, from, to) => ['editFile', { path, from, to }],
};
