import type { z } from 'zod';
import { startOf } from '../../../shared/bangkok.ts';
import { countryName } from '../../../shared/country.ts';
import { sharingFilters, type SharingItem } from '../../../shared/dataSharing/schema.ts';
import { translate } from '../../platform/i18n.ts';
import * as dataSharing from './service.ts';
import { byRecord, type FilterStatements } from '../../platform/exports/filters.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { tableMaker } from '../../platform/exports/table.ts';

type Input = z.output<typeof sharingFilters>;
type Job = ExportJob<Input>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `dataSharing:${key}`, values);

const filteredBy = (job: Job, column: string, name: string): string => `${word(job, `column.${column}`)}: ${name}`;

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<Input> = {
  query: (query, job) => query && `${word(job, 'search')}: ${query}`,
  kind: (kind, job) => filteredBy(job, 'kind', word(job, `kind.${kind}`)),
  country: (country, job) => filteredBy(job, 'country', countryName(country, job.locale)),
  safeguard: (safeguard, job) =>
    filteredBy(
      job,
      'safeguard',
      safeguard === 'missing'
        ? word(job, 'missingSafeguard')
        : translate(job.locale, `purposeScreen:safeguard.${safeguard}`),
    ),
  flag: (flag, job) => filteredBy(job, 'flags', word(job, flag === 'any' ? 'anyFlag' : `flag.${flag}`)),
  applicationId: byRecord((job) => word(job, 'column.applications'), 'applications'),
  purposeId: byRecord((job) => word(job, 'column.purpose'), ['purposes', 'title']),
};

/** Recipients of personal data, under the filters of the list. */
export const dataSharingRelations = tableMaker<Input, SharingItem>({
  input: sharingFilters as unknown as z.ZodType<Input>,
  filters: FILTERS,
  name: (job) => word(job, 'title'),
  columns: columnsOf,
  rows: async (job) => countedPages(job, dataSharing.each(job, job.input), await dataSharing.count(job, job.input)),
});

function columnsOf(job: Job): Column<SharingItem>[] {
  const text = ({ th, en }: { th: string; en: string }) => (job.locale === 'en' && en ? en : th);
  const header = (key: string) => word(job, `column.${key}`);
  return [
    {
      key: 'recipient',
      header: header('recipient'),
      width: 34,
      value: (row) => text({ th: row.recipient.name, en: row.recipient.nameEn }),
    },
    { key: 'kind', header: header('kind'), width: 18, value: (row) => word(job, `kind.${row.kind}`) },
    { key: 'country', header: header('country'), width: 18, value: (row) => countryName(row.country, job.locale) },
    { key: 'adequacy', header: header('adequacy'), width: 20, value: (row) => word(job, `adequacy.${row.adequacy}`) },
    {
      key: 'flags',
      header: header('flags'),
      width: 28,
      value: (row) => row.flags.map((one) => word(job, `flag.${one}`)),
    },
    { key: 'purpose', header: header('purpose'), width: 36, value: (row) => text(row.purpose.title) },
    {
      key: 'lawfulBases',
      header: header('lawfulBases'),
      width: 24,
      value: (row) =>
        row.purpose.lawfulBases.map((basis) => translate(job.locale, `purposeScreen:basis.${basis}.name`)),
    },
    {
      key: 'applications',
      header: header('applications'),
      width: 32,
      value: (row) => namesOf(job, row.applications),
    },
    {
      key: 'categories',
      header: header('categories'),
      width: 32,
      value: (row) => row.categories.map(({ name }) => text(name)),
    },
    {
      key: 'sensitiveCategories',
      header: header('sensitiveCategories'),
      width: 14,
      type: 'number',
      value: (row) => row.sensitiveCategories,
    },
    { key: 'lines', header: header('lines'), width: 14, type: 'number', value: (row) => row.lines },
    { key: 'contract', header: header('contract'), width: 26, value: (row) => row.contract },
    {
      key: 'contractExpiresOn',
      header: header('contractExpiresOn'),
      width: 16,
      type: 'date',
      value: (row) => (row.contractExpiresOn ? new Date(startOf(row.contractExpiresOn)) : null),
    },
    {
      key: 'safeguard',
      header: header('safeguard'),
      width: 30,
      value: (row) => row.safeguard && translate(job.locale, `purposeScreen:safeguard.${row.safeguard}`),
    },
  ];
}

function namesOf(job: Job, { total, first }: SharingItem['applications']): string[] {
  const names = first.map(({ name }) => name);
  return total > first.length ? [...names, word(job, 'moreApplications', { number: total - first.length })] : names;
}
