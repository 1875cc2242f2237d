import type { Db } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { Hub } from './hub.ts';
import { sweepOutbox } from './outbox.ts';
import { Relay } from './relay.ts';

const SWEEP_EVERY_MS = 60 * 60 * 1000;
/** How long a client may have been away and still resume without fetching everything again. */
const KEEP_MS = 3 * 24 * 60 * 60 * 1000;

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
  let sweep: NodeJS.Timeout | undefined;
  return {
    hub,
    relay,
    poke: () => relay.poke(),
    async start() {
      hub.start();
      await relay.start();
      sweep ??= setInterval(() => {
        sweepOutbox(systemDb, new Date(now().getTime() - KEEP_MS)).catch((error: unknown) =>
          log.warn({ err: error }, 'sweeping the outbox failed'),
        );
      }, SWEEP_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(sweep);
      sweep = undefined;
      hub.stop();
      await relay.stop();
    },
  };
}
