import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { AnswerOutcome } from '../../../shared/answerTemplate/schema.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { ClosingText } from '../../../shared/request/grounds.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import type { SeededWorkspace, SeedPart } from '../../platform/modules/seed.ts';

interface BuiltIn {
  readonly rightCode: RightCode | null;
  readonly outcome: AnswerOutcome;
  readonly name: Bilingual;
  readonly body: Bilingual;
}

const GREETING: Bilingual = { th: 'เรียน {name}', en: 'Dear {name},' };
const CONTACT: Bilingual = {
  th: 'หากมีข้อสงสัย โปรดติดต่อ {contact} โดยอ้างเลขที่ {reference}',
  en: 'If you have any questions, contact {contact} and quote {reference}.',
};
const COMPLAINT: Bilingual = {
  th: 'หากท่านเห็นว่าเราฝ่าฝืนหรือไม่ปฏิบัติตามพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562 ท่านร้องเรียนตามมาตรา 73 ได้ที่ {authority}',
  en: 'If you believe that we violate or do not comply with the Personal Data Protection Act B.E. 2562 (2019), you may complain under section 73 to {authority}.',
};
const letter = (th: readonly string[], en: readonly string[]): Bilingual => ({
  th: [GREETING.th, ...th, CONTACT.th, COMPLAINT.th].join('\n\n'),
  en: [GREETING.en, ...en, CONTACT.en, COMPLAINT.en].join('\n\n'),
});
const done = (rightCode: RightCode, name: Bilingual, th: string, en: string): BuiltIn => ({
  rightCode,
  outcome: 'COMPLETED',
  name,
  body: letter([th], [en]),
});

