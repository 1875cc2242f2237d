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

/** Forms with a version that has begun by `day`, by name; at most `limit` of them. */
export async function liveForms(
  db: Executor,
  workspaceId: string,
  { query, day, limit }: { query: string; day: string; limit: number },
) {
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
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('consentVersions')
          .select('consentVersions.id')
          .whereRef('consentVersions.workspaceId', '=', 'consents.workspaceId')
          .whereRef('consentVersions.consentId', '=', 'consents.id')
          .where(({ eb, or }) =>
            or([eb('consentVersions.effectiveFrom', 'is', null), eb('consentVersions.effectiveFrom', '<=', day)]),
          ),
      ),
    );
  if (query)
    forms = forms.where((eb) =>
      eb.or([eb('consents.name', 'ilike', containing(query)), eb('applications.name', 'ilike', containing(query))]),
    );
  return forms.orderBy(thai('consents.name')).orderBy('consents.id').limit(limit).execute();
}
