import { type AppError, appError, asAppError } from '../../../platform/errors.ts';
import { checkSubjectToken, type TokenProblem, type TokenUse } from '../../../platform/publicPage/subjectToken.ts';
import type { LiveForm } from './forms.ts';
import { openHandle, type OpenedHandle } from './handle.ts';

/** The error of a refused token. */
const tokenRefused = (problem: TokenProblem) => appError(`consent.token${problem}`);

/** The credentials of a call about a uid. */
interface Credentials {
  readonly uid: string;
  readonly token?: string | undefined;
  readonly handle?: string | undefined;
}

/** How the caller is identified, as far as the form's level requires it. */
export interface Caller {
  readonly knownBy: 'token' | 'browser' | 'uid';
  /** Of the token, where there is one. */
  readonly use: TokenUse | null;
  /** The browser of the handle. */
  readonly browser: OpenedHandle | null;
  /** Why it may only take away: the form requires a token, and a browser came without one. */
  readonly refusal?: AppError;
}

/**
 * Identifies the caller. A token counts at every level. An `open` form needs none, so an invalid one is ignored there.
 * Where one is required, a browser without it may still take away what it allowed at a lower level. Returns a promise
 * where a token is verified.
 * @throws the errors of `checkSubjectToken`
 */
export function callerOf(form: LiveForm, { uid, token, handle }: Credentials, now: Date): Caller | Promise<Caller> {
  const { level } = form.settings;
  const browser = openHandle(form, uid, handle, now);
  if (level !== 'token' && token === undefined)
    return { knownBy: level === 'open' ? 'uid' : 'browser', use: null, browser };
  if (level === 'token' && !token && browser)
    return { knownBy: 'browser', use: null, browser, refusal: tokenRefused('Missing') };
  return byToken(form, { uid, token, browser }, now);
}

async function byToken(
  form: LiveForm,
  { uid, token, browser }: Pick<Credentials, 'uid' | 'token'> & Pick<Caller, 'browser'>,
  now: Date,
): Promise<Caller> {
  try {
    return { knownBy: 'token', use: await checkSubjectToken(form, { token, uid, now }, tokenRefused), browser };
  } catch (error) {
    if (form.settings.level !== 'open' || !asAppError(error)) throw error;
    return { knownBy: 'uid', use: null, browser };
  }
}
