import type { ImportSheet } from '../../../shared/import/schema.ts';
import { LOCALES } from '../../../shared/locale.ts';
import {
  REQUEST_FIELDS,
  REQUEST_ROW_LIMIT,
  type RequestField,
  type RequestMapping,
} from '../../../shared/requestImport/schema.ts';
import { translate } from '../../platform/i18n.ts';
import { ImportFailure } from '../../platform/imports/context.ts';
import { suggester } from '../../platform/imports/likeness.ts';
import { orderIn } from '../../platform/imports/moment.ts';
import { rowsOf, sheetsOf } from '../../platform/imports/readTable.ts';
import { countFilled, named, type Place, sheetView } from '../../platform/imports/sheet.ts';
import type { TableLimits, TableRow, TableType } from '../../platform/imports/table.ts';

const MB = 2 ** 20;
const READ_LIMITS: Partial<TableLimits> = { inflated: 100 * MB, rows: REQUEST_ROW_LIMIT + 50, cell: 40_000 };
/** Characters of all its rows. */
const TEXT_LIMIT = 24 * MB;

/** Headings that people use for such columns. */
const ALIASES: Record<RequestField, string[]> = {
  reference: ['request number', 'ticket', 'case number', 'no', 'เลขคำขอ', 'หมายเลขคำขอ', 'เลขที่คำร้อง', 'เลขรับ'],
  receivedAt: ['received', 'received at', 'request date', 'วันที่รับ', 'วันที่ยื่นคำขอ', 'วันรับคำขอ'],
  rights: ['right', 'request type', 'สิทธิ', 'ประเภทคำขอ', 'สิทธิที่ขอใช้'],
  detail: ['details', 'request detail', 'description', 'รายละเอียดคำขอ', 'เรื่อง'],
  status: ['stage', 'state', 'สถานะคำขอ', 'ขั้นตอน'],
  verifiedAt: ['verified on', 'identity verified', 'วันที่ยืนยันตัวตน'],
  assignee: ['assigned to', 'owner', 'ผู้รับผิดชอบ', 'อีเมลผู้รับผิดชอบ'],
  closedAt: ['closed', 'completed on', 'answered on', 'วันที่ตอบ', 'วันที่เสร็จ'],
  ground: ['reason of refusal', 'refusal reason', 'เหตุผลที่ปฏิเสธ'],
  resolution: ['answer', 'outcome', 'ผลการดำเนินการ', 'คำตอบ'],
  firstName: ['name', 'given name', 'ชื่อผู้ขอ'],
  lastName: ['surname', 'family name', 'สกุล', 'นามสกุลผู้ขอ'],
  email: ['e-mail', 'mail', 'อีเมลผู้ขอ'],
  telephone: ['phone', 'mobile', 'เบอร์โทร', 'โทรศัพท์', 'โทรศัพท์ผู้ขอ'],
  uid: ['customer id', 'member id', 'รหัสลูกค้า', 'รหัสสมาชิก'],
  language: ['lang', 'locale'],
  ageBand: ['age', 'อายุ'],
  guardianFirstName: ['parent first name', 'ชื่อผู้ใช้อำนาจปกครอง'],
  guardianLastName: ['parent last name', 'นามสกุลผู้ใช้อำนาจปกครอง'],
  guardianEmail: ['parent email', 'อีเมลผู้ใช้อำนาจปกครอง'],
  guardianTelephone: ['parent phone', 'โทรศัพท์ผู้ใช้อำนาจปกครอง'],
};

/** The heading of a field as templates write it. */
export const headingOf = (field: RequestField, locale: 'th' | 'en'): string =>
  translate(locale, `requestImport:field.${field}`);

interface Source {
  path: string;
  type: TableType;
}

/**
 * The structure of a file, its number of rows, and which column most likely fills which field. Without `chosen`, the
 * sheet and the row with the most recognised headings are used.
 */
export async function readSheet(
  file: Source,
  chosen: Place | null,
  signal: AbortSignal,
): Promise<{ sheet: ImportSheet; mapping: RequestMapping; total: number }> {
  const sheets = await sheetsOf(file, { limits: READ_LIMITS, signal });
  const known = suggester(
    REQUEST_FIELDS.map((key) => ({
      key,
      headings: [...LOCALES.map((locale) => headingOf(key, locale)), key],
      aliases: ALIASES[key],
    })),
  );
  const { place, own, columns, preview } = sheetView(sheets, chosen, known.scoreOf);
  const fields: RequestMapping['fields'] = known.suggest(columns);
  const dates =
    fields.receivedAt === undefined
      ? []
      : own.head.filter(({ at }) => at > place.headingRow).map(({ cells }) => cells[fields.receivedAt!] ?? '');
  let total = 0;
  for await (const rows of rowsOf(file, place.sheet, { limits: READ_LIMITS, signal }))
    for (const row of rows) {
      if (row.at <= place.headingRow) continue;
      total += 1;
      countFilled(columns, row);
    }
  if (total === 0) throw new ImportFailure('empty');
  if (total > REQUEST_ROW_LIMIT) throw new ImportFailure('rows');
  return {
    sheet: { sheets: named(sheets), ...place, also: [], columns, preview, remembered: null },
    mapping: { fields, dateOrder: orderIn(dates) },
    total,
  };
}

/** All rows below the headings. */
export async function readRows(
  file: Source,
  { sheet, headingRow }: ImportSheet,
  signal: AbortSignal,
): Promise<TableRow[]> {
  const all: TableRow[] = [];
  let characters = 0;
  for await (const rows of rowsOf(file, sheet, { limits: READ_LIMITS, signal })) {
    for (const row of rows) {
      if (row.at <= headingRow) continue;
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (characters > TEXT_LIMIT) throw new ImportFailure('inflated');
      all.push(row);
    }
    if (all.length > REQUEST_ROW_LIMIT) throw new ImportFailure('rows');
  }
  return all;
}
