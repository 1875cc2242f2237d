import type { ApplicationDetail } from '../application/schema.ts';
import { countryNames, storageName, countriesOf } from '../country.ts';
import { type Locale, nameIn } from '../locale.ts';
import { PURPOSE_FIELDS, type WordListKey, WORD_LISTS } from '../purpose/fields.ts';
import { durationText, type RetentionStart, type RetentionUnit, withStart } from '../purpose/retention.ts';
import { FLOW_WORDS, type FlowWordKey } from './fields.ts';
import type { FlowInput, MappedFlow } from './schema.ts';

/** What turning a line into text needs: the texts of locales by their full keys, and their language. */
export interface LineWords {
  readonly t: (key: string, values?: object) => string;
  readonly locale: Locale;
}
/** A purpose of an application, with what its lines choose from. */
export type MappedPurpose = ApplicationDetail['purposes'][number];

type Column =
  | 'purpose'
  | 'subject'
  | 'channel'
  | 'attributes'
  | 'storage'
  | 'recipients'
  | 'retention'
  | 'destruction'
  | 'note';
type LineKey = Exclude<keyof FlowInput, 'id'>;
type Line = Pick<FlowInput, LineKey>;

interface LineField<Value> {
  /** Names it, as `dataMapping:column.<column>`; fields of one column read as one. */
  readonly column: Column;
  /** Its value in a new line of a purpose; `previous`: the line before it. */
  readonly initial: (purpose: MappedPurpose | undefined, previous?: Line) => Value;
  /** Its value as text; empty without one. */
  readonly read: (flow: MappedFlow, words: LineWords) => string;
  /** Whether its value prevents the line from being saved: `dataMapping:problem.<key>`. */
  readonly isWrong?: (line: Line, purpose: MappedPurpose | undefined) => boolean;
}

/** The list of a purpose that offers the values of this word; undefined if it has none. */
export const listOf = (word: FlowWordKey): WordListKey | undefined =>
  WORD_LISTS.find((list) => PURPOSE_FIELDS[list].kind === FLOW_WORDS[word].kind);
/** The ids of such words listed by a purpose. */
export function likelyWords(purpose: MappedPurpose | undefined, word: FlowWordKey): string[] {
  const list = listOf(word);
  return (list && purpose?.content[list].map(({ id }) => id)) ?? [];
}
const likely = (word: FlowWordKey) => (purpose: MappedPurpose | undefined) => likelyWords(purpose, word)[0];

interface Period extends RetentionStart {
  indefinite: boolean;
  amount: number | null;
  unit: RetentionUnit | null;
}
/** A period as text; empty if it is not set. */
export function periodText({ indefinite, amount, unit, ...start }: Period, { t, locale }: LineWords): string {
  if (indefinite) return t('dataMapping:forGood');
  return amount === null || unit === null ? '' : withStart(durationText(locale, amount, unit), start, t);
}

/** Whether ids are not among those of a purpose, as far as there is one. */
const isOutside = (ids: readonly string[], offered: readonly { id?: string | undefined }[] | undefined): boolean =>
  offered !== undefined && !ids.every((id) => offered.some((entry) => entry.id === id));

/**
 * The fields of a line, in the order of its form: from them follow new lines, the text by which lines are compared and
 * logged, and the problems of a line.
 */
export const LINE_FIELDS = {
  purposeId: {
    column: 'purpose',
    initial: (purpose) => purpose?.id ?? '',
    read: ({ purpose }, words) => nameIn(words, purpose.title),
    isWrong: (_, purpose) => !purpose,
  },
  dataSubjectGroupId: {
    column: 'subject',
    initial: (purpose) => likely('dataSubjectGroup')(purpose) ?? '',
    read: ({ dataSubjectGroup }, words) => nameIn(words, dataSubjectGroup.name),
    isWrong: ({ dataSubjectGroupId }) => !dataSubjectGroupId,
  },
  channelId: {
    column: 'channel',
    initial: (_, previous) => previous?.channelId ?? '',
    read: ({ channel }, words) => nameIn(words, channel.name),
    isWrong: ({ channelId }) => !channelId,
  },
  attributeIds: {
    column: 'attributes',
    initial: () => [],
    read: ({ attributes }, words) =>
      attributes
        .map(({ name, sensitive }) => nameIn(words, name) + (sensitive ? ` (${words.t('dataMapping:sensitive')})` : ''))
        .join(', '),
    isWrong: ({ attributeIds }) => attributeIds.length === 0,
  },
  storageSystemId: {
    column: 'storage',
    initial: (purpose) => likely('storageSystem')(purpose) ?? null,
    read: ({ storageSystem }, { locale }) => (storageSystem ? storageName(storageSystem, locale) : ''),
  },
  thirdPartyIds: {
    column: 'recipients',
    initial: () => [],
    read: ({ thirdParties }, { locale }) =>
      thirdParties.map((party) => `${party.name} (${countryNames(countriesOf(party), locale)})`).join(', '),
    isWrong: ({ thirdPartyIds }, purpose) => isOutside(thirdPartyIds, purpose?.content.thirdParties),
  },
  internalApplicationIds: {
    column: 'recipients',
    initial: () => [],
    read: ({ internalApplications }, { t }) =>
      internalApplications.map(({ name }) => `${name} (${t('dataMapping:internal')})`).join(', '),
    isWrong: ({ internalApplicationIds }, purpose) =>
      isOutside(internalApplicationIds, purpose?.content.internalApplications),
  },
  retention: {
    column: 'retention',
    initial: () => null,
    read: ({ retention }, words) => (retention ? periodText(retention, words) : words.t('dataMapping:asPurpose')),
    isWrong: ({ retention }) =>
      retention !== null && !retention.indefinite && (retention.amount === null || retention.unit === null),
  },
  destructionMethodId: {
    column: 'destruction',
    initial: (purpose) => likely('destructionMethod')(purpose) ?? null,
    read: ({ destructionMethod }, words) => nameIn(words, destructionMethod?.name),
  },
  note: { column: 'note', initial: () => '', read: ({ note }) => note },
} as const satisfies { [Key in LineKey]: LineField<FlowInput[Key]> };

type LineFields = typeof LINE_FIELDS;
/** The fields of a line that can have problems. */
export type ProblemKey = {
  [Key in LineKey]: LineFields[Key] extends { readonly isWrong: unknown } ? Key : never;
}[LineKey];
const FIELDS = Object.entries(LINE_FIELDS) as [LineKey, LineField<unknown>][];

/** A new line of a purpose, pre-filled from the purpose and the line before it. */
export const newLine = (purpose: MappedPurpose | undefined, previous?: Line): Line =>
  Object.fromEntries(FIELDS.map(([key, { initial }]) => [key, initial(purpose, previous)])) as unknown as Line;

/** The fields that prevent a line from being saved, in the order of the form. */
export const problemsOf = (line: Line, purpose: MappedPurpose | undefined): ProblemKey[] =>
  FIELDS.flatMap(([key, { isWrong }]) => (isWrong?.(line, purpose) ? [key as ProblemKey] : []));

/** A line as text, column by column; columns without a text are left out. */
export function lineTexts(flow: MappedFlow, words: LineWords): { column: Column; text: string }[] {
  const columns = new Map<Column, string[]>();
  for (const [, { column, read }] of FIELDS) {
    const text = read(flow, words);
    if (text) columns.set(column, [...(columns.get(column) ?? []), text]);
  }
  return [...columns].map(([column, texts]) => ({ column, text: texts.join(', ') }));
}
