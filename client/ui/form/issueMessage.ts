import type { TFunction } from 'i18next';
import { isLocaleKey } from '../../../shared/issues.ts';

/** Common fields of zod issues and issues of the server. */
export interface IssueLike {
  code?: string | undefined;
  message?: string | undefined;
  origin?: string | undefined;
  expected?: string | undefined;
  format?: string | undefined;
  minimum?: number | bigint | undefined;
  maximum?: number | bigint | undefined;
  input?: unknown;
}

/** Keys come from schemas as plain text, so the types of `t` cannot check them. */
type Translate = (key: string, values?: object) => string;
/** Any translate function, whatever its namespaces. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyTFunction = TFunction<any, any>;

/** Texts that are locale keys (`errors:required`) in the user's language; other texts unchanged. */
export function translated(t: AnyTFunction, text: string): string {
  return isLocaleKey(text) ? (t as unknown as Translate)(text) : text;
}

/**
 * The text of an issue, in the user's language. A message that is a locale key decides; otherwise the issue's own code
 * and limits.
 * @example issueMessage(t, { code: 'too_small', origin: 'string', minimum: 3 }) // "ต้องมีอย่างน้อย 3 ตัวอักษร"
 */
export function issueMessage(t: AnyTFunction, issue: IssueLike): string {
  if (issue.message && isLocaleKey(issue.message)) return translated(t, issue.message);
  const text = (key: string, limit?: number | bigint) =>
    (t as unknown as Translate)(`ui:issue.${key}`, { limit: Number(limit ?? 0) });
  const empty = issue.input === undefined || issue.input === null || issue.input === '';
  switch (issue.code) {
    case 'invalid_type':
      return empty
        ? text('required')
        : issue.expected === 'number' || issue.expected === 'int'
          ? text('number')
          : issue.expected === 'date'
            ? text('date')
            : text('invalid');
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? text('required') : text('tooShort', issue.minimum);
      return issue.origin === 'array' || issue.origin === 'set'
        ? text('tooFew', issue.minimum)
        : text('tooSmall', issue.minimum);
    case 'too_big':
      if (issue.origin === 'string') return text('tooLong', issue.maximum);
      return issue.origin === 'array' || issue.origin === 'set'
        ? text('tooMany', issue.maximum)
        : text('tooBig', issue.maximum);
    case 'invalid_format':
      if (empty) return text('required');
      if (issue.format === 'email' || issue.format === 'url') return text(issue.format);
      return issue.format === 'date' || issue.format === 'datetime' ? text('date') : text('invalid');
    case 'invalid_value':
      return empty ? text('required') : text('choice');
    case 'invalid_union':
      return empty ? text('required') : text('invalid');
    default:
      return text('invalid');
  }
}

/** One reason of a refused input: where, and why in the user's language. */
export interface ServerIssue {
  path: readonly (string | number)[];
  reason: string;
}

/** Whether no answer came at all: the request may have been carried out. */
export const unanswered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TRPCClientError' && !pick(error, 'data');

/** Whether the session has ended, which the whole page has announced. */
export const signedOut = (error: unknown): boolean => pick(pick(error, 'data'), 'httpStatus') === 401;

/** The issues of an error of the API, over tRPC or REST; empty when there are none. */
export function serverIssues(error: unknown): ServerIssue[] {
  for (const place of [
    error,
    pick(error, 'data'),
    pick(pick(error, 'data'), 'body'),
    pick(pick(error, 'shape'), 'data'),
    pick(error, 'body'),
  ]) {
    const issues = pick(place, 'issues');
    if (Array.isArray(issues)) {
      return issues.flatMap((issue) => {
        const path = pick(issue, 'path');
        const reason = pick(issue, 'reason') ?? pick(issue, 'message');
        return typeof reason === 'string' ? [{ path: Array.isArray(path) ? path : [], reason }] : [];
      });
    }
  }
  return [];
}

function pick(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
