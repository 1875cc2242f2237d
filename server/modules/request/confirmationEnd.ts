import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { DeadlineKind } from '../../platform/clock/deadlines.ts';

// Until when a request must be confirmed stands with the request too: its page and its mails name it.

/** Stores another end of the time for confirming a request. */
export async function setVerifyBy(trx: Trx, workspaceId: string, id: string, verifyBy: Date): Promise<void> {
  await trx
    .updateTable('requests')
    .set({ verifyBy })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Stores the ends that the open deadlines of a kind have, where they are later. `id`: of one request alone. */
export async function storeVerifyBy(trx: Trx, workspaceId: string, kind: DeadlineKind, id?: string): Promise<void> {
  const only = id === undefined ? sql`true` : sql`r.id = ${id}`;
  await sql`
    update requests as r set verify_by = d.due_at from deadlines as d
     where r.workspace_id = ${workspaceId} and r.verified_at is null and r.closed_at is null and ${only}
       and d.workspace_id = r.workspace_id and d.kind = ${kind} and d.subject_id = r.id and d.ended_at is null
       and d.due_at > r.verify_by`.execute(trx);
}
