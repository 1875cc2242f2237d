import { type Expression, sql, type SqlBool } from 'kysely';
import type { ApplicationDocument } from '../../../shared/application/schema.ts';

/**
 * Conditions over `applications` for a missing document, by kind. A module that owns such documents adds its own
 * condition.
 */
const LACKS: Readonly<Record<ApplicationDocument, Expression<SqlBool>>> = {
  consent: sql<boolean>`not exists (select from consents where consents.workspace_id = applications.workspace_id and consents.application_id = applications.id)`,
  requestForm: sql<boolean>`not exists (select from request_forms where request_forms.workspace_id = applications.workspace_id and request_forms.application_id = applications.id)`,
  dpia: sql<boolean>`not exists (select from dpias where dpias.workspace_id = applications.workspace_id and dpias.application_id = applications.id)`,
};

/** The condition of one kind. */
export const lacking = (kind: ApplicationDocument): Expression<SqlBool>[] => [LACKS[kind]];
