import { inflateSync, type Zlib } from 'node:zlib';

/**
 * What object streams of one file may hold, packed and unfolded together, bytes; one that holds more is not looked
 * into.
 */
const OBJECTS = 32 * 1024 * 1024;
/** Letters of a name that are compared; what is written as `#4a` takes three. */
const NAME = 64;
/** Bytes in which the filter of a stream is named. */
const FILTER = 200;
/** Bytes of the dictionary of an object stream, and of what tells that its object begins there. */
const DICTIONARY = 1000;

// ISO 32000-2: 12.6.4.17 (scripts), 12.6.4.6 (start of programs), 7.11.4 and 7.7.4 (files inside); ISO 32000-1: 12.7.8
// (XFA: forms whose scripts stand in XML).
const ACTIVE: ReadonlySet<string> = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'XFA']);
/** How else a stream may be packed than by its filter alone, or where else its bytes may be. */
const ELSEWHERE: ReadonlySet<string> = new Set(['DecodeParms', 'DP', 'F']);

const bytesOf = (text: string): Set<number> => new Set(Buffer.from(text, 'latin1'));
const [SLASH, OPEN, CLOSE] = [0x2f, 0x28, 0x29] as const;
/** Blanks (7.2.3), and what some readers take for one. */
const BLANK = '\0\t\n\v\f\r \u0085\u00a0';
const BLANKS = bytesOf(BLANK);
/** What ends a name. */
const ENDS = bytesOf(`${BLANK}()<>[]{}/%`);
const DIGITS = bytesOf('0123456789');
const SIGNS = bytesOf('+-');
/** What a string of one line, without another, an escape, a dictionary or the end of a hex string, cannot hold. */
const NOT_PLAIN = bytesOf('()\\<>\r\n');

/** What has been read of an object since the word `obj`. */
interface ObjectFacts {
  /** Behind that word. */
  start: number;
  filter: 'none' | 'deflate' | 'other';
  isElsewhere: boolean;
}
const nothing = (start: number): ObjectFacts => ({ start, filter: 'none', isElsewhere: false });

/** First letters of the names that matter here, and of any that is escaped. */
const FIRST = bytesOf('JLEODFX#');
/** A name as it reads, if it can be one that matters: letters may be written as `#4a` (7.3.5). */
const nameAt = (bytes: Buffer, start: number, end: number): string =>
  end - start > NAME || !FIRST.has(bytes[start]!)
    ? ''
    : bytes
        .toString('latin1', start, end)
        .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Whether a PDF runs something or carries something when it is opened: a script, a command that starts a program, files
 * inside. One pass over the bytes. Objects that are packed into streams are looked into; where they cannot be
 * (encrypted, packed or written in a way that hardly any program uses) the answer is yes.
 */
export function isActivePdf(bytes: Buffer): boolean {
  let left = OBJECTS;
  let facts = nothing(0);
  /** Where the first name stands that says that the stream to come holds objects. */
  let objectsSince = -1;

  /** Whether the objects of the stream of this word hold something active, or cannot be read. */
  const isActiveStream = (word: number): boolean => {
    const start = afterLine(bytes, word + 6);
    if (start < 0 || objectsSince < facts.start || !isOwnObject(bytes, facts.start, word)) return true;
    if (facts.isElsewhere || facts.filter === 'other') return true;
    // What is not packed is passed over like everything else.
    if (facts.filter === 'none') return false;
    const found = unfolded(bytes.subarray(start, start + left), left);
    if (found === null) return true;
    left -= found.packed + found.objects.length;
    return left <= 0 || hasActiveName(found.objects);
  };

  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    if (byte === SLASH) {
      const end = endOfName(bytes, at + 1);
      const name = nameAt(bytes, at + 1, end);
      if (isActiveName(name, bytes, end)) return true;
      if (namesObjects(name, bytes, end)) objectsSince = objectsSince < 0 ? at : objectsSince;
      else if (ELSEWHERE.has(name)) facts.isElsewhere = true;
      else if (name === 'Filter') facts.filter = facts.filter === 'none' ? filterAt(bytes, end) : 'other';
      at = end;
    } else if (byte === OPEN) at = afterString(bytes, at);
    else if (isWord(bytes, at, 'stream')) {
      if (objectsSince >= 0 && !isWord(bytes, at - 3, 'endstream')) {
        if (isActiveStream(at)) return true;
        objectsSince = -1;
      }
      at += 6;
    } else if (isWord(bytes, at, 'obj')) {
      at += 3;
      facts = nothing(at);
    } else at += 1;
  }
  return false;
}

/** Whether objects that stood in a stream, which has no streams in it, name something active. */
function hasActiveName(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === SLASH) {
      const end = endOfName(bytes, at + 1);
      if (isActiveName(nameAt(bytes, at + 1, end), bytes, end)) return true;
      at = end;
    } else if (bytes[at] === OPEN) at = afterString(bytes, at);
    else at += 1;
  }
  return false;
}

