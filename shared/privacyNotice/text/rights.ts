import type { RightCode } from '../../dataRight/schema.ts';
import { LAWFUL_BASES, type LawfulBasis } from '../../purpose/lawfulBasis.ts';
import type { PurposeFacts, Words } from './facts.ts';

/** Rights that everybody has whatever the basis (sections 30, 34, 36 and 73). */
const ALWAYS: readonly RightCode[] = ['ACCESS', 'RESTRICTION', 'RECTIFICATION', 'COMPLAINT'];

/** Rights that follow from a lawful basis: sections 19, 31, 32 and 33. */
const BY_BASIS: Readonly<Record<LawfulBasis, readonly RightCode[]>> = {
  consent: ['WITHDRAWAL', 'PORTABILITY', 'ERASURE'],
  contract: ['PORTABILITY', 'ERASURE'],
  legalObligation: [],
  vitalInterest: ['ERASURE'],
  publicTask: ['OBJECTION'],
  legitimateInterest: ['OBJECTION', 'ERASURE'],
  research: ['OBJECTION'],
};

/** Whether a right applies to a purpose. `open`: by what nobody has said; the notice may name it and need not. */
export type Applies = 'yes' | 'open';

type RightFacts = Pick<PurposeFacts, 'bases' | 'marketing' | 'sensitiveData' | 'exemptions' | 'detail'>;

/** Rights of one purpose. Section 26 data that rests on explicit consent can be withdrawn too. */
export function rightsOfPurpose(purpose: RightFacts): Map<RightCode, Applies> {
  const { bases, marketing, sensitiveData, exemptions } = purpose;
  const rights = new Map<RightCode, Applies | 'no'>();
  for (const code of [...ALWAYS, ...bases.flatMap((basis) => BY_BASIS[basis])]) rights.set(code, 'yes');
  if (sensitiveData.length > 0 && exemptions.length === 0) rights.set('WITHDRAWAL', 'yes');
  if (rights.has('ERASURE')) rights.set('ERASURE', erasureOf(purpose));
  if (rights.has('OBJECTION')) rights.set('OBJECTION', objectionOf(purpose));
  if (marketing) rights.set('OBJECTION', 'yes');
  return new Map([...rights].filter((one): one is [RightCode, Applies] => one[1] !== 'no'));
}

/**
 * Section 33 paragraph 2 leaves out what is kept for section 26(5)(a) and (b) and for legal claims. Of claims the
 * register does not say whether the purpose serves anything else, so they leave the right open.
 */
function erasureOf({ sensitiveData, exemptions, detail: { letters } }: RightFacts): Applies | 'no' {
  if (sensitiveData.length === 0) return 'yes';
  const isByLaw = exemptions.includes('necessaryWithLaw');
  const without = letters.filter((letter) => letter === 'a' || letter === 'b');
  if (isByLaw && exemptions.length === 1 && letters.length > 0 && without.length === letters.length) return 'no';
  return exemptions.includes('legalClaims') || (isByLaw && (letters.length === 0 || without.length > 0))
    ? 'open'
    : 'yes';
}

/**
 * Section 32(3) names research and statistics, not archives; the other bases of section 32(1) always carry the right.
 */
function objectionOf({ bases, detail: { researchKinds } }: RightFacts): Applies | 'no' {
  if (bases.some((basis) => basis !== 'research' && BY_BASIS[basis].includes('OBJECTION'))) return 'yes';
  if (researchKinds.length === 0) return 'open';
  return researchKinds.some((kind) => kind !== 'archives') ? 'yes' : 'no';
}

