import { type Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Relay, type RelayOptions, relay } from './relay.ts';
import { upstreamAgent } from './upstream.ts';

export interface ProxyOptions extends Omit<RelayOptions, 'agent'> {
  /** 0 takes one that is free. */
  readonly port: number;
  /** Default: one that keeps connections. */
  readonly agent?: Agent;
}

export interface RunningProxy {
  /** Where to send requests, such as `http://127.0.0.1:43117`. */
  readonly address: string;
  /** Cuts what goes on, and is gone afterwards. */
  close(): Promise<void>;
}

/** Only this machine: what passes here is meant for nobody else. */
const LOOPBACK = '127.0.0.1';

/** A connection that a client keeps must not be closed just when it is used; usual clients keep theirs shorter. */
const KEPT_FOR = 75_000;

/** Starts a reverse proxy that records. Rejects with the system's error where it cannot listen. */
export async function startProxy({ port, ...options }: ProxyOptions): Promise<RunningProxy> {
  const agent = options.agent ?? upstreamAgent(options.upstream);
  const relays = new Set<Relay>();
  const server = createServer((request, response) => {
    const one = relay(request, response, {
      ...options,
      agent,
      onEnd(...told) {
        relays.delete(one);
        options.onEnd(...told);
      },
    });
    relays.add(one);
  });
  // An agent may take its time with a request; the upstream's patience counts.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEPT_FOR;
  const bound = await listen(server, port);
  return {
    address: `http://${LOOPBACK}:${bound.port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of [...relays]) one.abort();
      server.closeIdleConnections();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address);
    });
  });
}
