import type { Mark, Tone } from './document.ts';

/** The few words the drawing itself adds to a document, in its language. */
export interface Words {
  page: (page: string, pages: string) => string;
  /** Only of marks that say more than their text does. */
  marks: Partial<Record<Mark, string>>;
  /** The title of a callout that has none: its tone is never expressed by colour alone. */
  tones: Record<Tone, string>;
}

export const words: Record<'th' | 'en', Words> = {
  th: {
    page: (page, pages) => `หน้า ${page} จาก ${pages}`,
    marks: { sensitive: 'อ่อนไหว', crossBorder: 'ข้ามประเทศ' },
    tones: { info: 'หมายเหตุ', warn: 'ข้อควรระวัง', ok: 'เรียบร้อย', danger: 'ต้องแก้ไข' },
  },
  en: {
    page: (page, pages) => `Page ${page} of ${pages}`,
    marks: { sensitive: 'Sensitive', crossBorder: 'Cross-border' },
    tones: { info: 'Note', warn: 'Take care', ok: 'In order', danger: 'To be corrected' },
  },
};
