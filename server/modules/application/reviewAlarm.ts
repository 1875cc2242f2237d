import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { systemActor } from '../../platform/actor.ts';
import { alarmMailUntil, type AlarmFacts, type ClockKinds } from '../../platform/clock/clockKind.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { reviewMail } from './mails.ts';

/** Reminds of a review that is near, due today or overdue, in bells and by mail. */
async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, hours, at }: AlarmFacts): Promise<void> {
  const application = await trx
    .selectFrom('applications')
    .select(['id', 'name', 'reviewOn'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', subjectId)
    .executeTakeFirst();
  if (!application?.reviewOn) return;
  const { id, name, reviewOn } = application;
  const actor = systemActor(deps, workspaceId, at);
  const people = await reviewersOf(trx, workspaceId, id);
  await emit(trx, actor, {
    event: hours === 0 ? 'application.reviewOverdue' : 'application.reviewDue',
    entityId: id,
    subject: name,
    changes: hours === 0 ? [] : [{ field: 'reviewOn', old: null, new: reviewOn }],
    notify: people,
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, people)) {
    const about = { id, workspaceId, name, workspace, reviewOn, isOverdue: hours === 0 };
    const mail = reviewMail(deps.config, reader, about);
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}

/**
 * Who is asked to review: those responsible for purposes of the application and the data protection officers, or the
 * Admins where there are none; only active people who can read it.
 */
async function reviewersOf(trx: Trx, workspaceId: string, applicationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; role: string; responsible: boolean }>`
    select p.id, p.role, exists (
             select from application_purposes l join purposes u on (u.workspace_id, u.id) = (l.workspace_id, l.purpose_id)
              where l.workspace_id = p.workspace_id and l.application_id = ${applicationId} and u.responsible_personnel_id = p.id) as responsible
      from personnel p
     where p.workspace_id = ${workspaceId} and p.status = 'active' and p.role = any(${[...rolesWith('ropa.read')]}::text[])`.execute(
    trx,
  );
  const reviewers = rows.filter(({ role, responsible }) => responsible || role === 'DPO');
  return (reviewers.length > 0 ? reviewers : rows.filter(({ role }) => role === 'Admin')).map(({ id }) => id);
}

export const clocks = {
  'application.review': { alarm, flag: 'ropaInventoryEnabled' },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    application: keyof typeof clocks;
  }
}
