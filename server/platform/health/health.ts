import { sql } from 'kysely';
import { MINUTE } from '../../../shared/duration.ts';
import { lookAtFiles } from '../installation/installation.ts';
import type { Relay } from '../live/relay.ts';
import type { Deps } from '../trpc/context.ts';

/**
 * How a part of the node stands. `off`: not configured; `other`: not what the other nodes use; `unknown`: not looked at
 * yet.
 */
type PartState = 'up' | 'away' | 'off' | 'other' | 'unknown';

/** Parts that cost a call to look at: a look is taken when the last one is so old; sooner while one is away. */
const LOOK_MS = { usual: MINUTE, away: 5000 };

export interface HealthReport {
  readonly status: 'ready' | 'migrating' | 'database away' | 'other files' | 'stopping';
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
  deps: Pick<Deps, 'db' | 'authDb' | 'files' | 'mailer' | 'log'>;
  relay: Pick<Relay, 'connected' | 'waitingMs'>;
  /** Makes the node one of its installation, as at the start: a bucket that was away then may want its mark. */
  join: () => Promise<void>;
  /** Whether the database has every migration. */
  migrated: () => Promise<boolean>;
}

/** Events may wait this long before it is reported: ordinary transactions end within it. */
const WAITING_MS = 1000;

export function createHealth({ deps, relay, join, migrated }: HealthOptions): Health {
  const states: { files: PartState; mail: PartState } = { files: 'unknown', mail: 'unknown' };
  let stopping = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const note = (part: keyof typeof states, state: PartState): void => {
    const before = states[part];
    states[part] = state;
    if (state === 'away' && before !== 'away') deps.log.warn({ part }, NAMES[part].away);
    else if (state === 'other' && before !== 'other')
      deps.log.error({ part }, 'the files are not those of the other nodes: this node is not ready');
    else if (state === 'up' && before === 'away') deps.log.info({ part }, NAMES[part].back);
  };
  const look = (): Promise<void> =>
    (looking ??= Promise.all([
      lookAtFiles(deps).then(async (state) => {
        if (state === 'up' && states.files === 'away') await join();
        note('files', state);
      }),
      deps.mailer.check().then((state) => note('mail', state)),
    ])
      .then(
        () => {},
        // The database does not answer, which is reported by itself, or the files are not ours, which the next check
        // reports.
        () => {},
      )
      .finally(() => {
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
      const away = Object.values(states).includes('away');
      if (performance.now() - lookedAt > (away ? LOOK_MS.away : LOOK_MS.usual)) void look();
      if (states.files === 'other') return { status: 'other files' };
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
