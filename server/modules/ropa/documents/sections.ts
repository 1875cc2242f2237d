import { RECORD_ITEMS, type RecordItem } from '../../../../shared/completeness/schema.ts';
import { sectionOfGround } from '../../../../shared/request/grounds.ts';
import { requestReference } from '../../../../shared/request/reference.ts';
import type { RecordedRefusals, RopaRecord } from '../../../../shared/ropa/record.ts';
import { type Block, facts, heading, paragraph, table } from '../../../platform/documents/document.ts';
import type { RopaFacts } from './facts.ts';
import { disclosures, mapping } from './flowTables.ts';
import { purposes, retentions, security } from './purposeBlocks.ts';
import type { RopaWords } from './words.ts';

/**
 * Each item that the law requires under a heading that names it, in the order of section 39, or of section 40 for a
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
  refusals({ refusals, refusalStatus, refusalNote }, words) {
    const { t } = words;
    // What the register has stands above what was entered: "none" must not be stated beside a refusal.
    if (refusals)
      return [
        paragraph(t('refused')),
        ...(refusalNote ? [paragraph(refusalNote)] : []),
        ...refusalTable(refusals, words),
      ];
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

/** What was refused, by which ground of the act: its reasons in full, and who asked, are in the register. */
function refusalTable({ total, newest }: RecordedRefusals, words: RopaWords): Block[] {
  const { t } = words;
  const column = (key: string, width: number) => ({ header: t(`requestRefusal:column.${key}`), width });
  return [
    table(
      [column('number', 1), column('right', 2), column('section', 0.8), column('ground', 4), column('closedAt', 1.2)],
      newest.map(({ number, right, ground, inPart, at }) => [
        requestReference(number),
        inPart ? t('requestRefusal:rightInPart', { right: t(`request:right.${right}`) }) : t(`request:right.${right}`),
        sectionOfGround(right, ground) ?? '',
        t(`request:ground.${ground}`),
        words.date(new Date(at)),
      ]),
    ),
    ...(total > newest.length
      ? [paragraph(t('refusedMore', { number: words.number(newest.length), total: words.number(total) }))]
      : []),
  ];
}

/** Details of a data controller that are only in the document where they are recorded. */
const ENTERED = ['website', 'privacyPolicyUrl', 'logo'] as const;

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
      ...ENTERED.flatMap((key) => {
        const value = dataController[key];
        return value ? [row(key, value)] : [];
      }),
    ]),
  ];
}
