import { readFile } from 'node:fs/promises';
import { constants, inflateSync } from 'node:zlib';

/** What object streams of one file may unfold to, bytes; one that holds more is not looked into. */
const UNFOLDED = 32 * 1024 * 1024;
/** A stream's dictionary is looked for so far before it, bytes. */
const DICTIONARY = 8192;

// ISO 32000-2: 12.6.4.17 (scripts), 12.6.4.6 (start of programs), 7.11.4 and 7.7.4 (files inside), each a whole name.
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?)(?=[\s\0()<>[\]{}/%]|$)/;

// What strings say is no name: an address may end with "/JavaScript". Only strings of one line without another, an
// escape or a dictionary in them, so that no bracket in a stream or a comment takes away what a reader would see.
const STRING = /\([^()\\<\r\n]*\)/g;

/** Names as they read: without the strings around them, and then letters that are written as `#4a` (7.3.5). */
const plain = (text: string): string =>
  text.replace(STRING, '()').replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Whether a PDF runs something or carries something when it is opened: a script, a command that starts a program, files
 * inside. Objects that are packed into streams are looked into; where they cannot be (encrypted, or packed in a way
 * that hardly any program uses) the answer is yes.
 */
export async function isActivePdf(path: string): Promise<boolean> {
  const text = (await readFile(path)).toString('latin1');
  if (ACTIVE.test(plain(text))) return true;
  let left = UNFOLDED;
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    if (text.startsWith('end', at - 3)) continue;
    const dictionary = plain(
      text.slice(
        text.lastIndexOf('obj', at) > at - DICTIONARY ? text.lastIndexOf('obj', at) : Math.max(0, at - DICTIONARY),
        at,
      ),
    );
    if (!/\/ObjStm(?![A-Za-z])/.test(dictionary)) continue;
    const start = at + 6 + (text.startsWith('\r\n', at + 6) ? 2 : 1);
    const end = text.indexOf('endstream', start);
    const objects = unfolded(dictionary, Buffer.from(text.slice(start, end < 0 ? undefined : end), 'latin1'), left);
    if (objects === null || ACTIVE.test(plain(objects))) return true;
    left -= objects.length;
  }
  return false;
}

/** The objects of a stream; null when they cannot be read. */
function unfolded(dictionary: string, bytes: Buffer, limit: number): string | null {
  if (/\/(?:DecodeParms|DP|F)(?![A-Za-z])/.test(dictionary)) return null;
  if (!dictionary.includes('/Filter')) return bytes.toString('latin1');
  if (!/\/Filter\s*(?:\/FlateDecode(?![A-Za-z])|\[\s*\/FlateDecode\s*\])/.test(dictionary)) return null;
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH }).toString(
      'latin1',
    );
  } catch {
    return null;
  }
}
