import type { RiskCatalogueEntry } from './riskCatalogue.ts';

type Context = Pick<RiskCatalogueEntry, 'data' | 'storage'>;
type Origin = RiskCatalogueEntry['origin'];

const of =
  (kind: RiskCatalogueEntry['kind']) =>
  (th: string, en: string, origin: Origin = 'OWN', context: Context = {}): RiskCatalogueEntry => ({
    kind,
    text: { th, en },
    origin,
    ...context,
  });
const source = of('sources');
const threat = of('threats');
const measure = of('measures');

/** Sources of risk, threats and measures in our own words. Without data and storage an entry is for any processing. */
export const RISK_CATALOGUE: readonly RiskCatalogueEntry[] = [
  source('พนักงานทำพลาด', 'Employee error'),
  source('คนในทุจริต', 'Malicious insider'),
  source('แฮกเกอร์', 'Hacker'),
  source('ผู้ประมวลผลข้อมูล', 'Data processor', 'PDPA_40'),
  source('น้ำท่วมหรือไฟไหม้', 'Flood or fire', 'OWN', { storage: ['PAPER', 'SERVER'] }),
  source('ผู้ให้บริการคลาวด์', 'Cloud provider', 'OWN', { storage: ['CLOUD', 'CLOUD_ABROAD'] }),
  source('มิจฉาชีพที่หลอกโอนเงิน', 'Scammers after money', 'OWN', { data: ['FINANCE', 'CONTACT'] }),
  source('คนใกล้ชิดของเจ้าของข้อมูล', 'People close to the data subject', 'OWN', {
    data: ['HEALTH', 'GENETIC', 'LOCATION'],
  }),

  threat('ใช้บัญชีร่วมกันหรือรหัสผ่านเดาง่าย', 'Shared accounts or weak passwords'),
  threat('สิทธิของผู้ที่ย้ายงานยังใช้ได้', 'Access of people who changed duty still works'),
  threat('ใช้ข้อมูลเกินกว่าที่เจ้าของข้อมูลคาดหมาย', 'Data is used beyond what data subjects expect', 'NIST_8062'),
  threat('คัดลอกระเบียนสุขภาพไปเปิดเผย', 'Health records are copied and disclosed', 'OWN', { data: ['HEALTH'] }),
  threat('เปิดดูประวัติผู้ป่วยที่ไม่ได้รักษา', 'Records of patients not under care are opened', 'OWN', {
    data: ['HEALTH'],
    storage: ['SERVER'],
  }),
  threat('ผลพันธุกรรมเผยความเสี่ยงโรคของญาติ', 'Genetic results show disease risks of relatives', 'OWN', {
    data: ['GENETIC'],
  }),
  threat('ระบุตัวบุคคลซ้ำจากข้อมูลพันธุกรรมที่แฝงชื่อ', 'Pseudonymous genetic data is traced to a person', 'NIST_8062', {
    data: ['GENETIC'],
  }),
  threat('แม่แบบใบหน้าหรือลายนิ้วมือรั่วและเปลี่ยนใหม่ไม่ได้', 'Face or fingerprint templates leak and cannot be replaced', 'OWN', {
    data: ['BIOMETRIC'],
  }),
  threat('ผู้สมัครงานถูกตีตราจากประวัติเก่า', 'Applicants are stigmatised by an old record', 'NIST_8062', {
    data: ['CRIMINAL'],
  }),
  threat('สำเนาบัตรประชาชนถูกใช้เปิดบัญชี', 'ID card copies are used to open accounts', 'OWN', { data: ['IDENTITY'] }),
  threat('เลขบัญชีและยอดเงินถูกใช้หลอกโอนเงิน', 'Account numbers and balances are used for fraud', 'OWN', {
    data: ['FINANCE'],
  }),
  threat('ตำแหน่งที่ตั้งเผยที่พักและกิจวัตร', 'Location shows home and routines', 'NIST_8062', { data: ['LOCATION'] }),
  threat('ภาพกล้องถูกเผยแพร่ในสื่อสังคม', 'Camera pictures are spread on social media', 'OWN', {
    data: ['IMAGES'],
    storage: ['CCTV'],
  }),
  threat('รายชื่อติดต่อถูกส่งเข้ากลุ่ม LINE ผิดกลุ่ม', 'Contact lists are sent to the wrong LINE group', 'OWN', {
    data: ['CONTACT'],
    storage: ['DEVICE'],
  }),
  threat('พื้นที่จัดเก็บบนคลาวด์เปิดเป็นสาธารณะ', 'Cloud storage is public by mistake', 'OWN', {
    storage: ['CLOUD', 'CLOUD_ABROAD'],
  }),
  threat('ข้อมูลไปยังประเทศที่คุ้มครองไม่เพียงพอ', 'Data goes to a country without adequate protection', 'PDPA_28', {
    storage: ['CLOUD_ABROAD'],
  }),
  threat('ช่องโหว่ของระบบที่ไม่ได้ปรับปรุง', 'A weakness of a system that was not updated', 'OWN', { storage: ['SERVER'] }),
  threat('เอกสารกระดาษถูกนำกลับมาใช้หรือทิ้งโดยไม่ทำลาย', 'Paper is reused or thrown away intact', 'OWN', {
    storage: ['PAPER'],
  }),
  threat('คอมพิวเตอร์พกพาหรือโทรศัพท์สูญหาย', 'A laptop or telephone is lost', 'OWN', { storage: ['DEVICE'] }),
  threat('แฟลชไดรฟ์ไม่เข้ารหัสสูญหาย', 'An unencrypted flash drive is lost', 'OWN', { storage: ['REMOVABLE'] }),
  threat('ส่งอีเมลผิดผู้รับ', 'An email goes to the wrong recipient', 'OWN', { storage: ['EMAIL'] }),
  threat('เปิดไฟล์แนบจากอีเมลหลอกลวง', 'An attachment of a phishing email is opened', 'OWN', { storage: ['EMAIL'] }),

  measure('ให้สิทธิเท่าที่หน้าที่ต้องใช้และทบทวนเป็นระยะ', 'Grant access by need and review it', 'PDPC_SECURITY'),
  measure('บันทึกการเข้าถึงให้ตรวจย้อนหลังได้', 'Log access so that it can be traced', 'PDPC_SECURITY'),
  measure('อบรมผู้ใช้ข้อมูลเรื่องความปลอดภัย', 'Train users of data in security', 'PDPC_SECURITY'),
  measure('ทำข้อตกลงกับผู้ประมวลผลข้อมูล', 'Conclude an agreement with the data processor', 'PDPA_40'),
  measure('ตรวจสอบเพื่อลบข้อมูลเมื่อพ้นระยะเวลา', 'Review data and erase it when its period ends', 'PDPA_37_3'),
  measure('ขอความยินยอมโดยชัดแจ้ง เว้นแต่มีข้อยกเว้น', 'Obtain explicit consent unless an exception applies', 'PDPA_26', {
    data: ['HEALTH', 'GENETIC', 'BIOMETRIC', 'CRIMINAL'],
  }),
  measure('แยกรหัสตัวอย่างจากชื่อและเก็บตารางรหัสแยก', 'Separate sample codes from names and keep the key apart', 'OWN', {
    data: ['GENETIC', 'HEALTH'],
  }),
  measure('เก็บแม่แบบชีวภาพบนอุปกรณ์ของเจ้าของข้อมูล', "Keep biometric templates on the data subject's device", 'OWN', {
    data: ['BIOMETRIC'],
  }),
  measure('ปิดทับศาสนาและหมู่เลือดบนสำเนาบัตรประชาชน', 'Mask religion and blood type on copies of ID cards', 'OWN', {
    data: ['IDENTITY'],
  }),
  measure('แสดงเลขบัญชีเพียงบางส่วน', 'Display account numbers in part only', 'OWN', { data: ['FINANCE'] }),
  measure('ลดความละเอียดของตำแหน่งที่ตั้ง', 'Reduce the precision of locations', 'OWN', { data: ['LOCATION'] }),
  measure('ติดป้ายแจ้งการบันทึกภาพและจำกัดผู้ดูภาพ', 'Post a notice of recording and limit who views it', 'PDPA_23', {
    data: ['IMAGES'],
    storage: ['CCTV'],
  }),
  measure('เข้ารหัสข้อมูลและเก็บกุญแจไว้กับองค์กร', 'Encrypt data and keep the keys in the organisation', 'OWN', {
    storage: ['CLOUD', 'CLOUD_ABROAD'],
  }),
  measure('ตรวจการตั้งค่าการเข้าถึงคลาวด์โดยอัตโนมัติ', 'Check cloud access settings automatically', 'OWN', {
    storage: ['CLOUD', 'CLOUD_ABROAD'],
  }),
  measure(
    'มีมาตรการคุ้มครองที่เหมาะสมสำหรับการโอนไปต่างประเทศ',
    'Have appropriate safeguards for transfers abroad',
    'PDPA_29',
    {
      storage: ['CLOUD_ABROAD'],
    },
  ),
  measure('ปรับปรุงระบบและสำรองข้อมูลแยกเครือข่าย', 'Update systems and keep backups off the network', 'OWN', {
    storage: ['SERVER'],
  }),
  measure('เก็บในตู้ล็อกและย่อยทำลายเอกสาร', 'Keep paper in locked cabinets and shred it', 'OWN', { storage: ['PAPER'] }),
  measure('เข้ารหัสอุปกรณ์และลบข้อมูลจากระยะไกลได้', 'Encrypt devices and allow remote wiping', 'OWN', {
    storage: ['DEVICE', 'REMOVABLE'],
  }),
  measure('ยืนยันตัวตนหลายปัจจัยและเตือนผู้รับภายนอก', 'Use multi-factor sign-in and warn of external recipients', 'OWN', {
    storage: ['EMAIL'],
  }),
];
