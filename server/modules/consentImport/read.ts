import {
  CONSENT_FIELDS,
  CONSENT_ROW_LIMIT,
  type ConsentField,
  type ConsentMapping,
} from '../../../shared/consentImport/schema.ts';
import { MINUTE } from '../../../shared/duration.ts';
import type { ImportColumn, ImportSheet } from '../../../shared/import/schema.ts';
import { sheetColumns } from '../../../shared/userConsent/sheet.ts';
import { translate } from '../../platform/i18n.ts';
import { ImportFailure } from '../../platform/imports/context.ts';
import { type KnownField, suggester, type Suggester } from '../../platform/imports/likeness.ts';
import { carriedOn } from '../../platform/imports/place.ts';
import { rowsOf, sheetsOf } from '../../platform/imports/readTable.ts';
import { countFilled, named, type Place, sheetView } from '../../platform/imports/sheet.ts';
import type { TableLimits, TableType } from '../../platform/imports/table.ts';
import { type Form, inSheetOrder } from './form.ts';
import { orderIn } from '../../platform/imports/moment.ts';
import { LOCALES } from '../../../shared/locale.ts';

const MB = 2 ** 20;
/**
 * A history can be as long as a sheet: it is read row by row, so that only the reading process grows, by the texts that
 * cells share.
 */
export const READ_LIMITS: Partial<TableLimits> = {
  inflated: 2048 * MB,
  rows: CONSENT_ROW_LIMIT + 50,
  columns: 300,
  cell: 40_000,
  memoryMb: 512,
  timeoutMs: 15 * MINUTE,
};

/** Headings that people use for such columns. */
const ALIASES: Record<ConsentField, string[]> = {
  uid: [
    'uid',
    'user id',
    'userid',
    'customer id',
    'customer no',
    'member id',
    'member no',
    'subject id',
    'data subject',
    'account',
    'email',
    'e-mail',
    'รหัสลูกค้า',
    'เลขที่ลูกค้า',
    'รหัสสมาชิก',
    'หมายเลขสมาชิก',
    'รหัสผู้ใช้',
    'เลขประจำตัว',
    'อีเมล',
    'เจ้าของข้อมูล',
    'รหัสเจ้าของข้อมูลส่วนบุคคล',
  ],
  name: ['name', 'full name', 'customer name', 'ชื่อ-นามสกุล', 'ชื่อ นามสกุล', 'ชื่อ-สกุล', 'ชื่อลูกค้า', 'ชื่อสมาชิก', 'ชื่อเจ้าของข้อมูล'],
  at: [
    'at',
    'date',
    'datetime',
    'date time',
    'timestamp',
    'created at',
    'createdAt',
    'submitted at',
    'consent date',
    'consented at',
    'date of consent',
    'วันที่',
    'วันเวลา',
    'วันที่และเวลา',
    'วันที่ให้ความยินยอม',
    'วันที่ยินยอม',
    'เวลาที่ให้ความยินยอม',
    'วันที่บันทึก',
    'บันทึกเมื่อ',
  ],
  time: ['time', 'time of consent', 'เวลาที่บันทึก', 'เวลา (ชั่วโมง:นาที)'],
  action: [
    'การตอบ',
    'การเลือก',
    'สิ่งที่เลือก',
    'action',
    'consent',
    'status',
    'consent status',
    'choice',
    'decision',
    'result',
    'ความยินยอม',
    'สถานะ',
    'สถานะความยินยอม',
    'ผลการให้ความยินยอม',
    'ให้ความยินยอม',
    'การตัดสินใจ',
  ],
  purposes: [
    'purposes',
    'purpose',
    'consented purposes',
    'accepted purposes',
    'purpose ids',
    'purposeUUIDs',
    'วัตถุประสงค์',
    'วัตถุประสงค์ที่ยินยอม',
    'รายการที่ยินยอม',
    'วัตถุประสงค์ที่ยอมรับ',
  ],
  version: [
    'เวอร์ชัน',
    'version',
    'consent version',
    'consentVersion',
    'form version',
    'เวอร์ชันของแบบฟอร์ม',
    'ฉบับ',
    'ฉบับที่',
    'รุ่น',
  ],
  language: ['language', 'lang', 'locale', 'ภาษาที่แสดง'],
  source: ['source', 'origin', 'site', 'page', 'website', 'ที่มา', 'แหล่งข้อมูล', 'เว็บไซต์', 'สาขา'],
  channel: [
    'channel',
    'collection channel',
    'collectionChannel',
    'ช่องทางการเก็บ',
    'ช่องทางการเก็บรวบรวม',
    'ช่องทางเก็บรวบรวม',
  ],
  hasGuardian: ['has guardian', 'hasGuardian', 'guardian', 'minor', 'มีผู้ปกครอง', 'ผู้เยาว์', 'มีผู้ใช้อำนาจปกครอง'],
  guardianFirstName: ['ชื่อผู้ใช้อำนาจปกครอง', 'guardian first name', 'parent first name', 'ชื่อผู้ปกครอง'],
  guardianLastName: ['นามสกุลผู้ใช้อำนาจปกครอง', 'guardian last name', 'parent last name', 'นามสกุลผู้ปกครอง'],
  guardianEmail: ['อีเมลผู้ใช้อำนาจปกครอง', 'guardian email', 'parent email', 'อีเมลผู้ปกครอง'],
  guardianTelephone: [
    'โทรศัพท์ผู้ใช้อำนาจปกครอง',
    'guardian telephone',
    'guardian phone',
    'parent phone',
    'โทรศัพท์ผู้ปกครอง',
    'เบอร์โทรผู้ปกครอง',
  ],
};
/**
 * Headings of columns that the export has and the import ignores; recognised, so that they are not suggested for
 * another field.
 */
