/** How long pieces of a file that one person fetches count as one download, ms. */
const SAME_DOWNLOAD_MS = 10 * 60_000;
/** Downloads remembered at most; of one that is forgotten, a further piece counts as a new download. */
const REMEMBERED = 10_000;

/**
 * Downloads in pieces that this node has answered a moment ago. Which piece is asked for says nothing: whoever leaves
 * out the first byte has the file all the same.
 */
export class RecentDownloads {
  readonly #startedAt = new Map<string, number>();

  /** Whether a piece begins a download; `key` stands for the person and the file. */
  isNew(key: string, now: Date): boolean {
    const at = now.getTime();
    const startedAt = this.#startedAt.get(key);
    if (startedAt !== undefined && at - startedAt < SAME_DOWNLOAD_MS) return false;
    this.#startedAt.delete(key);
    this.#startedAt.set(key, at);
    // The oldest comes first.
    if (this.#startedAt.size > REMEMBERED) this.#startedAt.delete(this.#startedAt.keys().next().value as string);
    return true;
  }
}
