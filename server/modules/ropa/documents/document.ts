import type { Locale } from '../../../../shared/locale.ts';
import type { RopaRecord } from '../../../../shared/ropa/record.ts';
import {
  type Block,
  callout,
  type Cell,
  facts,
  heading,
  pageBreak,
  paragraph,
  type ReportDocument,
  table,
} from '../../../platform/documents/document.ts';
import { REACHED_BY, type RopaFacts } from './facts.ts';
import { sectionsOf } from './sections.ts';
import { type RopaWords, ropaWords } from './words.ts';
import type { PublishStatus } from '../../../../shared/status.ts';

/** Facts of the document beside its records. */
export interface Issue {
  workspace: string;
  /** The time of the content, and who requested it. */
  at: Date;
  by: string;
  /** Only one application; left out: the entire workspace. */
  single?: boolean;
}

/**
 * The record of processing as a document: the organisation, the list of activities, then each of them in the order of
 * the law.
 */
export async function ropaDocument(
  records: AsyncIterable<RopaRecord> | Iterable<RopaRecord>,
  locale: Locale,
  about: RopaFacts,
  issue: Issue,
): Promise<ReportDocument> {
  const words = ropaWords(locale);
  const { t } = words;
  const activities: Block[] = [];
  const index: Cell[][] = [];
  let only: RopaRecord | undefined;
  let number = 0;
  for await (const record of records) {
    number += 1;
    only = record;
    index.push([
      words.number(number),
      record.name,
      t(`role.${record.processingRole}`),
      words.name(record.dataController.name),
      words.number(record.purposes.length),
      { text: `${record.completeness}%`, mark: record.completeness === 100 ? 'ok' : 'warn' },
      statusOf(record, words),
    ]);
    activities.push(pageBreak(), ...activityOf(record, issue.single ? null : number, about, words));
  }
  const { controller, processor } = about.roles;
  const law = t(`law.${controller > 0 && processor > 0 ? 'both' : processor > 0 ? 'processor' : 'controller'}`);
  const columns = [
    { header: t('column.number'), width: 0.4, align: 'end' as const },
    { header: t('column.application'), width: 3 },
    { header: t('column.role'), width: 1.6 },
    { header: t('column.controller'), width: 2.2 },
    { header: t('column.purposes'), width: 0.9, align: 'end' as const },
    { header: t('column.completeness'), width: 0.8, align: 'end' as const },
    { header: t('column.status'), width: 1.4 },
  ];
  const list: Block[] = number === 0 ? [paragraph(t('none'))] : [heading(1, t('index')), table(columns, index)];
  return {
    locale,
    title: t('title'),
    subtitle: issue.single && only ? `${only.name}\n${law}` : law,
    meta: metaOf(about, issue, words),
    ...(issue.single && only?.status === 'draft' && { watermark: t('watermark') }),
    footer: `${issue.workspace} · ${t('title')}`,
    landscape: true,
    blocks: issue.single ? activities.slice(1) : [...list, ...activities],
  };
}

function metaOf(about: RopaFacts, issue: Issue, words: RopaWords): ReportDocument['meta'] {
  const { t } = words;
  const officers = about.officers.map((officer) =>
    [officer.name, officer.position, officer.phone, officer.email].filter(Boolean).join(' · '),
  );
  const controllers = about.controllers.map((controller) =>
    [words.name(controller), ...REACHED_BY.map((key) => controller[key])].filter(Boolean).join(' · '),
  );
  const row = (key: string, value: string) => ({ label: t(`meta.${key}`), value });
  return [
    row('organization', about.organization),
    row('workspace', issue.workspace),
    row('controllers', controllers.join('\n')),
    row('officer', officers.join('\n') || t('meta.noOfficer')),
    row('asOf', words.date(issue.at)),
    row('by', issue.by),
    row(
      'applications',
      t('meta.applicationsValue', {
        count: about.applications,
        number: words.number(about.applications),
        purposes: t('meta.purposesValue', { count: about.purposes, number: words.number(about.purposes) }),
      }),
    ),
    issue.single
      ? row('completeness', t('meta.completenessOne', { number: about.completeness }))
      : row(
          'completeness',
          t('meta.completenessValue', {
            number: about.completeness,
            complete: words.number(about.complete),
            total: words.number(about.applications),
          }),
        ),
    ...(about.drafts > 0 && !issue.single ? [row('drafts', words.number(about.drafts))] : []),
  ];
}

const statusOf = (
  { status, publishedVersion }: { status: PublishStatus; publishedVersion: number },
  { t, number }: RopaWords,
): string =>
  status === 'published'
    ? t('status.published', { number: number(publishedVersion) })
    : publishedVersion > 0
      ? t('status.draftAfter', { number: number(publishedVersion) })
      : t('status.draft');

function activityOf(record: RopaRecord, number: number | null, about: RopaFacts, words: RopaWords): Block[] {
  const { t } = words;
  const orEmpty = (value: string | null | undefined): string => value || '';
  const row = (key: string, value: Cell) => ({ label: t(`field.${key}`), value });
  return [
    heading(1, number === null ? record.name : `${words.number(number)}. ${record.name}`),
    ...(record.status === 'draft' ? [paragraph(t('draftNote'), 'warn')] : []),
    facts([
      row('description', record.description),
      ...(record.processCode ? [row('processCode', record.processCode)] : []),
      row('status', { text: statusOf(record, words), mark: record.status === 'draft' ? 'warn' : 'ok' }),
      row('updated', words.date(new Date(record.updatedAt))),
      ...(record.reviewOn ? [row('reviewOn', words.day(record.reviewOn))] : []),
      row('role', t(`role.${record.processingRole}`)),
      row('lineOfWork', orEmpty(record.lineOfWork && words.name(record.lineOfWork.name))),
      row('dataSource', orEmpty(record.dataSource && words.name(record.dataSource.name))),
      row(
        'count',
        record.dataSubjectCount === null
          ? ''
          : t('field.countValue', { count: record.dataSubjectCount, number: words.number(record.dataSubjectCount) }),
      ),
      row(
        'frequency',
        record.processingFrequency === null
          ? ''
          : t(`activityLog:value.processingFrequency.${record.processingFrequency}`),
      ),
    ]),
    completenessOf(record, words),
    ...sectionsOf(record, about, words),
  ];
}

/** Items that the law requires and that are not recorded yet. */
function completenessOf({ completenessItems, completeness }: RopaRecord, words: RopaWords): Block {
  const { t } = words;
  const missing = completenessItems.flatMap(({ item, complete, missing: gaps }, index) => {
    if (complete) return [];
    const fields = gaps.map(({ place, field, name }) => {
      const key = field ?? place;
      const text = t(`completeness:field.${key}`, { name: name ? words.name(name) : '' }).trim();
      return text.startsWith('field.') ? t('completeness:field.other', { name: name ? words.name(name) : '' }) : text;
    });
    return [
      t('missing', {
        number: index + 1,
        item: t(`completeness:item.${item}`),
        fields: [...new Set(fields)].join(words.locale === 'th' ? ' ' : ', '),
      }),
    ];
  });
  return missing.length === 0
    ? callout('ok', t('complete'))
    : callout('warn', missing.join('\n'), t('incomplete', { number: completeness }));
}