/** Each right as the first layer names it. */
export const SHORT_RIGHTS: Readonly<Record<RightCode, Words>> = {
  ACCESS: { th: 'เข้าถึงและขอสำเนา', en: 'access and copy' },
  PORTABILITY: { th: 'ขอรับหรือโอนย้าย', en: 'portability' },
  OBJECTION: { th: 'คัดค้าน', en: 'objection' },
  ERASURE: { th: 'ลบ', en: 'erasure' },
  RESTRICTION: { th: 'ระงับการใช้', en: 'restriction' },
  RECTIFICATION: { th: 'แก้ไข', en: 'rectification' },
  WITHDRAWAL: { th: 'ถอนความยินยอม', en: 'withdrawal of consent' },
  COMPLAINT: { th: 'ร้องเรียนต่อ สคส.', en: 'complaint to the PDPC' },
};
/** What a person may do at any time (sections 19 and 32), as the first layer says it. */
export const WITHDRAW_OR_OBJECT = {
  both: {
    th: 'ถอนความยินยอม (ม.19) หรือคัดค้าน (ม.32) ได้ทุกเมื่อ',
    en: 'Withdraw your consent (s.19) or object (s.32) at any time',
  },
  withdraw: { th: 'ถอนความยินยอมได้ทุกเมื่อ (ม.19)', en: 'Withdraw your consent at any time (s.19)' },
  object: { th: 'คัดค้านได้ทุกเมื่อ (ม.32)', en: 'Object at any time (s.32)' },
} as const satisfies Record<string, Words>;

/** Each right as a notice names it. */
export const RIGHT_PHRASES: Readonly<Record<RightCode, Words & { readonly section: string }>> = {
  ACCESS: {
    section: '30',
    th: 'ขอเข้าถึงและขอรับสำเนาข้อมูลของท่าน หรือขอให้เปิดเผยที่มาของข้อมูล (ม.30)',
    en: 'See your data and get a copy of it, or learn where it came from (s.30).',
  },
  PORTABILITY: {
    section: '31',
    th: 'ขอรับข้อมูลในรูปแบบที่อ่านด้วยเครื่องมืออัตโนมัติได้ หรือขอให้โอนไปยังผู้อื่น (ม.31)',
    en: 'Receive your data in a machine-readable format, or have it transferred to another controller (s.31).',
  },
  OBJECTION: {
    section: '32',
    th: 'คัดค้านการเก็บรวบรวม ใช้ หรือเปิดเผยข้อมูล (ม.32)',
    en: 'Object to the collection, use or disclosure of your data (s.32).',
  },
  ERASURE: {
    section: '33',
    th: 'ขอให้ลบ ทำลาย หรือทำให้ข้อมูลระบุตัวท่านไม่ได้ (ม.33)',
    en: 'Have your data erased, destroyed or made anonymous (s.33).',
  },
  RESTRICTION: {
    section: '34',
    th: 'ขอให้ระงับการใช้ข้อมูล (ม.34)',
    en: 'Have the use of your data restricted (s.34).',
  },
  RECTIFICATION: {
    section: '36',
    th: 'ขอให้แก้ไขข้อมูลให้ถูกต้อง เป็นปัจจุบัน สมบูรณ์ และไม่ก่อให้เกิดความเข้าใจผิด (ม.36)',
    en: 'Have your data corrected, so that it is accurate, current, complete and not misleading (s.36).',
  },
  WITHDRAWAL: {
    section: '19',
    th: 'ถอนความยินยอมเมื่อใดก็ได้ โดยไม่กระทบสิ่งที่ทำไปแล้ว (ม.19)',
    en: 'Withdraw your consent at any time; earlier use is unaffected (s.19).',
  },
  COMPLAINT: {
    section: '73',
    th: 'ร้องเรียนต่อสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (สคส.) หากเห็นว่ามีการฝ่าฝืนหรือไม่ปฏิบัติตามกฎหมาย (ม.73)',
    en: 'Complain to the Office of the Personal Data Protection Committee (PDPC) if you believe that the act is violated or not complied with (s.73).',
  },
};

/** Lawful bases under which a right applies. */
export const basesOf = (code: RightCode): LawfulBasis[] =>
  LAWFUL_BASES.filter((basis) => ALWAYS.includes(code) || BY_BASIS[basis].includes(code));
