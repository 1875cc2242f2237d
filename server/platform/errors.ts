import { ZodError } from 'zod';
import { ERROR_STATUS, type ErrorBody, type ErrorIssue, type ErrorStatus } from '../../shared/errors.ts';
import { issueKey, type IssueLike } from '../../shared/issues.ts';
import type { Locale } from '../../shared/locale.ts';
import { type ErrorCode, PLATFORM_ERRORS, type TextOf } from '../../shared/registry/errors.ts';
import { ERRORS } from './errorCatalogue.ts';
import { translate } from './i18n.ts';

/** Reasons that an answer names: a body of a thousand wrong values need not come back. */
const ISSUES = 100;

type Path = readonly (string | number)[];

/** What an error says beside its code. */
interface ErrorFacts<Code extends ErrorCode> {
  /** The input at fault, where the error's text is shown: a field, or several paths. */
  at?: string | readonly Path[];
  /** Another of the error's texts than the first. */
  text?: TextOf<Code>;
  /** Another status than the error's own. */
  status?: ErrorStatus;
  /** Values of the text. */
  values?: Record<string, unknown>;
  /** Fields at fault, each with a text of its own. */
  issues?: { path: (string | number)[]; key: string; values?: Record<string, unknown> }[];
  details?: Record<string, unknown> | undefined;
}

const isStatus = (code: ErrorCode): code is ErrorStatus => Object.hasOwn(ERROR_STATUS, code);

/** An error that the caller gets. Created by `appError`, thrown by services, answered by `toErrorBody`. */
export class AppError extends Error {
  readonly status: ErrorStatus;
  /** Its code, unless it is the status alone; its message as a locale key. */
  readonly problem: Pick<ErrorFacts<ErrorCode>, 'values' | 'issues' | 'details'> & { code?: ErrorCode; key: string };
  constructor(code: ErrorCode, { at, text, status, values, issues, details }: ErrorFacts<ErrorCode>) {
    const { status: own, texts } = ERRORS[code];
    super(code);
    this.status = status ?? own;
    const textKey = text ?? texts[0] ?? PLATFORM_ERRORS[this.status].texts[0];
    const paths = typeof at === 'string' ? [at.split('.')] : at;
    const fieldIssues = issues ?? paths?.map((path) => ({ path: [...path], key: textKey, ...(values && { values }) }));
    this.name = fieldIssues ? 'ValidationException' : 'AppError';
    this.problem = {
      ...(!isStatus(code) && { code }),
      // Where a field says what is wrong with it, the message only says that something is.
      key: paths && this.status === 'BAD_REQUEST' ? PLATFORM_ERRORS.BAD_REQUEST.texts[0] : textKey,
      ...(values && { values }),
      ...(fieldIssues && { issues: fieldIssues }),
      ...(details && { details }),
    };
  }
}

/**
 * An error that is declared (`shared/registry/errors.ts`).
 * @example throw appError('dataController.inUse', { values: { number }, details: { applications } })
 */
export const appError = <Code extends ErrorCode>(code: Code, facts: ErrorFacts<Code> = {}): AppError =>
  new AppError(code, facts as ErrorFacts<ErrorCode>);

// SQLSTATE classes and codes of https://www.postgresql.org/docs/18/errcodes-appendix.html, and socket errors of Node.
const AWAY = /^(08|57P|53)/;
const AWAY_NODE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT']);

const AWAY_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error, or one that it came of, is that the database or another service does not answer. */
export function isAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code = '', syscall } = current as NodeJS.ErrnoException;
    // A socket that is not there, and not any file.
    if (code === 'ENOENT' ? syscall === 'connect' : AWAY.test(code) || AWAY_NODE.has(code)) return true;
    if (AWAY_MESSAGE.test(current.message)) return true;
    if (current instanceof AppError && current.status === 'SERVICE_UNAVAILABLE') return true;
  }
  return false;
}

function fromDatabase(error: Error & { code?: string }): AppError | undefined {
  const code = error.code ?? '';
  if (AWAY.test(code) || code === '57014' || AWAY_NODE.has(code)) return appError('SERVICE_UNAVAILABLE');
  if (AWAY_MESSAGE.test(error.message)) return appError('SERVICE_UNAVAILABLE');
  if (code === '23505') return appError('duplicate');
  if (code === '23503') return appError('reference');
  if (code === '40001' || code === '40P01') return appError('concurrent');
  // A number or a time beyond what its column holds.
  if (['22003', '22007', '22008', '22009'].includes(code)) return appError('outOfRange');
  if (code === '22021' || code === '22P05') return appError('characters');
  return undefined;
}

/**
 * The error that the caller gets: our own, a translated input or database error, or `undefined` for a fault of ours.
 */
export function asAppError(error: unknown): AppError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof AppError) return current;
    if (current instanceof ZodError) {
      return appError('BAD_REQUEST', {
        issues: current.issues.slice(0, ISSUES).map((issue) => ({
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
  const { status, problem } = asAppError(error) ?? appError('INTERNAL_SERVER_ERROR');
  const issues: ErrorIssue[] | undefined = problem.issues?.map(({ path, key, values }) => ({
    path,
    reason: translate(locale, key, values),
  }));
  return {
    status: ERROR_STATUS[status],
    body: {
      code: problem.code ?? status,
      name: issues && status === 'BAD_REQUEST' ? 'ValidationException' : status,
      message: translate(locale, problem.key, problem.values),
      ...(issues ? { issues } : {}),
      ...(problem.details ? { details: problem.details } : {}),
    },
  };
}
