import { BANGKOK_OFFSET } from '../../../shared/bangkok.ts';
import { DAY } from '../../../shared/duration.ts';
import { withoutEdges } from '../../../shared/text.ts';
import { type Cell, cellText, type Column, isList, pagesOf, type Rows, type Sheet } from './sheet.ts';
import { type ZipEntry, zipOf } from './zip.ts';

/** A sheet with the rows that fill it. */
// Sheets of one workbook have rows of different types; each is only ever given its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Table<Row = any> {
  readonly sheet: Sheet<Row>;
  readonly rows: Rows<Row>;
}

/** Rows that a sheet of Excel can have; what comes after goes on in a sheet beside it. */
const MAX_ROWS = 1_048_576;
/** Text of one sheet: below the 4 GiB of a file in a ZIP. */
const MAX_BYTES = 3 * 2 ** 30;
const CHUNK = 65_536;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Numbers of the styles in `STYLES`, in their order. */
const STYLE = { plain: 0, header: 1, title: 2, note: 3, date: 4, dateTime: 5 } as const;
const TOP = '<alignment vertical="top" wrapText="1"/>';
const STYLES = `${XML}<styleSheet xmlns="${MAIN}">\
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>\
<fonts count="4"><font><sz val="10"/><name val="Tahoma"/></font><font><b/><sz val="10"/><name val="Tahoma"/></font>\
<font><b/><sz val="14"/><name val="Tahoma"/></font><font><sz val="10"/><color rgb="FF5B6470"/><name val="Tahoma"/></font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFEDF1F4"/></patternFill></fill></fills>\
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>\
<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA4AF"/></bottom><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6">\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${TOP}</xf>\
<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>\
<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="0" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${TOP}</xf>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${TOP}</xf>\
</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

// XML 1.0 has no such characters, not even escaped.
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '_x000D_' };

/** Text of an element or attribute; what Excel would read as an escape of its own (`_x000D_`) is kept as it is. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"\r]/g, (letter) => ESCAPES[letter] ?? letter);

/** `A` for the first column, `AA` for the 27th. */
function letters(column: number): string {
  let rest = column + 1;
  let name = '';
  while (rest > 0) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    rest = Math.floor((rest - 1) / 26);
  }
  return name;
}

const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

function cell<Row>(place: string, type: Column<Row>['type'], value: Cell): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') return textCell(place, STYLE.plain, cellText(value));
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${place}" s="0"><v>${value}</v></c>` : '';
  if (typeof value === 'boolean') return `<c r="${place}" s="0" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (isList(value)) return value.length === 0 ? '' : textCell(place, STYLE.plain, cellText(value.join('\n')));
  // Days since 30 December 1899, by the clock of Bangkok. Excel has no dates before 1900.
  const days = (value.getTime() + BANGKOK_OFFSET) / DAY + 25_569;
  if (!(days >= 1)) return '';
  const dayOnly = type === 'date';
  return `<c r="${place}" s="${dayOnly ? STYLE.date : STYLE.dateTime}"><v>${dayOnly ? Math.floor(days) : days}</v></c>`;
}

const widthOf = (column: Column<never>): number =>
  column.width ?? Math.min(40, Math.max(column.type === 'dateTime' ? 18 : 12, column.header.length * 1.3 + 4));

/** Names as Excel takes them: at most 31 letters, none of `[]:*?/\`, no two alike whatever their case. */
function tabName(wanted: string, usedNames: Set<string>): string {
  const writable = wanted
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[[\]:*?/\\\t\r\n]/g, ' ');
  const clean = withoutEdges(writable, /[\s']/) || 'Sheet';
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const name = `${[...clean].slice(0, 31 - ending.length).join('')}${ending}`;
    if (usedNames.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue;
    usedNames.add(name.toLowerCase());
    return name;
  }
}

interface Tab {
  readonly name: string;
  /** Rows above the first row of data. */
  readonly head: number;
}

/** Reads a source row by row, and can tell whether there is another one. */
class Source<Row> {
  readonly #pages: AsyncIterator<readonly Row[]>;
  #page: readonly Row[] = [];
  #place = 0;
  constructor(rows: Rows<Row>) {
    this.#pages = pagesOf(rows)[Symbol.asyncIterator]();
  }
  /** Whether another row is there already. */
  get isReady(): boolean {
    return this.#place < this.#page.length;
  }
  /** Waits for another row. @returns false behind the last one */
  async more(): Promise<boolean> {
    if (this.isReady) return true;
    const { value, done } = await this.#pages.next();
    if (done) return false;
    this.#page = value;
    this.#place = 0;
    return true;
  }
  take(): Row {
    return this.#page[this.#place++]!;
  }
  async close(): Promise<void> {
    await this.#pages.return?.();
  }
}

async function* sheetXml<Row>(sheet: Sheet<Row>, source: Source<Row>, maxRows: number): AsyncGenerator<string> {
  const { columns } = sheet;
  const title = sheet.title === undefined ? [] : [sheet.title].flat();
  const head = headRows(sheet);
  const names = columns.map((_column, index) => letters(index));
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>\
<sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><cols>${columns.map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column as Column<never>)}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  const line = (row: number, cells: string) => `<row r="${row}">${cells}</row>`;
  let text = title
    .map((words, index) =>
      line(index + 1, textCell(`A${index + 1}`, index === 0 ? STYLE.title : STYLE.note, cellText(words))),
    )
    .join('');
  text += line(
    head,
    columns.map(({ header }, index) => textCell(`${names[index]}${head}`, STYLE.header, cellText(header))).join(''),
  );
  let row = head;
  let bytes = 0;
  while (row < maxRows && bytes < MAX_BYTES) {
    if (!source.isReady && !(await source.more())) break;
    const next = source.take();
    row += 1;
    text += line(
      row,
      columns.map((column, index) => cell(`${names[index]}${row}`, column.type, column.value(next))).join(''),
    );
    if (text.length < CHUNK) continue;
    // Thai takes three bytes a letter.
    bytes += text.length * 3;
    yield text;
    text = '';
  }
  yield `${text}</sheetData><autoFilter ref="A${head}:${names.at(-1)}${row}"/>\
