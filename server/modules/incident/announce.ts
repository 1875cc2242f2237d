import { idsOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import { readersOf, workspaceName } from '../../platform/mail/readers.ts';
import { incidentStepMail, type IncidentStep } from './mails.ts';

/** Facts of an incident for its events, and its people. */
export interface IncidentHeadline {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
}

/** The people of an incident: reporter and assignee. Others of the role Staff are not notified. */
export const recipientsOf = ({
  reporterId,
  assigneeId,
}: Pick<IncidentHeadline, 'reporterId' | 'assigneeId'>): string[] => idsOf([reporterId, assigneeId]);

/** Those who decide on incidents: the data protection officers, or the Admins where there is none. */
export async function officersOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await activePersonnel(trx, workspaceId, ['DPO', 'Admin']).select(['id', 'role']).execute();
  const of = (role: string) => rows.filter((row) => row.role === role).map(({ id }) => id);
  const officers = of('DPO');
  return officers.length > 0 ? officers : of('Admin');
}

/** Facts that are announced with the event. */
export interface Announcement {
  changes?: Change[];
  /** Personnel who are notified in their own bell. */
  notify?: readonly (string | null)[];
  /** Personnel who were reporter or assignee until now. */
  formerly?: readonly (string | null)[];
  /** Mail to those who must act next; the actor gets none. */
  mail?: {
    step: IncidentStep;
    to: readonly (string | null)[];
    dueAt?: string | undefined;
    /** No more mails come in this hour. */ last?: boolean;
  };
}

/**
 * Writes an event of an incident to the activity log and the live stream, and mails those who must act or must be
 * informed.
 */
export async function announce(
  trx: Trx,
  actor: WithDeps,
  incident: IncidentHeadline,
  event: EventName,
  { changes = [], notify = [], formerly = [], mail }: Announcement = {},
): Promise<void> {
  await emit(trx, actor, {
    event,
    entityId: incident.id,
    subject: incident.title,
    changes,
    recipients: idsOf([...recipientsOf(incident), ...formerly]),
    notify: idsOf(notify),
  });
  await emit(trx, actor, { event: 'incidentDashboard.changed', entityId: incident.id });
  if (!mail) return;
  const to = idsOf(mail.to).filter((id) => id !== actor.personnelId);
  const readers = await readersOf(actor.deps, trx, actor.workspaceId, to);
  if (readers.length === 0) return;
  const workspace = await workspaceName(trx, actor);
  for (const reader of readers) {
    const letter = incidentStepMail(actor.deps.config, reader, mail.step, {
      id: incident.id,
      workspaceId: actor.workspaceId,
      number: incident.number,
      workspace,
      dueAt: mail.dueAt ? new Date(mail.dueAt) : null,
      last: mail.last,
    });
    await actor.deps.mailer.enqueue(trx, { ...letter, workspaceId: actor.workspaceId });
  }
}
