import { IMPORT_FIELDS } from '../../../shared/recordImport/schema.ts';
import { headingOf, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import { suggester } from '../../platform/imports/likeness.ts';

/** Other headings that people give a column. */
const ALIASES: Partial<Record<RopaColumn, string[]>> = {
  applicationName: [
    'ชื่อแอปพลิเคชัน',
    'แอปพลิเคชัน',
    'กิจกรรม',
    'ชื่อกิจกรรม',
    'กิจกรรมการประมวลผล',
    'ชื่อระบบ',
    'ระบบงาน',
    'application name',
    'application',
    'system',
    'activity',
    'processing activity',
  ],
  description: ['คำอธิบาย', 'รายละเอียดกิจกรรม', 'description'],
  processCode: ['รหัส', 'รหัสกระบวนการ', 'เลขที่บันทึก', 'process code', 'reference', 'ref'],
  reviewOn: ['วันทบทวน', 'กำหนดทบทวน', 'review date', 'next review'],
  dataController: ['ผู้ควบคุมข้อมูล', 'controller'],
  titleTh: ['วัตถุประสงค์', 'วัตถุประสงค์ของการประมวลผล', 'purpose', 'purpose of processing'],
  lawfulBases: ['ฐานทางกฎหมาย', 'ฐานการประมวลผล', 'lawful basis', 'legal basis'],
  dataSubjectGroups: ['กลุ่มเจ้าของข้อมูล', 'ประเภทเจ้าของข้อมูล', 'data subjects'],
  piiCategories: ['ประเภทข้อมูลส่วนบุคคล', 'categories of personal data'],
  attributes: ['ข้อมูลส่วนบุคคล', 'รายการข้อมูลส่วนบุคคล', 'personal data'],
  channel: ['ช่องทาง', 'ช่องทางการเก็บรวบรวม', 'collection channel'],
  retention: ['ระยะเวลาการเก็บรักษา', 'retention period', 'retention'],
  retentionStart: ['นับจาก', 'เริ่มนับจาก', 'counted from', 'retention starts'],
  storagePlaces: ['ประเทศที่จัดเก็บ', 'country of storage'],
  storageSystems: ['สถานที่จัดเก็บ', 'ระบบจัดเก็บ', 'storage'],
  securityMeasures: ['มาตรการความปลอดภัย', 'security measures'],
};
const known = suggester(
  ([...IMPORT_FIELDS, 'number'] as RopaColumn[]).map((key) => ({
    key,
    headings: [headingOf(key, 'th'), headingOf(key, 'en')],
    aliases: ALIASES[key],
  })),
);

/** Which column fills which field, and how many known headings stand in a row. */
export const { suggest, scoreOf } = known;
