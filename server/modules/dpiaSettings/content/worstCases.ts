import type { WorstCaseFields } from '../../../../shared/dpiaSettings/schema.ts';

type Pair = readonly [string, string];
const pair = ([th, en]: Pair) => ({ th, en });

const SOURCES = {
  error: ['พนักงานทำพลาด', 'Employee error'],
  insider: ['คนในทุจริต', 'Malicious insider'],
  hacker: ['แฮกเกอร์', 'Hacker'],
  flood: ['น้ำท่วมหรือไฟไหม้', 'Flood or fire'],
} as const satisfies Record<string, Pair>;

const MEASURES = {
  encrypt: ['เข้ารหัสข้อมูลทั้งที่จัดเก็บและที่ส่ง', 'Encrypt data at rest and in transit'],
  roles: ['ให้สิทธิเข้าถึงตามหน้าที่และทบทวนทุกไตรมาส', 'Grant access by duty and review it every quarter'],
  log: ['บันทึกการเข้าถึงและตรวจสอบความผิดปกติ', 'Log access and look for anomalies'],
  mask: ['ปิดทับศาสนาและหมู่เลือดบนสำเนาบัตรประชาชน', 'Mask religion and blood type on copies of ID cards'],
  noLine: ['งดส่งข้อมูลส่วนบุคคลทาง LINE ส่วนตัว', 'Send no personal data by private LINE'],
  review: ['ให้คนทบทวนก่อนส่งออกหรือตัดสิน', 'Have a person review before data is sent or a decision is made'],
  backup: ['สำรองข้อมูลแยกเครือข่ายและทดสอบการกู้คืน', 'Keep backups off the network and test restoring'],
} as const satisfies Record<string, Pair>;

interface Case {
  readonly title: Pair;
  readonly description: Pair;
  readonly sources: readonly (keyof typeof SOURCES)[];
  readonly threats: readonly Pair[];
  readonly problematicActions: WorstCaseFields['problematicActions'];
  readonly measures: readonly (keyof typeof MEASURES)[];
}

