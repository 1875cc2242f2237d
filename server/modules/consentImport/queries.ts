import {
  CONSENT_IMPORT_KIND,
  consentImportStatus,
  type ConsentImportSummary,
  consentImportSummary,
  type ConsentMapping,
  consentMapping,
} from '../../../shared/consentImport/schema.ts';
import type { Executor } from '../../../db/client.ts';
import { importSteps, type Run } from '../../platform/imports/step.ts';
import { ImportStore, type Stored } from '../../platform/imports/store.ts';
import { containing, thai } from '../../platform/list/list.ts';
import { files } from './files.ts';

export type StoredImport = Stored<ConsentMapping, ConsentImportSummary>;
export type Step = Run<ConsentMapping, ConsentImportSummary>;

export const store = new ImportStore<ConsentMapping, ConsentImportSummary>({
  kind: CONSENT_IMPORT_KIND,
  machine: consentImportStatus,
  name: 'consentImport',
  progressed: 'consentImport.progressed',
  target: 'consentId',
  files,
  mapping: consentMapping,
  summary: consentImportSummary,
});
export const { progressReporter, note, moveOn } = importSteps(store);

/** Forms that were published, by name; at most `limit` of them. */
export async function publishedForms(db: Executor, workspaceId: string, query: string, limit: number) {
  let forms = db
    .selectFrom('consents')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspaceId', '=', 'consents.workspaceId')
        .onRef('applications.id', '=', 'consents.applicationId'),
    )
    .select([
      'consents.id',
      'consents.name',
      'applications.name as application',
      'consents.publishedVersion',
      'consents.active',
    ])
    .where('consents.workspaceId', '=', workspaceId)
    .where('consents.publishedVersion', '>', 0);
  if (query)
    forms = forms.where((eb) =>
      eb.or([eb('consents.name', 'ilike', containing(query)), eb('applications.name', 'ilike', containing(query))]),
    );
  return forms.orderBy(thai('consents.name')).orderBy('consents.id').limit(limit).execute();
}
