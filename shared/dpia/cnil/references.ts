import type { WorstCase } from '../content.ts';
import type { DpiaFramework } from '../framework.ts';
import { carriedPoint, type RiskPoint, type ScaleWidth } from '../risk.ts';

/** Places of that application by their numbers: context, principles, rights, and its three risks. */
const CONTEXT = [111, 112, 113, 121, 122, 123] as const;
const PRINCIPLES = [211, 212, 213, 214, 215] as const;
const RIGHTS = [221, 222, 223, 224, 225, 226, 227] as const;
export const TEXT_REFERENCES = [...CONTEXT, ...PRINCIPLES, ...RIGHTS] as const;

/** The description of the processing, and the lawful basis. */
export const OVERVIEW = 111;
export const BASIS = 212;

const MINIMAL = ['เก็บเท่าที่จำเป็น', 'Only what is needed is collected'] as const;
const ACCURATE = ['ข้อมูลถูกต้องและเป็นปัจจุบัน', 'Data is accurate and up to date'] as const;
const ERASED = ['ลบเมื่อพ้นระยะเวลา', 'Data is erased when its retention ends'] as const;
const NOTICE = ['แจ้งก่อนหรือขณะเก็บข้อมูล', 'Notice before or at collection'] as const;
const REQUESTS = ['เจ้าของข้อมูลใช้สิทธิได้', 'Data subjects can exercise their rights'] as const;
const PROCESSORS = ['ควบคุมผู้ประมวลผลข้อมูล', 'Processors are controlled'] as const;

/** Questions that ask what an item of ours asks, by the titles that workspaces begin with. */
export const ITEM_TITLES: ReadonlyMap<number, readonly [th: string, en: string]> = new Map<
  number,
  readonly [th: string, en: string]
>([
  [213, MINIMAL],
  [214, ACCURATE],
  [215, ERASED],
  [221, NOTICE],
  [223, REQUESTS],
  [224, REQUESTS],
  [225, REQUESTS],
  [226, PROCESSORS],
]);

/** The item of a framework that a question is about; undefined where the workspace has none of that title. */
export function itemOf(
  reference: number,
  { items }: Pick<DpiaFramework, 'items'>,
): DpiaFramework['items'][number] | undefined {
  const titles = ITEM_TITLES.get(reference);
  return titles && items.find(({ title }) => title.th === titles[0] || title.en === titles[1]);
}

/** The three risks of that application by the second digit of their numbers, as our catalogue calls them. */
export const RISKS = [2, 3, 4] as const;
export type CnilRisk = (typeof RISKS)[number];
export const RISK_TITLES: Readonly<Record<CnilRisk, WorstCase['title']>> = {
  2: { th: 'เข้าถึงข้อมูลโดยมิชอบ', en: 'Illegitimate access to data' },
  3: { th: 'ข้อมูลถูกแก้ไขโดยไม่ประสงค์', en: 'Unwanted change of data' },
  4: { th: 'ข้อมูลสูญหาย', en: 'Loss of data' },
};

/**
 * Which worst case stands for which of the three risks: those that are called so, then the others in their order while
 * there is room. A fourth has none.
 */
export function risksOf(worstCases: readonly Pick<WorstCase, 'id' | 'title'>[]): ReadonlyMap<CnilRisk, string> {
  const named = (risk: CnilRisk) => worstCases.find(({ title }) => title.th === RISK_TITLES[risk].th)?.id;
  const places = new Map(RISKS.flatMap((risk) => (named(risk) === undefined ? [] : [[risk, named(risk)!] as const])));
  const placed = new Set(places.values());
  const others = worstCases.filter(({ id }) => !placed.has(id));
  for (const risk of RISKS) {
    if (places.has(risk)) continue;
    const next = others.shift();
    if (next) places.set(risk, next.id);
  }
  return places;
}

/** Levels of that application go to 4; 0: not judged. */
const CNIL_WIDTH = 4;

/** A level of ours as that application has it. */
export const toGauge = (level: number | null, width: ScaleWidth): number =>
  carriedPoint({ likelihood: level, impact: null }, width, CNIL_WIDTH).likelihood ?? 0;

/** A level of that application on a scale of ours; undefined: it is none. */
export function fromGauge(gauge: unknown, width: ScaleWidth): number | null | undefined {
  const level = typeof gauge === 'string' && /^[0-4]$/.test(gauge) ? Number(gauge) : gauge;
  if (level === 0) return null;
  if (![1, 2, 3, 4].includes(level as number)) return undefined;
  return carriedPoint({ likelihood: level as number, impact: null }, CNIL_WIDTH, width).likelihood;
}

/** Whether levels of that application are levels of ours as they are. */
export const isSameScale = (width: ScaleWidth): boolean => width === CNIL_WIDTH;

/** Severity and likelihood as that application writes them. */
export const toGauges = ({ likelihood, impact }: RiskPoint, width: ScaleWidth): { x: number; y: number } => ({
  x: toGauge(impact, width),
  y: toGauge(likelihood, width),
});

/** How far an item is met, by the status of its evaluation. */
export const STATUS_OF = { NOT_MET: 1, PARTLY_MET: 2, MET: 3 } as const;
