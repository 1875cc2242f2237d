import { appError } from '../errors.ts';

/** Calls of one user that may wait; a page asks for some dozens at once. */
const WAITING = 500;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets so many calls of one user run at once on this node, and the others wait in their order: whatever somebody asks
 * for, the connections to the database are left for others too.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs `work` when it is the user's turn. @throws 429 when too many of theirs wait already */
  async take<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    let line = this.#lines.get(userId);
    if (!line) this.#lines.set(userId, (line = { running: 0, waiting: [] }));
    if (line.running < this.#atOnce) line.running += 1;
    else if (line.waiting.length >= WAITING) throw appError('TOO_MANY_REQUESTS');
    // Whoever ends hands the place over.
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#leave(userId, line);
    }
  }

  #leave(userId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(userId);
  }
}
