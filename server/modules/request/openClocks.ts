import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { countRunning, firstRunning, type RunningClocksPart } from '../../platform/clock/running.ts';
import { translateBoth } from '../../platform/i18n.ts';
import { ACT, RIGHT } from './clock.ts';

/**
 * Open rights for the bell, each by the first of its dates that run: that of the workspace is paused or not there yet
 * at times, that which counts from receipt always runs. Staff get the rights assigned to them.
 */
export const runningClocks: RunningClocksPart = {
  permission: 'request.read',
  async read(trx, ctx, limit) {
    const { id: workspaceId } = ctx.workspace;
    const now = ctx.deps.now();
    const own = sql`d.subject_id in (select id from request_rights where workspace_id = ${workspaceId} and assignee_id = ${ctx.personnel.id})`;
    const of = (kind: typeof ACT | typeof RIGHT) =>
      sql`d.workspace_id = ${workspaceId} and d.kind = ${sql.lit(kind)} and ${onlyOwn(ctx.standing.role, 'request.read') ? own : sql`true`}`;
    const [{ rows }, { total, overdue }, { total: onlyPastOwn }] = await Promise.all([
      firstDue(trx, [of(ACT), of(RIGHT)], limit),
      countRunning(trx, of(ACT), now),
      countRunning(trx, sql`${of(RIGHT)} and ${isOnlyPastOwn(now)}`, now),
    ]);
    return {
      total,
      overdue: overdue + onlyPastOwn,
      clocks: rows.map(({ requestId, number, nameTh, nameEn, kind, startedAt, dueAt, otherDueAt }) => ({
        id: requestId,
        title: requestReference(number),
        part: { th: nameTh, en: nameEn },
        clock: { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null },
        unit: 'days',
        other:
          otherDueAt === null || otherDueAt === dueAt
            ? null
            : {
                name: translateBoth(`requestScreen:clock.${kind === ACT ? 'own' : 'actShort'}`),
                dueAt: otherDueAt,
              },
        addresses: [pageAddress('request', { id: requestId })],
      })),
      listAddresses: [pageAddress('requests', { ...drillDown.open(), sortBy: 'dueAt', sortDirection: 'ASC' })],
    };
  },
};

/** Whether the workspace's own date `d` of a right has passed, and that from receipt has not. */
const isOnlyPastOwn = (now: Date) => sql`d.due_at < ${now}::timestamptz and not exists (
  select from deadlines a where a.workspace_id = d.workspace_id and a.kind = ${sql.lit(ACT)} and a.subject_id = d.subject_id
     and a.ended_at is null and a.stopped_at is null and a.due_at < ${now}::timestamptz)`;

/** The rights that are due first by either kind of date: each of them is among the first of one kind. */
const firstDue = (trx: Trx, kinds: readonly RawBuilder<unknown>[], limit: number) =>
  sql<{
    requestId: string;
    number: number;
    nameTh: string;
    nameEn: string;
    kind: typeof ACT | typeof RIGHT;
    startedAt: string;
    dueAt: string;
    otherDueAt: string | null;
  }>`
    select q.id as request_id, q.number, r.name_th, r.name_en, c.kind, c.started_at, c.due_at,
           (select o.due_at from deadlines as o
             where o.workspace_id = c.workspace_id and o.kind in (${sql.lit(ACT)}, ${sql.lit(RIGHT)}) and o.kind <> c.kind
               and o.subject_id = c.subject_id and o.ended_at is null and o.stopped_at is null) as other_due_at
      from (select distinct on (f.subject_id) f.*
              from (${sql.join(
                kinds.map((which) => sql`(${firstRunning(which, limit)})`),
                sql` union all `,
              )}) as f
             order by f.subject_id, f.due_at, f.kind) as c
      join request_rights as r on r.workspace_id = c.workspace_id and r.id = c.subject_id
      join requests as q on q.workspace_id = r.workspace_id and q.id = r.request_id
     order by c.due_at, q.number, r.id limit ${limit}`.execute(trx);
