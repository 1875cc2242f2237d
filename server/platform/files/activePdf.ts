import { constants, inflateSync } from 'node:zlib';

/**
 * What object streams of one file may hold, packed and unfolded together, bytes; one that holds more is not looked
 * into.
 */
const OBJECTS = 32 * 1024 * 1024;
/** Letters of a name that are compared; what is written as `#4a` takes three. */
const NAME = 64;
/** Bytes in which the filter of a stream is named. */
const FILTER = 200;

// ISO 32000-2: 12.6.4.17 (scripts), 12.6.4.6 (start of programs), 7.11.4 and 7.7.4 (files inside).
const ACTIVE: ReadonlySet<string> = new Set(['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles']);
/** How else a stream may be packed than by its filter alone, or where else its bytes may be. */
const ELSEWHERE: ReadonlySet<string> = new Set(['DecodeParms', 'DP', 'F']);

const bytesOf = (text: string): Set<number> => new Set(Buffer.from(text, 'latin1'));
const [SLASH, OPEN, CLOSE] = [0x2f, 0x28, 0x29] as const;
/** What ends a name (7.2.3), and what some readers take for a blank. */
const ENDS = bytesOf('\0\t\n\v\f\r \u0085\u00a0()<>[]{}/%');
/** What a string of one line, without another, an escape or a dictionary in it, cannot hold. */
const NOT_PLAIN = bytesOf('()\\<\r\n');

/** What has been read of the object whose stream may come. */
interface ObjectFacts {
  holdsObjects: boolean;
  filter: 'none' | 'deflate' | 'other';
  isElsewhere: boolean;
}
const nothing = (): ObjectFacts => ({ holdsObjects: false, filter: 'none', isElsewhere: false });

/** First letters of the names that matter here, and of any that is escaped. */
const FIRST = bytesOf('JLEODF#');
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
 * (encrypted, or packed in a way that hardly any program uses) the answer is yes.
 */
export function isActivePdf(bytes: Buffer): boolean {
  let left = OBJECTS;
  let nextEnd = -1;
  let facts = nothing();

  /** Whether the objects of the stream whose content begins here hold something active, or cannot be read. */
  const isActiveStream = (start: number): boolean => {
    // Looked for once, however many streams come before it.
    if (nextEnd < start) nextEnd = bytes.indexOf('endstream', start, 'latin1');
    if (nextEnd < 0) nextEnd = bytes.length;
    left -= nextEnd - start;
    if (left <= 0 || facts.isElsewhere || facts.filter === 'other') return true;
    const packed = bytes.subarray(start, nextEnd);
    const objects = facts.filter === 'none' ? packed : unfolded(packed, left);
    if (objects === null) return true;
    left -= objects.length;
    return left <= 0 || hasActiveName(objects);
  };

  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    if (byte === SLASH) {
      const end = endOfName(bytes, at + 1);
      const name = nameAt(bytes, at + 1, end);
      if (ACTIVE.has(name)) return true;
      if (name === 'ObjStm') facts.holdsObjects = true;
      else if (ELSEWHERE.has(name)) facts.isElsewhere = true;
      else if (name === 'Filter') facts.filter = filterAt(bytes, end);
      at = end;
    } else if (byte === OPEN) at = afterString(bytes, at);
    else if (isWord(bytes, at, 'stream')) {
      const start = at + 6 + (bytes[at + 6] === 0x0d && bytes[at + 7] === 0x0a ? 2 : 1);
      if (facts.holdsObjects && !isWord(bytes, at - 3, 'endstream') && isActiveStream(start)) return true;
      at += 6;
    } else if (isWord(bytes, at, 'obj')) {
      facts = nothing();
      at += 3;
    } else at += 1;
  }
  return false;
}

/** Whether objects that stood in a stream, which has no streams in it, name something active. */
function hasActiveName(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] === SLASH) {
      const end = endOfName(bytes, at + 1);
      if (ACTIVE.has(nameAt(bytes, at + 1, end))) return true;
      at = end;
    } else if (bytes[at] === OPEN) at = afterString(bytes, at);
    else at += 1;
  }
  return false;
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

/** The objects of a stream; null when they cannot be read. */
function unfolded(packed: Buffer, limit: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
