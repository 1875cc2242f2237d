import type { Db } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { Hub } from './hub.ts';
import { newNodeName } from './nodeName.ts';
import { Relay } from './relay.ts';

export interface LiveOptions {
  config: Pick<Config, 'variant'>;
  databaseUrl: string;
  /** Name of the node. */
  node?: string;
  systemDb: Db;
  authDb: Db;
  log: Logger;
  now: () => Date;
  /** Looks at the keys again: they may have been replaced while no notification arrived. */
  onKeys?: () => void;
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
export function createLive({
  config,
  databaseUrl,
  systemDb,
  authDb,
  log,
  now,
  node = newNodeName(),
  onKeys = () => {},
}: LiveOptions): Live {
  const hub = new Hub({ systemDb, authDb, log, now, variant: config.variant });
  const relay = new Relay({
    databaseUrl,
    node,
    log,
    onEvents: (events, position) => hub.deliver(events, position),
    onConnected: async (position, wentBack) => {
      onKeys();
      await hub.connected(position, wentBack);
    },
    onRevoked: (revocation) => hub.revoke(revocation),
    onKeys,
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
