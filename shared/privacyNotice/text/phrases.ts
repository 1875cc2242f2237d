import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../purpose/lawfulBasis.ts';
import type { LawLetter, POINTS_ELSEWHERE, ResearchKind } from '../draft.ts';
import type { Words } from './facts.ts';

/** A sentence before its values: `{data}` and the like. `section` is that of the act. */
export interface Phrase extends Words {
  readonly section: string;
}
const phrase = (section: string, th: string, en: string): Phrase => ({ section, th, en });
const elsewhere = (section: string, th: string, en: string): Phrase =>
  phrase(section, `${th}: อ่านได้ในประกาศ “{name}” ที่ {link}`, `${en}: see the notice “{name}” at {link}`);

export const BASIS_PHRASES: Readonly<Record<LawfulBasis, Phrase>> = {
  consent: phrase(
    '19',
    'เราทำเมื่อท่านยินยอมเท่านั้น (ม.19) ถอนความยินยอมได้{place} โดยไม่กระทบสิ่งที่ทำไปแล้ว{effect}',
    'Only if you consent (s.19). Withdraw {place}; earlier use is unaffected.{effect}',
  ),
  contract: phrase(
    '24(3)',
    'จำเป็นต่อสัญญาหรือคำขอก่อนทำสัญญาของท่าน (ม.24(3))',
    'Needed for your contract or your request before it (s.24(3)).',
  ),
  legalObligation: phrase('24(6)', 'กฎหมายกำหนดให้เราทำ (ม.24(6))', 'The law requires it (s.24(6)).'),
  vitalInterest: phrase(
    '24(2)',
    'เพื่อป้องกันหรือระงับอันตรายต่อชีวิต ร่างกาย หรือสุขภาพ (ม.24(2))',
    'To prevent or stop danger to life, body or health (s.24(2)).',
  ),
  publicTask: phrase(
    '24(4)',
    'จำเป็นต่อภารกิจเพื่อประโยชน์สาธารณะ (ม.24(4)) ท่านคัดค้านได้',
    'Needed for a task in the public interest (s.24(4)). You may object.',
  ),
  legitimateInterest: phrase(
    '24(5)',
    'จำเป็นต่อประโยชน์โดยชอบด้วยกฎหมาย ซึ่งชั่งน้ำหนักกับสิทธิของท่านแล้ว (ม.24(5)) ท่านคัดค้านได้',
    'Needed for a legitimate interest, weighed against your rights (s.24(5)). You may object.',
  ),
  research: phrase('24(1)', 'เพื่อ{research} โดยมี{measures} (ม.24(1))', 'For {research} with {measures} (s.24(1)).'),
};

/** What of section 24(1) it is, as the notice says; otherwise any. */
export const ANY_RESEARCH: Words = { th: 'การวิจัย สถิติ หรือจดหมายเหตุ', en: 'research, statistics or archives' };
export const RESEARCH_WORDS: Readonly<Record<ResearchKind, Words>> = {
  research: { th: 'การวิจัย', en: 'research' },
  statistics: { th: 'สถิติ', en: 'statistics' },
  archives: { th: 'จดหมายเหตุ', en: 'archives' },
};

export const SAFEGUARDS: Words = { th: 'มาตรการคุ้มครองที่เหมาะสม', en: 'suitable safeguards' };

export const EXPLICIT_CONSENT = phrase(
  '26',
  'เราใช้ {data} เมื่อท่านยินยอมโดยชัดแจ้งเท่านั้น (ม.26){effect}',
  '{data}: only with your explicit consent (s.26).{effect}',
);
export const EXEMPTION_PHRASES: Readonly<Record<SensitiveExemption, Phrase>> = {
  necessaryWithLaw: phrase(
    '26(5)',
    'เราใช้ {data} ตามที่กฎหมายกำหนด{aims} (ม.26(5){letters})',
    '{data}: as the law requires{aims} (s.26(5){letters}).',
  ),
  preventLifeDanger: phrase(
    '26(1)',
    'เราใช้ {data} ป้องกันอันตรายเมื่อท่านให้ความยินยอมไม่ได้ (ม.26(1))',
    '{data}: to prevent danger when you cannot consent (s.26(1)).',
  ),
  legalClaims: phrase('26(4)', 'เราใช้ {data} เพื่อสิทธิเรียกร้องตามกฎหมาย (ม.26(4))', '{data}: for legal claims (s.26(4)).'),
};

