import { countriesOf, isAbroad, isPartyAbroad } from '../../../../shared/country.ts';
import type { MappedFlow } from '../../../../shared/dataMapping/schema.ts';
import { recipientsOf, type RopaPurpose, type RopaRecord, storageSystemsOf } from '../../../../shared/ropa/record.ts';
import { type Block, type Cell, type Line, paragraph, table } from '../../../platform/documents/document.ts';
import type { RopaFacts } from './facts.ts';
import { titleOf } from './purposeBlocks.ts';
import type { RopaWords } from './words.ts';

function attributesOf({ attributes }: MappedFlow, words: RopaWords): Line[] {
  const groups = new Map<string, { sensitive: boolean; names: string[]; category: string }>();
  for (const { name, sensitive, category } of attributes) {
    const key = `${sensitive} ${category.id}`;
    const group = groups.get(key) ?? { sensitive, names: [], category: words.name(category.name) };
    group.names.push(words.name(name));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ sensitive, names, category }) => {
    const text = `${category}: ${names.join(', ')}`;
    return sensitive ? { text, mark: 'sensitive' } : text;
  });
}

/** Every entry of the data mapping. */
export function mapping(record: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  if (record.flows.length === 0) return [paragraph(t('empty.flows'), 'warn')];
  const order = new Map(record.purposes.map(({ id }, index) => [id, index]));
  const flows = record.flows.toSorted((a, b) => (order.get(a.purpose.id) ?? 0) - (order.get(b.purpose.id) ?? 0));
  const hasNotes = flows.some(({ note }) => note);
  const contents = new Map(record.purposes.map(({ id, content }) => [id, content]));
  const column = (key: string, width: number) => ({ header: t(`column.${key}`), width });
  return [
    table(
      [
        column('purpose', 1.7),
        column('subject', 1.1),
        column('channel', 1.1),
        column('attributes', 3),
        column('storage', 1.2),
        column('recipients', 1.6),
        column('retention', 1.1),
        column('destruction', 1.2),
        ...(hasNotes ? [column('note', 1.2)] : []),
      ],
      flows.map((flow) => {
        const content = contents.get(flow.purpose.id);
        const { thirdParties, internalApplications } = recipientsOf(flow, content);
        const recipients: Line[] = [
          ...internalApplications.map(({ name }) => name),
          ...thirdParties.map((party): Line =>
            isPartyAbroad(party)
              ? { text: `${party.name} (${words.countries(party)})`, mark: 'crossBorder' }
              : party.name,
          ),
        ];
        const own = flow.retention && words.retention(flow.retention);
        const ofPurpose = content && words.retention(content.retention);
        return [
          titleOf(record, flow.purpose.id, words),
          words.name(flow.dataSubjectGroup.name),
          words.name(flow.channel.name),
          attributesOf(flow, words),
          flow.storageSystem
            ? words.storage(flow.storageSystem)
            : (content?.storageSystems.map((system) => words.storage(system)) ?? ''),
          recipients,
          own ?? ofPurpose ?? '',
          flow.destructionMethod
            ? words.name(flow.destructionMethod.name)
            : (content?.destructionMethods.map(({ name }) => words.name(name)) ?? ''),
          ...(hasNotes ? [flow.note] : []),
        ];
      }),
    ),
  ];
}

type Adequate = Pick<RopaFacts, 'adequate'>;

/**
 * The mechanism of a transfer, or why it needs none: in a country that the organisation holds adequate none is needed,
 * anywhere else adequacy is none (docs/decisions/131).
 */
function mechanism(
  { countries, safeguard }: { countries: readonly string[]; safeguard: string | null | undefined },
  { adequate }: Adequate,
  words: RopaWords,
): Line {
  const { t } = words;
  const abroad = countries.filter(isAbroad);
  if (safeguard && safeguard !== 'adequacy') return t(`purposeScreen:safeguard.${safeguard}`);
  if (abroad.length === 0) return safeguard ? t(`purposeScreen:safeguard.${safeguard}`) : t('notNeeded');
  const others = abroad.filter((country) => !adequate.includes(country));
  if (others.length === 0) return t('adequate', { countries: words.countries({ countries: abroad }) });
  const named = { countries: words.countries({ countries: others }) };
  return { text: t(safeguard ? 'adequacyOpen' : 'mechanismOpen', named), mark: 'warn' };
}

/** Storage of a purpose outside Thailand, which is a transfer, or without a recorded country. */
const storedAbroad = (record: RopaRecord, purpose: RopaPurpose, words: RopaWords, about: Adequate): Cell[][] =>
  storageSystemsOf(purpose, record)
    .filter(({ country }) => isAbroad(country) || country === null || country === undefined)
    .map(({ name, country, safeguard }): Cell[] => {
      const notNamed: Line = { text: words.t('notNamed'), mark: 'warn' };
      return [
        titleOf(record, purpose.id, words),
        words.name(name),
        words.t('kind.storage'),
        country ? { text: words.country(country), mark: 'crossBorder' } : notNamed,
        '',
        '',
        country ? mechanism({ countries: [country], safeguard }, about, words) : '',
      ];
    });

/** Recipients of data, external and internal, and storage abroad. */
export function disclosures(record: RopaRecord, words: RopaWords, about: Adequate): Block[] {
  const { t } = words;
  // That nothing is disclosed would be the statement of a purpose.
  if (record.purposes.length === 0) return [paragraph(t('empty.purposes'), 'warn')];
  const rows: Cell[][] = record.purposes.flatMap((purpose) => {
    const { id, content } = purpose;
    const title = titleOf(record, id, words);
    const outside = content.thirdPartyDisclosure ? content.thirdParties : [];
    const inside = content.internalSharing ? content.internalApplications : [];
    const notNamed: Line = { text: t('notNamed'), mark: 'warn' };
    return [
      ...(content.thirdPartyDisclosure && outside.length === 0
        ? [[title, notNamed, t('kind.thirdParty'), '', '', '', '']]
        : []),
      ...outside.map((party): Cell[] => {
        const abroad = isPartyAbroad(party);
        return [
          title,
          party.name || notNamed,
          t('kind.thirdParty'),
          abroad ? { text: words.countries(party), mark: 'crossBorder' } : words.countries(party),
          party.contract || notNamed,
          party.contractExpiresOn ? words.day(party.contractExpiresOn) : '',
          mechanism({ countries: countriesOf(party), safeguard: party.safeguard }, about, words),
        ];
      }),
      ...(content.internalSharing && inside.length === 0
        ? [[title, notNamed, t('kind.internal'), '', '', '', '']]
        : []),
      ...inside.map(({ name }): Cell[] => [title, name, t('kind.internal'), '', '', '', '']),
      ...storedAbroad(record, purpose, words, about),
    ];
  });
  if (rows.length === 0) return [paragraph(t('empty.disclosures'))];
  const column = (key: string, width: number) => ({ header: t(`column.${key}`), width });
  return [
    table(
      [
        column('purpose', 2),
        column('recipient', 2),
        column('kind', 1.1),
        column('country', 1.2),
        column('contract', 1.8),
        column('expires', 1.2),
        column('safeguard', 2),
      ],
      rows,
    ),
  ];
}
