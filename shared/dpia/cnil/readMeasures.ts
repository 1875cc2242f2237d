import { type CnilFile, isObject, type Json, valueOf } from './format.ts';
import { type CnilRisk, RISKS } from './references.ts';
import { isEmpty, isEqual, leaveRest, nameIn } from './report.ts';
import { fromHtml } from './texts.ts';
import { type CnilWork, labelled, ownAt } from './work.ts';

/** A number of a question; NaN: it is none. */
export const referenceIn = (entry: Json): number => {
  const reference = valueOf(entry, 'reference_to');
  return typeof reference === 'number' || (typeof reference === 'string' && /^\d{3}$/.test(reference))
    ? Number(reference)
    : Number.NaN;
};

/** The risk and the part of it that a question is about; undefined: another question. */
export function riskPartOf(reference: number): { risk: CnilRisk; part: number } | undefined {
  const [risk, part] = [Math.floor(reference / 10) % 10, reference % 10];
  const isOne =
    Math.floor(reference / 100) === 3 && (RISKS as readonly number[]).includes(risk) && part >= 1 && part <= 6;
  return isOne ? { risk: risk as CnilRisk, part } : undefined;
}

/** Contents of measures by their titles. */
export const contentsOf = (measures: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    measures.flatMap((entry) => {
      if (!isObject(entry)) return [];
      const [title, content] = [valueOf(entry, 'title'), valueOf(entry, 'content')];
      return typeof title === 'string' && typeof content === 'string' ? [[title, fromHtml(content).text] as const] : [];
    }),
  );

/** A measure with what the file says of it, where that is short enough. */
export const withContent = (title: string, content: string): string =>
  title.length + content.length + 2 <= 1000 ? labelled(title, content) : title;

/** Measures that no risk names, and what else the file says of measures. */
export function readMeasures({ report, own }: CnilWork, { answers, measures }: CnilFile): void {
  const named = new Set(
    answers.flatMap((entry) => {
      const data = isObject(entry) && riskPartOf(referenceIn(entry))?.part === 4 ? valueOf(entry, 'data') : undefined;
      const list = isObject(data) ? valueOf(data, 'list') : [];
      return Array.isArray(list) ? list : [];
    }),
  );
  for (const entry of measures) {
    const title = isObject(entry) ? valueOf(entry, 'title') : undefined;
    if (!isObject(entry) || typeof title !== 'string') {
      if (!isEmpty(entry))
        report.entry('measures', isObject(entry) ? entry : { value: entry }, { from: 'measures', why: 'unreadable' });
      continue;
    }
    const from = `measures ${nameIn(title)}`;
    const ownEntry = ownAt(own?.file.measures, 'title', title);
    const content = valueOf(entry, 'content');
    const { text, lost } = typeof content === 'string' ? fromHtml(content) : { text: '', lost: false };
    const isOwn = ownEntry !== undefined && isEqual(ownEntry.content, content);
    const isUsed = isOwn || (named.has(title) && !lost && (isEmpty(content) || withContent(title, text) !== title));
    if (!isUsed && !isEmpty(content ?? title))
      report.entry('measures', entry, { from, why: !named.has(title) ? 'noPlace' : lost ? 'formatting' : 'tooLong' });
    else leaveRest(report, { part: 'measures', from, entry, key: 'title', used: ['content'], own: ownEntry });
  }
}
