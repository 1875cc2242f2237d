import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import type { RetentionStartEvent } from '../../../shared/purpose/retention.ts';
import type { WorkspaceKey } from '../../platform/demo/people.ts';

/** An entry of the data mapping; attributes by category. Fields that it leaves out are taken from the purpose. */
export interface DemoLine {
  group: string;
  channel: string;
  attributes: Readonly<Record<string, readonly string[]>>;
  storage?: string;
  destruction?: string;
  retention?: readonly [amount: number, unit: 'day' | 'month' | 'year'];
  /** Shared with every third party and every internal application of the purpose. */
  shared?: true;
  note?: string;
}

export interface DemoThirdParty {
  name: string;
  countries: string[];
  contract: string;
  /** Days from the creation of the demo until the contract ends; negative when it has ended. */
  endsIn?: number;
  safeguard?: TransferSafeguard;
}

/** A purpose of the demo; it refers to the built-in catalogue by English names. */
export interface DemoPurpose {
  th: string;
  en: string;
  description: readonly [th: string, en: string];
  category: string;
  groups: readonly string[];
  pii: readonly string[];
  bases: readonly LawfulBasis[];
  exemptions?: readonly SensitiveExemption[];
  retention: readonly [amount: number, unit: 'day' | 'month' | 'year', note: string, startEvent?: RetentionStartEvent];
  storage: readonly string[];
  department: string;
  thirdParties?: readonly DemoThirdParty[];
  /** Applications, recorded earlier, that receive the data. */
  sharedWith?: readonly string[];
  lines?: readonly DemoLine[];
  primary?: true;
  /** An incomplete draft, so that lists show both states. */
  draft?: true;
}

export interface DemoApplication {
  name: string;
  code?: string;
  /** Days from the creation of the demo until the review. */
  reviewIn?: number;
  description: string;
  lineOfWork: string;
  source: string;
  subjects: number;
  frequency: 'continuous' | 'daily' | 'monthly' | 'onRequest';
  /** How data subjects exercise their rights; left out where the demo shows an incomplete record. */
  access?: string;
  /** Refused requests and objections: none so far, or a note about them. */
  refusals?: 'none' | { note: string };
  /** The controller that the organisation processes data for. */
  onBehalfOf?: { name: string; contact: string };
  purposes: readonly DemoPurpose[];
  published?: true;
}

const years = (amount: number, note: string, startEvent?: RetentionStartEvent) =>
  [amount, 'year', note, startEvent] as const;

/** Locations of storage systems by their English name; a system that is left out has no recorded location yet. */
export const STORAGE_PLACES: Readonly<Record<string, { country: string; safeguard?: TransferSafeguard }>> = {
  'Own database system': { country: 'TH' },
  'Human-resources system': { country: 'TH' },
  'Electronic medical records': { country: 'TH' },
  'CCTV system': { country: 'TH' },
  'Paper in locked cabinets': { country: 'TH' },
  'Customer-relationship system': { country: 'SG' },
  'Cloud abroad': { country: 'SG', safeguard: 'standardClauses' },
};

const ACCESS =
  'ยื่นคำขอเป็นหนังสือหรืออีเมลถึงเจ้าหน้าที่คุ้มครองข้อมูลส่วนบุคคล ยืนยันตัวตน และรับคำตอบภายใน 30 วัน โดยไม่มีค่าใช้จ่าย · A request in writing or by e-mail to the data protection officer, identity verified, answered within 30 days free of charge';

/**
 * The record of processing with which each workspace of the demo starts. The patient register is left for the user to
 * add.
 */
