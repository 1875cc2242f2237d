/** Part of a record that a column fills, and its field there. */
export type RecordFieldKey = (typeof RECORD_FIELDS)[number]['key'];
export interface RecordField {
  readonly key: string;
  readonly heading: { readonly th: string; readonly en: string };
  /** A row without it cannot be imported. */
  readonly required?: true;
  /** Several values, one a line of the cell. */
  readonly list?: true;
  /** Other headings that people give it. */
  readonly aliases?: readonly string[];
}

const field = <const Key extends string>(key: Key, th: string, en: string, more: Omit<RecordField, 'key' | 'heading'> = {}) => ({ key, heading: { th, en }, ...more });

/**
 * The record of processing as a table that can be imported: one row a line of data mapping, with its purpose and its
 * application before it; what several rows share may stand in the first of them only.
 */
export const RECORD_FIELDS = [
  field('application.name', 'แอปพลิเคชันหรือกิจกรรม', 'Application', { required: true, aliases: ['ชื่อแอปพลิเคชัน', 'ชื่อระบบ', 'กิจกรรม', 'ระบบงาน', 'กิจกรรมการประมวลผล', 'application name', 'system', 'processing activity', 'activity'] }),
  field('application.description', 'คำอธิบายแอปพลิเคชัน', 'Application description', { required: true, aliases: ['รายละเอียดกิจกรรม', 'description'] }),
  field('application.dataController', 'ผู้ควบคุมข้อมูลส่วนบุคคล', 'Data controller', { aliases: ['ผู้ควบคุมข้อมูล', 'controller'] }),
  field('application.processingRole', 'บทบาท', 'Role', { aliases: ['processing role'] }),
  field('application.onBehalfName', 'ทำในนามของผู้ควบคุมข้อมูล', 'On behalf of'),
  field('application.onBehalfContact', 'ช่องทางติดต่อผู้ควบคุมข้อมูล', 'Contact of that controller'),
  field('application.lineOfWork', 'สายงาน', 'Line of work', { aliases: ['ฝ่ายงาน', 'business unit'] }),
  field('application.dataSource', 'แหล่งที่มาของข้อมูล', 'Source of data', { aliases: ['แหล่งที่มา', 'data source'] }),
  field('application.dataSubjectCount', 'จำนวนเจ้าของข้อมูล', 'Number of data subjects', { aliases: ['data subjects'] }),
  field('application.processingFrequency', 'ความถี่ของการประมวลผล', 'Frequency of processing', { aliases: ['ความถี่', 'frequency'] }),
  field('application.accessMeans', 'สิทธิและวิธีการเข้าถึงข้อมูล', 'Rights and means of access', { aliases: ['สิทธิและวิธีการเข้าถึง'] }),
  field('application.refusalStatus', 'การปฏิเสธคำขอหรือการคัดค้าน', 'Refusals and objections'),
  field('application.refusalNote', 'รายละเอียดการปฏิเสธคำขอ', 'Details of refusals'),
  field('purpose.titleTh', 'วัตถุประสงค์ (ไทย)', 'Purpose (Thai)', { aliases: ['วัตถุประสงค์', 'purpose', 'purpose of processing'] }),
  field('purpose.titleEn', 'วัตถุประสงค์ (อังกฤษ)', 'Purpose (English)'),
  field('purpose.descriptionTh', 'รายละเอียดวัตถุประสงค์ (ไทย)', 'Purpose description (Thai)', { aliases: ['รายละเอียดวัตถุประสงค์'] }),
  field('purpose.descriptionEn', 'รายละเอียดวัตถุประสงค์ (อังกฤษ)', 'Purpose description (English)'),
  field('purpose.isPrimary', 'เป็นวัตถุประสงค์หลัก', 'Primary purpose'),
  field('purpose.purposeCategory', 'หมวดหมู่วัตถุประสงค์', 'Purpose category'),
  field('purpose.dataSubjectGroups', 'กลุ่มเจ้าของข้อมูล', 'Data subject groups', { list: true, aliases: ['ประเภทเจ้าของข้อมูล'] }),
  field('purpose.piiCategories', 'ประเภทข้อมูลส่วนบุคคล', 'Categories of personal data', { list: true }),
  field('purpose.lawfulBases', 'ฐานทางกฎหมาย', 'Lawful bases', { list: true, aliases: ['ฐานการประมวลผล', 'lawful basis', 'legal basis'] }),
  field('purpose.sensitiveExemptions', 'ข้อยกเว้นข้อมูลอ่อนไหว (มาตรา 26)', 'Exemptions for sensitive data (section 26)', { list: true }),
  field('purpose.retention', 'ระยะเวลาเก็บรักษา', 'Retention', { aliases: ['ระยะเวลาการเก็บรักษา', 'retention period'] }),
  field('purpose.retentionNote', 'หมายเหตุระยะเวลาเก็บรักษา', 'Retention note'),
  field('purpose.storageSystems', 'ระบบที่จัดเก็บ', 'Storage systems', { list: true, aliases: ['สถานที่จัดเก็บ'] }),
  field('purpose.destructionMethods', 'วิธีทำลายข้อมูล', 'Destruction methods', { list: true, aliases: ['การทำลายข้อมูล'] }),
  field('purpose.responsibleDepartment', 'หน่วยงานที่รับผิดชอบ', 'Responsible department'),
  field('purpose.responsiblePersonnel', 'ผู้รับผิดชอบ', 'Responsible person'),
  field('purpose.securityMeasures', 'มาตรการรักษาความมั่นคงปลอดภัย', 'Security measures', { list: true }),
  field('purpose.thirdPartyDisclosure', 'เปิดเผยต่อบุคคลภายนอก', 'Disclosed to third parties'),
  field('purpose.thirdParties', 'บุคคลภายนอก (ชื่อ | ประเทศ | สัญญา | วันสิ้นสุด | เงื่อนไขการโอน)', 'Third parties (name | country | contract | expires | safeguard)', { list: true }),
  field('purpose.internalSharing', 'ใช้ร่วมภายในองค์กร', 'Shared within the organisation'),
  field('purpose.internalApplications', 'แอปพลิเคชันภายในที่รับข้อมูล', 'Receiving applications', { list: true }),
  field('line.dataSubjectGroup', 'เก็บจาก', 'Collected from', { aliases: ['กลุ่มเจ้าของข้อมูลที่เก็บ'] }),
  field('line.channel', 'ช่องทางที่เก็บ', 'Collection channel', { aliases: ['ช่องทางการเก็บรวบรวม'] }),
  field('line.attributes', 'รายการข้อมูลส่วนบุคคล', 'Personal data collected', { list: true, aliases: ['ข้อมูลส่วนบุคคล', 'ข้อมูลส่วนบุคคลที่เก็บรวบรวม', 'personal data'] }),
  field('line.storageSystem', 'จัดเก็บใน', 'Stored in'),
  field('line.internalApplications', 'ส่งต่อให้แอปพลิเคชัน', 'Shared with applications', { list: true }),
  field('line.thirdParties', 'ส่งต่อให้บุคคลภายนอก', 'Shared with third parties', { list: true }),
  field('line.retention', 'เก็บรักษาไว้ (ถ้าต่างจากวัตถุประสงค์)', 'Kept for (if unlike the purpose)'),
  field('line.destructionMethod', 'ทำลายด้วย', 'Destroyed by'),
  field('line.note', 'หมายเหตุ', 'Note'),
] as const satisfies readonly RecordField[];

const FIELDS: readonly RecordField[] = RECORD_FIELDS;
export const recordField = (key: string): RecordField | undefined => FIELDS.find((one) => one.key === key);
/** Fields that must have a column. */
export const REQUIRED_FIELDS = FIELDS.filter(({ required }) => required).map(({ key }) => key);

/** The word in the first cell of a row that shows how to fill in the table; such rows are left out. */
export const EXAMPLE_MARK = { th: 'ตัวอย่าง:', en: 'Example:' } as const;
