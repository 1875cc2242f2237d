import { thaiDigits } from '../../../../shared/thaiDigits.ts';
import type { RopaColumn } from '../../../../shared/ropa/sheet.ts';

/** A text without differences of notation: case, white space, marks, Thai digits. */
export const bare = (text: string): string =>
  thaiDigits(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Values of closed lists by parts of common texts; the first one that a text contains counts. */
type Parts = readonly (readonly [value: string, ...parts: string[]])[];

const YES_NO: Parts = [
  ['false', 'ไม่ใช่', 'ไม่มี', 'ไม่เปิดเผย', 'ไม่ได้', 'ไม่แบ่งปัน', 'ไม่ใช้ร่วม', 'no', 'false', 'none'],
  ['true', 'ใช่', 'มี', 'เปิดเผย', 'ใช้ร่วม', 'แบ่งปัน', 'yes', 'true', 'หลัก', 'primary', 'main'],
];
/** Sections of the act come before words, since they are unambiguous. */
const LAWFUL_BASES: Parts = [
  ['research', 'มาตรา241', 'ม241', 's241', 'section241', 'วิจัย', 'จดหมายเหตุ', 'สถิติ', 'research', 'archiv', 'statistic'],
  ['vitalInterest', 'มาตรา242', 'ม242', 's242', 'section242', 'ต่อชีวิต', 'ระงับอันตราย', 'vitalinterest', 'lifeandhealth'],
  ['contract', 'มาตรา243', 'ม243', 's243', 'section243', 'สัญญา', 'contract'],
  [
    'publicTask',
    'มาตรา244',
    'ม244',
    's244',
    'section244',
    'ประโยชน์สาธารณะ',
    'ภารกิจสาธารณะ',
    'ภารกิจของรัฐ',
    'ภารกิจเพื่อประโยชน์',
    'อำนาจรัฐ',
    'publictask',
    'publicinterest',
    'officialauthority',
  ],
  [
    'legitimateInterest',
    'มาตรา245',
    'ม245',
    's245',
    'section245',
    'ประโยชน์โดยชอบ',
    'ประโยชน์อันชอบ',
    'ประโยชน์ที่ชอบ',
    'ประโยชน์ชอบด้วย',
    'legitimateinterest',
  ],
  [
    'legalObligation',
    'มาตรา246',
    'ม246',
    's246',
    'section246',
    'หน้าที่ตามกฎหมาย',
    'ปฏิบัติตามกฎหมาย',
    'กฎหมายกำหนด',
    'หน้าที่ทางกฎหมาย',
    'พันธกรณีตามกฎหมาย',
    'legalobligation',
    'compliancewithlaw',
    'legalduty',
  ],
  ['consent', 'มาตรา19', 'ม19', 'section19', 'ยินยอม', 'consent'],
];
/** Texts that name a basis only to exclude it. */
const NOT_MEANT = ['ไม่ต้องขอความยินยอม', 'โดยไม่ต้องขอ', 'ไม่ขอความยินยอม', 'withoutconsent', 'noconsent'];
const EXEMPTIONS: Parts = [
  ['preventLifeDanger', 'มาตรา261', 'ม261', 'ต่อชีวิต', 'อันตราย', 'vital', 'danger'],
  ['legalClaims', 'มาตรา264', 'ม264', 'สิทธิเรียกร้อง', 'ต่อสู้สิทธิ', 'legalclaim'],
  [
    'necessaryWithLaw',
    'มาตรา265',
    'ม265',
    'ปฏิบัติตามกฎหมาย',
    'กฎหมายกำหนด',
    'หน้าที่ตามกฎหมาย',
    'necessarytocomply',
    'underalaw',
    'legalobligation',
  ],
];
const ROLES: Parts = [
  ['processor', 'ผู้ประมวลผล', 'processor'],
  ['controller', 'ผู้ควบคุม', 'controller'],
];
const FREQUENCIES: Parts = [
  ['daily', 'ทุกวัน', 'รายวัน', 'daily', 'everyday'],
  ['weekly', 'สัปดาห์', 'weekly', 'everyweek'],
  ['monthly', 'เดือน', 'monthly', 'everymonth'],
  ['quarterly', 'ไตรมาส', 'quarter'],
  ['yearly', 'ปี', 'yearly', 'annual', 'everyyear'],
  ['once', 'ครั้งเดียว', 'ครั้งแรก', 'once'],
  ['onRequest', 'ร้องขอ', 'คำขอ', 'ตามความจำเป็น', 'เมื่อมีเหตุ', 'onrequest', 'ondemand', 'asneeded'],
  ['continuous', 'ต่อเนื่อง', 'ตลอดเวลา', 'เรียลไทม์', 'continuous', 'realtime', 'alltime'],
];
const REFUSALS: Parts = [
  ['none', 'ไม่มี', 'ไม่เคย', 'none', 'no'],
  ['recorded', 'มี', 'เคย', 'yes', 'recorded'],
];

const CLOSED: Partial<Record<RopaColumn, Parts>> = {
  processingRole: ROLES,
  processingFrequency: FREQUENCIES,
  isPrimary: YES_NO,
  lawfulBases: LAWFUL_BASES,
  sensitiveExemptions: EXEMPTIONS,
  thirdPartyDisclosure: YES_NO,
  internalSharing: YES_NO,
  refusalStatus: REFUSALS,
};
const SEVERAL = new Set<RopaColumn>(['lawfulBases', 'sensitiveExemptions']);
/** Lists of yes and no: the start of the text counts. */
const BY_START = new Set<Parts>([YES_NO, REFUSALS]);

/** The values of a closed list in a text: one, or all of them where several are allowed. */
export function closedValues(field: RopaColumn, text: string): string[] {
  const normalized = bare(text);
  if (NOT_MEANT.some((part) => normalized.includes(part))) return [];
  const list = CLOSED[field] ?? [];
  const has = (part: string) => (BY_START.has(list) ? normalized.startsWith(part) : normalized.includes(part));
  const found = list.filter(([, ...parts]) => parts.some(has));
  return (SEVERAL.has(field) ? found : found.slice(0, 1)).map(([value]) => value);
}

/** Names of countries beside those of Unicode. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ประเทศไทย: 'TH',
  ราชอาณาจักรไทย: 'TH',
  ในประเทศ: 'TH',
  tha: 'TH',
  อเมริกา: 'US',
  สหรัฐ: 'US',
  สหรัฐฯ: 'US',
  usa: 'US',
  us: 'US',
  unitedstatesofamerica: 'US',
  america: 'US',
  อังกฤษ: 'GB',
  uk: 'GB',
  gbr: 'GB',
  greatbritain: 'GB',
  england: 'GB',
  เกาหลี: 'KR',
  korea: 'KR',
  southkorea: 'KR',
  kor: 'KR',
  จีน: 'CN',
  prc: 'CN',
  chn: 'CN',
  ฮ่องกง: 'HK',
  hongkong: 'HK',
  hkg: 'HK',
  ไต้หวัน: 'TW',
  taiwan: 'TW',
  twn: 'TW',
  ญี่ปุ่น: 'JP',
  jpn: 'JP',
  สิงคโปร์: 'SG',
  sgp: 'SG',
  singapore: 'SG',
  มาเลเซีย: 'MY',
  mys: 'MY',
  เวียดนาม: 'VN',
  vietnam: 'VN',
  vnm: 'VN',
  พม่า: 'MM',
  เมียนมา: 'MM',
  เมียนมาร์: 'MM',
  ลาว: 'LA',
  กัมพูชา: 'KH',
  เขมร: 'KH',
  เยอรมนี: 'DE',
  เยอรมัน: 'DE',
  deu: 'DE',
  ฝรั่งเศส: 'FR',
  fra: 'FR',
  ฮอลแลนด์: 'NL',
  holland: 'NL',
  nld: 'NL',
  ไอร์แลนด์: 'IE',
  irl: 'IE',
  อินเดีย: 'IN',
  ind: 'IN',
  ออสเตรเลีย: 'AU',
  aus: 'AU',
  สวิส: 'CH',
  รัสเซีย: 'RU',
  uae: 'AE',
};
export const countryNamed = (text: string): string | undefined => {
  const normalized = bare(text);
  const known = Object.hasOwn(COUNTRIES, normalized) ? COUNTRIES[normalized] : undefined;
  if (known !== undefined || !normalized.startsWith('ประเทศ')) return known;
  const name = normalized.slice('ประเทศ'.length);
  return Object.hasOwn(COUNTRIES, name) ? COUNTRIES[name] : undefined;
};
