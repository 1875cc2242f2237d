import type { Locale } from '../locale.ts';
import type th from '../locales/th/ropaSheet.ts';

/**
 * How a value stands in a cell of the record of processing, and how it is read back. Both directions of each kind
 * stand together; what `write` writes in either language, `read` reads as the same value. Parts of an entry stand
 * between ` | `, entries of a list one a line; a backslash stands before a sign that would divide, `\n` is a line end.
 */
export interface CellKind<Value> {
  write(value: Value, locale: Locale): string;
  /** @throws {CellProblem} when the text is no such value */
  read(text: string): Value;
}

/** Why a cell is refused: a key of locales `ropaSheet:problem`, and the text that does not fit. */
export class CellProblem extends Error {
  readonly key: keyof typeof th.problem;
  readonly text: string;
  constructor(key: keyof typeof th.problem, text: string) {
    super(key);
    this.key = key;
    this.text = text;
  }
}

// Only divisions that a kind uses are guarded; every reader takes all of them.
const guard = (text: string, signs: RegExp) =>
  text.replace(/\\/g, '\\\\').replace(signs, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n');
export const part = (text: string) => guard(text, /\|/g);
export const inGroup = (text: string) => guard(text, /[|;:]/g);
export const plain = (text: string) =>
  text.trim().replace(/\\([\\nr|;:])/g, (_, sign: string) => ({ n: '\n', r: '\r' })[sign] ?? sign);
/** Cuts at a sign that no backslash guards. */
export function cut(text: string, sign: string): string[] {
  if (!text.includes('\\')) return text.split(sign);
  const pieces = [''];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === sign) pieces.push('');
    else pieces[pieces.length - 1] += letter === '\\' && at + 1 < text.length ? letter + text[(at += 1)]! : letter;
  }
  return pieces;
}
/** Parts without empty ones at the end. */
export function join(parts: readonly string[]): string {
  const filled = parts.findLastIndex((one) => one !== '') + 1;
  return parts.slice(0, filled).join(' | ').trim();
}
export const fold = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
