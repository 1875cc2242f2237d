import { sql } from 'kysely';
import { readMark } from '../installation/installation.ts';
import type { Relay } from '../live/relay.ts';
import type { Deps } from '../trpc/context.ts';

/** How a part of the node stands. `off`: not configured; `unknown`: not looked at yet. */
type PartState = 'up' | 'away' | 'off' | 'unknown';

/** Parts that cost a call to look at: a look is taken when the last one is so old. */
const LOOK_MS = 15_000;

export interface HealthReport {
  readonly status: 'ready' | 'migrating' | 'database away' | 'stopping';
  readonly details?: {
    /** Folder or bucket of files. */
    readonly files: PartState;
    readonly mail: PartState;
    /** Live events. `waiting`: a transaction of this node or another is open for longer than usual. */
    readonly live: 'up' | 'away' | 'waiting';
    /** How long events have waited, seconds. */
    readonly waitingSeconds?: number;
  };
}

/** Whether this node can take requests, and how its parts are. */
export interface Health {
  readonly stopping: boolean;
  /** From now on the node is not ready: whoever sends it traffic sends it elsewhere. */
  stop(): void;
  /** Tries what is not asked at every request; a change is logged once. */
  look(): Promise<void>;
  report(): Promise<HealthReport>;
}

export interface HealthOptions {
  deps: Pick<Deps, 'db' | 'files' | 'mailer' | 'log'>;
  relay: Pick<Relay, 'connected' | 'waitingMs'>;
  /** Whether the database has every migration. */
  migrated: () => Promise<boolean>;
}

/** Events may wait this long before it is said: ordinary transactions end within it. */
const WAITING_MS = 1000;

export function createHealth({ deps, relay, migrated }: HealthOptions): Health {
  const states: { files: PartState; mail: PartState } = { files: 'unknown', mail: 'unknown' };
  let stopping = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const note = (part: keyof typeof states, state: PartState): void => {
    const before = states[part];
    states[part] = state;
    if (state === 'away' && before !== 'away') deps.log.warn({ part }, NAMES[part].away);
    else if (state === 'up' && before === 'away') deps.log.info({ part }, NAMES[part].back);
  };
  const look = (): Promise<void> =>
    (looking ??= Promise.all([
      readMark(deps.files).then(
        () => note('files', 'up'),
        () => note('files', 'away'),
      ),
      deps.mailer.check().then((state) => note('mail', state)),
    ]).then(() => {
      lookedAt = performance.now();
      looking = undefined;
    }));

  return {
    get stopping() {
      return stopping;
    },
    stop: () => void (stopping = true),
    look,
    async report() {
      if (stopping) return { status: 'stopping' };
      try {
        await sql`select 1`.execute(deps.db);
        if (!(await migrated())) return { status: 'migrating' };
      } catch {
        return { status: 'database away' };
      }
      if (performance.now() - lookedAt > LOOK_MS) void look();
      const waiting = relay.waitingMs();
      return {
        status: 'ready',
        details: {
          ...states,
          live: !relay.connected() ? 'away' : waiting > WAITING_MS ? 'waiting' : 'up',
          ...(waiting > WAITING_MS && { waitingSeconds: Math.round(waiting / 1000) }),
        },
      };
    },
  };
}

const NAMES = {
  files: {
    away: 'the folder or bucket of files does not answer: uploads and downloads fail',
    back: 'the folder or bucket of files answers again',
  },
  mail: { away: 'the mail server does not answer or refuses: mails wait', back: 'the mail server answers again' },
} as const;
