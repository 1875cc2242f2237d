/** Texts of that application, which are HTML in part, and texts of ours, which are plain. All in linear time. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A plain text as HTML that says the same. */
export const toHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]!).replaceAll('\n', '<br />');

/** A plain text for where that application draws HTML and compares plain texts: no tag begins in it. */
export const toPlain = (text: string): string => text.replaceAll('<', '\uff1c');

/** Tags that say no more than where a line ends or what is stressed. */
const SIMPLE = new Set(
  'b blockquote br div em h1 h2 h3 h4 h5 h6 i li ol p s small span strong sub sup u ul'.split(' '),
);
const BLOCKS = new Set('blockquote br div h1 h2 h3 h4 h5 h6 hr li ol p table td th tr ul'.split(' '));

/** Letters of Latin-1 from U+00A0, by the names that HTML has for them. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, place) => [name, String.fromCodePoint(0xa0 + place)] as const),
  ['nbsp', ' '],
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['rsquo', '\u2019'],
  ['lsquo', '\u2018'],
  ['rdquo', '\u201d'],
  ['ldquo', '\u201c'],
  ['hellip', '\u2026'],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['euro', '\u20ac'],
  ['oelig', '\u0153'],
  ['OElig', '\u0152'],
]);

const entityOf = (written: string, name: string): string => {
  if (!name.startsWith('#')) return NAMED.get(name) ?? written;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
};
const decoded = (text: string): string =>
  text.replace(/&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,7});/g, entityOf);

/** A text as our fields take it: well-formed, without control characters. */
export const readable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .trim();

interface Markup {
  /** Texts, and between them the names of tags; those that end something with a slash. */
  readonly parts: readonly { readonly text: string; readonly tag: string }[];
}

/** Divides HTML into tags and what stands between them. */
function markupOf(html: string): Markup {
  const parts: { text: string; tag: string }[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    // Without an end no later tag has one either.
    if (close < 0) break;
    const name = /^<(\/?[a-zA-Z][a-zA-Z0-9]{0,15}|!--|!|\?)/.exec(html.slice(open, open + 18))?.[1];
    if (name === undefined) {
      parts.push({ text: html.slice(at, open + 1), tag: '' });
      at = open + 1;
      continue;
    }
    parts.push({ text: html.slice(at, open), tag: name.toLowerCase() });
    at = close + 1;
  }
  parts.push({ text: html.slice(at), tag: '' });
  return { parts };
}

/** What HTML says as plain text, and whether it said more: pictures, links, tables. */
export function fromHtml(html: string): { text: string; lost: boolean } {
  const { parts } = markupOf(html);
  if (parts.every(({ tag }) => tag === '')) return { text: readable(decoded(html)), lost: false };
  let lost = false;
  const lines: string[] = [''];
  for (const { text, tag } of parts) {
    lines[lines.length - 1] += text.replace(/\s+/g, ' ');
    const name = tag.replace('/', '');
    if (name !== '' && !SIMPLE.has(name)) lost = true;
    if (tag === 'br' || (BLOCKS.has(name) && lines.at(-1)!.trim() !== '')) lines.push('');
    if (tag === 'li') lines[lines.length - 1] = '• ';
  }
  const text = lines
    .map((line) => decoded(line).trim())
    .filter((line, place, all) => line !== '' || all[place - 1] !== '');
  return { text: readable(text.join('\n')), lost };
}
