import type { PdpaItemFields } from '../../../../shared/dpiaSettings/schema.ts';

type Item = Omit<PdpaItemFields, 'active'>;
const item = (
  objectives: Item['objectives'],
  title: readonly [string, string],
  description: readonly [string, string],
): Item => ({
  title: { th: title[0], en: title[1] },
  description: { th: description[0], en: description[1] },
  objectives,
});

/** Default items under the act. */
export const ITEMS: readonly Item[] = [
  item(
    ['LAWFULNESS'],
    ['ทุกวัตถุประสงค์มีฐานกฎหมาย', 'Every purpose has a lawful basis'],
    [
      'ระบุฐานตามมาตรา 24 และข้อยกเว้นตามมาตรา 26 สำหรับข้อมูลอ่อนไหว',
      'A basis of section 24 is named, and for sensitive data an exception of section 26.',
    ],
  ),
  item(
    ['LAWFULNESS', 'DISASSOCIABILITY'],
    ['เก็บเท่าที่จำเป็น', 'Only what is needed is collected'],
    [
      'เก็บข้อมูลเท่าที่จำเป็นตามวัตถุประสงค์ (มาตรา 22) เช่น ไม่เก็บสำเนาบัตรเมื่อดูบัตรก็เพียงพอ',
      'Data is limited to what the purpose needs (section 22): no copy of an ID card where looking at it is enough.',
    ],
  ),
  item(
    ['TRANSPARENCY', 'PREDICTABILITY'],
    ['แจ้งก่อนหรือขณะเก็บข้อมูล', 'Notice before or at collection'],
    [
      'แจ้งวัตถุประสงค์ ระยะเวลา ผู้รับข้อมูล และสิทธิ ตามมาตรา 23 และ 25',
      'Purpose, retention, recipients and rights are notified under sections 23 and 25.',
    ],
  ),
  item(
    ['RIGHTS', 'MANAGEABILITY'],
    ['เจ้าของข้อมูลใช้สิทธิได้', 'Data subjects can exercise their rights'],
    [
      'มีช่องทางรับคำขอตามมาตรา 30 ถึง 36 และถอนความยินยอมได้ง่ายเท่ากับการให้ (มาตรา 19)',
      'Requests under sections 30 to 36 can be made, and consent is withdrawn as easily as given (section 19).',
    ],
  ),
  item(
    ['INTEGRITY', 'RIGHTS'],
    ['ข้อมูลถูกต้องและเป็นปัจจุบัน', 'Data is accurate and up to date'],
    [
      'ข้อมูลถูกต้อง เป็นปัจจุบัน สมบูรณ์ และไม่ก่อให้เกิดความเข้าใจผิด (มาตรา 35)',
      'Data is correct, up to date, complete and not misleading (section 35).',
    ],
  ),
  item(
    ['LAWFULNESS', 'MANAGEABILITY'],
    ['ลบเมื่อพ้นระยะเวลา', 'Data is erased when its retention ends'],
    [
      'มีระบบตรวจสอบเพื่อลบหรือทำลายข้อมูลเมื่อพ้นกำหนด (มาตรา 37(3))',
      'A system reviews data and erases or destroys it when the period ends (section 37(3)).',
    ],
  ),
  item(
    ['CONFIDENTIALITY'],
    ['จำกัดผู้เข้าถึงข้อมูล', 'Access is limited'],
    [
      'ให้สิทธิเข้าถึงตามหน้าที่และทบทวนเป็นระยะ เป็นส่วนหนึ่งของมาตรการตามมาตรา 37(1)',
      'Access follows duties and is reviewed, as part of the measures under section 37(1).',
    ],
  ),
  item(
    ['AVAILABILITY'],
    ['กู้คืนข้อมูลได้', 'Data can be restored'],
    [
      'สำรองข้อมูลและทดสอบการกู้คืน เพื่อป้องกันการสูญหายตามมาตรา 37(1)',
      'Backups are made and restoring is tested, against loss under section 37(1).',
    ],
  ),
  item(
    ['CONFIDENTIALITY', 'LAWFULNESS'],
    ['ควบคุมผู้ประมวลผลข้อมูล', 'Processors are controlled'],
    [
      'มีข้อตกลงควบคุมผู้ประมวลผลข้อมูลส่วนบุคคลตามมาตรา 40 วรรคสาม',
      'An agreement controls each data processor under section 40, paragraph 3.',
    ],
  ),
  item(
    ['CONFIDENTIALITY', 'DISASSOCIABILITY'],
    ['แฝงข้อมูลเมื่อไม่ต้องระบุตัวตน', 'Pseudonyms where identity is not needed'],
    [
      'ใช้รหัสแทนชื่อในงานวิเคราะห์ วิจัย และทดสอบระบบ และเก็บตารางรหัสแยกไว้',
      'Codes replace names in analysis, research and testing, and the key is kept apart.',
    ],
  ),
];
