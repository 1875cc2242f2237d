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
import type { RopaWords } from './words.ts';

/** The title of a purpose with its number in the application. */
export const titleOf = (record: RopaRecord, id: string, words: RopaWords): string => {
  const index = record.purposes.findIndex((purpose) => purpose.id === id);
  const purpose = record.purposes[index];
  return purpose ? `${words.number(index + 1)}. ${words.name(purpose.content.title)}` : '';
};

/** Description and lawful bases of each purpose. */
export function purposes(record: RopaRecord, words: RopaWords): Block[] {
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

/** Retention and storage of each purpose. */
export function retentions(record: RopaRecord, words: RopaWords): Block[] {
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
        content.storageSystems.map((system) => words.storage(system)),
        names(content.destructionMethods),
      ]),
    ),
  ];
}

/** Security measures of each purpose. */
export function security(record: RopaRecord, words: RopaWords): Block[] {
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
