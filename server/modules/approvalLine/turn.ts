import type { Trx } from '../../../db/client.ts';
import { DAY, HOUR } from '../../../shared/duration.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import { readersOf } from '../../platform/mail/readers.ts';
import { nameOf } from '../../platform/records/names.ts';
import { decisionMail, type Decision, turnMail } from './mails.ts';
import { recipientsOf, everyoneOf, turnOf } from './people.ts';
import * as settings from './settingsQueries.ts';

/** Minimum time between two mails about the same line to one person, milliseconds; the bell notifies each time. */
const MAIL_MS = HOUR;

/** Facts of a line that notifications and mails need. */
export interface LineHeadline {
  readonly id: string;
  readonly number: number;
  readonly applicationName: string;
  readonly requesterId: string;
}

/** Who is asked now: the approver whose turn it is, then their delegate; empty when it is nobody's turn. */
export const turnRecipients = async (trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<string[]> =>
  recipientsOf(await turnOf(trx, workspaceId, lineId, at));

/** Starts the wait after which the approver whose turn it is since `from` is reminded. */
export async function startReminder(trx: Trx, { workspaceId, at }: Actor, lineId: string, from: Date): Promise<void> {
  const { remindAfterDays } = await settings.find(trx, workspaceId);
  const key = { workspaceId, kind: 'approval.step' as const, subjectId: lineId };
  if (remindAfterDays === 0) return forgetDeadline(trx, key);
  await openDeadline(trx, {
    ...key,
    startedAt: from,
    dueAt: new Date(from.getTime() + remindAfterDays * DAY),
    alertHours: [],
    now: at,
  });
}

/** Stops the reminders. */
export const stopReminder = (trx: Trx, { workspaceId }: Actor, lineId: string): Promise<void> =>
  forgetDeadline(trx, { workspaceId, kind: 'approval.step', subjectId: lineId });

export interface Announcement {
  changes?: Change[];
  /** Personnel who are notified in their own bell. */
  notify?: readonly string[];
  /** Personnel who had a part in the line until now: their screens are updated too. */
  formerly?: readonly string[];
  /** Everyone who has a part, where the caller has read it. */
  everyone?: readonly string[];
}

/** Writes an event of the line for everyone who has a part in it. */
export async function announce(
  trx: Trx,
  { workspaceId, personnelId: actorId, at }: WithDeps,
  event: EventName,
  line: LineHeadline,
  { formerly = [], everyone, ...more }: Announcement = {},
): Promise<void> {
  const all = everyone ?? (await everyoneOf(trx, workspaceId, line.id, at)).all;
  await emit(
    trx,
    { workspaceId, personnelId: actorId, at },
    {
      event,
      entityId: line.id,
      subject: line.applicationName,
      recipients: [...new Set([...all, ...formerly])],
      ...more,
    },
  );
}

/** Notifies those who have no part in the line any more, since others are asked in their place; never the actor. */
export async function announceRelease(
  trx: Trx,
  actor: WithDeps,
  line: LineHeadline,
  former: readonly string[],
): Promise<void> {
  const notify = former.filter((id) => id !== actor.personnelId);
  if (notify.length > 0) await announce(trx, actor, 'approvalLine.released', line, { everyone: notify, notify });
}

/**
 * Mails those whose turn it is now, each at most once an hour for each line. The actor gets no mail about their own
 * move. @returns those whose turn it is
 */
export async function mailTurn(
  trx: Trx,
  actor: WithDeps,
  line: LineHeadline,
  kind: 'turn' | 'reminder' = 'turn',
): Promise<string[]> {
  const recipients = await turnRecipients(trx, actor.workspaceId, line.id, actor.at);
  await mail(
    trx,
    actor,
    line,
    recipients.map((id, index) => ({ id, instead: index > 0 })),
    kind,
  );
  return recipients;
}

/** Notifies a new delegate of what already awaits the absent person. */
export async function announceStandIn(
  trx: Trx,
  actor: WithDeps,
  personnelId: string,
  delegateId: string,
): Promise<void> {
  for (const line of await settings.turnsOf(trx, actor.workspaceId, personnelId, delegateId)) {
    await mail(trx, actor, line, [{ id: delegateId, instead: true }], 'turn');
    await announce(trx, actor, 'approvalLine.updated', line, {
      changes: [{ field: 'standIn', old: null, new: true }],
      notify: [delegateId],
    });
  }
}

/**
 * Notifies a person that lines are theirs alone again, since they have no delegate any more. They always were theirs,
 * so there is no mail.
 */
export async function announceReturn(
  trx: Trx,
  actor: WithDeps,
  personnelId: string,
  delegateId: string,
): Promise<void> {
  for (const line of await settings.turnsOf(trx, actor.workspaceId, personnelId, delegateId)) {
    await announce(trx, actor, 'approvalLine.updated', line, {
      changes: [{ field: 'standIn', old: true, new: null }],
      notify: [personnelId],
      formerly: [delegateId],
    });
  }
}

async function mail(
  trx: Trx,
  { deps, workspaceId, personnelId: actorId, at }: WithDeps,
  line: LineHeadline,
  recipients: readonly { id: string; instead: boolean }[],
  kind: 'turn' | 'reminder',
): Promise<void> {
  const readers = await readersOf(
    deps,
    trx,
    workspaceId,
    recipients.filter(({ id }) => id !== actorId).map(({ id }) => id),
  );
  const requester = (await nameOf(trx, workspaceId, 'personnel', line.requesterId))!;
  for (const reader of readers) {
    if (!(await claimMail(trx, { workspaceId, lineId: line.id, personnelId: reader.personnelId, kind }, at))) continue;
    const { instead } = recipients.find(({ id }) => id === reader.personnelId)!;
    await deps.mailer.enqueue(trx, {
      ...turnMail(deps.config, reader, { ...line, workspaceId, requester, kind, instead }),
      workspaceId,
    });
  }
}

/** Whether the person has not been mailed about the line within the hour; if so, stores that they are mailed now. */
async function claimMail(
  trx: Trx,
  key: { workspaceId: string; lineId: string; personnelId: string; kind: 'turn' | 'reminder' },
  at: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('approvalMails')
    .values({ ...key, mailedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'lineId', 'personnelId', 'kind'])
        .doUpdateSet({ mailedAt: at })
        .where('approvalMails.mailedAt', '<=', new Date(at.getTime() - MAIL_MS).toISOString()),
    )
    .returning('lineId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Mails the result of a line to those who run it. */
export async function mailResult(
  trx: Trx,
  { deps, workspaceId, personnelId: actorId }: WithDeps,
  line: LineHeadline,
  runners: readonly string[],
  { kind, comment = '' }: { kind: Decision; comment?: string },
): Promise<void> {
  const recipients = runners.filter((id) => id !== actorId);
  for (const reader of await readersOf(deps, trx, workspaceId, recipients)) {
    await deps.mailer.enqueue(trx, {
      ...decisionMail(deps.config, reader, { ...line, workspaceId, decision: kind, comment }),
      workspaceId,
    });
  }
}
