import { type DpiaDraft, dpiaDraft } from '../content.ts';
import { adaptedDraft, type CnilPlace } from './adapt.ts';
import { type CnilFile, CnilUnreadable, EXTENSION, isObject, valueOf } from './format.ts';
import { readAnswers } from './readAnswers.ts';
import { readEvaluations } from './readEvaluations.ts';
import { readMeasures } from './readMeasures.ts';
import { readPia } from './readPia.ts';
import { type CnilAnnex, type CnilLine, CnilReport, isEmpty, nameIn } from './report.ts';
import { type CnilSource, cnilSource } from './source.ts';
import { type CnilWord, type CnilWork, risksIn } from './work.ts';
import { writeCnil } from './write.ts';

/** What a file of ours was written from; undefined: it is another's, or what it carries was damaged. */
export function sourceIn({ rest }: CnilFile): CnilSource | undefined {
  const source = cnilSource.safeParse(valueOf(rest, EXTENSION));
  return source.success ? source.data : undefined;
}

export interface CnilTarget {
  readonly place: CnilPlace;
  /** Of an assessment whose file names none. */
  readonly name: string;
  readonly reason: string;
  readonly word: (key: CnilWord) => string;
}

/** What an import makes of a file. */
export interface CnilReading {
  readonly draft: DpiaDraft;
  readonly lines: readonly CnilLine[];
  /** What has no place in the assessment, as it stands in the file; null: nothing. */
  readonly annex: CnilAnnex | null;
}

/**
 * Makes the draft of an assessment of a file. Of a file of ours, what was not changed since is as it was written; of
 * another's, each part goes where it belongs. Everything else has a line of its own and stands in the annex.
 * @throws CnilUnreadable
 */
export function readAssessment(file: CnilFile, { place, name, reason, word }: CnilTarget): CnilReading {
  const report = new CnilReport();
  const source = sourceIn(file);
  const own = source && { source, file: writeCnil(source) };
  const draft = source ? adaptedDraft(source, place, report) : dpiaDraft.parse({ name, reason });
  const work: CnilWork = { draft, report, place, word, own, risks: risksIn(draft, own) };
  const items = new Set(draft.items);
  readPia(work, file);
  readAnswers(work, file);
  readMeasures(work, file);
  readEvaluations(work, file);
  draft.items = draft.items.filter((one) => items.has(one) || one.answer !== null || one.note !== '');
  for (const entry of file.comments)
    if (!isEmpty(entry)) {
      const reference = isObject(entry) ? valueOf(entry, 'reference_to') : undefined;
      report.entry('comments', isObject(entry) ? entry : { value: entry }, {
        from: `comments ${nameIn(String(reference ?? ''))}`,
        why: 'noPlace',
      });
    }
  for (const [part, value] of Object.entries(file.rest))
    if (!isEmpty(value) && !(part === EXTENSION && source))
      report.value('file', part, value, { why: part === EXTENSION ? 'unreadable' : 'noPlace' });
  const checked = dpiaDraft.safeParse(draft);
  if (!checked.success) throw new CnilUnreadable('form');
  return { draft: checked.data, lines: report.lines, annex: report.annex() };
}
