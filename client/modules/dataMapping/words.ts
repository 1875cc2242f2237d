import { lineTexts, type LineWords, periodText } from '../../../shared/dataMapping/lineFields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { DiffField } from '../../ui/DiffView.tsx';
import { nameIn } from '../../../shared/locale.ts';

type Period = Parameters<typeof periodText>[0];

/** How long a line's data is retained; `purpose` is the inherited period. */
export function retentionText(own: Period | null, purpose: Period | undefined, words: LineWords): string {
  if (own) return periodText(own, words);
  const inherited = purpose && periodText(purpose, words);
  return purpose === undefined
    ? words.t('dataMapping:asPurpose')
    : inherited
      ? words.t('dataMapping:asPurposeValue', { value: inherited })
      : words.t('dataMapping:asPurposeUnset');
}

/** The label of a line: from whom, by which channel. */
export function lineName(flow: MappedFlow, words: LineWords): string {
  const text = (name: Bilingual | undefined) => nameIn(words, name);
  return (
    [text(flow.dataSubjectGroup.name), text(flow.channel.name)].filter(Boolean).join(' → ') || text(flow.purpose.title)
  );
}

/** A line as text, one column per row. */
export const lineText = (flow: MappedFlow, words: LineWords): string =>
  lineTexts(flow, words)
    .map(({ column, text }) => `${words.t(`dataMapping:column.${column}`)}: ${text}`)
    .join('\n');

/** Compares two mappings line by line; lines are identified by their id. */
export function mappingDiff(
  before: readonly MappedFlow[],
  after: readonly MappedFlow[],
  words: LineWords,
): DiffField[] {
  const old = new Map(before.map((flow) => [flow.id, flow]));
  const now = new Set(after.map(({ id }) => id));
  const field = (flow: MappedFlow, was: MappedFlow | undefined, is: MappedFlow | undefined): DiffField => ({
    key: `flow.${flow.id}`,
    label: `${words.t('dataMapping:title')} · ${nameIn(words, flow.purpose.title)} · ${lineName(flow, words)}`,
    before: was ? lineText(was, words) : '',
    after: is ? lineText(is, words) : '',
  });
  return [
    ...after.map((flow) => field(flow, old.get(flow.id), flow)),
    ...before.filter(({ id }) => !now.has(id)).map((flow) => field(flow, flow, undefined)),
  ];
}
