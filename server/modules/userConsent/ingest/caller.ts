import { appError, asAppError } from '../../../platform/errors.ts';
import { checkSubjectToken, type TokenProblem, type TokenUse } from '../../../platform/publicPage/subjectToken.ts';
import type { LiveForm } from './forms.ts';
import { openHandle, type OpenedHandle } from './handle.ts';

/** How refused tokens are named. */
const tokenRefused = (problem: TokenProblem) => appError(`consent.token${problem}`);

/** What a call about a uid came with. */
interface Credentials {
  readonly uid: string;
  readonly token?: string | undefined;
  readonly handle?: string | undefined;
}

/** What the caller is known by, as far as the form's level has it. */
export interface Caller {
  readonly knownBy: 'token' | 'browser' | 'uid';
  /** Of the token, where there is one. */
  readonly use: TokenUse | null;
  /** The browser whose handle came along. */
  readonly browser: OpenedHandle | null;
}

/**
 * Finds out who calls. A token counts at every level. An `open` form asks for none, so that one which is not good there
 * is passed over. A promise where a token is checked.
 * @throws what `checkSubjectToken` throws
 */
export function callerOf(form: LiveForm, { uid, token, handle }: Credentials, now: Date): Caller | Promise<Caller> {
  const { level } = form.settings;
  const browser = openHandle(form, uid, handle, now);
  if (level !== 'token' && token === undefined)
    return { knownBy: level === 'open' ? 'uid' : 'browser', use: null, browser };
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
