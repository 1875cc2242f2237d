import { mailIdOf } from '../transport.ts';

/** One of our mails that could not be delivered for good, as a notice of non-delivery says (RFC 3464). */
export interface ReturnReport {
  readonly mailId: string;
  /** RFC 3463: `5.1.1`. */
  readonly status: string;
  /** What the receiving server said; it may name the address. */
  readonly diagnostic: string;
}

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
/** The returned mail, or its header alone: some send the one under the type of the other. */
const MAIL_TYPES = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
];
/** Parts that are looked at: a report has three (RFC 6522). */
const MOST_PARTS = 10;
/** Of a header field as much counts as any that is meant has. */
const LONGEST_FIELD = 2000;

type Fields = ReadonlyMap<string, string>;

/**
 * Reads a notice of non-delivery. Takes time in proportion to its length, whatever it holds.
 * @param source the message, or its beginning
 * @returns null where it is none, speaks of a delay, or of a mail that is not ours
 */
export function readReport(source: Buffer): ReturnReport | null {
  const message = entityOf(source.toString('latin1').replaceAll('\r\n', '\n'));
  const boundary = boundaryOf(message.fields);
  if (boundary === null) return null;
  const parts = partsOf(message.body, boundary);
  const status = parts.find(({ type }) => STATUS_TYPES.includes(type));
  const failed = status && failureOf(decoded(status));
  if (!failed) return null;
  const returned = parts.find(({ type }) => MAIL_TYPES.includes(type));
  // Servers that send nothing of the mail back name it in the header of the report.
  const mailId =
    mailIdOf((returned && fieldsOf(decoded(returned)).get('message-id')) ?? '') ??
    mailIdOf(message.fields.get('in-reply-to') ?? '');
  return mailId === null ? null : { mailId, ...failed };
}

interface Entity {
  readonly fields: Fields;
  readonly type: string;
  readonly body: string;
}

function entityOf(text: string): Entity {
  // A part without header fields begins with the empty line.
  const end = text.startsWith('\n') ? -1 : text.indexOf('\n\n');
  const fields = text.startsWith('\n') ? new Map<string, string>() : fieldsOf(text);
  const type = (fields.get('content-type') ?? 'text/plain').split(';', 1)[0]!.trim().toLowerCase();
  return { fields, type, body: text.startsWith('\n') ? text.slice(1) : end < 0 ? '' : text.slice(end + 2) };
}

/** Header fields up to the first empty line, by their names in small letters; of several of one name the first. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of linesOf(text)) {
    if (line === '') break;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      const before = fields.get(name);
      if (before !== undefined && before.length < LONGEST_FIELD)
        fields.set(name, `${before} ${line.slice(0, LONGEST_FIELD).trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    // What follows such a line belongs to no field.
    name = colon < 1 ? '' : line.slice(0, colon).trim().toLowerCase();
    if (name === '' || fields.has(name)) name = '';
    else fields.set(name, line.slice(colon + 1, colon + 1 + LONGEST_FIELD).trim());
  }
  return fields;
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    if (end < 0) return yield text.slice(start);
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** What the parts of a report are separated by (RFC 2046 section 5.1.1); null where the message is no report. */
function boundaryOf(fields: Fields): string | null {
  const type = fields.get('content-type') ?? '';
  if (!/^multipart\/report\s*;/i.test(type)) return null;
  const [, quoted, plain] = /;\s*boundary="?(?:(?<=")([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  return quoted?.trimEnd() || plain || null;
}

function partsOf(body: string, boundary: string): Entity[] {
  const parts: Entity[] = [];
  const line = `\n--${boundary}`;
  const text = `\n${body}`;
  for (let at = text.indexOf(line); at >= 0 && parts.length < MOST_PARTS;) {
    const start = text.indexOf('\n', at + line.length);
    if (start < 0 || text.startsWith('--', at + line.length)) break;
    const next = text.indexOf(line, start);
    parts.push(entityOf(text.slice(start + 1, next < 0 ? undefined : next)));
    at = next;
  }
  return parts;
}

function decoded({ fields, body }: Entity): string {
  const encoding = (fields.get('content-transfer-encoding') ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1').replaceAll('\r\n', '\n');
  if (encoding === 'quoted-printable')
    return body
      .replaceAll('=\n', '')
      .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replaceAll('\r\n', '\n');
  return body;
}

/**
 * Groups of fields: the first is of the report, each of the others of a recipient. A mail of ours has one recipient;
 * others are those that the receiving server passed it on to. It has come back when one of them failed for good and
 * none was reached.
 */
function failureOf(status: string): Omit<ReturnReport, 'mailId'> | null {
  let failed: Omit<ReturnReport, 'mailId'> | null = null;
  for (const fields of groupsOf(status)) {
    const action = (fields.get('action') ?? '').split(' ', 1)[0]!.toLowerCase();
    if (['delivered', 'relayed', 'expanded'].includes(action)) return null;
    const code = /^5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(fields.get('status') ?? '')?.[0];
    if (action === 'failed' && code !== undefined)
      failed ??= { status: code, diagnostic: withoutType(fields.get('diagnostic-code') ?? '') };
  }
  return failed;
}

function* groupsOf(status: string): Generator<Fields> {
  let group: string[] = [];
  for (const line of linesOf(status)) {
    if (line !== '') group.push(line);
    else if (group.length > 0) {
      yield fieldsOf(group.join('\n'));
      group = [];
    }
  }
  if (group.length > 0) yield fieldsOf(group.join('\n'));
}

/** `smtp; 550 5.1.1 unknown` without its type. */
const withoutType = (diagnostic: string): string => diagnostic.slice(diagnostic.indexOf(';') + 1).trim();
