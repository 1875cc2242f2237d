import { RECORD_ITEMS, type RecordItem } from '../../../../shared/completeness/schema.ts';
import type { MappedFlow } from '../../../../shared/dataMapping/schema.ts';
import { assess } from '../../../../shared/purpose/legitimateInterest.ts';
import type { RopaPurpose, RopaRecord } from '../../../../shared/ropa/record.ts';
import {
  type Block,
  type Cell,
  facts,
  heading,
  type Line,
  paragraph,
  table,
} from '../../../platform/documents/document.ts';
import type { RopaFacts } from './facts.ts';
import type { RopaWords } from './words.ts';

/**
 * Each item that the law asks for under a heading that names it, in the order of section 39, or of section 40 for a
 * processor.
 */
export function sectionsOf(record: RopaRecord, about: RopaFacts, words: RopaWords): Block[] {
  const { t } = words;
  return RECORD_ITEMS[record.processingRole].flatMap((item, index) => [
    heading(2, t('heading', { number: index + 1, item: t(`item.${item}`) })),
    ...SECTIONS[item](record, words, about),
  ]);
}

type Section = (record: RopaRecord, words: RopaWords, about: RopaFacts) => Block[];

const SECTIONS: Record<RecordItem, Section> = {
  dataCollected: mapping,
  purposes,
  controller: controllerOf,
  retention: retentions,
  accessRights: ({ accessMeans }, { t }) => [
    accessMeans ? paragraph(accessMeans) : paragraph(t('empty.value'), 'warn'),
  ],
  disclosure: disclosures,
  refusals({ refusalStatus, refusalNote }, { t }) {
    if (refusalStatus === null) return [paragraph(t('empty.value'), 'warn')];
    return [paragraph(t(`refusal.${refusalStatus}`)), ...(refusalNote ? [paragraph(refusalNote)] : [])];
  },
  security,
  processor: controllerOf,
  onBehalf: ({ onBehalfName, onBehalfContact }, { t }) => [
    facts([
      { label: t('field.name'), value: onBehalfName },
      { label: t('field.contact'), value: onBehalfContact },
    ]),
  ],
  officer: (_, { t }, { officers }) =>
    officers.length === 0
      ? [paragraph(t('meta.noOfficer'), 'warn')]
      : officers.map((officer) =>
          facts(
            (['name', 'position', 'phone', 'email'] as const).map((key) => ({
              label: t(`field.${key}`),
              value: officer[key],
            })),
          ),
        ),
  processing: (record, words) => [...purposes(record, words), ...mapping(record, words), ...retentions(record, words)],
  transfers: disclosures,
};

function controllerOf({ dataController }: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  const row = (key: string, value: string) => ({ label: t(`field.${key}`), value });
  const { name, contactPerson, address, country, phone, email } = dataController;
  const both =
    words.locale === 'th' && name.en
      ? [name.th, name.en]
      : [words.name(name), ...(words.locale === 'en' && name.en ? [name.th] : [])];
  return [
    facts([
      { label: t('field.name'), value: both.join('\n') },
      row('contactPerson', contactPerson),
      row('address', address),
      row('country', words.country(country)),
      row('phone', phone),
      row('email', email),
    ]),
  ];
}

/** The title of a purpose with its number in the application. */
const titleOf = (record: RopaRecord, id: string, words: RopaWords): string => {
  const index = record.purposes.findIndex((purpose) => purpose.id === id);
  const purpose = record.purposes[index];
  return purpose ? `${words.number(index + 1)}. ${words.name(purpose.content.title)}` : '';
};

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

