import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedDemo } from '../../server/demo.ts';
import { WORKSPACES } from '../../server/platform/demo/people.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { createTestDatabase } from '../database.ts';
import { buildServer } from '../factories.ts';

it('the demo has one form in force, with answers of the last sixty days, and one that is still written', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pokpong-demo-'));
  await seedDemo(
    database.url,
    loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DEMO_PASSWORD: 'a demo password 2026' }),
  );
  const server = await buildServer({}, { databaseUrl: database.url });
  try {
    const ws = WORKSPACES[0].id;
    const forms = await server.owner
      .selectFrom('consents')
      .selectAll()
      .where('workspaceId', '=', ws)
      .orderBy('createdAt')
      .execute();
    expect(forms.map(({ status, publishedVersion }) => [status, publishedVersion])).toEqual([
      ['published', 1],
      ['draft', 0],
    ]);
    const versions = await server.owner
      .selectFrom('consentVersions')
      .select('content')
      .where('consentId', '=', forms[0]!.id)
      .execute();
    expect(versions).toHaveLength(1);
    expect((versions[0]!.content as { purposes: unknown[] }).purposes).toHaveLength(3);
    const counted = await server.owner
      .selectFrom('consentCounters')
      .selectAll()
      .where('consentId', '=', forms[0]!.id)
      .executeTakeFirstOrThrow();
    expect(counted.submissions).toBe(400);
    expect(counted.subjects).toBeGreaterThan(300);
    for (const count of [counted.acceptingAll, counted.acceptingSome, counted.declining])
      expect(count).toBeGreaterThan(30);
    const { rows } = await sql<{
      days: number;
      sources: number;
      changed: number;
      oldest: number;
      ahead: number;
      other: number;
    }>`
      select count(distinct (at at time zone 'Asia/Bangkok')::date)::int as days, count(distinct source_id)::int as sources, count(*) filter (where changed)::int as changed,
             extract(day from now() - min(at))::int as oldest, count(*) filter (where at > now())::int as ahead, count(*) filter (where tableoid = 'user_consents_other'::regclass)::int as other
        from user_consents where workspace_id = ${ws}`.execute(server.owner);
    expect(rows[0]).toMatchObject({ sources: 4, ahead: 0, other: 0 });
    expect(rows[0]!.days).toBeGreaterThan(50);
    expect(rows[0]!.changed).toBeGreaterThan(20);
    expect(rows[0]!.oldest).toBeLessThanOrEqual(61);
  } finally {
    await server.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
