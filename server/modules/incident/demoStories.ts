import { DAY, HOUR, MINUTE } from '../../../shared/duration.ts';
import type { IncidentCause } from '../../../shared/incident/schema.ts';
import type { SeverityAnswers } from '../../../shared/incident/severity.ts';

export const MODERATE: SeverityAnswers = {
  dataKinds: ['sensitive'],
  adjustments: ['harmless'],
  identification: 'significant',
  confidentiality: 'limited',
  integrity: 'none',
  availability: 'none',
  malicious: false,
};
export const GRAVE: SeverityAnswers = {
  dataKinds: ['simple', 'sensitive'],
  adjustments: ['volume'],
  identification: 'maximum',
  confidentiality: 'severe',
  integrity: 'none',
  availability: 'none',
  malicious: true,
};
export const SLIGHT: SeverityAnswers = {
  dataKinds: ['simple'],
  adjustments: [],
  identification: 'negligible',
  confidentiality: 'limited',
  integrity: 'none',
  availability: 'none',
  malicious: false,
};

export interface Story {
  title: string;
  cause: IncidentCause;
  application: string;
  description: string;
  actionsTaken: string;
  subjectCount: number | null;
  sensitive: boolean;
  /** Time between the record and now. */
  before: number;
}

export const WRONG_ADDRESS: Story = {
  title: 'ส่งผลตรวจเลือดทางอีเมลผิดคน · Blood results e-mailed to the wrong person',
  cause: 'MISDELIVERY',
  application: 'Laboratory',
  description: 'ไฟล์ผลตรวจของผู้ป่วย 23 รายถูกส่งไปยังคู่ค้ารายอื่นที่ชื่ออีเมลคล้ายกัน (ข้อมูลตัวอย่าง)',
  actionsTaken: 'โทรแจ้งผู้รับให้ลบไฟล์ และขอหนังสือยืนยันการลบ',
  subjectCount: 23,
  sensitive: true,
  before: 55 * HOUR,
};
export const LAPTOP: Story = {
  title: 'โน้ตบุ๊กแผนกเวชระเบียนหาย · Laptop of the records department lost',
  cause: 'LOST_OR_STOLEN',
  application: 'Appointments',
  description: 'โน้ตบุ๊กหายระหว่างเดินทาง เครื่องตั้งรหัสผ่านแต่ยังไม่ทราบว่าเข้ารหัสดิสก์หรือไม่ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'แจ้งความและสั่งล้างเครื่องจากระยะไกล',
  subjectCount: null,
  sensitive: false,
  before: 2 * HOUR,
};
export const CAMERA: Story = {
  title: 'ภาพกล้องวงจรปิดถูกแชร์ในกลุ่มไลน์ · Camera footage shared in a chat group',
  cause: 'INSIDER',
  application: 'CCTV',
  description: 'พนักงานรักษาความปลอดภัยถ่ายภาพหน้าจอผู้มาติดต่อแล้วส่งในกลุ่มไลน์ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'ขอให้ลบภาพ และระงับสิทธิเข้าห้องควบคุม',
  subjectCount: 4,
  sensitive: false,
  before: 75 * HOUR,
};
export const PHISHING: Story = {
  title: 'บัญชีอีเมลฝ่ายวิจัยถูกหลอกเอารหัสผ่าน · Research mailbox taken over by phishing',
  cause: 'PHISHING',
  application: 'Clinical research',
  description: 'ผู้ไม่หวังดีเข้ากล่องจดหมายได้ 40 นาที มีทะเบียนอาสาสมัครในกล่อง (ข้อมูลตัวอย่าง)',
  actionsTaken: 'เปลี่ยนรหัสผ่าน ตัดการเชื่อมต่อ และเปิดยืนยันตัวสองชั้น',
  subjectCount: 312,
  sensitive: true,
  before: 40 * DAY,
};
export const FAX: Story = {
  title: 'โทรสารใบนัดไปผิดหมายเลข · Appointment slip faxed to a wrong number',
  cause: 'HUMAN_ERROR',
  application: 'Appointments',
  description: 'ใบนัดหนึ่งใบไม่มีข้อมูลสุขภาพ ผู้รับเป็นคลินิกในเครือ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'คลินิกทำลายเอกสารและยืนยันกลับ',
  subjectCount: 1,
  sensitive: false,
  before: 20 * DAY,
};
export const TEST_DATA: Story = {
  title: 'พบไฟล์ทดสอบในโฟลเดอร์สาธารณะ · Test file found in a public folder',
  cause: 'SYSTEM_FAILURE',
  application: 'Laboratory',
  description: 'ไฟล์มีแต่ข้อมูลที่สร้างขึ้นเพื่อทดสอบ (ข้อมูลตัวอย่าง)',
  actionsTaken: 'ย้ายไฟล์ออก',
  subjectCount: 0,
  sensitive: false,
  before: 10 * DAY,
};
export const CARD: Story = {
  title: 'บัตรผู้ป่วยวางทิ้งที่เคาน์เตอร์ · Patient cards left on a counter',
  cause: 'HUMAN_ERROR',
  application: 'Appointments',
  description: '',
  actionsTaken: 'เก็บบัตรคืนแล้ว กำลังนับจำนวน',
  subjectCount: null,
  sensitive: false,
  before: 35 * MINUTE,
};
/** Earlier ones, so that the dashboard has figures of past months. */
export const EARLIER: readonly Story[] = [
  { ...FAX, title: 'พิมพ์ใบเสร็จสลับคน · Receipts mixed up', before: 75 * DAY },
  {
    ...PHISHING,
    title: 'เครื่องลงทะเบียนติดมัลแวร์ · Malware on a registration kiosk',
    cause: 'MALWARE',
    application: 'Appointments',
    subjectCount: 80,
    before: 110 * DAY,
  },
  {
    ...FAX,
    title: 'ส่งเอกสารประกันผิดบริษัท · Insurance papers to a wrong company',
    cause: 'MISDELIVERY',
    before: 150 * DAY,
  },
  { ...FAX, title: 'ผู้รับจ้างทำฮาร์ดดิสก์หาย · A contractor lost a disk', cause: 'THIRD_PARTY', before: 230 * DAY },
];
