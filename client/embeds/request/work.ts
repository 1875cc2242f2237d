import { findAnswer } from '../kit/work.ts';
import type { RequestConnection } from './api.ts';

interface Done {
  challenge: string;
  answer: number;
}

/** The proof of work of a request. It starts while the form is filled in, so that nobody waits for it. */
export interface Worker {
  start(key: string): void;
  /** The finished work of a key. @throws the error of the call for the challenge */
  finish(key: string): Promise<Done>;
  stop(): void;
}

/** A challenge that expires sooner may not arrive in time. */
const MARGIN_MS = 60_000;

export function createWorker(connection: RequestConnection): Worker {
  const aborted = new AbortController();
  let current: { key: string; done: Promise<Done & { ends: number }> } | undefined;
  function doneOf(key: string) {
    if (current?.key === key) return current.done;
    const done = connection.challenge().then(async ({ challenge, bits, expiresAt }) => ({
      challenge,
      answer: await findAnswer(`${challenge}:${key}:`, bits, aborted.signal),
      ends: Date.parse(expiresAt),
    }));
    current = { key, done };
    // Failed work is started again when it is needed.
    done.catch(() => void (current = undefined));
    return done;
  }
  return {
    start: (key) => void doneOf(key),
    async finish(key) {
      const done = await doneOf(key);
      if (done.ends - Date.now() > MARGIN_MS) return done;
      // The form was open for long.
      current = undefined;
      return doneOf(key);
    },
    stop: () => aborted.abort(),
  };
}
