import { z } from 'zod';
import { type ComparedPeriod, isLonger, monthsOfDays } from '../purpose/retention.ts';
import { type NoticeSentence, type WrittenPart, noticePart } from './content.ts';
import { customKey } from './text/customRights.ts';
import { isOfApplication } from './text/purposePart.ts';
import { MORE_GROUPS } from './text/phrases.ts';
import { readAlike } from './text/reworded.ts';
import { fill, listOf } from './text/sentences.ts';

const words = z.object({ th: z.string(), en: z.string() });

/** What the register says otherwise than a version of the notice. */
export const noticeChange = z.object({
  key: z.string(),
  /** Heading of the part that it stands in. */
  heading: words,
  kind: z.enum(['added', 'removed', 'changed']),
  section: z.string(),
  record: noticePart.shape.sentences.element.shape.source.shape.record,
  recordId: z.string(),
  field: z.string(),
  before: words.nullable(),
  after: words.nullable(),
  /** Whether people are to be told again of it. */
  tellAgain: z.boolean(),
});
export type NoticeChange = z.infer<typeof noticeChange>;

/** Fields of which people need not be told again, however they change: of a new officer the Office is (section 41). */
const QUIET = /^(dpo|measures|effectiveFrom)$/;

/**
 * Whether the data protection officer or how they are reached is among the changes: the Office is to be notified of it.
 */
export const isOfOfficer = (changes: readonly Pick<NoticeChange, 'field'>[]): boolean =>
  changes.some(({ field }) => field === 'dpo');

/** Sentences that change with every version, or follow from the others. */
const IGNORED = /^effectiveFrom$/;

/** The sentence about consent as a lawful basis: it lists how withdrawing affects the person. */
const CONSENT = /\.lawfulBases\.consent$/;

interface Placed {
  /** Key of the part that it stands in. */
  readonly part: string;
  readonly heading: { th: string; en: string };
  readonly sentence: NoticeSentence;
}
const placed = (parts: readonly WrittenPart[]): Map<string, Placed> =>
  new Map(
    parts.flatMap((part) =>
      part.sentences.map(
        (sentence) => [keyIn(part, sentence), { part: part.key, heading: part.heading, sentence }] as const,
      ),
    ),
  );

/** What a sentence says by the register. */
const registerText = ({ register, th, en }: NoticeSentence) => register ?? { th, en };

/**
 * The key of a sentence; versions published earlier do not name the application where the text depends on it, and name
 * the places of custom rights.
 */
function keyIn({ kind, key: partKey }: WrittenPart, sentence: NoticeSentence): string {
  const isFormer = kind === 'purpose' && isOfApplication(sentence) && !sentence.key.startsWith(`${partKey}.`);
  return isFormer ? `${partKey.split('.')[0]}.${sentence.key}` : customKey(sentence.key, registerText(sentence));
}

/**
 * Whether people are to be told again (domain rules: purpose, basis, data, period longer, recipient, country and source
 * are; what is less, and what section 23 does not list, is not). Beyond sections 21, 25, 28 and 41 it is a reading,
 * which whoever publishes may decide otherwise, with a reason.
 * @param periods what the version says of how long data is kept, in the same part
 */
function isReportable(
  before: NoticeSentence | undefined,
  after: NoticeSentence | undefined,
  periods: readonly NoticeSentence[],
): boolean {
  const { field } = (after ?? before)!.source;
  if (!after || QUIET.test(field)) return false;
  if (field === 'retention' && periods.length > 0) return isRetainedLonger(after, periods);
  if (before && after.items) {
    // Where the version does not say what its sentence lists, nothing of it is new; of consent it stated no effect.
    const listed = before.items ?? (CONSENT.test(after.key) ? [] : after.items);
    return after.items.some((item) => !listed.includes(item));
  }
  // Nobody receives it any more.
  return !(field === 'thirdParties' && !before && after.key.endsWith('.thirdParties'));
}

/** The period that a sentence names; null of versions that do not keep it. */
const periodIn = ({ days, months }: NoticeSentence): ComparedPeriod | null =>
  days == null ? null : { days, months: months === undefined ? monthsOfDays(days) : months };

/**
 * Whether any data is kept longer than a version says. One that does not say of which data says it of all; data that it
 * does not name is compared with the longest of its periods.
 */
function isRetainedLonger(after: NoticeSentence, periods: readonly NoticeSentence[]): boolean {
  const now = periodIn(after);
  const isShorter = (sentence: NoticeSentence) => {
    const former = periodIn(sentence);
    return !now || !former || isLonger(now, former);
  };
  const named = (item: string) => periods.filter(({ items }) => !items || items.includes(item));
  return (after.items ?? ['']).some((item) => (named(item).length > 0 ? named(item) : periods).every(isShorter));
}

