import type { RetentionStartEvent } from '../../../../shared/purpose/retention.ts';
import { part } from '../../../../shared/ropa/cellText.ts';
import { retentionStart } from '../../../../shared/ropa/cells.ts';
import { bare } from './synonyms.ts';

/** Events by parts of common texts; the first one that a text contains counts. */
const EVENTS: readonly (readonly [RetentionStartEvent, ...parts: string[]])[] = [
  ['consentWithdrawal', 'ถอนความยินยอม', 'withdrawalofconsent', 'consentwithdrawn'],
  ['employmentEnd', 'พ้นสภาพพนักงาน', 'พ้นสภาพการเป็นพนักงาน', 'พ้นสภาพ', 'ลาออก', 'สิ้นสุดการจ้าง', 'เลิกจ้าง', 'endofemployment'],
  ['contractEnd', 'สิ้นสุดสัญญา', 'สัญญาสิ้นสุด', 'เลิกสัญญา', 'endofcontract', 'endofthecontract', 'contractends'],
  ['membershipEnd', 'สิ้นสุดสมาชิกภาพ', 'สิ้นสุดการเป็นสมาชิก', 'เลิกเป็นสมาชิก', 'ปิดบัญชี', 'endofmembership', 'accountclosure'],
  [
    'lastTransaction',
    'ทำรายการครั้งสุดท้าย',
    'ธุรกรรมครั้งสุดท้าย',
    'ซื้อครั้งสุดท้าย',
    'ธุรกรรมล่าสุด',
    'lasttransaction',
    'lastpurchase',
  ],
  ['lastContact', 'ติดต่อครั้งสุดท้าย', 'ใช้บริการครั้งสุดท้าย', 'lastcontact', 'lastvisit'],
  ['accountingPeriodEnd', 'สิ้นรอบบัญชี', 'สิ้นสุดรอบบัญชี', 'รอบบัญชี', 'ปีบัญชี', 'ปิดงบ', 'accountingperiod', 'fiscalyear'],
  ['caseEnd', 'คดีสิ้นสุด', 'คดีถึงที่สุด', 'ข้อพิพาทสิ้นสุด', 'endofthecase'],
  ['purposeEnd', 'หมดความจำเป็น', 'endofthepurpose'],
  ['collection', 'เก็บรวบรวม', 'เก็บข้อมูล', 'ได้รับข้อมูล', 'collection', 'collected'],
];
/** Prefixes of such texts without meaning. */
const DAY = /^(?:วันที่|วัน|the|date|dateof)/;

/** The start of a period, as a cell of the record's sheet; text beyond the event is kept beside it. */
export function startCell(text: string): string {
  const stated = retentionStart.read(text);
  if (stated.startEvent !== 'other') return text;
  const normalized = bare(text).replace(DAY, '');
  for (const [event, ...parts] of EVENTS) {
    const found = parts.find((one) => normalized.includes(one));
    if (found !== undefined) return normalized === found ? event : `${event} | ${part(text)}`;
  }
  return part(text);
}
