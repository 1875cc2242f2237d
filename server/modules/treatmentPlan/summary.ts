import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';

/**
 * Stores the status of the plans of the newest published version of some assessments (docs/decisions/080): rejected if
 * one is, otherwise in progress if one is new or in progress, otherwise pending if one is, otherwise resolved.
 */
export async function settleTreatment(trx: Trx, workspaceId: string, dpiaIds: readonly string[]): Promise<void> {
  if (dpiaIds.length === 0) return;
  // Locked in a statement of its own: the next one reads plans that another transaction moved meanwhile.
  await trx
    .selectFrom('dpias')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...dpiaIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await sql`
    update dpias as d set treatment_status = (
      select case when bool_or(t.status = 'REJECTED') then 'REJECTED'
                  when bool_or(t.status in ('NEW', 'INPROGRESS')) then 'INPROGRESS'
                  when bool_or(t.status = 'PENDING') then 'PENDING'
                  when bool_or(t.status = 'RESOVLED') then 'RESOLVED' end
        from treatment_plans t
       where t.workspace_id = d.workspace_id and t.dpia_id = d.id and t.dpia_version = d.published_version)
     where d.workspace_id = ${workspaceId} and d.id = any(${[...dpiaIds]}::uuid[])`.execute(trx);
}
