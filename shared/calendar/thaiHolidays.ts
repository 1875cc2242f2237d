// Public holidays of Thailand, government's and substitute days included, for 2026 and 2027 (B.E. 2569 and 2570): as
// python-holidays 0.105 (2026) has them, categories public and government; Children's Day left out. The days of 2027
// follow the rule and the Thai calendar: the cabinet had not confirmed them, nor the day of the Royal Ploughing
// Ceremony 2027. Special days that the cabinet adds later are not known. They are for reading: no deadline moves by
// them.

/** From which edition the days are, and for which years. */
export const HOLIDAY_SOURCE = { name: 'python-holidays 0.105', years: [2026, 2027] } as const;

const NAMES = {
  newYear: { th: 'วันขึ้นปีใหม่', en: 'New Year’s Day' },
  special: { th: 'วันหยุดพิเศษ', en: 'Special holiday' },
  makha: { th: 'วันมาฆบูชา', en: 'Makha Bucha' },
  chakri: { th: 'วันจักรี', en: 'Chakri Memorial Day' },
  songkran: { th: 'วันสงกรานต์', en: 'Songkran' },
  labour: { th: 'วันแรงงานแห่งชาติ', en: 'National Labour Day' },
  coronation: { th: 'วันฉัตรมงคล', en: 'Coronation Day' },
  ploughing: { th: 'วันพืชมงคล', en: 'Royal Ploughing Ceremony' },
  visakha: { th: 'วันวิสาขบูชา', en: 'Visakha Bucha' },
  queen: { th: 'วันเฉลิมพระชนมพรรษาสมเด็จพระบรมราชินี', en: 'HM the Queen’s Birthday' },
  king: { th: 'วันเฉลิมพระชนมพรรษาพระบาทสมเด็จพระเจ้าอยู่หัว', en: 'HM the King’s Birthday' },
  asarnha: { th: 'วันอาสาฬหบูชา', en: 'Asarnha Bucha' },
  lent: { th: 'วันเข้าพรรษา', en: 'Buddhist Lent' },
  mother: { th: 'วันแม่แห่งชาติ', en: 'Mother’s Day' },
  navamindra: { th: 'วันนวมินทรมหาราช', en: 'King Bhumibol Memorial Day' },
  chulalongkorn: { th: 'วันปิยมหาราช', en: 'Chulalongkorn Day' },
  father: { th: 'วันพ่อแห่งชาติ', en: 'Father’s Day' },
  constitution: { th: 'วันรัฐธรรมนูญ', en: 'Constitution Day' },
  yearEnd: { th: 'วันสิ้นปี', en: 'New Year’s Eve' },
} as const;

/** `+` after a name: the substitute day of a holiday that falls on a weekend. */
const DAYS: Readonly<Record<string, keyof typeof NAMES | `${keyof typeof NAMES}+`>> = {
  '2026-01-01': 'newYear',
  '2026-01-02': 'special',
  '2026-03-03': 'makha',
  '2026-04-06': 'chakri',
  '2026-04-13': 'songkran',
  '2026-04-14': 'songkran',
  '2026-04-15': 'songkran',
  '2026-05-01': 'labour',
  '2026-05-04': 'coronation',
  '2026-05-13': 'ploughing',
  '2026-05-31': 'visakha',
  '2026-06-01': 'visakha+',
  '2026-06-03': 'queen',
  '2026-07-28': 'king',
  '2026-07-29': 'asarnha',
  '2026-07-30': 'lent',
  '2026-08-12': 'mother',
  '2026-10-13': 'navamindra',
  '2026-10-23': 'chulalongkorn',
  '2026-12-05': 'father',
  '2026-12-07': 'father+',
  '2026-12-10': 'constitution',
  '2026-12-31': 'yearEnd',
  '2027-01-01': 'newYear',
  '2027-02-21': 'makha',
  '2027-02-22': 'makha+',
  '2027-04-06': 'chakri',
  '2027-04-13': 'songkran',
  '2027-04-14': 'songkran',
  '2027-04-15': 'songkran',
  '2027-05-01': 'labour',
  '2027-05-03': 'labour+',
  '2027-05-04': 'coronation',
  '2027-05-20': 'visakha',
  '2027-06-03': 'queen',
  '2027-07-18': 'asarnha',
  '2027-07-19': 'lent',
  '2027-07-20': 'asarnha+',
  '2027-07-28': 'king',
  '2027-08-12': 'mother',
  '2027-10-13': 'navamindra',
  '2027-10-23': 'chulalongkorn',
  '2027-10-25': 'chulalongkorn+',
  '2027-12-05': 'father',
  '2027-12-06': 'father+',
  '2027-12-10': 'constitution',
  '2027-12-31': 'yearEnd',
};

/** The holiday on a day (YYYY-MM-DD, Bangkok), or null; `substitute`: in place of one that falls on a weekend. */
export function holidayOn(day: string): { th: string; en: string; substitute: boolean } | null {
  const entry = DAYS[day];
  if (!entry) return null;
  const substitute = entry.endsWith('+');
  return { ...NAMES[(substitute ? entry.slice(0, -1) : entry) as keyof typeof NAMES], substitute };
}

/** Whether the table covers the year of a day. */
export const knowsHolidaysOf = (day: string): boolean =>
  HOLIDAY_SOURCE.years.some((year) => year === Number(day.slice(0, 4)));