<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>\
<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>`;
}

/** Titles, an empty line under them, and the header. */
const headRows = <Row>(sheet: Sheet<Row>): number => (sheet.title === undefined ? 1 : [sheet.title].flat().length + 2);

/**
 * A workbook as bytes, piece by piece: however many rows there are, no more than some hundred are in memory.
 * Bold header that stays in view, filters, dates as dates, lines above the table, ready to print on A4.
 * A table without rows is a sheet with its header alone.
 * @param options.maxRows rows of one sheet, for tests
 */
export async function* xlsxOf(
  tables: readonly Table[],
  options: { maxRows?: number } = {},
): AsyncGenerator<Uint8Array> {
  const { maxRows = MAX_ROWS } = options;
  const tabs: Tab[] = [];
  const usedNames = new Set<string>();
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (const { sheet, rows } of tables) {
      const source = new Source(rows);
      try {
        do {
          tabs.push({ name: tabName(sheet.name, usedNames), head: headRows(sheet) });
          yield { path: `xl/worksheets/sheet${tabs.length}.xml`, text: sheetXml(sheet, source, maxRows) };
        } while (await source.more());
      } finally {
        await source.close();
      }
    }
    yield { path: 'xl/styles.xml', text: [STYLES] };
    yield { path: 'xl/workbook.xml', text: [workbookXml(tabs)] };
    yield {
      path: 'xl/_rels/workbook.xml.rels',
      text: [
        relations([
          ...tabs.map((_tab, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
          ['styles', 'styles.xml'],
        ]),
      ],
    };
    yield { path: '_rels/.rels', text: [relations([['officeDocument', 'xl/workbook.xml']])] };
    yield { path: '[Content_Types].xml', text: [contentTypes(tabs.length)] };
  };
  yield* zipOf(entries());
}

function workbookXml(tabs: readonly Tab[]): string {
  const sheets = tabs
    .map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('');
  // The header again on every printed page.
  const titles = tabs
    .map(
      ({ name, head }, index) =>
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escaped(`'${name.replaceAll("'", "''")}'!$${head}:$${head}`)}</definedName>`,
    )
    .join('');
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets><definedNames>${titles}</definedNames></workbook>`;
}

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;
  const parts = Array.from(
    { length: sheets },
    (_none, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type('worksheet')}"/>`,
  );
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/>${parts.join('')}</Types>`;
}
