import { sql } from 'kysely';
import { MAIL_CONTEXT, type MailContent, mailContent } from '../../server/platform/mail/content.ts';
import type { EventName } from '../../shared/registry/events.ts';
import type { World } from '../factories.ts';

/** Notifications of the clocks of a workspace, oldest first: `incidentId 24`, `incidentId 0` when overdue. */
export async function notificationsOf(
  { owner }: Pick<World, 'owner'>,
  workspaceId: string,
): Promise<{ id: string; hours: number; at: string }[]> {
  const rows = await owner
    .selectFrom('activityLogs')
    .select(['entityId', 'event', 'changes', 'createdAt'])
    .where('workspaceId', '=', workspaceId)
    .where('event', 'in', ['incident.dueSoon', 'incident.overdue'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ entityId, event, changes, createdAt }) => ({
    id: entityId,
    hours: event === 'incident.overdue' ? 0 : (changes as unknown as { new: number }[])[0]!.new,
    at: createdAt as unknown as string,
  }));
}

/** How much time the entries of an event state to be left, in hours or days, oldest first. */
export async function timesLeft(
  { owner }: Pick<World, 'owner'>,
  workspaceId: string,
  event: EventName,
): Promise<unknown[]> {
  const rows = await owner
    .selectFrom('activityLogs')
    .select('changes')
    .where('workspaceId', '=', workspaceId)
    .where('event', '=', event)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ changes }) =>
    (changes as unknown as { field: string; new: unknown }[]).flatMap((change) =>
      ['hoursLeft', 'daysLeft'].includes(change.field) ? [change.new] : [],
    ),
  );
}

/** Mails of a workspace about its clocks, oldest first. */
export async function clockMailsOf(
  { owner, deps }: World,
  workspaceId: string,
): Promise<(MailContent & { kind: string })[]> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    payload: Buffer;
  }>`select id, kind, payload from mails where workspace_id = ${workspaceId} and kind in ('incidentDueSoon', 'incidentOverdue') order by created_at, id`.execute(
    owner,
  );
  return rows.map(({ id, kind, payload }) => ({
    kind,
    ...mailContent.parse(JSON.parse(deps.keyring.system.open(MAIL_CONTEXT, id, payload))),
  }));
}
