import type { LawfulBasis, SensitiveExemption } from '../../shared/lawfulBasis.ts';
import type { WorkspaceKey } from './people.ts';

/** A purpose of the demo; names refer to the built-in catalogue by their English words. */
export interface DemoPurpose {
  th: string;
  en: string;
  description: readonly [th: string, en: string];
  category: string;
  groups: readonly string[];
  pii: readonly string[];
  bases: readonly LawfulBasis[];
  exemptions?: readonly SensitiveExemption[];
  retention: readonly [amount: number, unit: 'day' | 'month' | 'year', note: string];
  storage: readonly string[];
  department: string;
  thirdParties?: readonly { name: string; country: string; contract: string }[];
  primary?: true;
  /** Left as a draft, some of it missing, so that lists show both states. */
  draft?: true;
}

export interface DemoApplication {
  name: string;
  description: string;
  lineOfWork: string;
  source: string;
  subjects: number;
  frequency: 'continuous' | 'daily' | 'monthly' | 'onRequest';
  purposes: readonly DemoPurpose[];
  published?: true;
}

const years = (amount: number, note: string) => [amount, 'year', note] as const;

/** The record of processing that each workspace starts the demo with. The patient register is left for whoever tries the product. */
export const RECORD: Record<WorkspaceKey, readonly DemoApplication[]> = {
  hospital: [
    {
      name: 'ระบบนัดหมายผู้ป่วย · Appointments',
      description: 'รับนัด เลื่อนนัด และเตือนนัดผ่านโทรศัพท์และเว็บไซต์ (ข้อมูลตัวอย่าง) · Booking, moving and reminding of appointments by phone and web (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From the data subject directly',
      subjects: 48000,
      frequency: 'daily',
      published: true,
      purposes: [
        {
          th: 'จัดตารางนัดพบแพทย์', en: 'Scheduling of appointments',
          description: ['รับและเปลี่ยนวันนัดตามที่ผู้ป่วยร้องขอ', 'Taking and changing appointments as the patient asks'],
          category: 'Core service', groups: ['Patients'], pii: ['Identity data', 'Contact data'], bases: ['contract'], retention: years(2, 'นับจากวันนัดครั้งสุดท้าย · from the last appointment'),
          storage: ['Own database system'], department: 'Medical records', primary: true,
        },
        {
          th: 'ส่งข้อความเตือนนัด', en: 'Appointment reminders',
          description: ['ส่ง SMS เตือนก่อนวันนัดหนึ่งวัน', 'A text message the day before the appointment'],
          category: 'Customer care and complaints', groups: ['Patients', 'Relatives and contact persons'], pii: ['Contact data'], bases: ['consent'], retention: years(1, 'จนกว่าจะถอนความยินยอม · until consent is withdrawn'),
          storage: ['Cloud in Thailand'], department: 'Customer service',
          thirdParties: [{ name: 'บริษัท ข้อความไว (ตัวอย่าง) จำกัด', country: 'TH', contract: 'DPA-2569-014' }],
        },
      ],
    },
    {
      name: 'ระบบบุคคลและเงินเดือน · HR and payroll',
      description: 'ทะเบียนประวัติพนักงาน เวลาทำงาน เงินเดือน และสวัสดิการ (ข้อมูลตัวอย่าง) · Personnel files, time, payroll and benefits (demo data)',
      lineOfWork: 'Human resources',
      source: 'From the data subject directly',
      subjects: 1240,
      frequency: 'monthly',
      published: true,
      purposes: [
        {
          th: 'จ่ายเงินเดือนและสวัสดิการ', en: 'Payroll and benefits',
          description: ['คำนวณและจ่ายค่าตอบแทนตามสัญญาจ้าง', 'Calculating and paying what the employment contract provides'],
          category: 'Human resources', groups: ['Employees'], pii: ['Identity data', 'Financial data', 'Family and contact persons'], bases: ['contract', 'legalObligation'], retention: years(10, 'หลังสิ้นสุดการจ้าง ตามกฎหมายบัญชีและแรงงาน · after employment ends, under accounting and labour law'),
          storage: ['Human-resources system'], department: 'Human resources', primary: true,
          thirdParties: [{ name: 'ธนาคารตัวอย่าง จำกัด (มหาชน)', country: 'TH', contract: 'สัญญาบริการเงินเดือน 2569 · payroll services agreement 2026' }],
        },
        {
          th: 'ตรวจสุขภาพประจำปีของพนักงาน', en: 'Annual health check of employees',
          description: ['ตรวจสุขภาพตามที่กฎหมายความปลอดภัยในการทำงานกำหนด', 'Health checks required by occupational-safety law'],
          category: 'Legal compliance', groups: ['Employees'], pii: ['Identity data', 'Health data'], bases: ['legalObligation'], exemptions: ['necessaryWithLaw'], retention: years(5, 'นับจากวันตรวจ · from the day of the check'),
          storage: ['Electronic medical records'], department: 'Human resources',
        },
      ],
    },
    {
      name: 'ห้องปฏิบัติการ · Laboratory',
      description: 'รับสิ่งส่งตรวจ รายงานผล และส่งต่อห้องปฏิบัติการอ้างอิง (ข้อมูลตัวอย่าง) · Taking samples, reporting results, referring to reference laboratories (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From the data subject directly',
      subjects: 31500,
      frequency: 'continuous',
      published: true,
      purposes: [
        {
          th: 'รายงานผลตรวจทางห้องปฏิบัติการ', en: 'Reporting of laboratory results',
          description: ['ส่งผลตรวจให้แพทย์ผู้สั่งตรวจ', 'Results to the physician who ordered them'],
          category: 'Health and medical care', groups: ['Patients'], pii: ['Identity data', 'Health data'], bases: ['contract'], exemptions: ['necessaryWithLaw'], retention: years(10, 'นับจากการรักษาครั้งสุดท้าย · from the last treatment'),
          storage: ['Electronic medical records'], department: 'Operations', primary: true,
        },
        {
          th: 'ส่งตรวจพันธุกรรมที่ห้องปฏิบัติการต่างประเทศ', en: 'Genetic tests by a laboratory abroad',
          description: ['ส่งตัวอย่างที่แฝงชื่อไปตรวจเมื่อไม่มีการตรวจในประเทศ', 'Pseudonymised samples where no laboratory in the country does the test'],
          category: 'Health and medical care', groups: ['Patients'], pii: ['Genetic data', 'Identity data'], bases: ['consent'], retention: years(10, 'นับจากวันรายงานผล · from the report'),
          storage: ['Cloud abroad'], department: 'Operations',
          thirdParties: [{ name: 'Example Genomics Pte. Ltd. (demo)', country: 'SG', contract: 'SCC-2026-03' }],
        },
      ],
    },
    {
      name: 'กล้องวงจรปิด · CCTV',
      description: 'บันทึกภาพพื้นที่สาธารณะของโรงพยาบาล (ข้อมูลตัวอย่าง) · Video of the public areas of the hospital (demo data)',
      lineOfWork: 'Facilities and security',
      source: 'From automatic means such as cookies, cameras, time clocks',
      subjects: 90000,
      frequency: 'continuous',
      purposes: [
        {
          th: 'รักษาความปลอดภัยของอาคาร', en: 'Security of the premises',
          description: ['ป้องกันและตรวจสอบเหตุในพื้นที่สาธารณะ', 'Preventing and examining incidents in public areas'],
          category: 'Security', groups: ['Visitors', 'Patients', 'Employees'], pii: ['Images and sound'], bases: ['legitimateInterest'], retention: [30, 'day', 'เขียนทับอัตโนมัติ · overwritten automatically'],
          storage: ['CCTV system'], department: 'Facilities and security', primary: true,
        },
      ],
    },
    {
      name: 'งานวิจัยทางคลินิก · Clinical research',
      description: 'โครงการวิจัยที่ผ่านคณะกรรมการจริยธรรม (ข้อมูลตัวอย่าง) · Research approved by the ethics committee (demo data)',
      lineOfWork: 'Education and research',
      source: 'From the data subject directly',
      subjects: 620,
      frequency: 'onRequest',
      purposes: [
        {
          th: 'ติดตามผลการรักษาระยะยาว', en: 'Long-term follow-up of treatment',
          description: ['ศึกษาผลการรักษาในช่วงห้าปี', 'A study of outcomes over five years'],
          category: 'Research and statistics', groups: ['Research participants'], pii: ['Health data', 'Identity data'], bases: ['research', 'consent'], retention: years(15, 'ตามโครงร่างวิจัย · as the protocol provides'),
          storage: ['Own database system'], department: 'Operations', draft: true,
        },
      ],
    },
  ],
  clinic: [
    {
      name: 'ทะเบียนผู้รับบริการของคลินิก · Clinic register',
      description: 'ประวัติผู้รับบริการของสาขาบางนา (ข้อมูลตัวอย่าง) · Records of the Bang Na branch (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From the data subject directly',
      subjects: 5400,
      frequency: 'daily',
      published: true,
      purposes: [
        {
          th: 'ให้บริการตรวจรักษาทั่วไป', en: 'General medical care',
          description: ['ตรวจ วินิจฉัย และจ่ายยา', 'Examination, diagnosis and dispensing'],
          category: 'Health and medical care', groups: ['Patients'], pii: ['Identity data', 'Contact data', 'Health data'], bases: ['contract'], exemptions: ['necessaryWithLaw'], retention: years(10, 'นับจากการรักษาครั้งสุดท้าย · from the last treatment'),
          storage: ['Electronic medical records'], department: 'Medical records', primary: true,
        },
      ],
    },
  ],
  retailer: [
    {
      name: 'สมาชิกสะสมแต้ม · Loyalty programme',
      description: 'สมาชิก แต้มสะสม และสิทธิพิเศษ (ข้อมูลตัวอย่าง) · Members, points and benefits (demo data)',
      lineOfWork: 'Sales and marketing',
      source: 'From the data subject directly',
      subjects: 215000,
      frequency: 'continuous',
      published: true,
      purposes: [
        {
          th: 'บริหารแต้มและสิทธิพิเศษ', en: 'Points and benefits',
          description: ['สะสมและใช้แต้มตามข้อกำหนดสมาชิก', 'Collecting and using points under the membership terms'],
          category: 'Core service', groups: ['Customers'], pii: ['Identity data', 'Contact data', 'Transactions and use of services'], bases: ['contract'], retention: years(3, 'หลังสิ้นสุดสมาชิกภาพ · after membership ends'),
          storage: ['Customer-relationship system'], department: 'Marketing', primary: true,
        },
        {
          th: 'ส่งข่าวสารการตลาด', en: 'Marketing messages',
          description: ['ส่งข้อเสนอทางอีเมลและไลน์', 'Offers by e-mail and LINE'],
          category: 'Marketing and communications', groups: ['Customers', 'Prospects'], pii: ['Contact data', 'Transactions and use of services'], bases: ['consent'], retention: years(2, 'หรือจนกว่าจะถอนความยินยอม · or until consent is withdrawn'),
          storage: ['Cloud abroad'], department: 'Marketing',
          thirdParties: [{ name: 'Example Mailer Inc. (demo)', country: 'US', contract: 'SCC-2026-11' }],
        },
      ],
    },
    {
      name: 'ร้านค้าออนไลน์ · Online shop',
      description: 'สั่งซื้อ ชำระเงิน และจัดส่ง (ข้อมูลตัวอย่าง) · Orders, payment and delivery (demo data)',
      lineOfWork: 'Sales and marketing',
      source: 'From the data subject directly',
      subjects: 128000,
      frequency: 'continuous',
      purposes: [
        {
          th: 'จัดส่งสินค้า', en: 'Delivery of orders',
          description: ['ส่งสินค้าถึงที่อยู่ของลูกค้า', 'Bringing goods to the customer'],
          category: 'Core service', groups: ['Customers'], pii: ['Identity data', 'Contact data'], bases: ['contract'], retention: years(5, 'ตามอายุความ · limitation period'),
          storage: ['Cloud in Thailand'], department: 'Operations', primary: true,
          thirdParties: [{ name: 'บริษัท ส่งด่วน (ตัวอย่าง) จำกัด', country: 'TH', contract: 'DPA-2569-002' }],
        },
      ],
    },
    {
      name: 'สรรหาบุคลากร · Recruitment',
      description: 'รับสมัครและคัดเลือกพนักงาน (ข้อมูลตัวอย่าง) · Applications and selection (demo data)',
      lineOfWork: 'Human resources',
      source: 'From the data subject directly',
      subjects: 900,
      frequency: 'onRequest',
      purposes: [],
    },
  ],
  other: [
    {
      name: 'สมุดลูกค้าเงินเชื่อ · Credit customers',
      description: 'ลูกค้าที่ซื้อแบบเงินเชื่อ (ข้อมูลตัวอย่าง) · Customers who buy on credit (demo data)',
      lineOfWork: 'Finance and accounting',
      source: 'From the data subject directly',
      subjects: 210,
      frequency: 'daily',
      published: true,
      purposes: [
        {
          th: 'ติดตามหนี้ของลูกค้า', en: 'Customer accounts',
          description: ['บันทึกและติดตามยอดค้างชำระ', 'Recording and following what is owed'],
          category: 'Finance and accounting', groups: ['Customers'], pii: ['Identity data', 'Contact data', 'Financial data'], bases: ['contract'], retention: years(5, 'ตามอายุความ · limitation period'),
          storage: ['Paper in locked cabinets'], department: 'Finance and accounting', primary: true,
        },
      ],
    },
  ],
};
