import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ExportItem } from '../../shared/export/schema.ts';
import { callerFor, type Person, type TestServer } from '../factories.ts';

type Server = Pick<TestServer, 'deps' | 'owner'>;

/** Polls until `found` returns something; fails after `ms`. */
export async function until<Found>(
  found: () => Promise<Found | undefined | false | null>,
  what: string,
  ms = 20_000,
): Promise<Found> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await found();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(40);
  }
}

/** The export once it has finished, as seen by `person`. */
export async function ended(server: Server, person: Person, id: string, ms?: number): Promise<ExportItem> {
  const caller = await callerFor(server, person);
  return until(
    async () => {
      const item = await caller.export.get({ ws: person.workspaceId, id });
      return (item.status === 'done' || item.status === 'failed') && item;
    },
    `export ${id}`,
    ms,
  );
}

/** Writes `count` entries into the activity log of a workspace, a second apart, the newest one now. */
export async function fillLog(server: Server, person: Person, count: number, subject = 'ทะเบียนผู้ป่วย'): Promise<void> {
  await sql`
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, actor_id, subject, changes, created_at)
    select ${person.workspaceId}::uuid, gen_random_uuid(), 'BUSINESS', 'application.updated', 'application', ${randomUUIDv7()}::uuid, ${person.personnelId}::uuid, ${subject} || ' ' || n,
      '[{"field": "description", "old": "เดิม", "new": "ใหม่"}]'::jsonb, now() - n * interval '1 second'
    from generate_series(1, ${count}::int) as n`.execute(server.owner);
}
