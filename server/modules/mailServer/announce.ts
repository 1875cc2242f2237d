import { sql } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { emit } from '../../platform/live/emit.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';

const BATCH = 100;

/** Notifies the workspaces of mail servers that are at fault. */
export const faultAnnouncing: Schedule = {
  name: 'mailServers.announceFaults',
  cron: '* * * * *',
  run: announceFaults,
};

/**
 * Notifies by bell in each workspace whose mails a server carries that it is at fault, once for each day and kind of
 * fault. A node that stops in the middle may repeat some of it.
 * @returns of how many faults
 */
export function announceFaults(deps: Deps, signal: AbortSignal): Promise<number> {
  return eachRow(deps, signal, {
    order: ['f.organizationId', 'f.serverId', 'f.day', 'f.kind', 'f.reason'],
    read: ({ position, isNext }) =>
      deps.systemDb
        .selectFrom('mailServerFailures as f')
        .innerJoin('mailServers as s', (join) =>
          join.onRef('s.organizationId', '=', 'f.organizationId').onRef('s.id', '=', 'f.serverId'),
        )
        .select(['s.organizationId', 's.id', 's.name', 'f.kind', 'f.reason', position.as('position')])
        .select([
          sql<string>`f.day::text`.as('day'),
          sql<string[]>`array(
            select l.workspace_id from mail_server_links l
             where (l.organization_id, l.server_id) = (s.organization_id, s.id)
               and l.workspace_id not in (select closed_workspaces())
             order by l.workspace_id)`.as('workspaceIds'),
        ])
        .where('f.unannounced', '=', true)
        .where(isNext)
        .orderBy('f.organizationId')
        .orderBy('f.serverId')
        .orderBy('f.day')
        .orderBy('f.kind')
        .orderBy('f.reason')
        .limit(BATCH)
        .execute(),
    limit: BATCH,
    failed: 'a fault of a mail server could not be announced; it is tried again',
    async work({ organizationId, id, name, day, kind, reason, workspaceIds }) {
      const facts = { event: 'mailServer.failed', entityId: id, subject: name } as const;
      for (const workspaceId of workspaceIds)
        await transact(deps, { workspaceId }, (trx) => emit(trx, systemActor(deps, workspaceId), facts));
      await deps.systemDb
        .updateTable('mailServerFailures')
        .set({ unannounced: false })
        .where('organizationId', '=', organizationId)
        .where('serverId', '=', id)
        .where('day', '=', day)
        .where('kind', '=', kind)
        .where('reason', '=', reason)
        .execute();
    },
  });
}
