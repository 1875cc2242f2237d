import { TableError } from './table.ts';

export interface XmlHandlers {
  /**
   * `attributes` is the text between the name and the end of the tag: see `attribute`. A tag that closes itself is
   * followed by `close`.
   */
  open(name: string, attributes: string): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * No tag or text of a spreadsheet is longer; a file that goes on without an end would otherwise be kept in memory
 * whole.
 */
const LONGEST = 2 ** 20;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

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

/** The value of an attribute, or undefined. */
export function attribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(`${name}=`); at >= 0; at = attributes.indexOf(`${name}=`, at + 1)) {
    if (at > 0 && !/\s/.test(attributes[at - 1]!)) continue;
    const quote = attributes[at + name.length + 1];
    if (quote !== '"' && quote !== "'") continue;
    const end = attributes.indexOf(quote, at + name.length + 2);
    return end < 0 ? undefined : decoded(attributes.slice(at + name.length + 2, end));
  }
  return undefined;
}

/** Names come without their namespace: whoever wrote the file chose the prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML piece by piece as it is unpacked, in memory that does not grow. Takes what spreadsheets are made of; a
 * document type, which can define entities that grow without bounds, is refused.
 */
export function xmlReader(handlers: XmlHandlers): { push(piece: string): void; end(): void } {
  let rest = '';

  /** Where the construct that begins at `from` ends; -1 when its end has not come yet. */
  const after = (buffer: string, mark: string, from: number): number => {
    const end = buffer.indexOf(mark, from);
    return end < 0 ? -1 : end + mark.length;
  };

  function tag(buffer: string, at: number, end: number): void {
    if (buffer[at + 1] === '/') {
      handlers.close(localName(buffer.slice(at + 2, end - 1).trimEnd()));
      return;
    }
    const selfClosing = buffer[end - 2] === '/';
    const inside = buffer.slice(at + 1, selfClosing ? end - 2 : end - 1);
    const space = inside.search(/\s/);
    const name = localName(space < 0 ? inside : inside.slice(0, space));
    handlers.open(name, space < 0 ? '' : inside.slice(space + 1));
    if (selfClosing) handlers.close(name);
  }

  /** Where a tag ends, past quoted attributes that hold a ">". */
  function tagEnd(buffer: string, at: number): number {
    let quote = 0;
    for (let place = at + 1; place < buffer.length; place += 1) {
      const code = buffer.charCodeAt(place);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === 0x22 || code === 0x27) quote = code;
      else if (code === 0x3e) return place + 1;
    }
    return -1;
  }

  return {
    push(piece) {
      const buffer = rest + piece;
      let at = 0;
      for (;;) {
        const next = buffer.indexOf('<', at);
        if (next < 0) break;
        if (next > at) handlers.text(decoded(buffer.slice(at, next)));
        at = next;
        let end: number;
        if (buffer.startsWith('<!', at)) {
          if (buffer.length - at < 9) break;
          if (buffer.startsWith('<!--', at)) end = after(buffer, '-->', at + 4);
          else if (buffer.startsWith('<![CDATA[', at)) {
            end = after(buffer, ']]>', at + 9);
            if (end > 0) handlers.text(buffer.slice(at + 9, end - 3));
          } else throw new TableError('broken', 'A document type in a spreadsheet');
        } else if (buffer.startsWith('<?', at)) end = after(buffer, '?>', at + 2);
        else {
          end = tagEnd(buffer, at);
          if (end > 0) tag(buffer, at, end);
        }
        if (end < 0) break;
        at = end;
      }
      rest = buffer.slice(at);
      if (rest.length > LONGEST) throw new TableError('cell', 'A tag or text without an end');
    },
    end() {
      if (rest.trim() !== '') throw new TableError('broken', 'The XML ends in the middle');
    },
  };
}
