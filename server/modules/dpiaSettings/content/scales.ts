import type { DpiaScale, ScaleLevel } from '../../../../shared/dpia/framework.ts';
import { defaultBands, type ScaleWidth } from '../../../../shared/dpia/risk.ts';

type Words = Pick<ScaleLevel, 'title' | 'description'>;
const words = (th: string, en: string, thDescription: string, enDescription: string): Words => ({
  title: { th, en },
  description: { th: thDescription, en: enDescription },
});

const LIKELIHOOD = {
  rare: words(
    'แทบไม่เกิด',
    'Rare',
    'ต้องมีหลายสิ่งผิดพลาดพร้อมกัน เช่น ข้อมูลที่เข้ารหัสรั่วไปพร้อมกุญแจ',
    'Several things have to fail at once, for example encrypted data leaks together with its key.',
  ),
  unlikely: words(
    'เกิดได้น้อย',
    'Unlikely',
    'ไม่เคยเกิดในองค์กร แต่เคยเกิดในองค์กรประเภทเดียวกัน เช่น โรงพยาบาลแห่งอื่น',
    'It has not happened here, but it has to organisations like this one, such as another hospital.',
  ),
  possible: words(
    'อาจเกิด',
    'Possible',
    'เคยเกิดในองค์กรหรือเกือบเกิด เช่น ส่งเอกสารผิดคนแล้วเรียกคืนได้ทัน',
    'It has happened here or nearly did, for example a document went to the wrong person and was recalled.',
  ),
  likely: words(
    'เกิดได้มาก',
    'Likely',
    'คาดว่าจะเกิดภายในหนึ่งปี เช่น พนักงานส่งรูปบัตรประชาชนผ่าน LINE ส่วนตัวเป็นประจำ',
    'It is expected within a year, for example staff routinely send photos of ID cards by private LINE.',
  ),
  certain: words(
    'เกิดเกือบแน่นอน',
    'Almost certain',
    'เกิดซ้ำอยู่แล้วหรือไม่มีสิ่งใดป้องกัน เช่น แฟ้มข้อมูลเปิดให้ทุกคนในองค์กรเข้าถึงได้',
    'It already recurs or nothing prevents it, for example a data folder is open to the entire organisation.',
  ),
} as const;

const IMPACT = {
  negligible: words(
    'น้อยมาก',
    'Negligible',
    'รำคาญหรือเสียเวลาเล็กน้อย เช่น ได้รับข้อความโฆษณาที่ไม่ต้องการ',
    'A slight annoyance or loss of time, for example unwanted advertising messages.',
  ),
  minor: words(
    'น้อย',
    'Minor',
    'ไม่สะดวกแต่แก้ไขได้เอง เช่น ต้องออกบัตรใหม่หรือเปลี่ยนหมายเลขโทรศัพท์',
    'An inconvenience that the person can overcome, for example a card or a telephone number has to be replaced.',
  ),
  moderate: words(
    'ปานกลาง',
    'Moderate',
    'เดือดร้อนและต้องมีผู้ช่วยเหลือ เช่น เสียเงินจำนวนไม่มาก หรือถูกปฏิเสธบริการชั่วคราว',
    'Difficulties that need help, for example a small loss of money or a service refused for a time.',
  ),
  major: words(
    'มาก',
    'Major',
    'เสียหายร้ายแรงและแก้ไขได้ยาก เช่น ถูกหลอกโอนเงิน ตกงาน หรือถูกเลือกปฏิบัติจากข้อมูลสุขภาพ',
    'Serious harm that is hard to undo, for example fraud, loss of employment or discrimination over health data.',
  ),
  severe: words(
    'รุนแรง',
    'Severe',
    'เสียหายถาวร เช่น อันตรายต่อชีวิต หรือข้อมูลพันธุกรรมเปิดเผยจนเรียกคืนไม่ได้',
    'Lasting harm, for example danger to life or genetic data that is public for good.',
  ),
} as const;

const ROWS = {
  3: {
    likelihood: [LIKELIHOOD.unlikely, LIKELIHOOD.possible, LIKELIHOOD.likely],
    impact: [IMPACT.minor, IMPACT.moderate, IMPACT.major],
  },
  4: {
    likelihood: [LIKELIHOOD.rare, LIKELIHOOD.unlikely, LIKELIHOOD.possible, LIKELIHOOD.likely],
    impact: [IMPACT.minor, IMPACT.moderate, IMPACT.major, IMPACT.severe],
  },
  5: {
    likelihood: [LIKELIHOOD.rare, LIKELIHOOD.unlikely, LIKELIHOOD.possible, LIKELIHOOD.likely, LIKELIHOOD.certain],
    impact: [IMPACT.negligible, IMPACT.minor, IMPACT.moderate, IMPACT.major, IMPACT.severe],
  },
} as const;

/** The default scale of a width. */
export function builtInScale(width: ScaleWidth): DpiaScale {
  const { likelihood, impact } = ROWS[width];
  const levels = (rows: readonly Words[]) => rows.map((row, index) => ({ level: index + 1, ...row }));
  return { width, likelihood: levels(likelihood), impact: levels(impact), bands: [...defaultBands(width)] };
}
