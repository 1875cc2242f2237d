import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { MoveRequest } from '../../../shared/request/schema.ts';
import type { DemoPerson } from '../../platform/demo/people.ts';

/** Steps of a demo request. Those of the data subject are in the demo of messages. */
export type DemoAct =
  | ({ readonly act: 'move' } & Partial<Omit<MoveRequest, 'ws' | 'id'>> & Pick<MoveRequest, 'action'>)
  /** Nobody confirmed it in time. */
  | { readonly act: 'lapse' }
  /** Refused because a law requires the data to be stored. */
  | { readonly act: 'refuse'; readonly reason: string }
  /** Tasks from the register. */
  | { readonly act: 'plan' }
  | { readonly act: 'write'; readonly text: string }
  /** The letter of an answer, and its package. */
  | { readonly act: 'answer'; readonly message: string; readonly withheld: string };

/** By whom, and how many days after it was entered; below zero: before today. */
export type DemoStep = readonly [by: DemoPerson, day: number, act: DemoAct];

/** An invented request. */
export interface DemoRequest {
  /** Days since it was received. */
  readonly before: number;
  readonly channel: 'POST' | 'PHONE' | 'COUNTER' | 'EMAIL';
  readonly language: 'th' | 'en';
  readonly country?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly child?: true;
  readonly rights: readonly RightCode[];
  readonly detail: string;
  /** The data subject is not verified. */
  readonly unconfirmed?: true;
  /** Assigned an hour after it was entered. */
  readonly assigned?: true;
  readonly steps: readonly DemoStep[];
}

const submit = (day: number, reason: string): DemoStep => ['staff', day, { act: 'move', action: 'SUBMIT', reason }];
const approve = (day: number): DemoStep => ['dpo', day, { act: 'move', action: 'APPROVE' }];
const ask = (day: number, reason: string): DemoStep => [
  'dpo',
  day,
  { act: 'move', action: 'REVERT', to: 'SUBJECT', reason },
];

