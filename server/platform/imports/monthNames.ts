const MONTHS: readonly (readonly string[])[] = [
  ['ม.ค.', 'มกราคม', 'january', 'jan'],
  ['ก.พ.', 'กุมภาพันธ์', 'february', 'feb'],
  ['มี.ค.', 'มีนาคม', 'march', 'mar'],
  ['เม.ย.', 'เมษายน', 'april', 'apr'],
  ['พ.ค.', 'พฤษภาคม', 'may'],
  ['มิ.ย.', 'มิถุนายน', 'june', 'jun'],
  ['ก.ค.', 'กรกฎาคม', 'july', 'jul'],
  ['ส.ค.', 'สิงหาคม', 'august', 'aug'],
  ['ก.ย.', 'กันยายน', 'september', 'sept', 'sep'],
  ['ต.ค.', 'ตุลาคม', 'october', 'oct'],
  ['พ.ย.', 'พฤศจิกายน', 'november', 'nov'],
  ['ธ.ค.', 'ธันวาคม', 'december', 'dec'],
];
const bare = (name: string): string => name.toLowerCase().replaceAll('.', '');
const MONTH_OF = new Map(MONTHS.flatMap((names, month) => names.map((name) => [bare(name), month + 1] as const)));

/** The month (1 to 12) of a Thai or English name, abbreviated or not, with or without its full stops. */
export const monthOf = (name: string): number | undefined => MONTH_OF.get(bare(name));