/** Templates that every workspace has, by key. */
export const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  accessCompleted: done(
    'ACCESS',
    { th: 'ให้เข้าถึงและสำเนาข้อมูลแล้ว', en: 'Access given' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอเข้าถึงข้อมูลส่วนบุคคลของท่านตามมาตรา 30 ข้อมูลของท่านอยู่ในชุดคำตอบที่ส่งมาพร้อมกันนี้ พร้อมแหล่งที่มา วัตถุประสงค์ ผู้รับ และระยะเวลาเก็บรักษา',
    'By your request {reference}, which reached us on {received}, you asked for access to your personal data under section 30. Your data is in the answer that comes with this letter, with its sources, purposes, recipients and retention.',
  ),
  portabilityCompleted: done(
    'PORTABILITY',
    { th: 'โอนย้ายข้อมูลแล้ว', en: 'Data ported' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอรับหรือขอให้โอนข้อมูลส่วนบุคคลตามมาตรา 31 ข้อมูลในรูปแบบที่อ่านหรือใช้งานด้วยเครื่องมืออัตโนมัติได้อยู่ในชุดคำตอบที่ส่งมาพร้อมกันนี้',
    'By your request {reference}, which reached us on {received}, you asked to receive or transfer your personal data under section 31. The data, in a form that machines can read, is in the answer that comes with this letter.',
  ),
  objectionCompleted: done(
    'OBJECTION',
    { th: 'หยุดใช้ข้อมูลตามที่คัดค้าน', en: 'Objection upheld' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านคัดค้านการเก็บรวบรวม ใช้ หรือเปิดเผยข้อมูลส่วนบุคคลตามมาตรา 32 เราหยุดใช้ข้อมูลของท่านเพื่อวัตถุประสงค์ที่คัดค้านแล้ว และแยกข้อมูลนั้นออกจากข้อมูลอื่น',
    'By your request {reference}, which reached us on {received}, you objected under section 32 to the collection, use or disclosure of your personal data. We have stopped using your data for the purposes you objected to, and keep it apart from other data.',
  ),
  erasureCompleted: done(
    'ERASURE',
    { th: 'ลบหรือทำลายข้อมูลแล้ว', en: 'Data erased' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอให้ลบหรือทำลายข้อมูลส่วนบุคคล หรือทำให้เป็นข้อมูลที่ระบุตัวไม่ได้ ตามมาตรา 33 เราดำเนินการกับข้อมูลของท่านใน {application} แล้ว [ระบุว่ารวมสำเนาและข้อมูลสำรองหรือไม่]',
    'By your request {reference}, which reached us on {received}, you asked us under section 33 to erase, destroy or anonymise your personal data. We have done so for your data in {application}. [State whether copies and backups are included.]',
  ),
  restrictionCompleted: done(
    'RESTRICTION',
    { th: 'ระงับการใช้ข้อมูลแล้ว', en: 'Use restricted' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอให้ระงับการใช้ข้อมูลส่วนบุคคลตามมาตรา 34 เราระงับการใช้แล้วดังนี้ [ระบุข้อมูล การใช้ที่ระงับ และระงับถึงเมื่อใด]',
    'By your request {reference}, which reached us on {received}, you asked us under section 34 to restrict the use of your personal data. We have restricted it as follows: [state the data, the uses that are restricted, and until when].',
  ),
  rectificationCompleted: done(
    'RECTIFICATION',
    { th: 'แก้ไขข้อมูลแล้ว', en: 'Data corrected' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอให้แก้ไขข้อมูลส่วนบุคคลให้ถูกต้อง เป็นปัจจุบัน สมบูรณ์ และไม่ก่อให้เกิดความเข้าใจผิดตามมาตรา 36 เราแก้ไขข้อมูลของท่านแล้ว',
    'By your request {reference}, which reached us on {received}, you asked us under section 36 to make your personal data accurate, up to date, complete and not misleading. We have corrected your data.',
  ),
  withdrawalCompleted: done(
    'WITHDRAWAL',
    { th: 'ถอนความยินยอมแล้ว', en: 'Consent withdrawn' },
    'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านถอนความยินยอมตามมาตรา 19 เราหยุดใช้ข้อมูลตามความยินยอมนั้นแล้ว การถอนไม่กระทบการใช้ข้อมูลที่ท่านยินยอมไว้ก่อนหน้านี้ ผลกระทบของการถอนต่อท่าน ซึ่งมาตรา 19 วรรคหกให้เราแจ้ง คือ [ระบุผลกระทบ หรือระบุว่าไม่มี]',
    'By your request {reference}, which reached us on {received}, you withdrew your consent under section 19. We no longer use the data that was based on it. What was done on your consent before remains unaffected. The consequences of the withdrawal for you, which section 19 paragraph 6 has us state: [state them, or that there are none].',
  ),
  complaintCompleted: done(
    'COMPLAINT',
    { th: 'ตรวจสอบเรื่องร้องเรียนแล้ว', en: 'Complaint examined' },
    'ตามเรื่องเลขที่ {reference} ที่เราได้รับเมื่อ {received} เราตรวจสอบเรื่องที่ท่านร้องเรียนแล้ว ผลคือ [ระบุผลและสิ่งที่แก้ไข]',
    'We have examined your complaint {reference}, which reached us on {received}. The result: [state the result and what was changed].',
  ),
  completed: {
    rightCode: null,
    outcome: 'COMPLETED',
    name: { th: 'ดำเนินการเสร็จแล้ว', en: 'Done' },
    body: letter(
      ['เราดำเนินการตามคำขอเลขที่ {reference} เรื่อง {right} ที่ได้รับเมื่อ {received} เสร็จแล้ว [ระบุสิ่งที่ดำเนินการ]'],
      ['Your request {reference} ({right}), which reached us on {received}, is done. [State what was done.]'],
    ),
  },
  refused: {
    rightCode: null,
    outcome: 'REFUSED',
    name: { th: 'ทำตามคำขอไม่ได้', en: 'Refused' },
    body: letter(
      [
        'เราทำตามคำขอเลขที่ {reference} เรื่อง {right} ที่ได้รับเมื่อ {received} ไม่ได้ ตามมาตรา {section}: {ground}',
        'เหตุผล: [ระบุเหตุผล]',
      ],
      [
        'Your request {reference} ({right}), which reached us on {received}, is refused under section {section}: {ground}.',
        'Reasons: [state the reasons].',
      ],
    ),
  },
  // Section 34 states when use is restricted and no ground for refusing it, so one of its cases was not given. Its
  // cases are paraphrased from the act (Royal Gazette, volume 136, part 69 A, 27 May 2019).
  restrictionRefused: {
    rightCode: 'RESTRICTION',
    outcome: 'REFUSED',
    name: { th: 'ไม่ระงับการใช้ เพราะไม่เข้ากรณีของมาตรา 34', en: 'Restriction refused: no case of section 34' },
    body: letter(
      [
        'ตามคำขอเลขที่ {reference} ที่เราได้รับเมื่อ {received} ท่านขอให้ระงับการใช้ข้อมูลส่วนบุคคล เราไม่ระงับการใช้ เพราะไม่เข้ากรณีตามมาตรา 34 ที่ท่านอ้าง คือ [เลือกกรณีที่ผู้ขออ้าง ลบกรณีอื่น: (1) เราอยู่ระหว่างตรวจสอบความถูกต้องของข้อมูลตามที่ท่านขอตามมาตรา 36 / (2) ข้อมูลต้องลบหรือทำลายตามมาตรา 33(4) แต่ท่านขอให้ระงับการใช้แทน / (3) เราไม่จำเป็นต้องเก็บข้อมูลแล้ว แต่ท่านต้องใช้ก่อตั้ง ปฏิบัติตาม ใช้ หรือต่อสู้สิทธิเรียกร้องตามกฎหมาย / (4) เราอยู่ระหว่างพิสูจน์ตามมาตรา 32(1) หรือตรวจสอบตามมาตรา 32(3) เพื่อปฏิเสธการคัดค้านของท่าน]',
        'เหตุผล: [ระบุว่าเหตุใดจึงไม่เข้ากรณีนั้น]',
      ],
      [
        'By your request {reference}, which reached us on {received}, you asked us to restrict the use of your personal data. We do not restrict it, because the case of section 34 that you rely on is not given: [choose the case that the request relies on and delete the others: (1) we are examining the accuracy of the data at your request under section 36 / (2) the data has to be erased under section 33(4), and you ask for restriction instead / (3) we no longer need the data, and you need it to establish, comply with, exercise or defend legal claims / (4) we are establishing the grounds of section 32(1), or examining section 32(3), in order to refuse your objection].',
        'Reasons: [state why that case is not given].',
      ],
    ),
  },
  refusedWithoutSection: {
    rightCode: null,
    outcome: 'REFUSED',
    name: { th: 'ทำตามคำขอไม่ได้ ด้วยเหตุที่ไม่มีมาตรากำหนด', en: 'Refused on a ground that no section names' },
    body: letter(
      ['เราทำตามคำขอเลขที่ {reference} เรื่อง {right} ที่ได้รับเมื่อ {received} ไม่ได้ เพราะ {ground}', 'เหตุผล: [ระบุเหตุผล]'],
      [
        'Your request {reference} ({right}), which reached us on {received}, is refused: {ground}.',
        'Reasons: [state the reasons].',
      ],
    ),
  },
  closed: {
    rightCode: null,
    outcome: 'REFUSED',
    name: { th: 'ปิดโดยไม่ใช่การปฏิเสธ', en: 'Closed without a refusal' },
    body: letter(
      [
        'เราปิดคำขอเลขที่ {reference} เรื่อง {right} ที่ได้รับเมื่อ {received} โดยไม่ได้ดำเนินการ เพราะ {ground}',
        'เหตุผล: [ระบุเหตุผล]',
      ],
      [
        'We have closed your request {reference} ({right}), which reached us on {received}, without carrying it out: {ground}.',
        'Reasons: [state the reasons].',
      ],
    ),
  },
  closedUnderSection: {
    rightCode: null,
    outcome: 'REFUSED',
    name: { th: 'ปิดตามมาตราที่ไม่ใช่การปฏิเสธ', en: 'Closed under a section, without a refusal' },
    body: letter(
      [
        'เราปิดคำขอเลขที่ {reference} เรื่อง {right} ที่ได้รับเมื่อ {received} โดยไม่ได้ดำเนินการ ตามมาตรา {section}: {ground}',
        'เหตุผล: [ระบุเหตุผล]',
      ],
      [
        'We have closed your request {reference} ({right}), which reached us on {received}, without carrying it out, under section {section}: {ground}.',
        'Reasons: [state the reasons].',
      ],
    ),
  },
  extended: {
    rightCode: null,
    outcome: 'EXTENDED',
    name: { th: 'ขอขยายเวลา', en: 'More time needed' },
    body: {
      th: [
        GREETING.th,
        'เราขอขยายเวลาตอบคำขอเลขที่ {reference} เรื่อง {right} จาก {due} ถึง {newDue} เพราะ [ระบุเหตุผล]',
        CONTACT.th,
        COMPLAINT.th,
      ].join('\n\n'),
      en: [
        GREETING.en,
        'We need until {newDue}, in place of {due}, to answer your request {reference} ({right}): [state the reason].',
        CONTACT.en,
        COMPLAINT.en,
      ].join('\n\n'),
    },
  },
  question: {
    rightCode: null,
    outcome: 'QUESTION',
    name: { th: 'สอบถามผู้ขอ', en: 'Question to the data subject' },
    body: {
      th: [
        GREETING.th,
        'เรามีคำถามเกี่ยวกับคำขอเลขที่ {reference} เรื่อง {right}: [ระบุคำถาม]',
        'เราจะดำเนินการต่อเมื่อได้รับคำตอบจากท่าน',
        CONTACT.th,
      ].join('\n\n'),
      en: [
        GREETING.en,
        'We have a question about your request {reference} ({right}): [ask the question].',
        'We go on when you reply.',
        CONTACT.en,
      ].join('\n\n'),
    },
  },
};

/** How each letter of a right that is not carried out says so: it fits the grounds that read so. */
export const CLOSING_LETTERS: Readonly<Record<string, ClosingText>> = {
  refused: 'refusedUnder',
  restrictionRefused: 'refused',
  refusedWithoutSection: 'refused',
  closed: 'closed',
  closedUnderSection: 'closedUnder',
};

/** Creates the built-in templates that a workspace lacks, already published as their first version. */
async function seedTemplates(trx: Trx, { workspaceId, now }: SeededWorkspace): Promise<void> {
  const inserted = await trx
    .insertInto('answerTemplates')
    .values(
      Object.entries(BUILT_IN).map(([builtIn, template]) => ({
        workspaceId,
        id: randomUUIDv7(),
        builtIn,
        rightCode: template.rightCode,
        outcome: template.outcome,
        nameTh: template.name.th,
        nameEn: template.name.en,
        content: JSON.stringify(template),
        status: 'published',
        publishedVersion: 1,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'builtIn'])
    .execute();
  if (inserted.length > 0)
    await trx
      .insertInto('answerTemplateVersions')
      .values(
        inserted.map(({ id, builtIn }) => {
          const { name, rightCode, outcome, body } = BUILT_IN[builtIn!]!;
          const content = { name, rightCode, outcome, body };
          return {
            workspaceId,
            id: randomUUIDv7(),
            answerTemplateId: id,
            version: 1,
            content: JSON.stringify(content),
            sha256: contentHash(content),
            publishedAt: now,
          };
        }),
      )
      .execute();
}

/** Increase the edition when templates are added; templates that a workspace has are not changed. */
export const seed: SeedPart = { column: 'answerTemplateEdition', edition: 4, newWorkspace: seedTemplates };