/** Purposes that came, went or are called otherwise: what they say in full is no further change. */
function purposeChanges(before: readonly WrittenPart[], now: readonly WrittenPart[]): NoticeChange[] {
  const headings = (parts: readonly WrittenPart[]) =>
    new Map(parts.filter(({ kind }) => kind === 'purpose').map(({ key, heading }) => [key, heading]));
  const [old, current] = [headings(before), headings(now)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((key): NoticeChange[] => {
    const [was, is] = [old.get(key), current.get(key)];
    if (was && is && was.th === is.th && was.en === is.en) return [];
    return [
      {
        key: `${key}.title`,
        heading: (is ?? was)!,
        kind: !was ? 'added' : is ? 'changed' : 'removed',
        section: '23(1)',
        record: 'purpose',
        // Of the part: the application and the purpose.
        recordId: key.split('.')[1]!,
        field: 'title',
        before: was ?? null,
        after: is ?? null,
        tellAgain: is !== undefined,
      },
    ];
  });
}

/** Groups of data subjects whose data a purpose did not use before: they have not been informed (section 23). */
function groupChanges(before: readonly WrittenPart[], now: readonly WrittenPart[]): NoticeChange[] {
  const former = new Map(before.map(({ key, groups }) => [key, groups]));
  return now.flatMap(({ key, heading, groups = [] }): NoticeChange[] => {
    const known = former.get(key);
    const added = known ? groups.filter(({ id }) => known.every((group) => group.id !== id)) : [];
    if (added.length === 0) return [];
    const { section, ...more } = MORE_GROUPS;
    const values = { groups: listOf(added.map(({ name }) => name)) };
    return [
      {
        key: `${key}.dataSubjectGroups`,
        heading,
        kind: 'added',
        section,
        record: 'purpose',
        // Of the part: the application and the purpose.
        recordId: key.split('.')[1]!,
        field: 'dataSubjectGroups',
        before: null,
        after: { th: fill(more.th, values, 'th'), en: fill(more.en, values, 'en') },
        tellAgain: true,
      },
    ];
  });
}

type TextOf = (sentence: NoticeSentence) => { readonly th: string; readonly en: string };

/**
 * In what the register as it reads now differs from a version, sentence by sentence; edits of the text count as
 * nothing.
 */
export const noticeChanges = (before: readonly WrittenPart[], now: readonly WrittenPart[]): NoticeChange[] =>
  changesBetween(before, now, registerText);

/** In what the words of two versions differ, as everybody reads them. */
export const wordedChanges = (before: readonly WrittenPart[], now: readonly WrittenPart[]): NoticeChange[] =>
  changesBetween(before, now, ({ th, en }) => ({ th, en }));

function changesBetween(before: readonly WrittenPart[], now: readonly WrittenPart[], textOf: TextOf): NoticeChange[] {
  const purposes = purposeChanges(before, now);
  const complete = new Set(
    purposes.filter(({ kind }) => kind !== 'changed').map(({ key }) => key.slice(0, -'.title'.length)),
  );
  const rest = (parts: readonly WrittenPart[]) => placed(parts.filter(({ key }) => !complete.has(key)));
  const [old, current] = [rest(before), rest(now)];
  const periods = Map.groupBy(
    [...old.values()].filter(({ sentence }) => sentence.source.field === 'retention'),
    ({ part }) => part,
  );
  return [
    ...purposes,
    ...groupChanges(before, now),
    ...[...new Set([...old.keys(), ...current.keys()])].flatMap((key) => {
      const [was, is] = [old.get(key), current.get(key)];
      const former = periods.get((is ?? was)!.part)?.map(({ sentence }) => sentence) ?? [];
      return sentenceChange(key, [was, is], textOf, former);
    }),
  ];
}

function sentenceChange(
  key: string,
  [was, is]: readonly [Placed | undefined, Placed | undefined],
  textOf: TextOf,
  periods: readonly NoticeSentence[],
): NoticeChange[] {
  const { source, section } = (is ?? was)!.sentence;
  if (IGNORED.test(source.field)) return [];
  const [one, other] = [was && textOf(was.sentence), is && textOf(is.sentence)];
  if (one && other && readAlike(one, other, source.field)) return [];
  return [
    {
      key,
      heading: (is ?? was)!.heading,
      kind: !was ? 'added' : is ? 'changed' : 'removed',
      section,
      record: source.record,
      recordId: source.id,
      field: source.field,
      before: one ?? null,
      after: other ?? null,
      tellAgain: isReportable(was?.sentence, is?.sentence, periods),
    },
  ];
}
