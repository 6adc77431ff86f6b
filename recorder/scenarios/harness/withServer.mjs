/** @typedef {import('./program.ts').Stage} Stage */

const PORT = 4020;

/**
 * Records what a client has of an agent that is a server of ours: it is started with a port and the model's address.
 * @param {Stage} stage @param {string} script in `agents/` @param {(address: string) => Promise<unknown>} talk
 */
export async function withServer(stage, script, talk) {
  const command = ['node', `/runreel/recorder/scenarios/agents/${script}.mjs`, String(PORT), stage.model];
  const agent = await stage.serve(command, PORT, { COPILOTKIT_TELEMETRY_DISABLED: 'true', DO_NOT_TRACK: '1' });
  const proxy = await stage.proxy(PORT);
  await talk(proxy.address);
  await proxy.stop();
  await agent.stop('SIGTERM');
}