/** Fourteen requests in every stage, some due soon and some overdue. */
export const DEMO_REQUESTS: readonly DemoRequest[] = [
  {
    before: 95,
    channel: 'POST',
    language: 'th',
    firstName: 'สมชาย',
    lastName: 'ใจสมมติ',
    rights: ['ACCESS'],
    detail: 'ขอสำเนาเวชระเบียนปี 2566 ถึง 2568 เพื่อรักษาต่อที่โรงพยาบาลอื่น',
    assigned: true,
    steps: [submit(6, 'รวบรวมเวชระเบียนครบแล้ว ตรวจว่าไม่มีข้อมูลของผู้อื่นปะปน'), approve(8)],
  },
  {
    before: 80,
    channel: 'EMAIL',
    language: 'en',
    country: 'GB',
    firstName: 'Emily',
    lastName: 'Sample',
    rights: ['OBJECTION'],
    detail: 'Please stop sending me health-check offers by email and by telephone.',
    assigned: true,
    steps: [
      submit(1, 'หยุดส่งข้อเสนอทางอีเมลและโทรศัพท์แล้วทั้งสองระบบ'),
      ['staff', 1.1, { act: 'write', text: 'We have stopped all offers by email and telephone as of today.' }],
      approve(2),
    ],
  },
  {
    before: 64,
    channel: 'COUNTER',
    language: 'th',
    firstName: 'พรทิพย์',
    lastName: 'ตัวอย่างงาม',
    rights: ['ERASURE'],
    detail: 'ขอให้ลบประวัติการรักษาทั้งหมด เพราะย้ายไปรักษาที่อื่นแล้ว',
    assigned: true,
    steps: [['dpo', 4, { act: 'refuse', reason: 'กฎหมายว่าด้วยสถานพยาบาลให้เก็บเวชระเบียนไว้ตามระยะเวลาที่กำหนด' }]],
  },
  {
    before: 50,
    channel: 'COUNTER',
    language: 'th',
    firstName: 'สุดา',
    lastName: 'ตัวอย่างเย็น',
    rights: ['ACCESS', 'ERASURE'],
    detail: 'ขอดูภาพจากกล้องวงจรปิดที่ลานจอดรถ แล้วขอให้ลบ',
    unconfirmed: true,
    steps: [['dpo', 15, { act: 'lapse' }]],
  },
  {
    before: 45,
    channel: 'PHONE',
    language: 'th',
    firstName: 'กมล',
    lastName: 'สมมติดี',
    rights: ['RECTIFICATION'],
    detail: 'วันเกิดในระบบผิด ขอแก้ตามบัตรประชาชน',
    assigned: true,
    steps: [
      submit(1, 'แก้วันเกิดในระบบเวชระเบียนแล้ว'),
      approve(2),
      ['dpo', 3, { act: 'move', action: 'REOPEN', reason: 'พบว่าระบบนัดหมายยังแสดงวันเกิดเดิม' }],
    ],
  },
  {
    before: 36,
    channel: 'POST',
    language: 'th',
    firstName: 'วิไล',
    lastName: 'สมมติสุข',
    rights: ['ACCESS', 'PORTABILITY'],
    detail: 'ขอดูข้อมูลทั้งหมดที่โรงพยาบาลมี และขอไฟล์ผลตรวจที่อ่านด้วยเครื่องได้',
    assigned: true,
    steps: [['dpo', 1, { act: 'plan' }]],
  },
  {
    before: 28,
    channel: 'EMAIL',
    language: 'en',
    country: 'DE',
    firstName: 'Hans',
    lastName: 'Beispiel',
    rights: ['ACCESS'],
    detail: 'I was treated in 2025 after an accident and need the radiology images with the report.',
    assigned: true,
    steps: [
      [
        'staff',
        3,
        { act: 'write', text: 'The images are kept in our archive outside the hospital. We expect them in two weeks.' },
      ],
      submit(-3, 'ได้ภาพจากคลังครบแล้ว ปิดทับชื่อผู้ป่วยรายอื่นแล้ว'),
      approve(-2),
      [
        'dpo',
        -1,
        {
          act: 'answer',
          message: 'Here is what we hold of your radiology examination of 2025, with the report of the radiologist.',
          withheld: 'The names of other patients in the list of examinations of that day.',
        },
      ],
    ],
  },
  {
    before: 27,
    channel: 'COUNTER',
    language: 'th',
    firstName: 'อนันต์',
    lastName: 'ตัวอย่างยิ่ง',
    rights: ['ACCESS'],
    detail: 'ขอผลตรวจเลือดย้อนหลัง 5 ปี และรายชื่อหน่วยงานที่ได้รับข้อมูล',
    assigned: true,
    steps: [],
  },
  {
    before: 24,
    channel: 'POST',
    language: 'th',
    firstName: 'มานะ',
    lastName: 'สมมติเพียร',
    rights: ['ACCESS', 'RECTIFICATION'],
    detail: 'ขอสำเนาใบรับรองแพทย์ทุกฉบับ และแก้ที่อยู่ให้เป็นปัจจุบัน',
    assigned: true,
    steps: [['dpo', 10, { act: 'move', action: 'EXTEND', days: 15, reason: 'เอกสารอยู่ในคลังนอกสถานที่ ต้องใช้เวลาค้นเพิ่ม' }]],
  },
  {
    before: 18,
    channel: 'PHONE',
    language: 'th',
    firstName: 'จินตนา',
    lastName: 'ตัวอย่างใจ',
    rights: ['RESTRICTION'],
    detail: 'ขอให้หยุดใช้ข้อมูลประกันไว้ก่อน ระหว่างตรวจว่าข้อมูลถูกต้อง',
    assigned: true,
    steps: [ask(-3, 'โปรดระบุเลขที่กรมธรรม์ที่ขอให้ระงับการใช้ข้อมูล')],
  },
  {
    before: 12,
    channel: 'COUNTER',
    language: 'th',
    firstName: 'ด.ญ. ฟ้าใส',
    lastName: 'สมมติวงศ์',
    child: true,
    rights: ['ACCESS'],
    detail: 'มารดาขอสำเนาประวัติวัคซีนเพื่อสมัครเรียน',
    assigned: true,
    steps: [submit(4, 'คัดประวัติวัคซีนครบแล้ว ตรวจว่าไม่มีข้อมูลของผู้อื่นปะปน')],
  },
  {
    before: 9,
    channel: 'EMAIL',
    language: 'en',
    country: 'JP',
    firstName: 'Yuki',
    lastName: 'Mihon',
    rights: ['WITHDRAWAL', 'ERASURE'],
    detail: 'I withdraw my consent to the patient newsletter and ask you to erase my newsletter profile.',
    assigned: true,
    steps: [ask(1, 'Which email address is the newsletter sent to?')],
  },
  {
    before: 5,
    channel: 'POST',
    language: 'th',
    firstName: 'ประเสริฐ',
    lastName: 'สมมติชัย',
    rights: ['OBJECTION'],
    detail: 'ขอคัดค้านการใช้ข้อมูลเพื่อวิเคราะห์พฤติกรรมการใช้บริการ',
    steps: [],
  },
  {
    before: 1,
    channel: 'EMAIL',
    language: 'en',
    country: 'TH',
    firstName: 'Nina',
    lastName: 'Placeholder',
    rights: ['PORTABILITY'],
    detail: 'Please send my appointment history to my new clinic in a machine-readable file.',
    unconfirmed: true,
    steps: [],
  },
];
