import type { Db } from '../../../db/client.ts';

type RecordTable =
  | 'applications'
  | 'purposes'
  | 'incidents'
  | 'consents'
  | 'requestForms'
  | 'requests'
  | 'dpias'
  | 'treatmentPlans'
  | 'privacyNotices';

/** Pages of records and their tabs: a name, the table of the records, the address. */
export const RECORD_PAGES: [string, RecordTable, string][] = [
  ['application', 'applications', '/business-function/application/:id'],
  ['applicationMapping', 'applications', '/business-function/application/:id?tab=data-mapping'],
  ['purpose', 'purposes', '/business-function/purpose/:id'],
  ['incident', 'incidents', '/data-breach/incident-management/:id'],
  ['incidentDecision', 'incidents', '/data-breach/incident-management/:id?tab=decision'],
  ['consent', 'consents', '/consent/:id'],
  ['consentChannels', 'consents', '/consent/:id?tab=channels'],
  ['requestForm', 'requestForms', '/dsrm/request-form/:id'],
  ['request', 'requests', '/dsrm/request/:id'],
  ['dpia', 'dpias', '/dpo-tools/dpia/:id'],
  ['dpiaData', 'dpias', '/dpo-tools/dpia/:id?tab=data'],
  ['dpiaImpact', 'dpias', '/dpo-tools/dpia/:id?tab=impact'],
  ['dpiaReport', 'dpias', '/dpo-tools/dpia/:id?tab=report'],
  ['treatmentPlan', 'treatmentPlans', '/dpo-tools/treatment-plan/:id'],
  ['privacyNotice', 'privacyNotices', '/organization/privacy/:id'],
  ['privacyNoticeText', 'privacyNotices', '/organization/privacy/:id?step=preview'],
];

/** The address of a page for the first record of a workspace. */
export async function firstOf(owner: Db, ws: string, table: RecordTable, pattern: string): Promise<string> {
  const found = await owner
    .selectFrom(table)
    .select('id')
    .where('workspaceId', '=', ws)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return pattern.replace(':id', found.id);
}
