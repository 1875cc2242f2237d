import type { UserConsentReceived } from '../../../shared/userConsent/schema.ts';
import { type Refusal, Unreachable } from '../kit/client.ts';
import { randomId, type Store } from '../kit/storage.ts';
import type { SubmissionBody } from './api.ts';
import { isStale, type Waiting } from './choice.ts';

// Choices wait in this browser to be sent, one for each uid, each stored under a name of its own: several people may
// use it, and no tab may overwrite what another one stores.

/** How long to wait for another tab that sends a choice of the same person; longer than a call takes. */
const LOCK_MS = 15_000;

/** The choice that waits under a name; one that is too old is removed. */
export function waitingAt(store: Store, name: string): Waiting | null {
  const entry = store.get<Waiting>(name);
  if (entry?.body && !isStale(entry)) return entry;
  store.remove(name);
  return null;
}

/**
 * Stores a choice. The same one again is another attempt of it; another one keeps the key, until there is an answer.
 */
export function chooseAt(store: Store, name: string, body: SubmissionBody, byToken: boolean): Waiting {
  const before = waitingAt(store, name);
  if (before && JSON.stringify(before.body) === JSON.stringify(body)) return before;
  const own = randomId();
  const earlier = before && [...(before.earlier ?? []), before.body];
  const chosen = { key: before?.key ?? own, own, at: Date.now(), body, earlier, byToken };
  store.set(name, chosen);
  return chosen;
}

/**
 * Sends a choice. Where an earlier one was recorded under its key and the answer lost, that one is answered again, with
 * the handle of this browser; otherwise the newer one would be that of a browser nobody knows, and the earlier one
 * would stand.
 * @throws Refusal or Unreachable
 */
export async function sendWaiting(
  { key, own, body, earlier }: Waiting,
  send: (body: SubmissionBody, key: string) => Promise<UserConsentReceived>,
): Promise<UserConsentReceived> {
  try {
    return await send(body, key);
  } catch (error) {
    // 422: the key was used with another body.
    if ((error as Refusal).status !== 422 || !earlier) throw error;
  }
  for (const one of earlier)
    await send(one, key).catch((error: unknown) => {
      if (error instanceof Unreachable) throw error;
    });
  return send(body, own!);
}

/** One after another in all tabs, so that an older choice never arrives after a newer one. */
export function inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  // Sent all the same where a tab that is asleep keeps the lock, or locks are refused.
  return navigator.locks?.request(name, { signal: AbortSignal.timeout?.(LOCK_MS) }, run).catch(run) ?? run();
}
