import { type NotifiableIncident, writeNotified } from '../incident/notified.ts';
import type { Trx } from '../../../db/client.ts';
import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import { isNoReason, lacksReason } from '../../../shared/incidentNotification/letter.ts';
import {
  type NotificationFields,
  notificationProblems,
  type NotificationStatus,
} from '../../../shared/incidentNotification/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { readQuota } from '../../platform/mail/quota.ts';
import type { Change } from '../../platform/live/emit.ts';
import { emit } from '../../platform/live/emit.ts';
import { incidentClock, settingsOf } from '../incident/clock.ts';
import { reachedSince } from './settleQueries.ts';
import { writeMails } from './send.ts';
import { clockOf, isCounted, recount } from './settle.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { notificationWorkflow } from './workflow.ts';

const AUTHORITY = 'DATA_PROTECTION_AUTHORITY';

/** The recipients of a notification in the log: never by name. */
export const loggedNotice = ({
  recipientGroup,
  channel,
  report,
}: Pick<NotificationFields, 'recipientGroup' | 'channel' | 'report'>): Change[] => [
  { field: 'recipientGroup', old: null, new: recipientGroup },
  { field: 'channel', old: null, new: channel },
  ...(recipientGroup === AUTHORITY ? [{ field: 'report', old: null, new: report }] : []),
];

/**
 * Sends or records a saved notification, and updates who counts as notified.
 * @throws 400 naming what is missing or invalid, 409 `incidentNotification.firstReportSent`, `.noFirstReport`,
 * `.noMailServer`, 400 `.recipientLimit`, 429 `.mailLimit`
 */
export async function deliver(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: NotifiableIncident,
  notice: NotificationFields & { id: string; status: NotificationStatus },
): Promise<void> {
  const { recipientGroup, report, channel, lateReason } = notice;
  const ws = ctx.workspace.id;
  const now = ctx.deps.now();
  const at = channel === 'EMAIL' ? now : new Date(notice.notifiedAt ?? now);
  const first = (await reachedSince(trx, ws, incident.id, recipientGroup))?.since ?? null;
  const issues = [...notificationProblems(notice), ...momentProblems(incident, notice, { at, now, first })];
  // A placeholder of the draft, to be replaced.
  if (recipientGroup === AUTHORITY && lacksReason(notice.message))
    issues.push({ path: ['message'], key: 'incidentNotification:send.reasonLacking' });
  if (issues.length > 0) throw appError('incidentNotification.incomplete', { issues });
  assertPhase(incident, notice, first);
  await assertMailServer(trx, ctx, channel);
  if (channel === 'EMAIL') await assertRecipients(trx, ctx, notice.recipients.length);
  if (recipientGroup === AUTHORITY && report === 'FIRST') await assertReason(trx, ctx, incident, at, lateReason);
  await transition(trx, actorOf(ctx), notificationWorkflow, notice, 'send', { notifiedAt: at, lateReason });
  if (channel === 'EMAIL')
    await writeMails(
      trx,
      ctx,
      { ...notice, incidentId: incident.id },
      notice.recipients.map((_, position) => position),
    );
  await emit(trx, actorOf(ctx), {
    event: 'incidentNotification.sent',
    entityId: incident.id,
    subject: incident.title,
    changes: loggedNotice(notice),
  });
  if (isCounted(recipientGroup)) await recount(trx, actorOf(ctx), incident.id, recipientGroup);
}

/**
 * Problems of the stated moment: it is in the future, before the incident, or before the group's first notification.
 * `first`: when the group was first notified.
 */
function momentProblems(
  incident: NotifiableIncident,
  { report }: NotificationFields,
  { at, now, first }: { at: Date; now: Date; first: string | null },
): { path: string[]; key: string }[] {
  const time = at.getTime();
  const wrong =
    time > now.getTime()
      ? 'notifiedInFuture'
      : time < Date.parse(incident.occurredAt)
        ? 'notifiedBeforeIncident'
        : report === 'SUPPLEMENT' && first !== null && time < Date.parse(first)
          ? 'notifiedBeforeFirst'
          : null;
  return wrong === null ? [] : [{ path: ['notifiedAt'], key: `incidentNotification:${wrong}` }];
}

const refused = (problem: 'noFirstReport' | 'firstReportSent' | 'noMailServer', at: string) =>
  appError(`incidentNotification.${problem}`, { at });

/**
 * The authority gets one first report, and supplements only after it. `first`: when another group was first notified.
 * @throws 409 `incidentNotification.firstReportSent`, `.noFirstReport`
 */
export function assertPhase(
  incident: NotifiableIncident,
  { recipientGroup, report }: Pick<NotificationFields, 'recipientGroup' | 'report'>,
  first: string | null,
): void {
  const alreadyNotified = recipientGroup === AUTHORITY ? incident.authorityNotifiedAt !== null : first !== null;
  if (report === 'SUPPLEMENT' && !alreadyNotified) throw refused('noFirstReport', 'report');
  if (report === 'FIRST' && recipientGroup === AUTHORITY && alreadyNotified) throw refused('firstReportSent', 'report');
}

/** Checked before the first mail is written. @throws 400 `incidentNotification.recipientLimit` */
async function assertRecipients(trx: Trx, ctx: WorkspaceContext, recipients: number): Promise<void> {
  const { limits } = await readQuota(trx, ctx.deps, ctx.workspace.id);
  if (recipients > limits.recipients)
    throw appError('incidentNotification.recipientLimit', { at: 'recipients', values: { limit: limits.recipients } });
}

/**
 * Without a mail server, mails of a real workspace would wait indefinitely while somebody counts as notified.
 * @throws 409 `incidentNotification.noMailServer`
 */
export async function assertMailServer(
  trx: Trx,
  { deps: { config, mailer }, workspace }: WorkspaceContext,
  channel: NotificationFields['channel'],
): Promise<void> {
  if (channel !== 'EMAIL' || config.nodeEnv !== 'production') return;
  if (!(await mailer.hasServer(trx, workspace.id))) throw refused('noMailServer', 'channel');
}

/**
 * Notifying the authority after the deadline, by either reading of it, requires a reason, which is stored.
 * @throws 400 `incidentNotification.lateReason`
 */
export async function assertReason(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: NotifiableIncident,
  at: Date,
  lateReason: string,
): Promise<void> {
  const ws = ctx.workspace.id;
  const clock = await clockOf(trx, ws, incident.id);
  if (!clock || !isNotifiedLate(incidentClock(clock, incident, await settingsOf(trx, ws)), at.getTime())) return;
  if (lateReason === '' && incident.lateReason === '')
    throw appError('incidentNotification.lateReason', { at: 'lateReason' });
  if (lateReason !== '' && isNoReason(lateReason))
    throw appError('incidentNotification.lateReason', {
      at: 'lateReason',
      text: 'incidentNotification:lateReasonSample',
    });
  if (lateReason !== '' && lateReason !== incident.lateReason)
    await writeNotified(trx, ws, incident.id, { lateReason, updatedAt: ctx.deps.now() });
}
