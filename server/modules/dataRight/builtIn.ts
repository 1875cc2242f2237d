import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { RIGHT_CODES, type RightCode, STATUTORY_DAYS } from '../../../shared/dataRight/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { SeededWorkspace, SeedPart } from '../../platform/modules/seed.ts';

/** Calendar days for the answer where the law sets none; a withdrawal of consent takes effect immediately. */
const DAYS = { default: 30, WITHDRAWAL: 1 } as const;

interface Words {
  readonly name: Bilingual;
  /** Two sentences for somebody who does not know the law. */
  readonly description: Bilingual;
  readonly example: Bilingual;
}

const WORDS: Readonly<Record<RightCode, Words>> = {
  ACCESS: {
    name: { th: 'ขอเข้าถึงและขอสำเนาข้อมูล', en: 'Access my data' },
    description: {
      th: 'ขอดูหรือขอสำเนาข้อมูลส่วนบุคคลของท่านที่เราเก็บไว้ และถามได้ว่าเราได้ข้อมูลนั้นมาจากที่ใดหากท่านไม่ได้ให้ความยินยอม',
      en: 'See or get a copy of the personal data we hold about you. You may also ask where we got data that you did not consent to.',
    },
    example: { th: 'ขอสำเนาประวัติการรักษาของฉันทั้งหมด', en: 'A copy of everything in my patient record' },
  },
  PORTABILITY: {
    name: { th: 'ขอรับหรือโอนย้ายข้อมูล', en: 'Receive or transfer my data' },
    description: {
      th: 'ขอรับข้อมูลของท่านในรูปแบบที่อ่านด้วยเครื่องได้ หรือให้เราส่งไปยังผู้ให้บริการรายอื่น ใช้ได้กับข้อมูลที่เก็บโดยความยินยอมหรือตามสัญญา',
      en: 'Get your data in a machine-readable form, or have us send it to another provider. It applies to data held by consent or under a contract.',
    },
    example: { th: 'ส่งข้อมูลสมาชิกของฉันไปยังผู้ให้บริการรายใหม่', en: 'Send my membership data to my new provider' },
  },
  OBJECTION: {
    name: { th: 'คัดค้านการใช้ข้อมูล', en: 'Object to the use of my data' },
    description: {
      th: 'ขอให้เราหยุดเก็บ ใช้ หรือเปิดเผยข้อมูลของท่าน คัดค้านการตลาดแบบตรงได้เสมอ ส่วนเรื่องอื่นเราอาจมีเหตุให้ใช้ต่อและจะแจ้งเหตุนั้น',
      en: 'Ask us to stop collecting, using or disclosing your data. You can always object to direct marketing; for other uses we may have grounds to continue, and will inform you of them.',
    },
    example: { th: 'หยุดโทรมาเสนอโปรโมชัน', en: 'Stop calling me with promotions' },
  },
  ERASURE: {
    name: { th: 'ขอให้ลบข้อมูล', en: 'Erase my data' },
    description: {
      th: 'ขอให้ลบ ทำลาย หรือทำให้ข้อมูลของท่านระบุตัวตนไม่ได้ เช่น เมื่อหมดความจำเป็นหรือท่านถอนความยินยอมแล้ว ข้อมูลที่กฎหมายให้เก็บจะยังลบไม่ได้',
      en: 'Ask us to erase your data or make it anonymous, for example when it is no longer needed or you withdrew consent. Data that a law requires us to keep stays.',
    },
    example: { th: 'ลบบัญชีและข้อมูลของฉันหลังเลิกใช้บริการ', en: 'Delete my account and data now that I have left' },
  },
  RESTRICTION: {
    name: { th: 'ขอให้ระงับการใช้ข้อมูล', en: 'Restrict the use of my data' },
    description: {
      th: 'ขอให้เราเก็บข้อมูลไว้แต่หยุดใช้ชั่วคราว เช่น ระหว่างตรวจสอบว่าข้อมูลถูกต้อง หรือเมื่อท่านต้องใช้ข้อมูลนั้นเป็นหลักฐาน',
      en: 'Ask us to keep your data without using it, for example while we check that it is correct. It also helps when you need the data as evidence.',
    },
    example: { th: 'หยุดใช้ข้อมูลเครดิตของฉันจนกว่าจะตรวจสอบเสร็จ', en: 'Do not use my credit data until it is checked' },
  },
  RECTIFICATION: {
    name: { th: 'ขอแก้ไขข้อมูลให้ถูกต้อง', en: 'Correct my data' },
    description: {
      th: 'ขอให้แก้ข้อมูลที่ผิด ไม่เป็นปัจจุบัน ไม่ครบถ้วน หรือทำให้เข้าใจผิด หากเราไม่แก้ เราจะบันทึกคำขอพร้อมเหตุผลไว้',
      en: 'Ask us to correct data that is wrong, outdated, incomplete or misleading. If we do not, we record your request and our reason.',
    },
    example: { th: 'เปลี่ยนนามสกุลและที่อยู่ของฉัน', en: 'Change my surname and address' },
  },
  WITHDRAWAL: {
    name: { th: 'ถอนความยินยอม', en: 'Withdraw my consent' },
    description: {
      th: 'ถอนความยินยอมที่เคยให้ไว้ได้ทุกเมื่อ การถอนไม่กระทบการใช้ข้อมูลที่ท่านยินยอมไว้โดยชอบก่อนหน้านั้น เราจะแจ้งผลกระทบจากการถอน หากมี',
      en: 'Withdraw a consent that you gave, at any time. This does not affect what was lawfully done on it before. We will inform you of any consequences.',
    },
    example: { th: 'ไม่ให้ใช้ข้อมูลของฉันเพื่อการตลาดอีก', en: 'Do not use my data for marketing any more' },
  },
  COMPLAINT: {
    name: { th: 'ร้องเรียนเรื่องข้อมูลส่วนบุคคล', en: 'Complain about the use of my data' },
    description: {
      th: 'แจ้งว่าเราใช้ข้อมูลของท่านไม่ถูกต้องตามกฎหมาย เราจะตรวจสอบและตอบ และท่านร้องเรียนต่อสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (สคส.) ได้ด้วย',
      en: 'Report that your data is used unlawfully. We will look into it and answer, and you may also complain to the Office of the Personal Data Protection Committee (PDPC).',
    },
    example: { th: 'เอกสารของฉันถูกส่งไปผิดคน', en: 'My documents were sent to the wrong person' },
  },
};

/** Creates the rights of the act that a workspace lacks. The workspace's own rights keep their names. */
async function seedRights(trx: Trx, { workspaceId, now }: SeededWorkspace): Promise<void> {
  await trx
    .insertInto('dataRights')
    .values(
      RIGHT_CODES.map((code, position) => ({
        workspaceId,
        id: randomUUIDv7(),
        code,
        nameTh: WORDS[code].name.th,
        nameEn: WORDS[code].name.en,
        descriptionTh: WORDS[code].description.th,
        descriptionEn: WORDS[code].description.en,
        exampleTh: WORDS[code].example.th,
        exampleEn: WORDS[code].example.en,
        days: STATUTORY_DAYS[code] ?? (code === 'WITHDRAWAL' ? DAYS.WITHDRAWAL : DAYS.default),
        builtIn: true,
        position,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Increase the edition when a right is added. */
export const seed: SeedPart = { column: 'dataRightEdition', edition: 1, newWorkspace: seedRights };