export const RECORD: Record<WorkspaceKey, readonly DemoApplication[]> = {
  hospital: [
    {
      name: 'ระบบนัดหมายผู้ป่วย · Appointments',
      code: 'HOS-001',
      reviewIn: 20,
      description:
        'รับนัด เลื่อนนัด และเตือนนัดผ่านโทรศัพท์และเว็บไซต์ (ข้อมูลตัวอย่าง) · Booking, moving and reminding of appointments by phone and web (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From the data subject directly',
      subjects: 48000,
      frequency: 'daily',
      published: true,
      access: ACCESS,
      refusals: 'none',
      purposes: [
        {
          th: 'จัดตารางนัดพบแพทย์',
          en: 'Scheduling of appointments',
          description: ['รับและเปลี่ยนวันนัดตามที่ผู้ป่วยร้องขอ', 'Taking and changing appointments as the patient asks'],
          category: 'Core service',
          groups: ['Patients'],
          pii: ['Identity data', 'Contact data'],
          bases: ['contract'],
          retention: years(2, '', 'lastContact'),
          storage: ['Own database system'],
          department: 'Medical records',
          primary: true,
          lines: [
            {
              group: 'Patients',
              channel: 'Telephone or call centre',
              attributes: {
                'Identity data': ['First name', 'Surname', 'Hospital number (HN)'],
                'Contact data': ['Mobile number'],
              },
            },
            {
              group: 'Patients',
              channel: 'Web form',
              attributes: {
                'Identity data': ['First name', 'Surname', 'Date of birth', 'National identification number'],
                'Contact data': ['Mobile number', 'Personal e-mail'],
                'Transactions and use of services': ['Bookings and appointments'],
              },
              storage: 'Cloud in Thailand',
            },
            {
              group: 'Relatives and contact persons',
              channel: 'Service counter',
              attributes: {
                'Identity data': ['First name', 'Surname'],
                'Contact data': ['Mobile number'],
                'Family and contact persons': ['Emergency contact and relation'],
              },
            },
          ],
        },
        {
          th: 'ส่งข้อความเตือนนัด',
          en: 'Appointment reminders',
          description: ['ส่ง SMS เตือนก่อนวันนัดหนึ่งวัน', 'A text message the day before the appointment'],
          category: 'Customer care and complaints',
          groups: ['Patients', 'Relatives and contact persons'],
          pii: ['Contact data'],
          bases: ['consent'],
          retention: years(1, 'จนกว่าจะถอนความยินยอม · until consent is withdrawn'),
          storage: ['Cloud in Thailand'],
          department: 'Customer service',
          thirdParties: [
            { name: 'บริษัท ข้อความไว (ตัวอย่าง) จำกัด', countries: ['TH'], contract: 'DPA-2569-014', endsIn: 25 },
          ],
          lines: [
            {
              group: 'Patients',
              channel: 'System interface (API)',
              attributes: {
                'Contact data': ['Mobile number', 'LINE ID'],
                'Transactions and use of services': ['Bookings and appointments'],
              },
              shared: true,
              retention: [90, 'day'],
            },
          ],
        },
        {
          th: 'ส่งข่าวสารสุขภาพและแพ็กเกจตรวจ',
          en: 'Health news and check-up offers',
          description: [
            'ส่งบทความสุขภาพและข้อเสนอแพ็กเกจตรวจทางอีเมลและ LINE เดือนละไม่เกินสองครั้ง',
            'Health articles and check-up offers by e-mail and LINE, twice a month at most',
          ],
          category: 'Marketing and communications',
          groups: ['Patients'],
          pii: ['Contact data'],
          bases: ['consent'],
          retention: years(1, 'จนกว่าจะถอนความยินยอม · until consent is withdrawn'),
          storage: ['Cloud in Thailand'],
          department: 'Customer service',
          lines: [
            { group: 'Patients', channel: 'Web form', attributes: { 'Contact data': ['Personal e-mail', 'LINE ID'] } },
          ],
        },
        {
          th: 'วิเคราะห์การใช้เว็บไซต์จองนัด',
          en: 'Analysis of how the booking site is used',
          description: [
            'นับหน้าที่เปิดดูและขั้นตอนที่ผู้ป่วยเลิกกลางทาง เพื่อให้จองนัดได้ง่ายขึ้น',
            'Pages opened and steps at which patients stop, to make booking easier',
          ],
          category: 'Marketing and communications',
          groups: ['Patients'],
          pii: ['Transactions and use of services'],
          bases: ['consent'],
          retention: years(1, 'แล้วเก็บเฉพาะสถิติ · then statistics only'),
          storage: ['Cloud in Thailand'],
          department: 'Customer service',
          lines: [
            {
              group: 'Patients',
              channel: 'Web form',
              attributes: { 'Transactions and use of services': ['Bookings and appointments'] },
            },
          ],
        },
      ],
    },
    {
      name: 'ระบบบุคคลและเงินเดือน · HR and payroll',
      code: 'HR-001',
      reviewIn: 200,
      description:
        'ทะเบียนประวัติพนักงาน เวลาทำงาน เงินเดือน และสวัสดิการ (ข้อมูลตัวอย่าง) · Personnel files, time, payroll and benefits (demo data)',
      lineOfWork: 'Human resources',
      source: 'From the data subject directly',
      subjects: 1240,
      frequency: 'monthly',
      published: true,
      access: ACCESS,
      refusals: {
        note: 'ปฏิเสธคำขอลบข้อมูลเงินเดือน 1 ราย เพราะกฎหมายบัญชีให้เก็บ · One request to erase payroll data refused: accounting law requires keeping it',
      },
      purposes: [
        {
          th: 'จ่ายเงินเดือนและสวัสดิการ',
          en: 'Payroll and benefits',
          description: [
            'คำนวณและจ่ายค่าตอบแทนตามสัญญาจ้าง',
            'Calculating and paying what the employment contract provides',
          ],
          category: 'Human resources',
          groups: ['Employees'],
          pii: ['Identity data', 'Financial data', 'Family and contact persons'],
          bases: ['contract', 'legalObligation'],
          retention: years(10, 'ตามกฎหมายบัญชีและแรงงาน · under accounting and labour law', 'employmentEnd'),
          storage: ['Human-resources system'],
          department: 'Human resources',
          primary: true,
          thirdParties: [
            {
              name: 'ธนาคารตัวอย่าง จำกัด (มหาชน)',
              countries: ['TH'],
              contract: 'สัญญาบริการเงินเดือน 2569 · payroll services agreement 2026',
              endsIn: 200,
            },
            {
              name: 'Example Cloud HR K.K. (demo)',
              countries: ['JP'],
              contract: 'DPA-2026-21',
              endsIn: -9,
              safeguard: 'standardClauses',
            },
          ],
          lines: [
            {
              group: 'Employees',
              channel: 'Paper form',
              attributes: {
                'Identity data': [
                  'Title',
                  'First name',
                  'Surname',
                  'National identification number',
                  'Copy of the national ID card showing religion or blood group',
                  'Marital status',
                ],
                'Contact data': ['Registered address', 'Mobile number'],
                'Financial data': ['Bank account number', 'Copy of the bank book', 'Tax allowances'],
                'Family and contact persons': ['Name of spouse', 'Names and dates of birth of children'],
              },
              shared: true,
              destruction: 'Shredding of paper',
            },
            {
              group: 'Employees',
              channel: 'Scanner or card reader',
              attributes: {
                'Education and employment data': ['Employee number', 'Working hours recorded', 'Leave and its kind'],
                'Biometric data': ['Fingerprint'],
              },
              retention: [2, 'year'],
              note: 'เครื่องสแกนลายนิ้วมือลงเวลา · fingerprint time clock',
            },
            {
              group: 'Employees',
              channel: 'From another department',
              attributes: {
                'Financial data': ['Salary and remuneration', 'Payroll deductions', 'Provident fund'],
                'Trade union data': ['Union dues deducted from salary'],
              },
            },
          ],
        },
        {
          th: 'ตรวจสุขภาพประจำปีของพนักงาน',
          en: 'Annual health check of employees',
          description: [
            'ตรวจสุขภาพตามที่กฎหมายความปลอดภัยในการทำงานกำหนด',
            'Health checks required by occupational-safety law',
          ],
          category: 'Legal compliance',
          groups: ['Employees'],
          pii: ['Identity data', 'Health data'],
          bases: ['legalObligation'],
          exemptions: ['necessaryWithLaw'],
          retention: years(5, '', 'collection'),
          storage: ['Electronic medical records'],
          department: 'Human resources',
          lines: [
            {
              group: 'Employees',
              channel: 'Medical and diagnostic equipment',
              attributes: {
                'Health data': [
                  'Annual health check results',
                  'X-rays and diagnostic images',
                  'Laboratory results',
                  'Blood group',
                ],
                'Identity data': ['First name', 'Surname', 'Date of birth'],
              },
            },
          ],
        },
      ],
    },
    {
      name: 'ห้องปฏิบัติการ · Laboratory',
      code: 'LAB-001',
      reviewIn: 90,
      description:
        'รับสิ่งส่งตรวจ รายงานผล และส่งต่อห้องปฏิบัติการอ้างอิง (ข้อมูลตัวอย่าง) · Taking samples, reporting results, referring to reference laboratories (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From the data subject directly',
      subjects: 31500,
      frequency: 'continuous',
      published: true,
      access: ACCESS,
      refusals: 'none',
      purposes: [
        {
          th: 'รายงานผลตรวจทางห้องปฏิบัติการ',
          en: 'Reporting of laboratory results',
          description: ['ส่งผลตรวจให้แพทย์ผู้สั่งตรวจ', 'Results to the physician who ordered them'],
          category: 'Health and medical care',
          groups: ['Patients'],
          pii: ['Identity data', 'Health data'],
          bases: ['contract'],
          exemptions: ['necessaryWithLaw'],
          retention: years(10, '', 'lastContact'),
          storage: ['Electronic medical records'],
          department: 'Operations',
          primary: true,
          sharedWith: ['ระบบนัดหมายผู้ป่วย · Appointments'],
          lines: [
            {
              group: 'Patients',
              channel: 'Medical and diagnostic equipment',
              attributes: {
                'Health data': ['Laboratory results', 'Diagnosis', 'Blood group'],
                'Identity data': ['First name', 'Surname', 'Hospital number (HN)', 'Date of birth'],
              },
              shared: true,
            },
            {
              group: 'Patients',
              channel: 'From another department',
              attributes: {
                'Health data': ['Symptoms and history of illness', 'Medicines', 'Allergies to medicines and food'],
              },
            },
          ],
        },
        {
          th: 'ส่งตรวจพันธุกรรมที่ห้องปฏิบัติการต่างประเทศ',
          en: 'Genetic tests by a laboratory abroad',
          description: [
            'ส่งตัวอย่างที่แฝงชื่อไปตรวจเมื่อไม่มีการตรวจในประเทศ',
            'Pseudonymised samples where no laboratory in the country does the test',
          ],
          category: 'Health and medical care',
          groups: ['Patients'],
          pii: ['Genetic data', 'Identity data'],
          bases: ['consent'],
          retention: years(10, '', 'purposeEnd'),
          storage: ['Cloud abroad'],
          department: 'Operations',
          thirdParties: [
            {
              name: 'Example Genomics Pte. Ltd. (demo)',
              countries: ['SG'],
              contract: 'SCC-2026-03',
              endsIn: 420,
              safeguard: 'standardClauses',
            },
          ],
          lines: [
            {
              group: 'Patients',
              channel: 'Paper form',
              attributes: {
                'Genetic data': [
                  'Tests of disease-causing genes',
                  'Identifiable biological samples',
                  'Pharmacogenetic results',
                ],
                'Identity data': ['Hospital number (HN)', 'Age', 'Sex'],
              },
              shared: true,
              retention: [15, 'year'],
            },
          ],
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
      access: ACCESS,
      purposes: [
        {
          th: 'รักษาความปลอดภัยของอาคาร',
          en: 'Security of the premises',
          description: ['ป้องกันและตรวจสอบเหตุในพื้นที่สาธารณะ', 'Preventing and examining incidents in public areas'],
          category: 'Security',
          groups: ['Visitors', 'Patients', 'Employees'],
          pii: ['Images and sound'],
          bases: ['legitimateInterest'],
          retention: [30, 'day', 'เขียนทับอัตโนมัติ · overwritten automatically'],
          storage: ['CCTV system'],
          department: 'Facilities and security',
          primary: true,
          lines: [
            {
              group: 'Visitors',
              channel: 'CCTV',
              attributes: { 'Images and sound': ['CCTV video'] },
              destruction: 'Overwriting of media',
            },
            {
              group: 'Visitors',
              channel: 'Service counter',
              attributes: {
                'Identity data': [
                  'First name',
                  'Surname',
                  'Copy of the national ID card, religion and blood group covered',
                ],
                'Vehicles and travel': ['Vehicle registration'],
                'Location data': ['Entry and exit of premises'],
              },
              retention: [1, 'year'],
              storage: 'Paper in locked cabinets',
            },
            {
              group: 'Employees',
              channel: 'CCTV',
              attributes: { 'Images and sound': ['CCTV video'], 'Biometric data': ['Facial recognition data'] },
              note: 'ประตูห้องยา · pharmacy door',
            },
          ],
        },
      ],
    },
    {
      name: 'รับตรวจแล็บให้คลินิกเครือข่าย · Laboratory service for partner clinics',
      description:
        'รับสิ่งส่งตรวจและรายงานผลตามคำสั่งของคลินิกคู่สัญญา (ข้อมูลตัวอย่าง) · Samples tested and reported on the orders of contracted clinics (demo data)',
      lineOfWork: 'Medical and nursing care',
      source: 'From suppliers or partners',
      subjects: 8200,
      frequency: 'daily',
      onBehalfOf: { name: 'บริษัท คลินิกสุขใจ (ตัวอย่าง) จำกัด', contact: 'privacy@sukjai-clinic.example' },
      published: true,
      purposes: [
        {
          th: 'ตรวจสิ่งส่งตรวจตามคำสั่งของคลินิก',
          en: 'Testing of samples on clinics’ orders',
          description: [
            'ตรวจและส่งผลกลับให้คลินิกเท่านั้น ไม่ใช้เพื่อการอื่น',
            'Tested and reported back to the clinic only, for nothing else',
          ],
          category: 'Health and medical care',
          groups: ['Patients'],
          pii: ['Identity data', 'Health data'],
          bases: ['contract'],
          exemptions: ['necessaryWithLaw'],
          retention: years(
            1,
            'แล้วส่งคืนหรือลบตามข้อตกลงประมวลผลข้อมูล · then returned or deleted under the processing agreement',
          ),
          storage: ['Own database system'],
          department: 'Operations',
          primary: true,
          lines: [
            {
              group: 'Patients',
              channel: 'From a third party or partner',
              attributes: {
                'Identity data': ['Age', 'Sex', 'Hospital number (HN)'],
                'Health data': ['Laboratory results'],
              },
            },
          ],
        },
      ],
    },
    {
      name: 'งานวิจัยทางคลินิก · Clinical research',
      description:
        'โครงการวิจัยที่ผ่านคณะกรรมการจริยธรรม (ข้อมูลตัวอย่าง) · Research approved by the ethics committee (demo data)',
      lineOfWork: 'Education and research',
      source: 'From the data subject directly',
      subjects: 620,
      frequency: 'onRequest',
      purposes: [
        {
          th: 'ติดตามผลการรักษาระยะยาว',
          en: 'Long-term follow-up of treatment',
          description: ['ศึกษาผลการรักษาในช่วงห้าปี', 'A study of outcomes over five years'],
          category: 'Research and statistics',
          groups: ['Research participants'],
          pii: ['Health data', 'Identity data'],
          bases: ['research', 'consent'],
          retention: years(15, 'ตามโครงร่างวิจัย · as the protocol provides'),
          storage: ['Own database system'],
          department: 'Operations',
          draft: true,
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
      access: ACCESS,
      refusals: 'none',
      purposes: [
        {
          th: 'ให้บริการตรวจรักษาทั่วไป',
          en: 'General medical care',
          description: ['ตรวจ วินิจฉัย และจ่ายยา', 'Examination, diagnosis and dispensing'],
          category: 'Health and medical care',
          groups: ['Patients'],
          pii: ['Identity data', 'Contact data', 'Health data'],
          bases: ['contract'],
          exemptions: ['necessaryWithLaw'],
          retention: years(10, '', 'lastContact'),
          storage: ['Electronic medical records'],
          department: 'Medical records',
          primary: true,
          lines: [
            {
              group: 'Patients',
              channel: 'Service counter',
              attributes: {
                'Identity data': ['Title', 'First name', 'Surname', 'National identification number', 'Date of birth'],
                'Contact data': ['Current address', 'Mobile number'],
                'Religious or philosophical beliefs': ['Religion shown on the national ID card'],
              },
            },
            {
              group: 'Patients',
              channel: 'Medical and diagnostic equipment',
              attributes: {
                'Health data': [
                  'Vital signs',
                  'Diagnosis',
                  'Treatment and procedures',
                  'Medicines',
                  'Allergies to medicines and food',
                ],
              },
            },
          ],
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
      access: ACCESS,
      refusals: 'none',
      purposes: [
        {
          th: 'บริหารแต้มและสิทธิพิเศษ',
          en: 'Points and benefits',
          description: ['สะสมและใช้แต้มตามข้อกำหนดสมาชิก', 'Collecting and using points under the membership terms'],
          category: 'Core service',
          groups: ['Customers'],
          pii: ['Identity data', 'Contact data', 'Transactions and use of services'],
          bases: ['contract'],
          retention: years(3, '', 'membershipEnd'),
          storage: ['Customer-relationship system'],
          department: 'Marketing',
          primary: true,
          lines: [
            {
              group: 'Customers',
              channel: 'Mobile app',
              attributes: {
                'Identity data': ['First name', 'Surname', 'Date of birth', 'Customer or member number'],
                'Contact data': ['Mobile number', 'Personal e-mail'],
                'Transactions and use of services': ['Orders', 'Points and member level', 'Benefits used'],
                'Technical and usage data': ['Advertising ID', 'IP address'],
              },
            },
            {
              group: 'Customers',
              channel: 'Service counter',
              attributes: {
                'Identity data': ['First name', 'Surname'],
                'Contact data': ['Mobile number'],
                'Transactions and use of services': ['Receipts and tax invoices'],
              },
            },
          ],
        },
        {
          th: 'ส่งข่าวสารการตลาด',
          en: 'Marketing messages',
          description: ['ส่งข้อเสนอทางอีเมลและไลน์', 'Offers by e-mail and LINE'],
          category: 'Marketing and communications',
          groups: ['Customers', 'Prospects'],
          pii: ['Contact data', 'Transactions and use of services'],
          bases: ['consent'],
          retention: years(2, 'หรือจนกว่าจะถอนความยินยอม · or until consent is withdrawn'),
          storage: ['Cloud abroad'],
          department: 'Marketing',
          thirdParties: [
            {
              name: 'Example Mailer Inc. (demo)',
              countries: ['US', 'IE'],
              contract: 'SCC-2026-11',
              endsIn: -18,
              safeguard: 'standardClauses',
            },
          ],
          lines: [
            {
              group: 'Customers',
              channel: 'System interface (API)',
              attributes: {
                'Contact data': ['Personal e-mail', 'LINE ID'],
                'Interests and marketing profile': [
                  'Interests and preferences',
                  'Customer segment from analysis',
                  'Marketing consents',
                  'Opens and clicks of marketing messages',
                ],
              },
              shared: true,
            },
            {
              group: 'Prospects',
              channel: 'Cookies and web logs',
              attributes: {
                'Technical and usage data': [
                  'Analytics and advertising cookies',
                  'Pages visited and searches',
                  'IP address',
                ],
                'Contact data': ['Personal e-mail'],
              },
              shared: true,
              retention: [13, 'month'],
            },
          ],
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
      refusals: 'none',
      purposes: [
        {
          th: 'จัดส่งสินค้า',
          en: 'Delivery of orders',
          description: ['ส่งสินค้าถึงที่อยู่ของลูกค้า', 'Bringing goods to the customer'],
          category: 'Core service',
          groups: ['Customers'],
          pii: ['Identity data', 'Contact data'],
          bases: ['contract'],
          retention: years(5, 'ตามอายุความ · limitation period'),
          storage: ['Cloud in Thailand'],
          department: 'Operations',
          primary: true,
          thirdParties: [{ name: 'บริษัท ส่งด่วน (ตัวอย่าง) จำกัด', countries: ['TH'], contract: 'DPA-2569-002', endsIn: -5 }],
          sharedWith: ['สมาชิกสะสมแต้ม · Loyalty programme'],
          lines: [
            {
              group: 'Customers',
              channel: 'Web form',
              attributes: {
                'Identity data': ['First name', 'Surname'],
                'Contact data': ['Delivery address', 'Mobile number'],
                'Transactions and use of services': ['Orders', 'Delivery note and recipient’s signature'],
              },
              shared: true,
            },
          ],
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
      access: ACCESS,
      refusals: 'none',
      purposes: [
        {
          th: 'ติดตามหนี้ของลูกค้า',
          en: 'Customer accounts',
          description: ['บันทึกและติดตามยอดค้างชำระ', 'Recording and following what is owed'],
          category: 'Finance and accounting',
          groups: ['Customers'],
          pii: ['Identity data', 'Contact data', 'Financial data'],
          bases: ['contract'],
          retention: years(5, 'ตามอายุความ · limitation period'),
          storage: ['Paper in locked cabinets'],
          department: 'Finance and accounting',
          primary: true,
          lines: [
            {
              group: 'Customers',
              channel: 'Paper form',
              attributes: {
                'Identity data': ['First name', 'Surname', 'Nickname', 'Signature'],
                'Contact data': ['Current address', 'Mobile number'],
                'Financial data': ['Repayment record', 'Debts and credit limits'],
                'Family and contact persons': ['Guarantor'],
              },
            },
          ],
        },
      ],
    },
  ],
};
