import type { Box } from '../sealed.ts';
import type { Letter } from './openPages.ts';

/** Notations of Thai national ids, telephone numbers and email addresses. */
const PATTERNS = [
  /(?<!\d)\d[ -]?\d{4}[ -]?\d{5}[ -]?\d{2}[ -]?\d(?!\d)/g,
  /(?<!\d)(?:\+66[ -]?|0)\d{1,2}[ -]?\d{3}[ -]?\d{3,4}(?!\d)/g,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g,
];
/** Margin around a letter, as a fraction of its height. */
const ROOM = 0.15;

/**
 * Places in a file with a text, or with a number or address that identifies a person.
 * @param pages the letters of each page
 * @param most boxes; `more`: there are other places than those of the boxes
 */
export function suggestBoxes(
  pages: readonly (readonly Letter[])[],
  query: string,
  most: number,
): { boxes: Box[]; more: boolean } {
  const boxes: Box[] = [];
  let places = 0;
  for (const [page, letters] of pages.entries())
    for (const lines of placesOn(letters, query)) {
      places += 1;
      // Places of invisible letters have no boxes, and still take their time.
      if (places > most || boxes.length + lines.length > most) return { boxes, more: true };
      boxes.push(...lines.map((line) => boxAround(line, page)));
    }
  return { boxes, more: false };
}

/** The letters of each place on a page, line by line. */
function* placesOn(letters: readonly Letter[], query: string): Generator<Letter[][]> {
  const text = letters.map((letter) => letter.text || ' ').join('');
  const owner = letters.flatMap((letter, index) => Array.from({ length: (letter.text || ' ').length }, () => index));
  for (const [from, to] of spansIn(text, query)) yield linesOf(owner.slice(from, to).map((index) => letters[index]!));
}

/** Beginning and end of each place in a text. */
function* spansIn(text: string, query: string): Generator<readonly [number, number]> {
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) yield [match.index, match.index + match[0].length];
  const wanted = query.toLocaleLowerCase();
  const lower = text.toLocaleLowerCase();
  if (wanted === '') return;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) yield [at, at + wanted.length];
}

/** The letters line by line. */
function linesOf(letters: readonly Letter[]): Letter[][] {
  const lines: Letter[][] = [];
  for (const letter of letters.filter(({ width, height }) => width > 0 && height > 0)) {
    const last = lines.at(-1)?.at(-1);
    const isSameLine = last && Math.abs(last.y + last.height / 2 - letter.y - letter.height / 2) < last.height;
    if (isSameLine) lines.at(-1)!.push(letter);
    else lines.push([letter]);
  }
  return lines;
}

function boxAround(letters: readonly Letter[], page: number): Box {
  const height = Math.max(...letters.map((letter) => letter.height));
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const left = clamp(Math.min(...letters.map(({ x }) => x)) - height * ROOM);
  const top = clamp(Math.min(...letters.map(({ y }) => y)) - height * ROOM);
  const right = clamp(Math.max(...letters.map(({ x, width }) => x + width)) + height * ROOM);
  const bottom = clamp(Math.max(...letters.map((letter) => letter.y + letter.height)) + height * ROOM);
  return { page, x: left, y: top, width: right - left, height: bottom - top };
}