/** The same with what the notice says of it: the mandate, the interest and whose it is, the law. */
export const PUBLIC_TASK = phrase(
  '24(4)',
  'จำเป็นต่อ{mandate} (ม.24(4)) ท่านคัดค้านได้',
  'Needed for {mandate} (s.24(4)). You may object.',
);
export const INTEREST = phrase(
  '24(5)',
  'จำเป็นต่อ{interest}ของ{whose} ซึ่งชั่งน้ำหนักกับสิทธิของท่านแล้ว (ม.24(5)) ท่านคัดค้านได้',
  'Needed for {interest} of {whose}, weighed against your rights (s.24(5)). You may object.',
);
export const OUR_OWN: Words = { th: 'เรา', en: 'our organisation' };
export const LAW = phrase('24(6)', '{law} กำหนดให้เราทำ (ม.24(6))', '{law} requires it (s.24(6)).');
export const SENSITIVE_LAW = phrase(
  '26(5)',
  'เราใช้ {data} ตาม{law}{aims} (ม.26(5){letters})',
  '{data}: under {law}{aims} (s.26(5){letters}).',
);
/** The letters of section 26(5): what the use is for, and how the act numbers it. */
export const LETTER_WORDS: Readonly<Record<LawLetter, { readonly aim: Words; readonly sign: Words }>> = {
  a: {
    aim: {
      th: 'การแพทย์ การประเมินความสามารถในการทำงานของลูกจ้าง หรือบริการด้านสุขภาพหรือด้านสังคม',
      en: 'medicine, assessing the working capacity of employees, or health or social care',
    },
    sign: { th: '(ก)', en: '(a)' },
  },
  b: { aim: { th: 'ประโยชน์สาธารณะด้านการสาธารณสุข', en: 'public health' }, sign: { th: '(ข)', en: '(b)' } },
  c: {
    aim: {
      th: 'การคุ้มครองแรงงาน ประกันสังคม หลักประกันสุขภาพแห่งชาติ สวัสดิการรักษาพยาบาล การคุ้มครองผู้ประสบภัยจากรถ หรือการคุ้มครองทางสังคม',
      en: 'labour protection, social security, national health security, medical welfare, protection of road accident victims, or social protection',
    },
    sign: { th: '(ค)', en: '(c)' },
  },
  d: {
    aim: {
      th: 'การศึกษาวิจัยทางวิทยาศาสตร์ ประวัติศาสตร์ หรือสถิติ หรือประโยชน์สาธารณะอื่น',
      en: 'scientific, historical or statistical research, or another public interest',
    },
    sign: { th: '(ง)', en: '(d)' },
  },
  e: { aim: { th: 'ประโยชน์สาธารณะที่สำคัญ', en: 'a substantial public interest' }, sign: { th: '(จ)', en: '(e)' } },
};

/** What one need not give, and what one must, with what follows where it is not given (section 23(2)). */
export const MAY_DECLINE = phrase('23(2)', 'ไม่ให้ข้อมูลนี้ก็ได้', 'You may decline to give this data.');
export const MUST_GIVE = phrase(
  '23(2)',
  'ท่านจำเป็นต้องให้ข้อมูลนี้ หากไม่ให้ {consequence}',
  'You need to give this data. Without it, {consequence}',
);
export const WHY = phrase('23(1)', '{description}', '{description}');
export const DATA = phrase('23(3)', 'ข้อมูลที่เราเก็บ: {data}', 'Data we collect: {data}.');
export const PERIOD = phrase('23(3)', 'เก็บ {period}', 'Kept for {period}.');
/** The same where not all data is kept equally long. */
export const PERIOD_OF = phrase('23(3)', '{data}: เก็บ {period}', '{data}: kept for {period}.');
export const RECIPIENT = phrase('23(4)', 'เปิดเผยแก่ {name}', 'Disclosed to {name}.');
/** Recipients by their kinds (section 23(4)), with the names that the register has. */
export const RECIPIENT_KINDS = phrase('23(4)', 'เปิดเผยแก่{kinds} ({names})', 'Disclosed to {kinds} ({names}).');
export const DIRECT = phrase('23', 'เราได้ข้อมูลนี้จากท่านโดยตรง', 'We collect this data from you directly.');
export const INDIRECT = phrase('25', 'เราได้ข้อมูลนี้{source} (ม.25)', 'Where this data comes from: {source} (s.25).');
export const NO_RECIPIENT = phrase(
  '23(4)',
  'ไม่มีแผนเปิดเผย เว้นแต่กฎหมายบังคับ',
  'No disclosure planned unless the law requires it.',
);
export const CHILDREN = phrase(
  '20',
  'ข้อมูลของผู้เยาว์ต้องได้รับความยินยอมจากผู้ใช้อำนาจปกครองตามที่กฎหมายกำหนด (ม.20)',
  'For a minor, we need the consent of the parent or guardian where the law requires it (s.20).',
);

const safeguarded = (th: string, en: string): Phrase =>
  phrase(
    '29',
    `ส่งไป {country} ภายใต้${th} (ม.29) ขอสำเนาได้ที่ {contact}`,
    `Sent to {country} under ${en} (s.29). Copy from {contact}`,
  );
const exempted = (number: string, th: string, en: string): Phrase =>
  phrase(
    '28',
    `ส่งไป {country} ซึ่งอาจคุ้มครองไม่เพียงพอ เพราะ${th} (ม.28${number})`,
    `Sent to {country}, perhaps not adequate, because ${en} (s.28${number}).`,
  );