function mapping(record: RopaRecord, words: RopaWords): Block[] {
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
        const recipients: Line[] = [
          ...flow.internalApplications.map(({ name }) => name),
          ...flow.thirdParties.map(({ name, country }): Line =>
            words.isAbroad(country) ? { text: `${name} (${words.country(country)})`, mark: 'crossBorder' } : name,
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
            ? words.name(flow.storageSystem.name)
            : (content?.storageSystems.map(({ name }) => words.name(name)) ?? ''),
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

function purposes(record: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  if (record.purposes.length === 0) return [paragraph(t('empty.purposes'), 'warn')];
  return record.purposes.flatMap((purpose) => [
    heading(3, titleOf(record, purpose.id, words)),
    facts(purposeFacts(purpose, words)),
  ]);
}

function purposeFacts(
  { status, publishedVersion, content }: RopaPurpose,
  words: RopaWords,
): { label: string; value: Cell }[] {
  const { t } = words;
  const row = (key: string, value: Cell) => ({ label: t(`field.${key}`), value });
  const named = (list: readonly { name: { th: string; en: string } }[]) => list.map(({ name }) => words.name(name));
  const responsible = [
    content.responsibleDepartment && words.name(content.responsibleDepartment.name),
    content.responsiblePersonnel?.name,
  ].filter((one) => one != null);
  const statusText =
    status === 'published'
      ? t('status.published', { number: words.number(publishedVersion) })
      : publishedVersion > 0
        ? t('status.draftAfter', { number: words.number(publishedVersion) })
        : t('status.draft');
  return [
    row('purposeDescription', words.name(content.description)),
    row('primary', t(content.isPrimary ? 'field.isPrimary' : 'field.isSecondary')),
    row('category', content.purposeCategory ? words.name(content.purposeCategory.name) : ''),
    row('groups', named(content.dataSubjectGroups)),
    row(
      'piiCategories',
      content.piiCategories.map(({ name, sensitive }): Line =>
        sensitive ? { text: words.name(name), mark: 'sensitive' } : words.name(name),
      ),
    ),
    row(
      'bases',
      content.lawfulBases.map(
        (basis) => `${t(`purposeScreen:basis.${basis}.name`)} (${t(`purposeScreen:basis.${basis}.section`)})`,
      ),
    ),
    ...(content.sensitiveExemptions.length > 0
      ? [
          row(
            'exemptions',
            content.sensitiveExemptions.map(
              (exemption) =>
                `${t(`purposeScreen:exemption.${exemption}.name`)} (${t(`purposeScreen:exemption.${exemption}.section`)})`,
            ),
          ),
        ]
      : []),
    ...(content.lawfulBases.includes('legitimateInterest')
      ? [
          row(
            'lia',
            assess(content.legitimateInterest).passed
              ? { text: t('field.liaPassed'), mark: 'ok' }
              : { text: t('field.liaNotPassed'), mark: 'warn' },
          ),
        ]
      : []),
    row('responsible', responsible),
    row('status', { text: statusText, mark: status === 'draft' ? 'warn' : 'ok' }),
  ];
}

function retentions(record: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  if (record.purposes.length === 0) return [paragraph(t('empty.purposes'), 'warn')];
  const names = (list: readonly { name: { th: string; en: string } }[]) => list.map(({ name }) => words.name(name));
  return [
    table(
      [
        { header: t('column.purpose'), width: 2.4 },
        { header: t('column.retention'), width: 1.2 },
        { header: t('column.note'), width: 2 },
        { header: t('column.storage'), width: 2 },
        { header: t('column.destruction'), width: 2 },
      ],
      record.purposes.map(({ id, content }) => [
        titleOf(record, id, words),
        words.retention(content.retention) ?? '',
        content.retention.note,
        names(content.storageSystems),
        names(content.destructionMethods),
      ]),
    ),
  ];
}

function disclosures(record: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  const rows: Cell[][] = record.purposes.flatMap(({ id, content }) => {
    const title = titleOf(record, id, words);
    const outside = content.thirdPartyDisclosure ? content.thirdParties : [];
    const inside = content.internalSharing ? content.internalApplications : [];
    const notNamed: Line = { text: t('notNamed'), mark: 'warn' };
    return [
      ...(content.thirdPartyDisclosure && outside.length === 0
        ? [[title, notNamed, t('kind.thirdParty'), '', '', '', '']]
        : []),
      ...outside.map((party): Cell[] => {
        const abroad = words.isAbroad(party.country);
        return [
          title,
          party.name || notNamed,
          t('kind.thirdParty'),
          abroad ? { text: words.country(party.country), mark: 'crossBorder' } : words.country(party.country),
          party.contract || notNamed,
          party.contractExpiresOn ? words.day(party.contractExpiresOn) : '',
          party.safeguard ? t(`purposeScreen:safeguard.${party.safeguard}`) : abroad ? notNamed : t('notNeeded'),
        ];
      }),
      ...(content.internalSharing && inside.length === 0
        ? [[title, notNamed, t('kind.internal'), '', '', '', '']]
        : []),
      ...inside.map(({ name }): Cell[] => [title, name, t('kind.internal'), '', '', '', '']),
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

function security(record: RopaRecord, words: RopaWords): Block[] {
  const { t } = words;
  if (record.purposes.length === 0) return [paragraph(t('empty.purposes'), 'warn')];
  return [
    table(
      [
        { header: t('column.purpose'), width: 2 },
        { header: t('column.measures'), width: 4 },
      ],
      record.purposes.map(({ id, content }) => [
        titleOf(record, id, words),
        content.securityMeasures.map(({ name }) => words.name(name)),
      ]),
    ),
  ];
}
