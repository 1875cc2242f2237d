import type { z } from 'zod';
import { placeName } from '../../../shared/country.ts';
import { type InventoryItem, inventoryFilters, NO_BASIS } from '../../../shared/inventory/schema.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import { translate } from '../../platform/i18n.ts';
import * as inventory from './service.ts';
import { applicationName } from '../application/recordName.ts';
import { piiCategoryName } from '../piiCategory/recordName.ts';
import { purposeName } from '../purpose/recordName.ts';
import { byRecord, type FilterStatements, statedFilters } from '../../platform/exports/filters.ts';
import type { ExportJob, ExportMaker } from '../../platform/exports/maker.ts';
import { countedPages } from '../../platform/exports/progress.ts';
import { fileNameOf, titleOf } from '../../platform/exports/texts.ts';
import { csvOf, type Sheet } from '../../platform/exports/sheet.ts';
import { xlsxOf } from '../../platform/exports/xlsx.ts';

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
  piiCategoryId: byRecord((job) => word(job, 'column.category'), piiCategoryName),
  applicationId: byRecord((job) => word(job, 'column.application'), applicationName),
  purposeId: byRecord((job) => word(job, 'column.purpose'), purposeName),
  lawfulBasis: (basis, job) => filteredBy(job, 'pivot.lawfulBasis', basisName(job, basis)),
  retentionBand: (band, job) => filteredBy(job, 'pivot.retention', word(job, `band.${band}`)),
  sensitive: (_, job) => word(job, 'onlySensitive'),
};

/** The inventory under the filters of its list, sensitive data first. */
export const inventories: ExportMaker<Input> = {
  input: inventoryFilters as unknown as z.ZodType<Input>,
  filters: FILTERS,
  fileName: (job) => fileNameOf(job, word(job, 'title')),
  async make(job) {
    const sheet = await sheetOf(job);
    const rows = countedPages(job, inventory.each(job, job.input), await inventory.count(job, job.input));
    return job.format === 'csv' ? csvOf(sheet, rows) : xlsxOf([{ sheet, rows }]);
  },
};

async function sheetOf(job: Job): Promise<Sheet<InventoryItem>> {
  const text = ({ th, en }: { th: string; en: string }) => (job.locale === 'en' && en ? en : th);
  const header = (key: string) => word(job, `column.${key}`);
  const basis = (key: string) => basisName(job, key);
  return {
    name: word(job, 'title'),
    title: titleOf(job, word(job, 'title'), await statedFilters(job, inventories)),
    columns: [
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
    ],
  };
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
