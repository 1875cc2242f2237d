import { ZodError } from 'zod';
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorIssue } from '../../shared/errors.ts';
import { issueKey, type IssueLike } from '../../shared/issues.ts';
import type { Locale } from '../../shared/locale.ts';
import { translate } from './i18n.ts';

interface Problem {
  /** Stable English code, finer than the status: `application.nameTaken`. */
  code?: string;
  /** Locale key of the message. */
  key?: string;
  values?: Record<string, unknown>;
  /** Input fields at fault, reasons as locale keys. */
  issues?: { path: (string | number)[]; key: string; values?: Record<string, unknown> }[];
  details?: Record<string, unknown>;
}

/** An error the caller is told about. Made through `errors`, thrown by services, shown by `toErrorBody`. */
export class AppError extends Error {
  readonly status: ErrorCode;
  readonly problem: Problem;
  constructor(status: ErrorCode, defaultKey: string, problem: Problem = {}) {
    super(problem.code ?? status);
    this.name = problem.issues ? 'ValidationException' : 'AppError';
    this.status = status;
    this.problem = { key: defaultKey, ...problem };
  }
}

const make = (status: ErrorCode, key: string) => (problem?: Problem) => new AppError(status, key, problem);

/**
 * One factory for each answer of the error catalogue. Example: `throw errors.conflict({ code: 'dataController.inUse',
 * key: 'organization:inUse' })`
 */
export const errors = {
  badRequest: make('BAD_REQUEST', 'errors:validation'),
  unauthorized: make('UNAUTHORIZED', 'errors:unauthorized'),
  forbidden: make('FORBIDDEN', 'errors:forbidden'),
  notFound: make('NOT_FOUND', 'errors:notFound'),
  conflict: make('CONFLICT', 'errors:conflict'),
  tooLarge: make('PAYLOAD_TOO_LARGE', 'errors:tooLarge'),
  unsupportedType: make('UNSUPPORTED_MEDIA_TYPE', 'errors:unsupportedType'),
  unprocessable: make('UNPROCESSABLE_CONTENT', 'errors:validation'),
  tooMany: make('TOO_MANY_REQUESTS', 'errors:tooMany'),
  unavailable: make('SERVICE_UNAVAILABLE', 'errors:unavailable'),
  /** Somebody else has saved since the caller read it: 409 with the record as it is now. */
  staleEdit: (current: unknown) =>
    new AppError('CONFLICT', 'errors:staleEdit', { code: 'staleEdit', details: { current } }),
  /** The record's state has no such move: 409 with the state, and the record as it is now where the caller shows it. */
  illegalMove: (status?: string, current?: object) =>
    new AppError('CONFLICT', 'errors:illegalMove', {
      code: 'illegalMove',
      ...(status && { details: { status, ...(current && { current }) } }),
    }),
  /** Nobody works in the workspace, because it is being deleted: 409. `key`: how that is said to the caller. */
  closed: (key: string) => new AppError('CONFLICT', key, { code: 'workspace.closed' }),
  /** One field is wrong: 400 with the field named. `key` is a locale key. */
  field: (path: string, key: string, code?: string) =>
    new AppError('BAD_REQUEST', 'errors:validation', { code, issues: [{ path: path.split('.'), key }] }),
  /** The field's value is taken: 409 with the field named. */
  taken: (path: string, key: string, code: string) =>
    new AppError('CONFLICT', key, { code, issues: [{ path: path.split('.'), key }] }),
};

// SQLSTATE classes and codes of https://www.postgresql.org/docs/18/errcodes-appendix.html, and socket errors of Node.
const AWAY = /^(08|57P|53)/;
const AWAY_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT']);

function fromDatabase(error: Error & { code?: string }): AppError | undefined {
  const code = error.code ?? '';
  if (AWAY.test(code) || code === '57014' || AWAY_NODE.has(code)) return errors.unavailable();
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  )
    return errors.unavailable();
  if (code === '23505') return errors.conflict({ code: 'duplicate', key: 'errors:duplicate' });
  if (code === '23503') return errors.conflict({ code: 'reference' });
  if (code === '40001' || code === '40P01') return errors.conflict({ code: 'concurrent' });
  // A number or a time beyond what its column holds.
  if (['22003', '22007', '22008', '22009'].includes(code))
    return errors.badRequest({ code: 'outOfRange', key: 'errors:validation' });
  if (code === '22021' || code === '22P05')
    return errors.badRequest({ code: 'characters', key: 'errors:controlCharacters' });
  return undefined;
}

/**
 * The error the caller is told of: our own, a translated input or database error, or `undefined` for a fault of ours.
 */
export function asAppError(error: unknown): AppError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current;
    if (current instanceof ZodError) {
      return errors.badRequest({
        issues: current.issues.map((issue) => ({
          path: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
          ...issueKey(issue as IssueLike),
        })),
      });
    }
    const database = fromDatabase(current);
    if (database) return database;
    current = current.cause;
  }
  return undefined;
}

/** Body and HTTP status of a failed answer, in the caller's language. Never a stack trace or SQL. */
export function toErrorBody(error: unknown, locale: Locale): { status: number; body: ErrorBody } {
  const known = asAppError(error);
  const status = known?.status ?? 'INTERNAL_SERVER_ERROR';
  const problem = known?.problem ?? { key: 'errors:internal' };
  const issues: ErrorIssue[] | undefined = problem.issues?.map(({ path, key, values }) => ({
    path,
    reason: translate(locale, key, values),
  }));
  return {
    status: ERROR_STATUS[status],
    body: {
      code: problem.code ?? status,
      name: issues && status === 'BAD_REQUEST' ? 'ValidationException' : status,
      message: translate(locale, problem.key ?? 'errors:internal', problem.values),
      ...(issues ? { issues } : {}),
      ...(problem.details ? { details: problem.details } : {}),
    },
  };
}