export const TRANSFER_PHRASES: Readonly<Record<TransferSafeguard, Phrase>> = {
  adequacy: phrase(
    '28',
    'ส่งไป {country} ซึ่งเราประเมินว่าคุ้มครองเพียงพอ (ม.28)',
    'Sent to {country}, which we assess as adequate (s.28).',
  ),
  bindingCorporateRules: safeguarded('นโยบายคุ้มครองข้อมูลของเครือกิจการ', 'binding corporate rules'),
  standardClauses: safeguarded('ข้อสัญญามาตรฐาน', 'standard contractual clauses'),
  certification: safeguarded('การรับรองการคุ้มครองข้อมูล', 'a certification'),
  consent: exempted('(2)', 'ท่านยินยอมหลังทราบเรื่องนี้แล้ว', 'you consented knowing this'),
  // Of two paragraphs, the register does not say which: the contract of the person, or one for their benefit.
  contract: exempted(
    '(3)–(4)',
    'จำเป็นต่อสัญญาของท่าน หรือสัญญาที่ทำเพื่อประโยชน์ของท่าน',
    'a contract with you or for your benefit needs it',
  ),
  law: exempted('(1)', 'กฎหมายกำหนด', 'the law requires it'),
  vitalInterest: exempted(
    '(5)',
    'จำเป็นต่อการป้องกันอันตรายต่อชีวิต ร่างกาย หรือสุขภาพ',
    'it prevents danger to life, body or health',
  ),
  publicInterest: exempted('(6)', 'จำเป็นต่อประโยชน์สาธารณะที่สำคัญ', 'an important public interest needs it'),
};

/** Groups that a purpose begins to concern, in a list of changes. */
export const MORE_GROUPS = phrase('23', 'ใช้ข้อมูลของกลุ่มเจ้าของข้อมูลเพิ่ม: {groups}', 'Also uses data of: {groups}.');
/** Storage abroad, before the sentence of the transfer. */
export const STORED = phrase('28', 'เก็บไว้ใน {name}', 'Stored in {name}.');

export const CONTROLLER = phrase(
  '23(5)',
  '{name} เป็นผู้ควบคุมข้อมูลส่วนบุคคล ติดต่อได้ที่ {contact}',
  '{name} is the data controller. Contact: {contact}',
);
export const REPRESENTATIVE = phrase(
  '23(5)',
  'ตัวแทนของผู้ควบคุมข้อมูลส่วนบุคคลในราชอาณาจักร (ม.37(5)): {contact}',
  'Representative of the data controller in Thailand (s.37(5)): {contact}',
);
export const OFFICER = phrase(
  '23(5)',
  'เจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล (DPO): {contact}',
  'Data protection officer (DPO): {contact}',
);
export const BY_FORM = phrase(
  '23(6)',
  'ใช้สิทธิได้ทางแบบคำขอออนไลน์ที่ {link} โดยไม่ต้องสมัครสมาชิก',
  'Use your rights by the online form at {link}. No account is needed.',
);
/** The same where each of several applications has a form of its own. */
export const BY_FORM_OF = phrase(
  '23(6)',
  'ใช้สิทธิเกี่ยวกับ “{application}” ได้ทางแบบคำขอออนไลน์ที่ {link} โดยไม่ต้องสมัครสมาชิก',
  'For “{application}”, use your rights by the online form at {link}. No account is needed.',
);
export const BY_CONTACT = phrase('23(6)', 'ใช้สิทธิได้โดยติดต่อ {contact}', 'Use your rights by contacting {contact}');
export const MEASURES = phrase(
  '37(1)',
  'เรารักษาความมั่นคงปลอดภัยของข้อมูลด้วยมาตรการ เช่น {measures}',
  'We protect data by measures such as: {measures}.',
);
/** What another notice says, by the point of the act. */
export const ELSEWHERE: Readonly<Record<(typeof POINTS_ELSEWHERE)[number], Phrase>> = {
  '23(1)': elsewhere('23(1)', 'วัตถุประสงค์และฐานทางกฎหมาย', 'Purposes and lawful bases'),
  '23(2)': elsewhere('23(2)', 'การให้ข้อมูลและผลหากไม่ให้', 'Whether data must be given'),
  '23(3)': elsewhere('23(3)', 'ข้อมูลที่เก็บและระยะเวลา', 'Data collected and for how long'),
  '23(4)': elsewhere('23(4)', 'ผู้รับข้อมูล', 'Recipients'),
  '23(6)': elsewhere('23(6)', 'สิทธิของท่าน', 'Your rights'),
  '25': elsewhere('25', 'แหล่งที่มาของข้อมูล', 'Where the data comes from'),
  '28': elsewhere('28', 'การส่งข้อมูลไปต่างประเทศ', 'Data sent abroad'),
};
export const EFFECTIVE = phrase('23', 'ประกาศนี้ใช้ตั้งแต่วันที่ {day}', 'This notice applies from {day}.');
