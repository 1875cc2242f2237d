import type { Readable } from 'node:stream';
import { appError } from '../errors.ts';

/** A piece of a form's field, decoded; `last` ends the field. */
export interface FieldPiece {
  readonly name: string;
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** Fields that a form may have besides its file. */
export const FORM_FIELDS = 20;
const NAME_LIMIT = 200;
const [PERCENT, PLUS, AND, EQUALS, SPACE] = [0x25, 0x2b, 0x26, 0x3d, 0x20] as const;

const malformed = () => appError('form');
export const tooManyFields = () =>
  appError('form', { status: 'PAYLOAD_TOO_LARGE', text: 'files:tooManyFields', values: { count: FORM_FIELDS } });

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  if (letter >= 0x61 && letter <= 0x66) return letter - 0x57;
  throw malformed();
}

/**
 * Reads an `application/x-www-form-urlencoded` body piece by piece, so that a field of many megabytes is never in
 * memory whole (as it would be, several times over, through URLSearchParams).
 * @throws AppError 400 on a broken escape or an overlong field name, 413 on more fields than `FORM_FIELDS` and a file,
 * those without a name or a value included.
 */
export async function* readForm(source: Readable): AsyncGenerator<FieldPiece> {
  let name: string | undefined;
  let nameBytes: number[] = [];
  // Hexadecimal digits still to come of an escape that a chunk's end may cut, and what the first one said.
  let missing = 0;
  let escaped = 0;
  let ended = 0;

  // Of a request that is refused the rest is left to be read away: were it destroyed, the next one on its connection
  // would wait behind it for ever.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    // Decoded bytes are never more than encoded ones: all fields of a chunk fit into one buffer, one after the other.
    const out = Buffer.allocUnsafe(chunk.length);
    let start = 0;
    let length = 0;
    for (const byte of chunk) {
      let value = byte;
      if (missing > 0) {
        escaped = escaped * 16 + hexDigit(byte);
        missing -= 1;
        if (missing > 0) continue;
        value = escaped;
      } else if (byte === PERCENT) {
        missing = 2;
        escaped = 0;
        continue;
      } else if (byte === PLUS) {
        value = SPACE;
      } else if (byte === AND) {
        ended += 1;
        if (ended > FORM_FIELDS) throw tooManyFields();
        if (name !== undefined) yield { name, bytes: out.subarray(start, length), last: true };
        start = length;
        name = undefined;
        nameBytes = [];
        continue;
      } else if (byte === EQUALS && name === undefined) {
        name = Buffer.from(nameBytes).toString();
        continue;
      }
      if (name !== undefined) out[length++] = value;
      else if (nameBytes.push(value) > NAME_LIMIT) throw malformed();
    }
    if (name !== undefined && length > start) yield { name, bytes: out.subarray(start, length), last: false };
  }
  if (missing > 0) throw malformed();
  if (name !== undefined) yield { name, bytes: Buffer.alloc(0), last: true };
}

/** Decodes base64 or base64url that arrives in pieces; a `+` that came as a space is taken for what it was. */
export function base64Decoder(): { push(bytes: Buffer): Buffer; end(): Buffer } {
  let rest = '';
  let ended = false;
  const decode = (text: string): Buffer => {
    if (text === '') return Buffer.alloc(0);
    if (ended || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw appError('file.base64', { at: 'file' });
    ended = text.endsWith('=');
    return Buffer.from(text, 'base64');
  };
  return {
    push(bytes) {
      const text =
        rest +
        bytes
          .toString('latin1')
          .replace(/[\r\n\t]/g, '')
          .replace(/[ -]/g, '+')
          .replaceAll('_', '/');
      const usable = text.length - (text.length % 4);
      rest = text.slice(usable);
      return decode(text.slice(0, usable));
    },
    end: () => decode(rest),
  };
}
