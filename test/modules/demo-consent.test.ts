import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { seedDemo } from '../../server/demo.ts';
import { WORKSPACES } from '../../server/platform/demo/people.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { REQUEST_STAGES } from '../../shared/request/stage.ts';
import type { RequestFormContent } from '../../shared/requestForm/schema.ts';
import { createTestDatabase } from '../database.ts';
import { buildServer } from '../factories.ts';

it('the demo has one consent form in force, with answers of the last sixty days, one draft, the same of request forms, an impact assessment in each state, and three privacy notices of which one differs from the register', async () => {
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

    const requestForms = await server.owner
      .selectFrom('requestForms')
      .select(['id', 'status', 'publishedVersion'])
      .where('workspaceId', '=', ws)
      .orderBy('createdAt')
      .execute();
    expect(requestForms.map(({ status, publishedVersion }) => [status, publishedVersion])).toEqual([
      ['published', 1],
      ['draft', 0],
    ]);
    const shown = await server.owner
      .selectFrom('requestFormVersions')
      .select('content')
      .where('requestFormId', '=', requestForms[0]!.id)
      .executeTakeFirstOrThrow();
    const { title, rights } = shown.content as unknown as RequestFormContent;
    // Its name shows that it is not a real person.
    expect(title.th).toContain('ตัวอย่าง');
    expect(title.en).toContain('demo');
    expect(rights.map(({ code }) => code)).toContain('ERASURE');
    expect(rights.flatMap(({ options }) => options).length).toBeGreaterThan(5);

    const requests = await server.owner
      .selectFrom('requests')
      .select(['status', 'language'])
      .where('workspaceId', '=', ws)
      .execute();
    expect(requests).toHaveLength(14);
    expect(new Set(requests.map(({ status }) => status)).size).toBe(5);
    expect(new Set(requests.map(({ language }) => language))).toEqual(new Set(['th', 'en']));
    const stages = await server.owner
      .selectFrom('requestRights')
      .select('stage')
      .distinct()
      .where('workspaceId', '=', ws)
      .execute();
    expect(stages.map(({ stage }) => stage).sort()).toEqual([...REQUEST_STAGES].sort());
    const messages = await server.owner
      .selectFrom('requestMessages')
      .select(['author', 'kind'])
      .where('workspaceId', '=', ws)
      .execute();
    expect(new Set(messages.map(({ author, kind }) => `${author} ${kind}`))).toEqual(
      new Set(['STAFF MESSAGE', 'STAFF QUESTION', 'SUBJECT MESSAGE', 'SUBJECT ANSWER', 'GUARDIAN MESSAGE']),
    );
    const tasks = await server.owner.selectFrom('requestTasks').select('id').where('workspaceId', '=', ws).execute();
    expect(tasks.length).toBeGreaterThan(0);
    const answers = await server.owner
      .selectFrom('requestAnswers')
      .select('status')
      .where('workspaceId', '=', ws)
      .execute();
    // Its package is built once the product runs.
    expect(answers).toEqual([{ status: 'QUEUED' }]);

    const dpias = await server.owner
      .selectFrom('dpias')
      .select(['status', 'required', 'residualRisk'])
      .where('workspaceId', '=', ws)
      .orderBy('createdAt')
      .execute();
    expect(dpias.map(({ status, required, residualRisk }) => [status, required, residualRisk])).toEqual([
      ['PUBLISHED', 'YES', 'HIGH'],
      ['NOTREQUIRED', 'NO', null],
      ['DRAFT', 'YES', 'MEDIUM'],
      ['NEW', 'YES', null],
    ]);
    const plans = await server.owner
      .selectFrom('treatmentPlans')
      .select(['status', sql<boolean>`expected_on < now()`.as('overdue')])
      .where('workspaceId', '=', ws)
      .orderBy('expectedOn')
      .execute();
    expect(plans).toEqual([
      { status: 'INPROGRESS', overdue: true },
      { status: 'NEW', overdue: false },
    ]);
    const notices = await server.owner
      .selectFrom('privacyNotices')
      .select(['kind', 'publishedVersion', 'driftedAt'])
      .where('workspaceId', '=', ws)
      .orderBy('createdAt')
      .execute();
    expect(
      notices.map(({ kind, publishedVersion, driftedAt }) => [kind, publishedVersion, driftedAt !== null]),
    ).toEqual([
      ['customer', 1, false],
      ['employee', 1, true],
      ['visitor', 0, false],
    ]);
  } finally {
    await server.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
