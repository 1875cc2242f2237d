import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson, buildServer, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';

const LIMIT = 100;
/** More than a node caches. */
const FORMS = 1_040;

let server: TestServer;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer({ CONSENT_RATE_PER_MINUTE: String(LIMIT) });
  form = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }));
});
afterAll(() => server.close());

/** Ids whose last digits repeat. */
const ids = (count: number) =>
  Array.from({ length: count }, (_none, place) => randomUUID().slice(0, -1) + (place % 16).toString(16));
const show = async (applicationId: string, remoteAddress = '203.0.113.7') =>
  (
    await server.app.inject({
      url: `/api/v1/${form.workspaceId}/consent-versions/application/${applicationId}`,
      remoteAddress,
    })
  ).statusCode;

it('an integrator requests more than a thousand forms from one address, each within its own limit', async () => {
  const applications = ids(FORMS);
  await sql`insert into applications (workspace_id, id, name, description, data_controller_id)
    select a.workspace_id, n.id, 'แอป ' || n.place, 'x', a.data_controller_id
      from applications a, unnest(${applications}::uuid[]) with ordinality as n(id, place) where a.id = ${form.applicationId}`.execute(
    server.owner,
  );
  await sql`insert into consents (workspace_id, id, application_id, name, content, settings, status, published_version)
    select c.workspace_id, n.id, n.id, 'แบบ', c.content, c.settings, c.status, c.published_version
      from consents c, unnest(${applications}::uuid[]) as n(id) where c.id = ${form.id}`.execute(server.owner);
  await sql`insert into consent_versions (workspace_id, id, consent_id, version, content, sha256)
    select v.workspace_id, gen_random_uuid(), n.id, v.version, v.content, v.sha256
      from consent_versions v, unnest(${applications}::uuid[]) as n(id) where v.consent_id = ${form.id}`.execute(
    server.owner,
  );
  const answers = new Map<number, number>();
  for (const application of applications) {
    const status = await show(application);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers]).toEqual([[200, FORMS]]);

  // A single one is still limited.
  const again: number[] = [];
  for (let call = 0; call <= LIMIT; call += 1) again.push(await show(applications.at(-1)!));
  expect(again.slice(0, LIMIT)).toEqual(again.slice(0, LIMIT).map(() => 200));
  expect(again.at(-1)).toBe(429);
});

it('a caller who invents ids is blocked, however many', async () => {
  const answers: number[] = [];
  for (const id of ids(2_000)) answers.push(await show(id, '203.0.113.8'));
  expect(answers.filter((status) => status === 404)).toHaveLength(16 * LIMIT);
  expect(new Set(answers)).toEqual(new Set([404, 429]));
});
