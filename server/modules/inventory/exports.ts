import type { z } from 'zod';
import { isAbroad, placeName } from '../../../shared/country.ts';
import { type InventoryItem, inventoryFilters, NO_BASIS } from '../../../shared/inventory/schema.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import { translate } from '../../platform/i18n.ts';
import * as inventory from './service.ts';
import { byRecord, type FilterStatements } from '../../platform/exports/filters.ts';
import type { ExportJob } from '../../platform/exports/maker.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import type { Column } from '../../platform/exports/sheet.ts';
import { tableMaker } from '../../platform/exports/table.ts';

type Input = z.output<typeof inventoryFilters>;
type Job = ExportJob<Input>;

const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `inventory:${key}`, values);

const basisName = (job: Job, key: string): string =>
  key === NO_BASIS ? word(job, 'noBasis') : translate(job.locale, `purposeScreen:basis.${key}.name`);
const filteredBy = (job: Job, by: string, name: string): string => word(job, 'filteredBy', { by: word(job, by), name });

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<Input> = {
  query: (query, job) => query && filteredBy(job, 'search', query),
  piiCategoryId: byRecord((job) => word(job, 'column.category'), ['piiCategories', 'name']),
  applicationId: byRecord((job) => word(job, 'column.application'), 'applications'),
  purposeId: byRecord((job) => word(job, 'column.purpose'), ['purposes', 'title']),
  lawfulBasis: (basis, job) => filteredBy(job, 'pivot.lawfulBasis', basisName(job, basis)),
  retentionBand: (band, job) => filteredBy(job, 'pivot.retention', word(job, `band.${band}`)),
  sensitive: (_, job) => word(job, 'onlySensitive'),
};

/** The inventory under the filters of its list, sensitive data first. */
export const inventories = tableMaker<Input, InventoryItem>({
  input: inventoryFilters as unknown as z.ZodType<Input>,
  filters: FILTERS,
  name: (job) => word(job, 'title'),
  columns: columnsOf,
  rows: async (job) => countedPages(job, inventory.each(job, job.input), await inventory.count(job, job.input)),
});

function columnsOf(job: Job): Column<InventoryItem>[] {
  const text = ({ th, en }: { th: string; en: string }) => (job.locale === 'en' && en ? en : th);
  const header = (key: string) => word(job, `column.${key}`);
  const basis = (key: string) => basisName(job, key);
  return [
    { key: 'attribute', header: header('attribute'), width: 32, value: (row) => text(row.attribute.name) },
    {
      key: 'sensitive',
      header: header('sensitive'),
      width: 12,
      value: (row) => word(job, row.sensitive ? 'sensitive' : 'general'),
    },
    { key: 'category', header: header('category'), width: 26, value: (row) => text(row.category.name) },
    {
      key: 'subCategory',
      header: header('subCategory'),
      width: 22,
      value: (row) => row.subCategory && text(row.subCategory.name),
    },
    { key: 'application', header: header('application'), width: 30, value: (row) => row.application.name },
    { key: 'purpose', header: header('purpose'), width: 36, value: (row) => text(row.purpose.title) },
    { key: 'lawfulBases', header: header('lawfulBases'), width: 24, value: (row) => row.lawfulBases.map(basis) },
    {
      key: 'dataSubjectGroup',
      header: header('dataSubjectGroup'),
      width: 22,
      value: (row) => text(row.dataSubjectGroup.name),
    },
    { key: 'channel', header: header('channel'), width: 22, value: (row) => text(row.channel.name) },
    {
      key: 'storageSystem',
      header: header('storageSystem'),
      width: 22,
      value: (row) => row.storageSystem && text(row.storageSystem.name),
    },
    {
      key: 'storageCountry',
      header: header('storageCountry'),
      width: 18,
      value: (row) => row.storageSystem && placeName(row.storageSystem.country, job.locale),
    },
    {
      key: 'storedAbroad',
      header: header('storedAbroad'),
      width: 12,
      // Nothing where it is not known.
      value: ({ storageSystem }) =>
        storageSystem?.country && translate(job.locale, isAbroad(storageSystem.country) ? 'ui:yes' : 'ui:no'),
    },
    { key: 'retention', header: header('retention'), width: 18, value: (row) => retentionText(job, row.retention) },
    {
      key: 'internal',
      header: header('internal'),
      width: 12,
      type: 'number',
      value: (row) => row.recipients.internal,
    },
    {
      key: 'thirdParty',
      header: header('thirdParty'),
      width: 12,
      type: 'number',
      value: (row) => row.recipients.thirdParty,
    },
    { key: 'abroad', header: header('abroad'), width: 12, type: 'number', value: (row) => row.recipients.abroad },
  ];
}

function retentionText(job: Job, retention: InventoryItem['retention']): string {
  if (!retention) return word(job, 'retention.notSet');
  if (retention.indefinite) return word(job, 'retention.forGood');
  return retention.amount === null || retention.unit === null
    ? ''
    : withStart(durationText(job.locale, retention.amount, retention.unit), retention, (key, values) =>
        translate(job.locale, key, values),
      );
}
