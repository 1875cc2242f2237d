import { inflateSync } from 'node:zlib';

// A PDF string may contain balanced parentheses.
const literalOf = (depth: number): string =>
  `\\((?:[^\\\\()]|\\\\[\\s\\S]${depth ? `|${literalOf(depth - 1)}` : ''})*\\)`;
const TOKENS = new RegExp(
  `\\/ActualText (<[0-9A-F]*>|${literalOf(4)})|(${literalOf(4)})|\\/(f\\d+) [\\d.]+ Tf|\\b(?:BDC|BMC|EMC)\\b`,
  'g',
);

/**
 * The text that a reader would copy from each page: ActualText if the file has it, otherwise by the font's own table.
 */
export function textOfPages(pdf: Buffer): string[] {
  const source = pdf.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id!, body!]),
  );
  const stream = (id: string): string => {
    const body = objects.get(id)!;
    const start = body.indexOf('stream\n') + 7;
    const bytes = Buffer.from(body.slice(start, start + Number(/\/Length (\d+)/.exec(body)![1])), 'latin1');
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le').replace('\uFEFF', '');
  const tables = new Map<string, Map<string, string>>();
  const tableOf = (id: string) => {
    if (!tables.has(id)) {
      const cmap = stream(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id)!)![1]!);
      tables.set(
        id,
        new Map([...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)].map(([, code, hex]) => [code!, utf16(hex!)])),
      );
    }
    return tables.get(id)!;
  };
  const bytesOf = (literal: string) =>
    Buffer.from(
      literal.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, sign: string) =>
        /^[0-7]/.test(sign)
          ? String.fromCharCode(parseInt(sign, 8))
          : ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[sign] ?? sign),
      ),
      'latin1',
    );
  const kids = (id: string): string[] => {
    const body = objects.get(id)!;
    return /\/Type \/Pages\b/.test(body)
      ? [.../\/Kids \[([^\]]*)\]/.exec(body)![1]!.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => kids(kid!))
      : [id];
  };
  return kids(/\/Type \/Catalog[\s\S]*?\/Pages (\d+) 0 R/.exec(source)![1]!).map((page) => {
    const body = objects.get(page)!;
    const resources = /\/Resources (\d+) 0 R/.exec(body)?.[1];
    const fonts = new Map(
      [...(resources ? objects.get(resources)! : body).matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name, id]) => [
        name!,
        id!,
      ]),
    );
    let font = '';
    let text = '';
    const nested: boolean[] = [];
    for (const [token, actual, literal, name] of stream(/\/Contents (\d+) 0 R/.exec(body)![1]!).matchAll(TOKENS)) {
      if (actual !== undefined) {
        text += actual.startsWith('<') ? utf16(actual.slice(1, -1)) : bytesOf(actual.slice(1, -1)).toString('latin1');
        nested.push(true);
      } else if (token === 'BDC' || token === 'BMC') {
        nested.push(false);
      } else if (token === 'EMC') {
        // The span of the text is opened twice above: once by its ActualText, once by its BDC.
        if (nested.pop() === false && nested.at(-1)) nested.pop();
      } else if (name !== undefined) {
        font = fonts.get(name)!;
      } else if (literal !== undefined && !nested.includes(true)) {
        for (const [code] of bytesOf(literal.slice(1, -1)).toString('hex').toUpperCase().matchAll(/.{4}/g))
          text += tableOf(font).get(code) ?? '';
      }
    }
    return text;
  });
}
