import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { isSecurityEvent, SECURITY_FIELDS, type SecurityEvent } from '../../../shared/registry/securityEvents.ts';
import { nextUuid } from '../database/uuidTime.ts';

type Details = Record<string, unknown>;

/** What happened to an account, logged in every organisation that it works in now. */
interface AccountFacts {
  event: SecurityEvent;
  at: Date;
  details?: Details;
  /** Says nothing when the same was written so short a time ago. */
  quietMs?: number;
}

/**
 * Writes what happened to the account of an address, as the role of sign-in. It is one statement, whether there is such
 * an account or not, so that the time it takes reveals nothing; of unknown addresses nothing is written.
 */
export async function logAccount(
  authDb: Executor,
  email: string,
  { event, at, details = {}, quietMs = 0 }: AccountFacts,
): Promise<void> {
  const since = new Date(at.getTime() - quietMs).toISOString();
  await sql`
    insert into security_logs (organization_id, id, event, user_id, actor_name, actor_email, details, created_at)
    select distinct w.organization_id, ${nextUuid()}::uuid, ${event}, u.id, u.name, u.email,
      ${JSON.stringify(details)}::jsonb, ${at.toISOString()}::timestamptz
    from users u join personnel p on p.user_id = u.id and p.status = 'active'
      join workspaces w on w.id = p.workspace_id
    where u.email = ${email} and not exists (
      select from security_logs s where s.user_id = u.id and s.event = ${event} and s.created_at > ${since}::timestamptz
    )`.execute(authDb);
}

interface WorkspaceFacts {
  event: SecurityEvent;
  workspaceId: string;
  /** Personnel who did it; null: the system. */
  personnelId: string | null;
  at: Date;
  /** The record's name; of personnel their name of now is taken. */
  subject?: string;
  /** Personnel it was done to. */
  targetId?: string;
  details?: Details;
}

/** Writes what somebody did in a workspace, in the transaction that does it. */
export async function logInWorkspace(
  trx: Executor,
  { event, workspaceId, personnelId, at, subject = '', targetId, details = {} }: WorkspaceFacts,
): Promise<void> {
  await sql`
    insert into security_logs
      (organization_id, id, event, user_id, actor_name, actor_email, source_id, source_name, subject, details, created_at)
    select w.organization_id, ${nextUuid()}::uuid, ${event}, p.user_id, coalesce(p.name, ''), coalesce(p.email, ''),
      w.id, w.name, coalesce(nullif(${subject}, ''), t.name, ''), ${JSON.stringify(details)}::jsonb,
      ${at.toISOString()}::timestamptz
    from workspaces w
    left join personnel p on p.workspace_id = w.id and p.id = ${personnelId}::uuid
    left join personnel t on t.workspace_id = w.id and t.id = ${targetId ?? null}::uuid
    where w.id = ${workspaceId}`.execute(trx);
}

/** An event of a record that belongs into the log too: of changes to people, only those of their role and status. */
export function securityEventOf(event: string, changes: readonly { field: string }[] = []): SecurityEvent | null {
  if (!isSecurityEvent(event)) return null;
  const fields = SECURITY_FIELDS[event];
  return !fields || changes.some(({ field }) => fields.includes(field)) ? event : null;
}
