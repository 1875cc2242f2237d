import { z } from 'zod';
import {
  type Application,
  applicationFields,
  type ApplicationFields,
  type REFUSAL_STATUSES,
} from '../../../shared/application/schema.ts';

export type RefusalStatus = (typeof REFUSAL_STATUSES)[number] | null;
/**
 * What the form holds: the fields, and the row version it started from, so that a restored draft cannot overwrite a
 * newer record unseen.
 */
export type FormValues = ApplicationFields & { rowVersion: number };

export const formSchema = applicationFields.extend({ rowVersion: z.number().int().min(0).default(0) });

/** The values a form starts from: of a record, or of a new application of a data controller. */
export function valuesOf(record: Application | undefined, dataControllerId = ''): FormValues {
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    dataControllerId: record?.dataController.id ?? dataControllerId,
    lineOfWorkId: record?.lineOfWork?.id ?? null,
    dataSourceId: record?.dataSource?.id ?? null,
    dataSubjectCount: record?.dataSubjectCount ?? null,
    processingFrequency: record?.processingFrequency ?? null,
    processingRole: record?.processingRole ?? 'controller',
    onBehalfName: record?.onBehalfName ?? '',
    onBehalfContact: record?.onBehalfContact ?? '',
    accessMeans: record?.accessMeans ?? '',
    refusalStatus: record?.refusalStatus ?? null,
    refusalNote: record?.refusalNote ?? '',
    purposeIds: record?.purposes.map(({ id }) => id) ?? [],
    rowVersion: record?.rowVersion ?? 0,
  };
}
