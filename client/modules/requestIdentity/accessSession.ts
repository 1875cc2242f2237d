import { useCallback, useState } from 'react';

const PREFIX = 'pokpong_request ';

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
