import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ExportItem } from '../../shared/export/schema.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';
import { until } from './until.ts';

type Server = Pick<TestServer, 'deps' | 'owner'>;

/** The export once it has finished, as seen by `person`. */
export async function ended(server: Server, person: Person, id: string): Promise<ExportItem> {
  const caller = await callerFor(server, person);
  return until(async () => {
    const item = await caller.export.get({ ws: person.workspaceId, id });
    return (item.status === 'done' || item.status === 'failed') && item;
  }, `export ${id}`);
}

/** Writes `count` entries into the activity log of a workspace, a second apart, the newest one now. */
export async function fillLog(server: Server, person: Person, count: number, subject = 'ทะเบียนผู้ป่วย'): Promise<void> {
  await sql`
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, changes, created_at)
    select ${person.workspaceId}::uuid, gen_random_uuid(), 'BUSINESS', 'application.updated', 'application', ${randomUUIDv7()}::uuid, ${person.personnelId}::uuid, ${subject} || ' ' || n,
      '[{"field": "description", "old": "เดิม", "new": "ใหม่"}]'::jsonb, now() - n * interval '1 second'
    from generate_series(1, ${count}::int) as n`.execute(server.owner);
}
