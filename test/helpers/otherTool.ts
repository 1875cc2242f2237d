import Excel from '@e965/xlsx';

// A fictional register of a retail company, as exported by another Thai tool: a merged title line above the headings,
// unknown headings, sentences instead of lists, job titles instead of people.

const HEADINGS = [
  'ลำดับที่',
  'รหัสกระบวนงาน',
  'แผนก/ฝ่าย',
  'ชื่อกระบวนงาน',
  'วัตถุประสงค์ในการเก็บรวบรวม ใช้ เปิดเผย',
  'ฐานทางกฎหมายในการประมวลผล',
  'ประเภทบุคคล',
  'ข้อมูลส่วนบุคคลที่จัดเก็บ',
  'ข้อมูลอ่อนไหว',
  'ฐานสำหรับข้อมูลอ่อนไหว',
  'ได้รับข้อมูลจาก',
  'วิธีการเก็บรวบรวม',
  'สถานที่จัดเก็บ',
  'ระยะเวลาในการเก็บรักษา',
  'วิธีทำลายข้อมูล',
  'เปิดเผยข้อมูลให้แก่',
  'การส่งหรือโอนข้อมูลไปต่างประเทศ',
  'มาตรการคุ้มครองข้อมูล',
  'เจ้าของกระบวนงาน',
  'วันที่ปรับปรุงล่าสุด',
  'วันที่ทบทวนครั้งถัดไป',
  'ข้อสังเกตของผู้ตรวจ',
] as const;

const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!;

const DEPARTMENTS = ['ฝ่ายบุคคล', 'ฝ่ายการตลาด', 'แผนกบัญชี', 'ฝ่ายขาย', 'ฝ่ายไอที', 'ฝ่ายจัดซื้อ', 'ฝ่ายกฎหมาย', 'ศูนย์กระจายสินค้า'];
const PROCESSES: readonly (readonly [name: string, purpose: string])[] = [
  ['สรรหาและคัดเลือกพนักงาน', 'เพื่อพิจารณาคุณสมบัติของผู้สมัครและนัดหมายสัมภาษณ์'],
  ['สั่งซื้อสินค้าออนไลน์', 'เพื่อรับคำสั่งซื้อ จัดส่งสินค้า และออกใบเสร็จ'],
  ['จ่ายเงินเดือน', 'เพื่อคำนวณและจ่ายค่าตอบแทน และนำส่งภาษี'],
  ['สมัครสมาชิกสะสมคะแนน', 'เพื่อสะสมคะแนนและแจ้งสิทธิประโยชน์'],
  ['ดูแลระบบสารสนเทศ', 'เพื่อรักษาความปลอดภัยของระบบและตรวจสอบการใช้งาน'],
  ['ขึ้นทะเบียนผู้ขาย', 'เพื่อคัดเลือกผู้ขายและจัดทำสัญญา'],
  ['รับเรื่องร้องเรียน', 'เพื่อตรวจสอบและแก้ไขปัญหาให้ลูกค้า'],
  ['ควบคุมการเข้าออกอาคาร', 'เพื่อรักษาความปลอดภัยของบุคคลและทรัพย์สิน'],
];
const BASES = [
  'ประโยชน์อันชอบธรรม',
  'สัญญา',
  'มาตรา 24 (3) สัญญา, มาตรา 24 (6) หน้าที่ตามกฎหมาย',
  'ความยินยอม',
  'ประโยชน์สาธารณะ',
  'ฐานสัญญา/ฐานหน้าที่ตามกฎหมาย',
  'ประโยชน์โดยชอบด้วยกฎหมาย (Legitimate Interest)',
  '1) ฐานสัญญา 2) ฐานประโยชน์อันชอบธรรม',
];
const PEOPLE = ['พนักงาน', 'ลูกค้า, สมาชิก', 'ผู้สมัครงาน', 'คู่ค้า / ผู้รับจ้าง', 'ผู้มาติดต่อ', 'ลูกค้า\nผู้ใช้งานเว็บไซต์'];
const DATA = [
  'ชื่อ-นามสกุล, เบอร์โทร, อีเมล, ที่อยู่',
  'ชื่อ นามสกุล / เลขบัตรประชาชน / เลขบัญชีธนาคาร',
  '1) ชื่อ-นามสกุล 2) วันเกิด 3) ประวัติการสั่งซื้อ 4) เบอร์โทรศัพท์',
  'ชื่อ-สกุล; อีเมล; LINE ID; รหัสสมาชิก',
  '- ชื่อ-นามสกุล\n- รูปถ่าย\n- ทะเบียนรถ',
  'Username, IP Address, Cookies (ที่จำเป็น, วิเคราะห์)',
];
const SENSITIVE = ['-', 'ศาสนา, หมู่โลหิต', 'ไม่มี', 'ลายนิ้วมือ', 'ประวัติอาชญากรรม', 'N/A'];
const SENSITIVE_BASES = ['-', 'ปฏิบัติตามกฎหมายคุ้มครองแรงงาน', '-', 'ได้รับความยินยอมโดยชัดแจ้ง', 'กฎหมายกำหนด', '-'];
const SOURCES = ['เจ้าของข้อมูลโดยตรง', 'จากเจ้าของข้อมูล', 'คู่ค้า'];
const CHANNELS = ['เว็บไซต์', 'แบบฟอร์มกระดาษ, อีเมล', 'โทรศัพท์', 'Line / Facebook', 'แอปพลิเคชัน'];
const PLACES = ['ตู้เอกสาร, ระบบ HR', 'ระบบ ERP', 'Google Drive', 'แฟ้มเอกสาร; คอมพิวเตอร์', 'ระบบ CRM'];
const PERIODS = [
  '5 ปี นับจากวันสั่งซื้อ',
  'ถาวร',
  '๑๐ ปี หลังสิ้นสุดสัญญา',
  '1 ปี 6 เดือน',
  'ตลอดอายุสมาชิก และ 2 ปีหลังสิ้นสุดสมาชิกภาพ',
  '90 วัน',
  'ตามความจำเป็น',
];
const ENDS = ['ย่อยเอกสาร, ลบข้อมูลออกจากระบบ', 'ลบข้อมูล', 'ทำลายด้วยเครื่องย่อย'];
const RECIPIENTS = [
  'กรมสรรพากร, สำนักงานประกันสังคม',
  'บริษัท ส่งไว จำกัด',
  '-',
  'Amazon Web Services (สิงคโปร์); Google LLC (USA)',
  'Cloud Mail Co., Ltd.',
];
const COUNTRIES = ['-', 'ไม่มี', 'ไม่มีการโอน', '', 'สิงคโปร์, ญี่ปุ่น'];
const MEASURES = [
  'กำหนดสิทธิ์การเข้าถึง, เข้ารหัสข้อมูล',
  'ตู้เอกสารล็อกกุญแจ',
  'NDA / อบรมพนักงาน',
  'Firewall, Antivirus, สำรองข้อมูล',
];
const OWNERS = ['ผู้จัดการฝ่ายบุคคล', 'หัวหน้าฝ่ายการตลาด', 'คุณสมหญิง รักงาน', 'Chief Accountant', 'ผู้จัดการคลังสินค้า'];
const CHANGED = ['12/03/67', '1 ก.พ. 2567', '31/12/2566', '05-06-68'];

