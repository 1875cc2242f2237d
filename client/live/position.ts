/**
 * The page's position in the stream of live events: everything was fetched at or after this position. The first answer
 * of the server sets it, the stream advances it; subscribing from it leaves no gap between the first fetch and the
 * first event.
 */
let known: string | undefined;

export const livePosition = {
  get: (): string | undefined => known,
  /** An answer was made at or after `position`; only the first one counts. */
  note(position: string | null | undefined): void {
    if (position) known ??= position;
  },
  /** The stream has reached `position`. */
  advance(position: string): void {
    known = position;
  },
};
