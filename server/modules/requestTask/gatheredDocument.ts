import type { Locale } from '../../../shared/locale.ts';
import { type Block, heading, paragraph, type ReportDocument, table } from '../../platform/documents/document.ts';
import { translate } from '../../platform/i18n.ts';
import { timeText } from '../../platform/dateTexts.ts';
import type { SubjectRecord } from '../../platform/subjectData/source.ts';
import type { GatheredSource } from './runGathering.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The platform's records of a data subject as a document: a table for each source with results. */
export function gatheredDocument(
  locale: Locale,
  about: { request: string; gatheredAt: string; unconfirmed: readonly string[] },
  sources: readonly GatheredSource[],
): ReportDocument {
  const { request, gatheredAt, unconfirmed } = about;
  const t = (key: string, values: Record<string, unknown> = {}) => translate(locale, `subjectData:${key}`, values);
  const keysOf = (keys: readonly string[]) => keys.map((key) => t(`key.${key}`)).join(', ');
  return {
    locale,
    title: t('title'),
    subtitle: request,
    meta: [{ label: t('gatheredAt'), value: timeText(locale, new Date(gatheredAt)) }],
    footer: request,
    landscape: true,
    blocks: [
      ...(unconfirmed.length > 0 ? [paragraph(t('unconfirmed', { keys: keysOf(unconfirmed) }), 'muted')] : []),
      ...sources.flatMap(({ source, by, records }): Block[] => [
        heading(1, t(`source.${source}`)),
        paragraph(by.length === 0 ? t('notSearched') : t('searchedBy', { keys: keysOf(by) }), 'muted'),
        records.length === 0 ? paragraph(t('nothing')) : tableOf(locale, records, t),
      ]),
    ],
  };
}

function tableOf(locale: Locale, records: readonly SubjectRecord[], t: (key: string) => string): Block {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cell = (value: SubjectRecord[string] | undefined): string | string[] => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'string') return MOMENT.test(value) ? timeText(locale, new Date(value)) : value;
    return typeof value === 'number' ? String(value) : [...value];
  };
  return table(
    fields.map((field) => ({ header: t(`field.${field}`) })),
    records.map((record) => fields.map((field) => cell(record[field]))),
  );
}