const ASIDE = 'aside:';

/** The heading of a field as templates write it. */
export const headingOf = (field: ConsentField, locale: 'th' | 'en'): string =>
  sheetColumns(locale, []).find(({ key }) => key === field)?.heading ??
  translate(locale, `consentImport:field.${field}`);

/**
 * Recognises the headings of a form's sheet: those of the export in both languages, its purposes by any title they had,
 * and common ones.
 */
function headingsOf(form: Form): Suggester {
  const written = LOCALES.map((locale) => sheetColumns(locale, inSheetOrder(form)));
  const headingsFor = (key: string) =>
    written.flatMap((columns) => columns.filter((column) => column.key === key).map(({ heading }) => heading));
  const aside = written[0]!
    .filter(({ key, readOnly }) => readOnly && !key.startsWith('purpose:'))
    .map(({ key }): KnownField => ({ key: ASIDE + key, headings: headingsFor(key) }));
  return suggester([
    ...CONSENT_FIELDS.map((key): KnownField => ({
      key,
      headings: [...LOCALES.map((locale) => headingOf(key, locale)), key],
      aliases: ALIASES[key],
    })),
    ...form.purposes.map(({ id }): KnownField => ({
      key: `purpose:${id}`,
      headings: [...headingsFor(`purpose:${id}`), id, `purpose:${id}`],
      aliases: [...(form.titles.get(id) ?? [])],
    })),
    ...aside,
  ]);
}

/**
 * The structure of a file, its number of rows, and which column most likely fills which field. Without `chosen`, the
 * sheet and the row with the most recognised headings are used; later sheets with the same headings are read with it.
 */
export async function readSheet(
  file: { path: string; type: TableType },
  form: Form,
  chosen: Place | null,
  signal: AbortSignal,
): Promise<{ sheet: ImportSheet; mapping: ConsentMapping; total: number }> {
  const sheets = await sheetsOf(file, { limits: READ_LIMITS, signal });
  const known = headingsOf(form);
  const { place, own, headings, columns, preview } = sheetView(sheets, chosen, known.scoreOf);
  // A history that is longer than a sheet is exported on several.
  const further = carriedOn(sheets, own, headings).filter(({ sheet }) => sheet > own.index);
  const suggested = Object.entries(known.suggest(columns)).filter(([key]) => !key.startsWith(ASIDE));
  const fields = Object.fromEntries(
    suggested.filter(([key]) => !key.startsWith('purpose:')),
  ) as ConsentMapping['fields'];
  const purposes = Object.fromEntries(
    suggested
      .filter(([key]) => key.startsWith('purpose:'))
      .map(([key, index]) => [key.slice('purpose:'.length), index]),
  );
  const dates =
    fields.at === undefined
      ? []
      : own.head.filter(({ at }) => at > place.headingRow).map(({ cells }) => cells[fields.at!] ?? '');
  const { total, counted } = await countRows(file, [place, ...further], columns, signal);
  if (total === 0) throw new ImportFailure('empty');
  const also = further.slice(0, counted - 1);
  const omitted = further.slice(also.length).map(({ sheet }) => sheet);
  return {
    sheet: {
      sheets: named(sheets),
      ...place,
      also,
      ...(omitted.length > 0 && { omitted }),
      columns,
      preview,
      remembered: null,
    },
    mapping: { fields, purposes, version: null, dateOrder: orderIn(dates) },
    total,
  };
}

/**
 * Counts the rows of sheets that are read together, and in `columns` those that are filled in, before the first sheet
 * that would exceed the limit: a split export is imported in several parts.
 * @returns the rows, and how many of the sheets are `counted`
 * @throws ImportFailure `rows` when the first sheet alone exceeds the limit
 */
export async function countRows(
  file: { path: string; type: TableType },
  places: readonly Place[],
  columns: readonly ImportColumn[],
  signal: AbortSignal,
  limit = CONSENT_ROW_LIMIT,
): Promise<{ total: number; counted: number }> {
  let total = 0;
  for (const [counted, { sheet, headingRow }] of places.entries()) {
    const filled = columns.map((column) => column.filled);
    let sum = total;
    for await (const rows of rowsOf(file, sheet, { limits: READ_LIMITS, signal })) {
      for (const row of rows) {
        if (row.at <= headingRow) continue;
        sum += 1;
        countFilled(columns, row);
      }
      if (sum > limit) break;
    }
    if (sum > limit) {
      if (counted === 0) throw new ImportFailure('rows');
      for (const [place, column] of columns.entries()) column.filled = filled[place]!;
      return { total, counted };
    }
    total = sum;
  }
  return { total, counted: places.length };
}
