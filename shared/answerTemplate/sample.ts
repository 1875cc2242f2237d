import type { Bilingual } from '../text.ts';
import { AUTHORITY, MERGE_FIELDS, type MergeField, type MergeValues } from './merge.ts';

const SAMPLE: Readonly<Record<MergeField, Bilingual>> = {
  reference: { th: 'DSR-000042', en: 'DSR-000042' },
  name: { th: 'สมหญิง ใจดี', en: 'Somying Jaidee' },
  right: { th: 'ขอเข้าถึงข้อมูล', en: 'Access to my data' },
  application: { th: 'ระบบสมาชิก', en: 'Membership system' },
  received: { th: '2 พฤศจิกายน 2569', en: '2 November 2026' },
  due: { th: '2 ธันวาคม 2569', en: '2 December 2026' },
  newDue: { th: '1 มกราคม 2570', en: '1 January 2027' },
  section: { th: '30', en: '30' },
  ground: {
    th: 'กฎหมายหรือคำสั่งศาลให้ปฏิเสธ และการให้ข้อมูลจะเสียหายต่อสิทธิเสรีภาพของผู้อื่น',
    en: 'Law or court order, and harm to the rights of others',
  },
  controller: { th: 'บริษัทตัวอย่าง จำกัด', en: 'Example Company Limited' },
  contact: { th: 'เจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล dpo@example.com', en: 'Data protection officer, dpo@example.com' },
  authority: AUTHORITY,
  today: { th: '30 พฤศจิกายน 2569', en: '30 November 2026' },
};

/** Invented values of every field, for previews. */
export const sampleValues = (locale: 'th' | 'en'): MergeValues =>
  Object.fromEntries(MERGE_FIELDS.map((field) => [field, SAMPLE[field][locale]]));
