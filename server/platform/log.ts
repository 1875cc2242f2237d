import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type { Logger } from 'pino';

/**
 * The structured log. It carries no personal data: requests are logged by route pattern, never by URL, body or
 * header, and the fields below are removed wherever they appear.
 */
export function createLogger(config: Pick<Config, 'logLevel' | 'nodeEnv'>): Logger {
  return pino({
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
    serializers: {
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        message: safeMessage(error),
        stack: error.stack?.split('\n').slice(1, 8).join('\n'),
      }),
    },
  });
}

// Messages of Postgres quote values (a duplicate key's e-mail address); only the SQLSTATE is kept of those.
function safeMessage(error: Error & { code?: string }): string {
  return /^[0-9A-Z]{5}$/.test(error.code ?? '') ? `SQLSTATE ${error.code}` : error.message.slice(0, 300);
}
