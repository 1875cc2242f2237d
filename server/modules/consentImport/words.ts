import { withoutEdges } from '../../../shared/text.ts';
import { readAction, readAnswer } from '../../../shared/userConsent/sheet.ts';
import { COLLECTION_CHANNELS, type ConsentAction } from '../../../shared/userConsent/schema.ts';

const plain = (text: string): string =>
  withoutEdges(text.normalize('NFC').trim().toLowerCase(), /[.!]/).replace(/\s+/g, ' ');
const words = (...texts: string[]): ReadonlySet<string> => new Set(texts.map(plain));

// Beside the words of our own sheet, those of common lists.
const ALL = words(
  'ทั้งหมด',
  'ยินยอมทั้งหมด',
  'ยอมรับทั้งหมด',
  'อนุญาตทั้งหมด',
  'accepted all',
  'allowed all',
  'ยอมรับทุกข้อ',
  'ยินยอมทุกข้อ',
  'all',
  'accept all',
  'allow all',
  'agree all',
  'agree to all',
);
const SOME = words(
  'บางส่วน',
  'ยินยอมบางส่วน',
  'ยอมรับบางส่วน',
  'อนุญาตบางส่วน',
  'accepted some',
  'ยอมรับบางข้อ',
  'ยินยอมบางข้อ',
  'some',
  'partial',
  'partially',
  'accept some',
  'custom',
);
const NONE = words(
  'ไม่ยินยอม',
  'ไม่ยอมรับ',
  'ไม่ยินยอมทั้งหมด',
  'ไม่ยอมรับทั้งหมด',
  'ปฏิเสธ',
  'ปฏิเสธทั้งหมด',
  'ไม่อนุญาต',
  'ถอน',
  'ถอนความยินยอม',
  'ไม่ใช่',
  'ไม่',
  'none',
  'no',
  'decline',
  'declined',
  'reject',
  'rejected',
  'reject all',
  'deny',
  'denied',
  'withdraw',
  'withdrawn',
  'refuse',
  'refused',
  'opt out',
  'opt-out',
  'false',
  '0',
);
/** A yes that does not name a purpose: unambiguous where the version asks for one purpose. */
const AGREED = words(
  'ยินยอม',
  'ยอมรับ',
  'ตกลง',
  'อนุญาต',
  'ใช่',
  'accept',
  'accepted',
  'agree',
  'agreed',
  'allow',
  'allowed',
  'consent',
  'consented',
  'granted',
  'yes',
  'opt in',
  'opt-in',
  'true',
  '1',
);

/** The action in a cell, or `agreed` to something that it does not name. Undefined for any other text. */
export function actionOf(cell: string): ConsentAction | 'agreed' | undefined {
  const parsed = readAction(cell);
  // Only the exact code is ours; the same letters in another case can be anybody's.
  if (parsed !== undefined && (parsed !== 'ACCEPT' || cell.trim() === 'ACCEPT' || !AGREED.has(plain(cell))))
    return parsed;
  const text = plain(cell);
  if (ALL.has(text)) return 'ALL';
  if (SOME.has(text)) return 'ACCEPT';
  if (NONE.has(text)) return 'NONE';
  return AGREED.has(text) ? 'agreed' : undefined;
}

const YES = words(
  'ใช่',
  'ยินยอม',
  'ยอมรับ',
  'ตกลง',
  'อนุญาต',
  'accept',
  'accepted',
  'agree',
  'agreed',
  'allow',
  'allowed',
  'granted',
  'consented',
  'on',
  't',
  '☑',
  '✅',
  '🗸',
);
const NO = words(
  'ไม่',
  'ไม่ใช่',
  'ไม่ยินยอม',
  'ไม่ยอมรับ',
  'ไม่ตกลง',
  'ไม่อนุญาต',
  'ปฏิเสธ',
  'ถอน',
  'decline',
  'declined',
  'reject',
  'rejected',
  'deny',
  'denied',
  'refused',
  'withdrawn',
  'off',
  'f',
  '☐',
  '❌',
  '✕',
  '×',
);

/** Yes or no of a cell; null for an empty one, undefined for any other text. */
export function answerOf(cell: string): boolean | null | undefined {
  const parsed = readAnswer(cell);
  if (parsed !== undefined) return parsed;
  const text = plain(cell);
  return YES.has(text) ? true : NO.has(text) ? false : undefined;
}

const LANGUAGES: Record<string, 'th' | 'en'> = {
  th: 'th',
  tha: 'th',
  thai: 'th',
  ไทย: 'th',
  ภาษาไทย: 'th',
  'th-th': 'th',
  en: 'en',
  eng: 'en',
  english: 'en',
  อังกฤษ: 'en',
  ภาษาอังกฤษ: 'en',
  'en-us': 'en',
  'en-gb': 'en',
};
/** Thai where the cell is empty; undefined for a text that names no language of the forms. */
export const languageOf = (cell: string): 'th' | 'en' | undefined =>
  cell.trim() === '' ? 'th' : LANGUAGES[plain(cell)];

/** The number of a version: `2`, `v2`, `ฉบับที่ 2`. Undefined for any other text. */
export function versionOf(cell: string): number | undefined {
  const found = /^(?:v(?:er(?:sion)?)?\.?|ฉบับ(?:ที่)?|เวอร์ชัน(?:ที่)?|รุ่นที่)?\s*(\d{1,7})(?:\.0+)?$/i.exec(
    cell.normalize('NFC').trim(),
  );
  return found && Number(found[1]) > 0 ? Number(found[1]) : undefined;
}

const CHANNELS = new Map(COLLECTION_CHANNELS.map((name) => [plain(name), name]));
/** Our name of a channel where the cell has one of ours, otherwise the text of the cell. */
export const channelOf = (cell: string): string => CHANNELS.get(plain(cell)) ?? cell.trim();

export { plain };
