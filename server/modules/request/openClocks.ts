import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { translateBoth } from '../../platform/i18n.ts';
import { ACT, RIGHT } from './clock.ts';

/**
 * Open rights for the bell, by the date that counts from receipt: every open right has it, it never pauses, and the
 * workspace's own date is never before it. Staff get the rights assigned to them.
 */
export const runningClocks: RunningClocksPart = {
  permission: 'request.read',
  async read(trx, ctx, limit) {
    const { id: workspaceId } = ctx.workspace;
    const own = sql`d.subject_id in (select id from request_rights where workspace_id = ${workspaceId} and assignee_id = ${ctx.personnel.id})`;
    const which = sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(ACT)} and ${onlyOwn(ctx.standing.role, 'request.read') ? own : sql`true`}`;
    const [{ rows }, counts] = await Promise.all([
      firstDue(trx, which, limit),
      countRunning(trx, which, ctx.deps.now()),
    ]);
    return {
      ...counts,
      clocks: rows.map(({ requestId, number, nameTh, nameEn, startedAt, dueAt, ownDueAt }) => ({
        id: requestId,
        title: requestReference(number),
        part: { th: nameTh, en: nameEn },
        clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other:
          ownDueAt === null || ownDueAt === dueAt
            ? null
            : { name: translateBoth('requestScreen:clock.own'), dueAt: ownDueAt },
        addresses: [pageAddress('request', { id: requestId })],
      })),
      listAddresses: [pageAddress('requests', { ...drillDown.open(), sortBy: 'dueAt', sortDirection: 'ASC' })],
    };
  },
};

const firstDue = (trx: Trx, which: ReturnType<typeof sql>, limit: number) =>
  sql<{
    requestId: string;
    number: number;
    nameTh: string;
    nameEn: string;
    startedAt: string;
    dueAt: string;
    ownDueAt: string | null;
  }>`
    select q.id as request_id, q.number, r.name_th, r.name_en, c.started_at, c.due_at,
           (select o.due_at from deadlines as o
             where o.workspace_id = c.workspace_id and o.kind = ${sql.lit(RIGHT)} and o.subject_id = c.subject_id
               and o.ended_at is null and o.stopped_at is null) as own_due_at
      from (${firstRunning(which, limit)}) as c
      join request_rights as r on r.workspace_id = c.workspace_id and r.id = c.subject_id
      join requests as q on q.workspace_id = r.workspace_id and q.id = r.request_id
     order by c.due_at, q.number, r.id`.execute(trx);
