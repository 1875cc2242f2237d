import { thaiDigits } from '../../../../shared/thaiDigits.ts';

/** Characters that separate the entries of a cell. */
const DIVIDERS = new Set(',;/\n，、；・•●▪◦‣');
const OPENING = new Set('([（');
const CLOSING = new Set(')]）');
/** Suffixes of company names after a comma. */
const COMPANY = /^\s?(?:Ltd|Inc|LLC|L\.L\.C|Pte|PLC|Co|Corp|GmbH|S\.A)\b/i;
const MARK = /^\(?(?:\d{1,2}|[กขคงจฉชซ])[.)]\s?/;
const isDigit = (letter: string | undefined): boolean => letter !== undefined && letter >= '0' && letter <= '9';

/** Whether a separator is part of a longer text: `1,200`, `และ/หรือ`, `https://`, `Co., Ltd.` */
function isInside(text: string, at: number): boolean {
  const sign = text[at];
  if (sign === '\n') return false;
  if (isDigit(text[at - 1]) && isDigit(text[at + 1])) return true;
  if (sign === ',') return COMPANY.test(text.slice(at + 1, at + 12));
  if (sign !== '/') return false;
  return text[at + 1] === '/' || text[at - 1] === '/' || text.startsWith('หรือ', at + 1);
}

/** Puts the numbers of a list that is numbered within its lines at the start of lines: `1) a 2) b`. */
function withLines(text: string): string {
  const normalized = thaiDigits(text);
  if (!MARK.test(normalized.trimStart())) return text;
  let lines = '';
  let from = 0;
  for (let at = 1; at < text.length; at += 1) {
    const before = text[at - 1]!;
    const isStart = before === ' ' && (isDigit(normalized[at]) || normalized[at] === '(');
    if (!isStart || !/^\(?\d{1,2}[.)]\s/.test(normalized.slice(at, at + 6))) continue;
    lines += `${text.slice(from, at)}\n`;
    from = at;
  }
  return lines + text.slice(from);
}

/** An entry without the leading number or dash. */
function entryOf(text: string): string {
  const trimmed = text.trim().replace(/^[-–*]\s?/, '');
  const mark = MARK.exec(thaiDigits(trimmed));
  return (mark ? trimmed.slice(mark[0].length) : trimmed).trim();
}

/**
 * The entries of a cell of another tool: separated by commas, semicolons, slashes, bullets, numbers or lines; not
 * within brackets.
 * @example divide('1) ชื่อ 2) อีเมล (ส่วนตัว, ที่ทำงาน)') // ['ชื่อ', 'อีเมล (ส่วนตัว, ที่ทำงาน)']
 */
export function divide(cell: string): string[] {
  const text = withLines(cell.replace(/\r\n?/g, '\n'));
  const entries: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (OPENING.has(letter)) depth += 1;
    else if (CLOSING.has(letter)) depth = Math.max(0, depth - 1);
    // An unclosed bracket ends with its line.
    if (letter === '\n') depth = 0;
    if (depth > 0 || !DIVIDERS.has(letter) || isInside(text, at)) continue;
    entries.push(text.slice(from, at));
    from = at + 1;
  }
  entries.push(text.slice(from));
  return [...new Set(entries.map(entryOf).filter(Boolean))];
}

/** Cell contents that mean that there is nothing to state. */
const NOTHING = new Set([
  '',
  '-',
  '--',
  '–',
  '—',
  'n/a',
  'na',
  'none',
  'no',
  'null',
  'ไม่มี',
  'ไม่ระบุ',
  'ไม่เกี่ยวข้อง',
  'ไม่มีข้อมูล',
  'ไม่ได้ระบุ',
  'ไม่มีการโอน',
  'ไม่มีการเปิดเผย',
  'ไม่โอน',
  'ไม่เปิดเผย',
  'ไม่ใช่',
  '0',
]);
export const isNothing = (text: string): boolean => NOTHING.has(text.trim().toLowerCase());
