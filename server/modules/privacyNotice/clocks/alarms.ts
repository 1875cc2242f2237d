import type { Trx } from '../../../../db/client.ts';
import { systemActor } from '../../../platform/actor.ts';
import { alarmMailUntil, type AlarmFacts, daysLeft } from '../../../platform/clock/clockKind.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import { emit } from '../../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../../platform/mail/readers.ts';
import { nameOf } from '../../../platform/records/names.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { effectiveMail, reviewMail } from '../mails.ts';
import { findVersion } from '../versionQueries.ts';
import { writersOf } from '../writers.ts';
import { openEffective } from './days.ts';

/** Notifies the editors of notices that the review of one is near or overdue. */
export async function reviewAlarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId: id, hours, dueAt, at }: AlarmFacts,
): Promise<void> {
  const name = await nameOf(trx, workspaceId, 'privacyNotices', id);
  if (name === undefined) return;
  const readerIds = await writersOf(trx, workspaceId);
  const actor = systemActor(deps, workspaceId, at);
  await emit(trx, actor, {
    event: hours === 0 ? 'privacyNotice.reviewOverdue' : 'privacyNotice.reviewDueSoon',
    entityId: id,
    subject: name,
    notify: readerIds,
    changes: daysLeft({ hours, dueAt, at }),
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
    const about = { id, workspaceId, name, workspace, isOverdue: hours === 0, dueAt };
    const mail = reviewMail(deps.config, reader, about);
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}

/** Notifies them on the first day of a version that was published in advance, and schedules the next one. */
export async function effectiveAlarm(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId: id, at }: AlarmFacts,
): Promise<void> {
  const name = await nameOf(trx, workspaceId, 'privacyNotices', id);
  if (name === undefined) return;
  const found = await findVersion(trx, workspaceId, id, { today: bangkokDay(at) });
  if (!found) return;
  await openEffective(trx, { workspaceId, id, at });
  const readerIds = await writersOf(trx, workspaceId);
  const actor = systemActor(deps, workspaceId, at);
  const { version, effectiveOn } = found;
  await emit(trx, actor, {
    event: 'privacyNotice.inForce',
    entityId: id,
    subject: name,
    notify: readerIds,
    changes: [{ field: 'version', old: null, new: version }],
  });
  const workspace = await workspaceName(trx, actor);
  for (const reader of await readersOf(deps, trx, workspaceId, readerIds)) {
    const mail = effectiveMail(deps.config, reader, { id, workspaceId, name, workspace, version, effectiveOn });
    await deps.mailer.enqueue(trx, { ...mail, workspaceId, usefulUntil: alarmMailUntil(at) });
  }
}
