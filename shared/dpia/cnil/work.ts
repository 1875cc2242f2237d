import { type DpiaDraft, type WorstCase, worstCase } from '../content.ts';
import { LONG_TEXT_LIMIT, requiredText, TEXT_LIMIT } from '../../text.ts';
import type { CnilPlace } from './adapt.ts';
import { isObject, type Json } from './format.ts';
import { type CnilRisk, RISK_TITLES, risksOf } from './references.ts';
import type { CnilReport } from './report.ts';
import { readable } from './texts.ts';
import type { CnilSource } from './source.ts';
import type { writeCnil } from './write.ts';

/** Words of ours in what is put together from several parts of a file. */
export type CnilWord = `at.${number}` | 'likelihood' | 'evaluation' | 'plan' | 'person';

/** An import that is under way: what the file says goes into the draft, or into the annex with a line of the report. */
export interface CnilWork {
  readonly draft: DpiaDraft;
  readonly report: CnilReport;
  readonly place: CnilPlace;
  readonly word: (key: CnilWord) => string;
  /**
   * Of a file of ours: what it was written from, and how it was written. Where the file still reads so, nothing is
   * done.
   */
  readonly own: { readonly source: CnilSource; readonly file: ReturnType<typeof writeCnil> } | undefined;
  /** Which worst case stands for which of the three risks. */
  readonly risks: Map<CnilRisk, WorstCase>;
}

/** @param draft whose worst cases stand for risks where the file is ours */
export function risksIn(draft: DpiaDraft, own: CnilWork['own']): CnilWork['risks'] {
  const byId = new Map(draft.worstCases.map((one) => [one.id, one]));
  return new Map(own ? [...risksOf(own.source.draft.worstCases)].map(([risk, id]) => [risk, byId.get(id)!]) : []);
}

/** The worst case of a risk; where there is none yet, a new one. */
export function riskIn({ risks, draft, place }: CnilWork, risk: CnilRisk): WorstCase {
  const found = risks.get(risk);
  if (found) return found;
  const created = worstCase.parse({ id: place.newId(), title: RISK_TITLES[risk] });
  draft.worstCases.push(created);
  risks.set(risk, created);
  return created;
}

/** Texts one under the other; undefined: they are too long together. */
export function joined(...texts: readonly string[]): string | undefined {
  const text = texts.filter((one) => one !== '').join('\n\n');
  return text.length <= LONG_TEXT_LIMIT ? text : undefined;
}
export const labelled = (label: string, text: string): string => `${label}: ${text}`;

const words = requiredText(TEXT_LIMIT);

/**
 * Lines of texts; a text that a line has already keeps it. `nameOf` tells what the file calls a line.
 * @returns the lines, and those texts that are too long or too many
 */
export function linesFrom(
  texts: readonly string[],
  {
    lines,
    limit,
    newId,
    nameOf,
  }: { lines: WorstCase['sources']; limit: number; newId: () => string; nameOf: (line: string) => string },
): { lines: WorstCase['sources']; tooLong: string[]; tooMany: string[] } {
  const result: WorstCase['sources'] = [];
  const [tooLong, tooMany]: [string[], string[]] = [[], []];
  const byName = Map.groupBy(lines, (line) => nameOf(line.text));
  const unused = new Map([...byName].map(([name, same]) => [name, same.values()]));
  for (const text of texts) {
    const same = unused.get(text)?.next().value;
    const checked = words.safeParse(readable(text));
    if (!same && !checked.success) tooLong.push(text);
    else if (result.length >= limit) tooMany.push(text);
    else result.push(same ?? { id: newId(), text: checked.data! });
  }
  return { lines: result, tooLong, tooMany };
}

/** An entry of our own file at a place; undefined where the file is not ours, or has none there. */
export const ownAt = (entries: readonly object[] | undefined, key: string, value: unknown): Json | undefined =>
  entries?.find((entry): entry is Json => isObject(entry) && String(entry[key]) === String(value)) as Json | undefined;
