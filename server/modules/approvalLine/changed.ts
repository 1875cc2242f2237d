import type { Trx } from '../../../db/client.ts';
import { approvalStatus } from '../../../shared/approvalLine/schema.ts';
import { subjectOf } from '../../../shared/approvalLine/subject.ts';
import { statesWith } from '../../../shared/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import type { Change } from '../../platform/live/emit.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { dpiaHash } from '../dpia/approvals.ts';
import { noticeHashes } from '../privacyNotice/approval/material.ts';
import { assessmentOf } from '../dpia/acceptance.ts';
import { dpiaHashes } from './material.ts';
import { recordHashes } from '../ropa/documents/hash.ts';
import { everyoneOf, runnersOf } from './people.ts';
import * as queries from './queries.ts';
import * as subjectQueries from './subjectQueries.ts';
import { announce } from './turn.ts';
import { approvalWorkflow } from './workflow.ts';

const REOPENED = statesWith(approvalStatus, 'reopen');
const DISCARDED = statesWith(approvalStatus, 'discard');

/**
 * Reopens lines whose document no longer matches the record (docs/decisions/027). Call it in the transaction that
 * changes the records, after the change. An application without a line costs one index look-up.
 */
export async function recordChanged(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  const { workspaceId } = actor;
  if (applicationIds.length === 0) return;
  const lines = await subjectQueries.newestOf(trx, workspaceId, applicationIds, 'ROPA');
  if (lines.length === 0) return;
  const hashes = await recordHashes(
    trx,
    workspaceId,
    lines.map(({ subjectId }) => subjectId),
  );
  await reopen(
    trx,
    actor,
    lines.filter((line) => !hashes.get(line.subjectId)?.valid.has(line.recordSha256)),
  );
}

/** The same for lines over impact assessments. */
export async function dpiasChanged(trx: Trx, actor: WithDeps, dpiaIds: readonly string[]): Promise<void> {
  const { workspaceId } = actor;
  if (dpiaIds.length === 0) return;
  const rows = await trx
    .selectFrom('dpias')
    .select('applicationId')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', dpiaIds)
    .execute();
  const applicationIds = rows.map(({ applicationId }) => applicationId);
  const lines = await subjectQueries.newestOf(trx, workspaceId, applicationIds, 'DPIA');
  if (lines.length === 0) return;
  const hashes = await dpiaHashes(trx, workspaceId, applicationIds);
  await reopen(
    trx,
    actor,
    lines.filter((line) => !hashes.get(line.subjectId)?.has(line.recordSha256)),
  );
}

/** The same for lines over privacy notices; they also change with the register that they are based on. */
export async function noticesChanged(trx: Trx, actor: WithDeps, noticeIds: readonly string[]): Promise<void> {
  const { workspaceId } = actor;
  if (noticeIds.length === 0) return;
  const lines = await subjectQueries.newestOf(trx, workspaceId, noticeIds, 'NOTICE');
  if (lines.length === 0) return;
  const hashes = await noticeHashes(
    trx,
    workspaceId,
    lines.map(({ subjectId }) => subjectId),
  );
  await reopen(
    trx,
    actor,
    lines.filter((line) => !hashes.get(line.subjectId)?.valid.has(line.recordSha256)),
  );
}

type Newest = Awaited<ReturnType<typeof subjectQueries.newestOf>>;

async function reopen(trx: Trx, actor: WithDeps, lines: Newest): Promise<void> {
  const { workspaceId } = actor;
  for (const { id, subjectId, recordSha256 } of lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const line = await queries.lock(trx, workspaceId, id);
    // Meanwhile it may have been submitted again, or ended.
    if (
      line &&
      line.recordSha256 === recordSha256 &&
      subjectOf(line)?.subjectId === subjectId &&
      REOPENED.includes(line.status)
    )
      // Read after the line is locked: an approval that came first has an earlier time.
      await transition(trx, { ...actor, at: actor.deps.now() }, approvalWorkflow, line, 'reopen', {});
  }
}

/**
 * Updates the newest line of each kind of an application that is about to be deleted: an approved line stays approved,
 * as a document whose record no longer exists; an open line, or one that was sent back, is discarded, since nothing can
 * be submitted any more. Call it in the transaction that deletes the application, before the deletion: afterwards no
 * line refers to it.
 */
export const recordRemoved = (trx: Trx, actor: WithDeps, applicationId: string): Promise<void> =>
  subjectRemoved(trx, actor, 'applicationId', applicationId);

/** The same for a notice. */
export const noticeRemoved = (trx: Trx, actor: WithDeps, noticeId: string): Promise<void> =>
  subjectRemoved(trx, actor, 'privacyNoticeId', noticeId);

/** The same for an assessment, whose application stays. */
export async function dpiaRemoved(trx: Trx, actor: WithDeps, dpiaId: string): Promise<void> {
  const { name, ...assessment } = await assessmentOf(trx, actor.workspaceId, dpiaId);
  const id = await subjectQueries.standingOfDpia(trx, actor.workspaceId, {
    id: dpiaId,
    applicationId: assessment.applicationId,
    sha256: dpiaHash(assessment),
  });
  if (id) await lineRemoved(trx, actor, id, () => ({ field: 'assessment', old: name, new: null }));
}

async function subjectRemoved(
  trx: Trx,
  actor: WithDeps,
  of: 'applicationId' | 'privacyNoticeId',
  subjectId: string,
): Promise<void> {
  const field = of === 'privacyNoticeId' ? 'privacyNotice' : 'application';
  for (const id of await subjectQueries.standingOf(trx, actor.workspaceId, of, subjectId))
    await lineRemoved(trx, actor, id, ({ applicationName: old }) => ({ field, old, new: null }));
}

/** `deletionIn`: what of the line's record is deleted, for the activity log. */
async function lineRemoved(
  trx: Trx,
  actor: WithDeps,
  id: string,
  deletionIn: (line: queries.LineRow) => Change,
): Promise<void> {
  const line = await queries.lock(trx, actor.workspaceId, id);
  if (!line) return;
  const deletion = deletionIn(line);
  if (DISCARDED.includes(line.status)) await transition(trx, actor, approvalWorkflow, line, 'discard', { deletion });
  else if (line.status === 'APPROVED') await keepApproved(trx, actor, line, deletion);
}

/** An approval stays, as a document whose record no longer exists. */
async function keepApproved(trx: Trx, actor: WithDeps, line: queries.LineRow, deletion: Change): Promise<void> {
  const { approvers, all: everyone } = await everyoneOf(trx, actor.workspaceId, line.id, actor.at);
  const reopenedAt = line.reopenedAt === null ? actor.at : new Date(line.reopenedAt);
  await queries.update(trx, actor, line.id, { reopenedAt });
  await announce(trx, actor, 'approvalLine.updated', line, {
    changes: [deletion],
    notify: [...(await runnersOf(trx, actor.workspaceId, line)), ...approvers],
    everyone,
  });
}
