import type { ErrorBody } from '../shared/errors.ts';

/** A call, or the live connection, was refused: nobody is signed in (any more), or the person lacks the permission. */
export interface SessionProblem {
  readonly kind: 'unauthorized' | 'forbidden';
  /** What the server answered; undefined without an answer. */
  readonly body?: ErrorBody | undefined;
}

type Listener = (problem: SessionProblem) => void;
const listeners = new Set<Listener>();

/**
 * Calls `listener` for every refusal by 401 and 403 (spec 1 section 8). Calls made with `{ trpc: { context: { quiet:
 * true } } }` are left out: sign-in displays its own errors.
 * @returns unsubscribes
 * @example useEffect(() => onSessionProblem(({ kind, body }) => …), [])
 */
export function onSessionProblem(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function reportSessionProblem(problem: SessionProblem): void {
  for (const listener of listeners) listener(problem);
}
