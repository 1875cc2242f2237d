import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { isAway } from './errors.ts';

export type { Logger } from 'pino';

/** An outage has ended when nothing failed because of it for so long. */
const QUIET_MS = 10_000;

/**
 * The structured log. It carries no personal data: requests are logged by route pattern, never by URL, body or
 * header, and the fields below are removed wherever they appear. Of an outage it has one warning, and one line at its
 * end.
 * @param destination standard output when left out
 */
export function createLogger(config: Pick<Config, 'logLevel' | 'nodeEnv'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: { app: 'pokpong' },
    redact: {
      paths: [
        'email',
        'name',
        'phone',
        'password',
        'token',
        'cookie',
        'authorization',
        '*.email',
        '*.phone',
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
        'err.detail',
        'err.where',
        'err.parameters',
      ],
      censor: '[removed]',
    },
    serializers: { err: describeError },
    hooks: { logMethod: oncePerOutage() },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What Postgres says of an error of its own. */
interface PostgresError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  where?: string;
}

/** Names of what failed, and no values: messages of Postgres quote rows, and what it says of the place quotes input. */
function describeError(error: PostgresError) {
  const isPostgres = /^[0-9A-Z]{5}$/.test(error.code ?? '');
  const functions = [...(error.where ?? '').matchAll(/\bPL\/pgSQL function (?:public\.)?(\w+)\(/g)].map(
    ([, name]) => name,
  );
  return {
    type: error.name,
    code: error.code,
    message: isPostgres ? `SQLSTATE ${error.code}` : error.message.slice(0, 300),
    ...(isPostgres && {
      constraint: error.constraint,
      table: error.table,
      ...(functions.length > 0 && { functions: [...new Set(functions)] }),
    }),
    stack: error.stack?.split('\n').slice(1, 8).join('\n'),
  };
}

/** Lets the first line of an outage through, as a warning without a stack, and counts the others. */
function oncePerOutage() {
  let end: NodeJS.Timeout | undefined;
  let suppressed = 0;
  return function logOnce(this: Logger, args: unknown[], method: (...args: unknown[]) => void): void {
    const { err } = (typeof args[0] === 'object' && args[0] !== null ? args[0] : {}) as { err?: PostgresError };
    if (!isAway(err)) return method.apply(this, args);
    const first = end === undefined;
    if (end === undefined) {
      end = setTimeout(() => {
        end = undefined;
        this.info({ suppressed }, 'the outage is over: nothing failed because of it for a while');
        suppressed = 0;
      }, QUIET_MS).unref();
    } else {
      end.refresh();
      suppressed += 1;
    }
    if (first)
      this.warn(
        { code: err?.code },
        'the database, or a service that the node needs, does not answer; it is tried again',
      );
  };
}
