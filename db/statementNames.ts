/** Texts that are prepared on the connections of one pool, at most: each costs Postgres some 140 kB a connection. */
const MOST_NAMES = 250;
/** Of texts that differ in the length of their lists alone. */
const MOST_ALIKE = 4;
/** A longer text is a list of values, or is seldom sent. */
const LONGEST_TEXT = 20_000;
/** A text is prepared when it is sent for the third time. */
const SENDS_BEFORE = 2;
/** Texts that were sent less often are remembered. */
const MOST_CANDIDATES = 1000;

/**
 * Put into a statement over tables of any size (a page, a total, a search) it has Postgres plan it for the values
 * that it is sent with, each time: a plan for any values at all is wrong for the one large workspace.
 */
export const CUSTOM_PLAN = '/* custom plan */';

/** The form of a text without its values and the lengths of its lists. */
const shapeOf = (text: string): string =>
  text.replaceAll(/\$\d+/g, '$').replaceAll(/\((?:\$, )*\$\)(?:, \((?:\$, )*\$\))*/g, '($)');

/**
 * The names under which a pool prepares its statements, so that Postgres parses and plans each text once a connection.
 * Only what is sent again and again gets one, and only so many texts do: the others are sent as they are.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #candidates = new Map<string, number>();
  readonly #alike = new Map<string, number>();
  #generation = 0;
  #isOff = false;

  /** The name of a text that is about to be sent; undefined where it is not prepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#isOff || this.#names.size >= MOST_NAMES) return undefined;
    if (text.length > LONGEST_TEXT || text.includes(CUSTOM_PLAN)) return undefined;
    const sends = this.#candidates.get(text) ?? 0;
    // The one that was sent longest ago goes first.
    this.#candidates.delete(text);
    if (sends < SENDS_BEFORE) {
      const oldest = this.#candidates.size >= MOST_CANDIDATES ? this.#candidates.keys().next().value : undefined;
      if (oldest !== undefined) this.#candidates.delete(oldest);
      this.#candidates.set(text, sends + 1);
      return undefined;
    }
    const shape = shapeOf(text);
    const alike = this.#alike.get(shape) ?? 0;
    if (alike >= MOST_ALIKE) return undefined;
    this.#alike.set(shape, alike + 1);
    const name = `s${this.#names.size}_${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every text gets a new name: what was prepared under the old ones no longer fits the schema. */
  renew(): void {
    this.#generation += 1;
    for (const [index, text] of [...this.#names.keys()].entries())
      this.#names.set(text, `s${index}_${this.#generation}`);
  }

  /** Nothing is prepared any more: what stands in between does not keep prepared statements. */
  switchOff(): void {
    this.#isOff = true;
    this.#names.clear();
    this.#candidates.clear();
  }
}
