import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { DAY, HOUR } from '../../../shared/duration.ts';
import { mayCallOthers } from '../../platform/installation/silence.ts';
import type { Job } from '../../platform/jobs/engine.ts';
import { withoutJob } from '../../platform/jobs/lostJobs.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { announce, announceElsewhere, type Subject } from './deletionNotices.ts';
import * as queries from './deletionQueries.ts';

/** How long before the deletion Admins are reminded, at least. */
const REMINDER_MS = DAY;
/** How much later than that a reminder is in time. */
const DELAY_MS = HOUR;
/** Rows that one transaction removes, so that it delays the events of other workspaces only for a moment. */
const BATCH = 1000;
/** How often progress is announced to open screens. */
const PROGRESS_MS = 1000;

const deletionJob = z.object({ workspaceId: z.uuid() });

/**
 * Reminds of deletions that are near, and creates a job for each that is due and has none. One that has been due for a
 * day is reminded of again: no node was there, neither to delete nor for an Admin to undo it. A copy reminds of none,
 * and so deletes none, until it takes the place of the original.
 */
export const deletionSchedule: Schedule = {
  name: 'workspaces.delete',
  cron: '* * * * *',
  async run(deps) {
    const now = deps.now();
    const isMissed = sql<boolean>`due_at <= ${new Date(now.getTime() - DAY)}::timestamptz`;
    const near = await deps.systemDb
      .selectFrom('workspaceDeletions')
      .select('id')
      .where('startedAt', 'is', null)
      .where('dueAt', '<=', new Date(now.getTime() + REMINDER_MS).toISOString())
      .where((eb) => eb.or([eb('remindedAt', 'is', null), isMissed]))
      .where(mayCallOthers)
      .execute();
    for (const { id } of near)
      // One must not keep the deletions that are due.
      await remind(deps, id, now).catch((error: unknown) =>
        deps.log.warn({ err: error, workspaceId: id }, 'the reminder of a deletion failed; it is tried again'),
      );
    const due = await deps.systemDb
      .selectFrom('workspaceDeletions')
      .select('id')
      .where('finishedAt', 'is', null)
      .where('dueAt', '<=', now.toISOString())
      .where((eb) =>
        eb.or([eb('startedAt', 'is not', null), eb.and([eb('remindedAt', 'is not', null), eb.not(isMissed)])]),
      )
      .where(withoutJob('workspace.delete', sql.ref('workspaceDeletions.id')))
      .orderBy('dueAt')
      .execute();
    for (const { id } of due)
      await transact(deps, { workspaceId: id }, (trx) =>
        deps.jobs.send(trx, 'workspace.delete', { workspaceId: id }, { key: id }),
      );
    return { reminded: near.length, started: due.length };
  },
};

/** Reminds the Admins of a workspace; a reminder that is not in time moves the deletion. */
function remind(deps: Deps, id: string, at: Date): Promise<void> {
  return transact(deps, { workspaceId: id }, async (trx) => {
    const deletion = await queries.find(trx, id);
    if (!deletion) return;
    const { organizationId, name } = deletion;
    const planned = new Date(deletion.dueAt);
    const isInTime = planned.getTime() - at.getTime() >= REMINDER_MS - DELAY_MS;
    const dueAt = isInTime ? planned : new Date(at.getTime() + REMINDER_MS);
    if (!(await queries.markReminded(trx, deletion, { at, dueAt }))) return;
    await announce(deps, trx, { id, organizationId, name }, { kind: 'reminded', by: null, dueAt, at });
  });
}

/**
 * Deletes a workspace when its time is over: its activity log is moved to the organisation, then its rows are deleted,
 * unreferenced ones first, then its files. Each step is a short transaction that can be repeated, so another node that
 * takes the job over continues.
 */
export async function deleteWorkspace(deps: Deps, { data, signal }: Job): Promise<void> {
  const { workspaceId } = deletionJob.parse(data);
  const { systemDb, log, now } = deps;
  const ask = async <Row>(text: RawBuilder<Row>): Promise<Row> => {
    signal.throwIfAborted();
    return (await text.execute(systemDb)).rows[0]!;
  };
  const { started } = await ask(
    sql<{ started: boolean }>`select start_workspace_deletion(${workspaceId}, ${now()}) as started`,
  );
  if (!started) return;
  const deletion = await transact(deps, { workspaceId }, (trx) => queries.find(trx, workspaceId));
  if (!deletion) throw new Error('a started deletion cannot be read');
  const subject: Subject = { id: workspaceId, organizationId: deletion.organizationId, name: deletion.name };
  const progress = createProgress(deps, subject);

  await countRows(deps, workspaceId);
  await progress();
  for (let copied = BATCH; copied === BATCH; await progress())
    ({ copied } = await ask(sql<{ copied: number }>`select keep_activity_logs(${workspaceId}, ${BATCH}) as copied`));
  // Rows that a trigger writes into a table that was already empty are deleted in the next pass.
  for (let pass = 1; pass > 0;) {
    pass = 0;
    for (let place: number | null = 0; place !== null; await progress()) {
      const step: { removed: number; place: number | null } = await ask(
        sql<{ removed: number; place: number | null }>`
          select removed, place from remove_workspace_rows(${workspaceId}, ${place}, ${BATCH})`,
      );
      pass += step.removed;
      ({ place } = step);
    }
  }
  signal.throwIfAborted();
  await deps.files.removeAll(workspaceId);
  // Notifies the organisation's other workspaces itself: if the node stopped now, nobody else would.
  await ask(
    sql<{
      finished: boolean;
    }>`select finish_workspace_deletion(${workspaceId}, ${randomUUIDv7()}, ${now()}) as finished`,
  );
  deps.poke();
  log.info({ workspaceId }, 'workspace deleted');
}

/** Counts the rows once, however long that takes: it writes nothing, so nobody waits for it. */
async function countRows({ systemDb }: Deps, workspaceId: string): Promise<void> {
  const { rowsTotal } = await systemDb
    .selectFrom('workspaceDeletions')
    .select('rowsTotal')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  if (rowsTotal !== null) return;
  const total = await systemDb.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<{ total: number }>`select count_workspace_rows(${workspaceId}) as total`.execute(trx);
    return rows[0]!.total;
  });
  await systemDb.updateTable('workspaceDeletions').set({ rowsTotal: total }).where('id', '=', workspaceId).execute();
}

/** Announces progress to open screens, at most once in `PROGRESS_MS`. */
function createProgress(deps: Deps, subject: Subject): () => Promise<void> {
  let announcedAt = -Infinity;
  return async () => {
    if (performance.now() < announcedAt + PROGRESS_MS) return;
    announcedAt = performance.now();
    await transact(deps, { workspaceId: subject.id }, (trx) =>
      announceElsewhere(deps, trx, subject, { event: 'workspaceDeletion.progressed', at: deps.now() }),
    );
  };
}