const REVIEWS = ['15/01/71', '1 มี.ค. 2571', '31/12/2571', '-'];

/** A row of the register, by its number from 0. */
function rowOf(at: number): string[] {
  const [name, purpose] = pick(PROCESSES, at);
  // Every process of a branch is a separate activity; the last rows continue existing activities.
  const branch = at < 96 ? Math.floor(at / PROCESSES.length) + 1 : at - 95;
  return [
    String(at + 1),
    `PRC-${String(at + 1).padStart(3, '0')}`,
    pick(DEPARTMENTS, at),
    `${name} สาขา ${branch}`,
    at < 96 ? purpose : `${purpose} (ส่วนที่เพิ่ม)`,
    pick(BASES, at),
    pick(PEOPLE, at),
    pick(DATA, at),
    pick(SENSITIVE, at),
    pick(SENSITIVE_BASES, at),
    pick(SOURCES, at),
    pick(CHANNELS, at),
    pick(PLACES, at),
    pick(PERIODS, at),
    pick(ENDS, at),
    pick(RECIPIENTS, at),
    pick(COUNTRIES, at),
    pick(MEASURES, at),
    pick(OWNERS, at),
    pick(CHANGED, at),
    pick(REVIEWS, at),
    at % 10 === 0 ? 'ควรทบทวนระยะเวลาเก็บ' : '',
  ];
}

/** The register of 100 rows as a workbook; three of them are no activity, because they have no name. */
export function otherToolsRegister(): Buffer {
  const rows = Array.from({ length: 100 }, (_, at) => {
    const row = rowOf(at);
    if (at % 40 === 19) row[3] = '';
    return row;
  });
  const title = ['บันทึกรายการกิจกรรมการประมวลผลข้อมูลส่วนบุคคล บริษัท ร้านดี จำกัด (ข้อมูล ณ 30/06/2567)'];
  const sheet = Excel.utils.aoa_to_sheet([title, [], [...HEADINGS], ...rows]);
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: HEADINGS.length - 1 } }];
  const book = Excel.utils.book_new();
  Excel.utils.book_append_sheet(
    book,
    Excel.utils.aoa_to_sheet([['คำอธิบายการใช้งาน'], ['โปรดอย่าแก้ไขหัวตาราง']]),
    'คำแนะนำ',
  );
  Excel.utils.book_append_sheet(book, sheet, 'ROPA');
  return Excel.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
