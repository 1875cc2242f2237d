import type { ErrorCode } from './registry/errors.ts';

/**
 * Names of the statuses that errors answer with, as tRPC has them; each is also the code of an error that has no finer
 * one.
 */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type ErrorStatus = keyof typeof ERROR_STATUS;

/** What an error answers with: see `shared/registry/errors.ts`. */
export interface ErrorRule {
  readonly status: ErrorStatus;
  /** Locale keys. */
  readonly texts: readonly string[];
}

/** Declares errors of a status, each with its texts. @example conflict('application:inUse') */
export const answer =
  <Status extends ErrorStatus>(status: Status) =>
  <const Texts extends readonly string[]>(...texts: Texts) => ({ status, texts });
export const badRequest = answer('BAD_REQUEST');
export const unauthorized = answer('UNAUTHORIZED');
export const forbidden = answer('FORBIDDEN');
export const notFound = answer('NOT_FOUND');
export const conflict = answer('CONFLICT');
export const tooLarge = answer('PAYLOAD_TOO_LARGE');
export const unsupportedType = answer('UNSUPPORTED_MEDIA_TYPE');
export const unprocessable = answer('UNPROCESSABLE_CONTENT');
export const tooMany = answer('TOO_MANY_REQUESTS');
export const unavailable = answer('SERVICE_UNAVAILABLE');

/** One reason an input was refused: where, and why in the caller's language. */
export interface ErrorIssue {
  path: (string | number)[];
  reason: string;
}

/** Body of every failed answer, REST and tRPC alike. `name` is `ValidationException` for input errors. */
export interface ErrorBody {
  code: ErrorCode;
  name: string;
  message: string;
  issues?: ErrorIssue[];
  /** Facts the client needs to go on, for example both texts of a conflict. Never personal data of others. */
  details?: Record<string, unknown>;
}
