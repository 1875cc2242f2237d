import {
  type Application,
  type ApplicationFields,
  particularsOf,
  type REFUSAL_STATUSES,
} from '../../../shared/application/schema.ts';

export type RefusalStatus = (typeof REFUSAL_STATUSES)[number] | null;

/** The values of the form of a stored application. */
export const valuesOf = (record: Application): ApplicationFields => ({
  name: record.name,
  description: record.description,
  dataControllerId: record.dataController.id,
  lineOfWorkId: record.lineOfWork?.id ?? null,
  dataSourceId: record.dataSource?.id ?? null,
  dataSubjectCount: record.dataSubjectCount,
  processingFrequency: record.processingFrequency,
  ...particularsOf(record),
  purposeIds: record.purposes.map(({ id }) => id),
});
