import type { TFunction } from 'i18next';
import { countryNames, storageName } from '../../../shared/country.ts';
import { countriesOf } from '../../../shared/dataSharing/transfer.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { durationText, type RetentionStart, type RetentionUnit, withStart } from '../../../shared/purpose/retention.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { currentLocale } from '../../i18n.ts';
import { nameIn } from '../../records/fields.ts';
import type { DiffField } from '../../ui/DiffView.tsx';

type T = TFunction<['dataMapping', 'retention']>;
type Locale = 'th' | 'en';
interface Period extends RetentionStart {
  indefinite: boolean;
  amount: number | null;
  unit: RetentionUnit | null;
}

/** What turning a mapping into text needs: the texts of namespace dataMapping, and the current language. */
export interface Saying {
  t: T;
  locale: Locale;
}

/** A period as text; empty if it is not set. */
function periodText({ indefinite, amount, unit, ...start }: Period, t: T): string {
  if (indefinite) return t('forGood');
  return amount === null || unit === null ? '' : withStart(durationText(currentLocale(), amount, unit), start, t);
}

/** How long a line's data is retained; `purpose` is the inherited period. */
export function retentionText(own: Period | null, purpose: Period | undefined, t: T): string {
  if (own) return periodText(own, t);
  const inherited = purpose && periodText(purpose, t);
  return purpose === undefined
    ? t('asPurpose')
    : inherited
      ? t('asPurposeValue', { value: inherited })
      : t('asPurposeUnset');
}

/** The label of a line: from whom, by which channel. */
export function lineName(flow: MappedFlow, saying: Saying): string {
  const text = (name: Bilingual | undefined) => nameIn(saying, name);
  return (
    [text(flow.dataSubjectGroup.name), text(flow.channel.name)].filter(Boolean).join(' → ') || text(flow.purpose.title)
  );
}

/** A line as text, one field per row. */
export function lineText(flow: MappedFlow, saying: Saying): string {
  const { t, locale } = saying;
  const text = (name: Bilingual | undefined) => nameIn(saying, name);
  const parts: [keyof MappedColumns, string][] = [
    ['subject', text(flow.dataSubjectGroup.name)],
    ['channel', text(flow.channel.name)],
    [
      'attributes',
      flow.attributes.map(({ name, sensitive }) => text(name) + (sensitive ? ` (${t('sensitive')})` : '')).join(', '),
    ],
    ['storage', flow.storageSystem ? storageName(flow.storageSystem, locale) : ''],
    [
      'recipients',
      [
        ...flow.thirdParties.map((party) => `${party.name} (${countryNames(countriesOf(party), locale)})`),
        ...flow.internalApplications.map(({ name }) => `${name} (${t('internal')})`),
      ].join(', '),
    ],
    ['retention', retentionText(flow.retention, undefined, t)],
    ['destruction', text(flow.destructionMethod?.name)],
    ['note', flow.note],
  ];
  return parts
    .filter(([, words]) => words)
    .map(([column, words]) => `${t(`column.${column}`)}: ${words}`)
    .join('\n');
}
interface MappedColumns {
  subject: 1;
  channel: 1;
  attributes: 1;
  storage: 1;
  recipients: 1;
  retention: 1;
  destruction: 1;
  note: 1;
}

/** Compares two mappings line by line; lines are identified by their id. */
export function mappingDiff(before: readonly MappedFlow[], after: readonly MappedFlow[], saying: Saying): DiffField[] {
  const text = (name: Bilingual | undefined) => nameIn(saying, name);
  const old = new Map(before.map((flow) => [flow.id, flow]));
  const now = new Set(after.map(({ id }) => id));
  const field = (flow: MappedFlow, was: MappedFlow | undefined, is: MappedFlow | undefined): DiffField => ({
    key: `flow.${flow.id}`,
    label: `${saying.t('title')} · ${text(flow.purpose.title)} · ${lineName(flow, saying)}`,
    before: was ? lineText(was, saying) : '',
    after: is ? lineText(is, saying) : '',
  });
  return [
    ...after.map((flow) => field(flow, old.get(flow.id), flow)),
    ...before.filter(({ id }) => !now.has(id)).map((flow) => field(flow, flow, undefined)),
  ];
}
