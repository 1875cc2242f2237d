/** The parts of a zod issue that decide its message. */
export interface IssueLike {
  readonly code?: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly input?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** Whether a text is the key of a locale, as our own schemas carry it: `errors:required`, `incident:factorsMissing`. */
export const isLocaleKey = (text: string): boolean => /^[a-z]\w*:[\w.]+$/i.test(text);

/**
 * Locale key and values of an input problem. Our own schemas carry the key as their message; zod's own checks are told
 * by their code.
 */
export function issueKey(issue: IssueLike): { key: string; values: Record<string, unknown> } {
  if (isLocaleKey(issue.message)) return { key: issue.message, values: {} };
  switch (issue.code) {
    case 'too_small':
      return { key: 'errors:tooSmall', values: { minimum: issue.minimum } };
    case 'too_big':
      return { key: 'errors:tooBig', values: { maximum: issue.maximum } };
    case 'invalid_value':
      return { key: 'errors:choice', values: {} };
    case 'invalid_type':
      return { key: issue.input === undefined ? 'errors:required' : 'errors:invalid', values: {} };
    default:
      return { key: 'errors:invalid', values: {} };
  }
}
