/** A piece of a text; a line must not end inside of a bound one. */
export interface PhrasePart {
  readonly text: string;
  readonly bound: boolean;
}

/**
 * Words that browsers end lines in: their dictionary takes them for several words, some of them for none ("ผลก|ระ|ทบ").
 */
const WORDS = [
  'ผลกระทบ',
  'อย่างน้อยหนึ่ง',
  'แดชบอร์ด',
  'แพ็กเกจ',
  'โทเค็น',
  'รหัสผ่าน',
  'รหัสลับ',
  'ตรวจสอบ',
  'รับผิดชอบ',
  'ประมวลผล',
  'เผยแพร่',
  'หลักฐาน',
  'พื้นที่ทำงาน',
  'ดำเนินการ',
  'ส่งออก',
  'นำเข้า',
  'ลงนาม',
  'เพียงพอ',
  'คัดลอก',
  'ครบถ้วน',
  'สิ้นสุด',
  'หมวดหมู่',
  'จัดเก็บ',
  'เก็บรักษา',
  'ถูกต้อง',
  'เปิดเผย',
  'อ่อนไหว',
  'เข้าสู่ระบบ',
  'ออกจากระบบ',
  'ใช้งาน',
  'ช่องทาง',
  'เส้นทาง',
  'ปลายทาง',
  'เลขที่',
  'วันที่',
  'ที่อยู่',
  'แหล่งที่มา',
  'คณะกรรมการ',
  'ส่วนบุคคล',
  'ส่วนตัว',
  'รายละเอียด',
  'กู้คืน',
  'เชื่อมต่อ',
  'ตั้งค่า',
  'ระยะเวลา',
  'ตัวอักษร',
  'เจ้าหน้าที่',
  'หน่วยงาน',
  'เสียหาย',
  'เพิ่มเติม',
  'รูปแบบ',
  'หมดอายุ',
  'ต่างประเทศ',
  'ยกเลิก',
];
/** They begin a word that is made of the next one: "ผู้" + "อนุมัติ". */
const PREFIXES = new Set(['ผู้', 'การ', 'ความ', 'คำ', 'นัก']);
/** Longer than this, and it would not fit on a phone beside others. */
const MOST_LETTERS = 26;

const wordPattern = new RegExp(WORDS.join('|'), 'g');
const THAI = /^[\u0E01-\u0E5B]+$/;
const NUMBER = /^\d[\d,.:]*$/;
const LETTERS = /^[\p{L}\p{M}]/u;
const ASKS = /[\u0E01-\u0E5B]{2}|\d /;
let segmenter: Intl.Segmenter | undefined;

/**
 * A text in pieces between which lines may end as the browser sees fit; joined they are the text.
 * @example phrasesOf('ตามลำดับผู้อนุมัติ') // 'ตามลำดับ', and bound 'ผู้อนุมัติ'
 */
export function phrasesOf(text: string): PhrasePart[] {
  if (!ASKS.test(text)) return [{ text, bound: false }];
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  const segments = [...segmenter.segment(text)].map(({ segment, index }) => ({ segment, index }));
  const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
  const isInWord = (at: number) => words.some(({ from, to }) => from < at && at < to);
  /** Whether a line must not end before the segment. */
  const joins = (position: number): boolean => {
    const [before, here, next] = [segments[position - 1]!, segments[position]!, segments[position + 1]];
    if (isInWord(here.index)) return true;
    if (here.segment === ' ') return NUMBER.test(before.segment) && next !== undefined && LETTERS.test(next.segment);
    if (before.segment === ' ') return NUMBER.test(segments[position - 2]?.segment ?? '') && LETTERS.test(here.segment);
    return (
      PREFIXES.has(before.segment) &&
      THAI.test(here.segment) &&
      !words.some(({ from, to }) => from < before.index && to >= here.index)
    );
  };

  const parts: PhrasePart[] = [];
  let [plain, run, joined] = ['', '', false];
  const flush = () => {
    if (joined && run.length <= MOST_LETTERS) {
      if (plain) parts.push({ text: plain, bound: false });
      parts.push({ text: run, bound: true });
      plain = '';
    } else plain += run;
  };
  segments.forEach(({ segment }, position) => {
    if (position > 0 && joins(position)) {
      run += segment;
      joined = true;
      return;
    }
    flush();
    [run, joined] = [segment, false];
  });
  flush();
  if (plain) parts.push({ text: plain, bound: false });
  return parts;
}
