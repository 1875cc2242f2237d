import { TableError } from './table.ts';

export interface XmlHandlers {
  /** A tag that closes itself is followed by `close`. */
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * No tag or text of a spreadsheet has more bytes; a file that goes on without an end would otherwise be kept in memory
 * whole.
 */
const LONGEST = 2 ** 20;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const COLON = 0x3a;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const isSpace = (code: number): boolean => code <= 0x20;

/** Text with the five entities of XML and character references put back; there are no others without a DTD. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (match, hex: string, decimal: string, name: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? match;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
    },
  );
}

/** The place of the next such byte, -1 where there is none: it is near, and a search has to be begun first. */
function next(bytes: Buffer, code: number, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (bytes[at] === code) return at;
  return -1;
}

const WORD_BYTES = 4;
const WORDS_STORED = 1_000;
const words = new Map<number, string>();

/** A text of which a file has few, such as the name of a tag: short ones are not made anew each time. */
function word(bytes: Buffer, from: number, to: number): string {
  if (to - from > WORD_BYTES) return bytes.toString('utf8', from, to);
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 256 + bytes[at]!;
  const stored = words.get(number);
  if (stored !== undefined) return stored;
  const text = bytes.toString('utf8', from, to);
  if (words.size < WORDS_STORED) words.set(number, text);
  return text;
}

/** The attributes of a tag, until the next one is read. */
export class Attributes {
  #bytes: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  /** Moves on to the next tag. */
  move(bytes: Buffer, from: number, to: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
  }

  /** The value of an attribute, or undefined. */
  get(name: string): string | undefined {
    const bytes = this.#bytes;
    let start = this.#from;
    for (let at = start; at < this.#to; at += 1) {
      const code = bytes[at]!;
      if (isSpace(code)) start = at + 1;
      if (code !== QUOTE && code !== APOSTROPHE) continue;
      const end = next(bytes, code, at + 1, this.#to);
      if (end < 0) return undefined;
      if (this.#isNamed(name, start, at)) return decoded(word(bytes, at + 1, end));
      at = end;
      start = end + 1;
    }
    return undefined;
  }

  /** Whether `name=` is all there is between two places. */
  #isNamed(name: string, from: number, to: number): boolean {
    if (to - from !== name.length + 1 || this.#bytes[to - 1] !== EQUALS) return false;
    for (let place = 0; place < name.length; place += 1)
      if (this.#bytes[from + place] !== name.charCodeAt(place)) return false;
    return true;
  }

  toString(): string {
    return this.#bytes.toString('utf8', this.#from, this.#to);
  }
}

/** Where a tag ends, past quoted attributes that hold a ">"; -1 when its end has not come yet. */
function tagEnd(bytes: Buffer, from: number): number {
  let quote = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at]!;
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === QUOTE || code === APOSTROPHE) quote = code;
    else if (code === GREATER) return at + 1;
  }
  return -1;
}

/** Where the construct that holds `from` ends; -1 when its end has not come yet. */
function after(bytes: Buffer, mark: string, from: number): number {
  const end = bytes.indexOf(mark, from, 'latin1');
  return end < 0 ? -1 : end + mark.length;
}

const beginsWith = (bytes: Buffer, mark: string, at: number): boolean =>
  bytes.toString('latin1', at, at + mark.length) === mark;

/**
 * Reads XML piece by piece as it is unpacked, in memory that does not grow. Takes what spreadsheets are made of; a
 * document type, which can define entities that grow without bounds, is refused. It reads bytes: of the text of a sheet
 * most is tags, and cells cut out of it would keep all of it in memory.
 */
export function xmlReader(handlers: XmlHandlers): { push(piece: Buffer): void; end(): void } {
  const attributes = new Attributes();
  let rest: Buffer = Buffer.alloc(0);

  /** Hands over the tag at `at`. */
  function tag(bytes: Buffer, at: number): number {
    const closes = bytes[at + 1] === SLASH;
    let from = at + (closes ? 2 : 1);
    let to = from;
    for (; to < bytes.length; to += 1) {
      const code = bytes[to]!;
      if (code === GREATER || code === SLASH || isSpace(code)) break;
      // Names come without their namespace: whoever wrote the file chose the prefix.
      if (code === COLON) from = to + 1;
    }
    const end = tagEnd(bytes, to);
    if (end < 0) return -1;
    const name = word(bytes, from, to);
    const closesItself = bytes[end - 2] === SLASH;
    if (!closes) {
      attributes.move(bytes, to, closesItself ? end - 2 : end - 1);
      handlers.open(name, attributes);
    }
    if (closes || closesItself) handlers.close(name);
    return end;
  }

  /** Hands over a comment, text that is marked as such, or nothing. */
  function declaration(bytes: Buffer, at: number): number {
    if (bytes.length - at < 9) return -1;
    if (beginsWith(bytes, '<!--', at)) return after(bytes, '-->', at + 4);
    if (!beginsWith(bytes, '<![CDATA[', at)) throw new TableError('broken', 'A document type in a spreadsheet');
    const end = after(bytes, ']]>', at + 9);
    if (end > 0) handlers.text(bytes.toString('utf8', at + 9, end - 3));
    return end;
  }

  /** Hands over what begins at a "<". Returns where it ends; -1 when its end has not come yet. */
  function construct(bytes: Buffer, at: number): number {
    const second = bytes[at + 1];
    if (second === EXCLAMATION) return declaration(bytes, at);
    return second === QUESTION ? after(bytes, '?>', at + 2) : tag(bytes, at);
  }

  return {
    push(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let at = 0;
      for (;;) {
        const start = next(bytes, LESS, at, bytes.length);
        if (start < 0) break;
        if (start > at) handlers.text(decoded(bytes.toString('utf8', at, start)));
        at = start;
        const end = construct(bytes, at);
        if (end < 0) break;
        at = end;
      }
      rest = bytes.subarray(at);
      if (rest.length > LONGEST) throw new TableError('cell', 'A tag or text without an end');
    },
    end() {
      if (rest.toString().trim() !== '') throw new TableError('broken', 'The XML ends in the middle');
    },
  };
}
