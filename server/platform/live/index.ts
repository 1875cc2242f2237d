import type { Db } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { Hub } from './hub.ts';
import { Relay } from './relay.ts';

export interface LiveOptions {
  config: Pick<Config, 'variant'>;
  databaseUrl: string;
  systemDb: Db;
  authDb: Db;
  log: Logger;
  now: () => Date;
}

/** The live layer of one node. */
export interface Live {
  readonly hub: Hub;
  readonly relay: Relay;
  /** To be called after a commit that emitted events. */
  readonly poke: () => void;
  /** Connects to the database; resolves after the first try, further ones follow by themselves. */
  start(): Promise<void>;
  /** Nothing is handed on once it has resolved; sockets are closed by the web server. */
  stop(): Promise<void>;
}

/** Puts relay and hub together. */
export function createLive({ config, databaseUrl, systemDb, authDb, log, now }: LiveOptions): Live {
  const hub = new Hub({ systemDb, authDb, log, now, variant: config.variant });
  const relay = new Relay({
    databaseUrl,
    log,
    onEvents: (events, position) => hub.deliver(events, position),
    onConnected: (position, wentBack) => hub.connected(position, wentBack),
    onRevoked: (revocation) => hub.revoke(revocation),
  });
  return {
    hub,
    relay,
    poke: () => relay.poke(),
    async start() {
      hub.start();
      await relay.start();
    },
    async stop() {
      hub.stop();
      await relay.stop();
    },
  };
}