/** Whether a name, which ends here, runs or carries something; `EF` only with its files, as glyphs may be called so. */
const isActiveName = (name: string, bytes: Buffer, end: number): boolean =>
  ACTIVE.has(name) || (name === 'EF' && ['record', 'unclear'].includes(valueAt(bytes, end)));

/**
 * Whether a name, which ends here, says that a stream holds objects. Many readers ask for no type, but all for the
 * number where the first object begins; the `First` of an outline is a reference.
 */
const namesObjects = (name: string, bytes: Buffer, end: number): boolean =>
  name === 'ObjStm' || (name === 'First' && ['number', 'unclear'].includes(valueAt(bytes, end)));

/** What the value after a name is: a dictionary or a reference to one, a number; unclear behind a comment. */
function valueAt(bytes: Buffer, end: number): 'record' | 'number' | 'unclear' | 'other' {
  let at = after(BLANKS, bytes, end);
  if (isWord(bytes, at, '<<')) return 'record';
  if (isWord(bytes, at, '%')) return 'unclear';
  at = after(SIGNS, bytes, at);
  if (!DIGITS.has(bytes[at]!)) return 'other';
  for (const part of [DIGITS, BLANKS, DIGITS, BLANKS]) {
    at = after(part, bytes, at);
    if (isWord(bytes, at, '%')) return 'unclear';
  }
  return isWord(bytes, at, 'R') ? 'record' : 'number';
}

function after(letters: ReadonlySet<number>, bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && letters.has(bytes[at]!)) at += 1;
  return at;
}

/** Where the content of a stream begins, behind the line of its word (7.3.8.1); -1 when readers may differ about it. */
function afterLine(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  return bytes[at] === 0x0a ? at + 1 : -1;
}

/** A dictionary without strings, comments or others in it, in which nothing can be hidden. */
const PLAIN_DICTIONARY = /^\s*<<[^<>()%]*>>\s*$/;
/** What ends the object before: behind its value, and not in a comment. */
const END = /(?<=(?:[>\])]|endstream|obj\s+[\w.+-]+)\s*)(?<=[\r\n][^%\r\n]*)endobj(?:\s+startxref\s+\d+\s+%%EOF)?/;
/** An object at the beginning of a line, behind another one or the first line of the file. */
const BEGINNING = new RegExp(String.raw`(?:${END.source}|^%PDF-[^\r\n]*(?:\s+%[^\r\n]*)?)\s*[\r\n]\s*\d+\s+\d+\s+obj$`);

/**
 * Whether the word `obj` before `start` begins an object, and a plain dictionary alone stands between it and its
 * stream. Object streams are written so; elsewhere the word may stand in a string or a comment, or what readers see
 * before it may say how the stream is packed.
 */
function isOwnObject(bytes: Buffer, start: number, stream: number): boolean {
  if (stream - start > DICTIONARY || !PLAIN_DICTIONARY.test(bytes.toString('latin1', start, stream))) return false;
  const before = bytes.toString('latin1', Math.max(0, start - DICTIONARY), start);
  // A line that was cut off may be a comment.
  return BEGINNING.test(start > DICTIONARY ? ` %${before}` : before);
}

const isWord = (bytes: Buffer, at: number, word: string): boolean =>
  bytes[at] === word.charCodeAt(0) && bytes.toString('latin1', at, at + word.length) === word;

function endOfName(bytes: Buffer, start: number): number {
  let end = start;
  while (end < bytes.length && !ENDS.has(bytes[end]!)) end += 1;
  return end;
}

/**
 * Where to go on after a bracket: behind its string, which holds no names (an address may end with "/JavaScript"), if
 * it is a plain one; else behind the bracket, so that none in a stream or a comment hides what a reader would see.
 */
function afterString(bytes: Buffer, open: number): number {
  let at = open + 1;
  while (at < bytes.length && !NOT_PLAIN.has(bytes[at]!)) at += 1;
  return bytes[at] === CLOSE ? at + 1 : open + 1;
}

function filterAt(bytes: Buffer, at: number): ObjectFacts['filter'] {
  const value = bytes.toString('latin1', at, at + FILTER);
  return /^\s*(?:\/FlateDecode(?![A-Za-z])|\[\s*\/FlateDecode\s*\])/.test(value) ? 'deflate' : 'other';
}

/** The objects of a stream and the length that they are packed into; null when they cannot be read. */
function unfolded(bytes: Buffer, limit: number): { objects: Buffer; packed: number } | null {
  try {
    // Packed content ends by itself: the word `endstream` may stand in it.
    const { buffer, engine } = inflateSync(bytes, { maxOutputLength: Math.max(1, limit), info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: Zlib;
    };
    return { objects: buffer, packed: engine.bytesWritten };
  } catch {
    return null;
  }
}
