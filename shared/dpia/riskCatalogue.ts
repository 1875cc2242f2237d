import type { Bilingual } from '../text.ts';
import { dataOf, type Processing, storageOf } from './registerFacts.ts';
import { RISK_CATALOGUE } from './riskCatalogueEntries.ts';

/** Kinds of data, and words by which the category of a register is known as one. */
const DATA_WORDS = {
  IDENTITY: ['ระบุตัวบุคคล', 'บัตรประชาชน', 'identity', 'id card'],
  CONTACT: ['ติดต่อ', 'contact'],
  FINANCE: ['การเงิน', 'ธุรกรรม', 'financ', 'transaction'],
  HEALTH: ['สุขภาพ', 'พิการ', 'health', 'disab', 'medical'],
  GENETIC: ['พันธุกรรม', 'genetic'],
  BIOMETRIC: ['ชีวภาพ', 'biometric'],
  CRIMINAL: ['อาชญากรรม', 'criminal'],
  LOCATION: ['ตำแหน่งที่ตั้ง', 'location'],
  IMAGES: ['ภาพและเสียง', 'image'],
} as const;

/** Kinds of storage, likewise. */
const STORAGE_WORDS = {
  CLOUD: ['คลาวด์', 'cloud'],
  CLOUD_ABROAD: ['คลาวด์ในต่างประเทศ', 'cloud abroad'],
  SERVER: ['ฐานข้อมูล', 'เครื่องแม่ข่าย', 'เวชระเบียน', 'ทรัพยากรบุคคล', 'ลูกค้าสัมพันธ์', 'database', 'server', 'records'],
  PAPER: ['กระดาษ', 'paper'],
  DEVICE: ['คอมพิวเตอร์ของพนักงาน', 'โทรศัพท์', 'staff computer', 'phone', 'laptop'],
  REMOVABLE: ['แบบพกพา', 'removable', 'usb'],
  EMAIL: ['อีเมล', 'e-mail', 'email'],
  CCTV: ['วงจรปิด', 'cctv'],
} as const;

/** What an entry goes back to: a rule that calls for it, a method that names it, or our own practice. */
type CatalogueOrigin =
  | 'OWN'
  | 'NIST_8062'
  | 'PDPC_SECURITY'
  | 'PDPA_23'
  | 'PDPA_26'
  | 'PDPA_28'
  | 'PDPA_29'
  | 'PDPA_37_3'
  | 'PDPA_40';

export const CATALOGUE_LISTS = ['sources', 'threats', 'measures'] as const;

export interface RiskCatalogueEntry {
  /** The list of a worst case that it belongs to. */
  readonly kind: (typeof CATALOGUE_LISTS)[number];
  readonly text: Bilingual;
  readonly origin: CatalogueOrigin;
  readonly data?: readonly (keyof typeof DATA_WORDS)[];
  readonly storage?: readonly (keyof typeof STORAGE_WORDS)[];
}

export interface SuggestedEntry extends RiskCatalogueEntry {
  /** Categories of data and storage systems of the register that it is suggested for. */
  readonly because: readonly Bilingual[];
}

const holdsAny = ({ th, en }: Bilingual, words: readonly string[]): boolean => {
  const name = `${th} ${en}`.toLowerCase();
  return words.some((word) => name.includes(word));
};

/**
 * The catalogue for a processing: first what its categories of data and its storage call for, each with their names,
 * then what is for any processing, last the others.
 */
export function suggestedEntries(register: Processing): SuggestedEntry[] {
  const namesOf = (list: readonly { readonly name: Bilingual }[]) => [
    ...new Map(list.map(({ name }) => [name.th, name])).values(),
  ];
  const [dataNames, systems] = [namesOf(dataOf(register)), namesOf(storageOf(register))];
  const because = ({ data = [], storage = [] }: RiskCatalogueEntry) => [
    ...dataNames.filter((name) => data.some((kind) => holdsAny(name, DATA_WORDS[kind]))),
    ...systems.filter((name) => storage.some((kind) => holdsAny(name, STORAGE_WORDS[kind]))),
  ];
  const rank = (entry: SuggestedEntry) => (entry.because.length > 0 ? 0 : entry.data || entry.storage ? 2 : 1);
  return RISK_CATALOGUE.map((entry) => ({ ...entry, because: because(entry) })).toSorted(
    (one, other) => rank(one) - rank(other),
  );
}
