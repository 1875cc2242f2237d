/**
 * Where the page stands in the stream of live events: everything it has fetched was fetched at or after this
 * position. The first answer of the server sets it, the stream moves it on; subscribing from it leaves no gap
 * between the first look at the data and the first event.
 */
let known: string | undefined;

export const livePosition = {
  get: (): string | undefined => known,
  /** An answer was made at or after `position`; only the first one counts. */
  note(position: string | null | undefined): void {
    if (position) known ??= position;
  },
  /** The stream has brought the page up to `position`. */
  advance(position: string): void {
    known = position;
  },
};
