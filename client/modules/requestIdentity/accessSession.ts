import { useCallback, useState } from 'react';
import { CODE_MINUTES } from '../../../shared/requestIdentity/schema.ts';

const PREFIX = 'pokpong_request ';
/** Before the token of a link: when a code was sent for it. */
const SENT = 'pokpong_request_code ';

function stored(token: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + token);
  } catch {
    return null;
  }
}

/**
 * The session opened by a code for a link: it survives a reload, but not the tab.
 * @returns the session, and a function that starts or, with null, ends it
 */
export function useAccessSession(token: string): [session: string | null, set: (session: string | null) => void] {
  const [session, setSession] = useState(() => stored(token));
  const set = useCallback(
    (next: string | null) => {
      setSession(next);
      try {
        // The code has been used.
        sessionStorage.removeItem(SENT + token);
        if (next === null) sessionStorage.removeItem(PREFIX + token);
        else sessionStorage.setItem(PREFIX + token, next);
      } catch {
        // Storage is blocked: the session then lasts until the page is closed.
      }
    },
    [token],
  );
  return [session, set];
}

/**
 * Whether a code was sent for a link that may still be entered: known after a reload too.
 * @returns that, and a function that notes that one was sent
 */
export function useCodeSent(token: string): [isSent: boolean, note: () => void] {
  const [isSent, setSent] = useState(() => {
    try {
      return Date.now() - Number(sessionStorage.getItem(SENT + token)) < CODE_MINUTES * 60_000;
    } catch {
      return false;
    }
  });
  const note = useCallback(() => {
    setSent(true);
    try {
      sessionStorage.setItem(SENT + token, String(Date.now()));
    } catch {
      // Storage is blocked: after a reload another code is requested.
    }
  }, [token]);
  return [isSent, note];
}