const CASES: readonly Case[] = [
  {
    title: ['เข้าถึงข้อมูลโดยมิชอบ', 'Illegitimate access to data'],
    description: ['ผู้ไม่มีหน้าที่อ่านหรือคัดลอกข้อมูลได้', 'People without a duty read or copy the data.'],
    sources: ['insider', 'hacker'],
    threats: [
      ['ใช้บัญชีร่วมกันหรือรหัสผ่านที่เดาได้', 'Shared accounts or passwords that can be guessed'],
      ['สิทธิของผู้ที่ย้ายงานยังใช้ได้', 'Access of people who changed duty still works'],
    ],
    problematicActions: ['INSECURITY', 'SURVEILLANCE', 'UNANTICIPATED_REVELATION'],
    measures: ['roles', 'log', 'encrypt'],
  },
  {
    title: ['ข้อมูลถูกแก้ไขโดยไม่ประสงค์', 'Unwanted change of data'],
    description: [
      'ข้อมูลผิดไปจากความจริงและถูกใช้ตัดสินเรื่องของบุคคล',
      'Data is no longer true and decisions about people are based on it.',
    ],
    sources: ['error', 'insider'],
    threats: [
      ['นำเข้าไฟล์ผิดชุดหรือจับคู่ผิดคน', 'A wrong file is imported or matched to the wrong person'],
      ['แก้ผลตรวจหรือคะแนนโดยไม่มีผู้ตรวจทาน', 'Results or scores are changed without review'],
    ],
    problematicActions: ['DISTORTION', 'UNWARRANTED_RESTRICTION'],
    measures: ['review', 'log', 'backup'],
  },
  {
    title: ['ข้อมูลสูญหาย', 'Loss of data'],
    description: ['ข้อมูลหายหรือใช้ไม่ได้เมื่อต้องใช้', 'Data is gone or out of reach when it is needed.'],
    sources: ['error', 'flood'],
    threats: [
      ['ลบผิดหรืออุปกรณ์เสียโดยไม่มีสำเนา', 'Deleted by mistake or a device fails without a copy'],
      ['เอกสารกระดาษเสียหายจากน้ำ', 'Paper is destroyed by water'],
    ],
    problematicActions: ['INSECURITY', 'UNWARRANTED_RESTRICTION'],
    measures: ['backup', 'roles'],
  },
  {
    title: ['ส่งข้อมูลเข้ากลุ่ม LINE ผิดกลุ่ม', 'Data is sent to the wrong LINE group'],
    description: ['รายชื่อหรือภาพของเจ้าของข้อมูลไปถึงคนนอก', 'Lists or pictures of data subjects reach outsiders.'],
    sources: ['error'],
    threats: [['ส่งจากโทรศัพท์ส่วนตัวที่มีหลายกลุ่ม', 'Sent from a private telephone with many groups']],
    problematicActions: ['UNANTICIPATED_REVELATION', 'STIGMATIZATION'],
    measures: ['noLine', 'review'],
  },
  {
    title: ['สำเนาบัตรประชาชนรั่วไหล', 'Copies of ID cards leak'],
    description: [
      'สำเนาบัตรถูกใช้เปิดบัญชีหรือกู้เงินแทนเจ้าของ และเผยศาสนาซึ่งเป็นข้อมูลตามมาตรา 26',
      'Copies are used to open accounts or borrow money, and show religion, which is data under section 26.',
    ],
    sources: ['error', 'insider'],
    threats: [
      ['สำเนากระดาษถูกนำกลับมาใช้หรือทิ้งโดยไม่ทำลาย', 'Paper copies are reused or thrown away intact'],
      ['แฟ้มภาพบัตรเปิดให้เข้าถึงด้วยลิงก์', 'A folder of card pictures is open to anyone with the link'],
    ],
    problematicActions: ['APPROPRIATION', 'INSECURITY'],
    measures: ['mask', 'roles', 'encrypt'],
  },
  {
    title: ['มิจฉาชีพได้รายชื่อลูกค้า', 'Scammers get the customer list'],
    description: [
      'ลูกค้าถูกโทรหลอกด้วยข้อมูลที่รู้เฉพาะองค์กร',
      'Customers are defrauded by callers who know what only the organisation knows.',
    ],
    sources: ['insider', 'hacker'],
    threats: [
      ['พนักงานขายรายชื่อ', 'An employee sells the list'],
      ['ผู้ประมวลผลข้อมูลทำข้อมูลรั่ว', 'A data processor leaks the data'],
    ],
    problematicActions: ['APPROPRIATION', 'INDUCED_DISCLOSURE'],
    measures: ['log', 'roles', 'encrypt'],
  },
  {
    title: ['ถูกเรียกค่าไถ่ข้อมูล', 'Ransomware'],
    description: ['ระบบใช้ไม่ได้และข้อมูลถูกขู่เปิดเผย', 'Systems stop and the data is threatened with publication.'],
    sources: ['hacker'],
    threats: [
      ['เปิดไฟล์แนบจากอีเมลหลอกลวง', 'An attachment of a phishing email is opened'],
      ['ช่องโหว่ของระบบที่ไม่ได้ปรับปรุง', 'A weakness of a system that was not updated'],
    ],
    problematicActions: ['INSECURITY', 'REIDENTIFICATION', 'UNWARRANTED_RESTRICTION'],
    measures: ['backup', 'encrypt', 'log'],
  },
];

/** Default worst cases; the first three are the feared events of the CNIL's method. */
export const WORST_CASES: readonly Omit<WorstCaseFields, 'active'>[] = CASES.map((one) => ({
  title: pair(one.title),
  description: pair(one.description),
  sources: one.sources.map((source) => pair(SOURCES[source])),
  threats: one.threats.map(pair),
  problematicActions: one.problematicActions,
  measures: one.measures.map((measure) => pair(MEASURES[measure])),
}));
