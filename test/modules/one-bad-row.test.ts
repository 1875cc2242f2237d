import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { planSchedule } from '../../server/modules/schedule/planning.ts';
import { userConsentRetention } from '../../server/modules/userConsent/retention.ts';
import { findLostJobs } from '../../server/platform/jobs/lostJobs.ts';
import { buildPerson, buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';

const NEVER = new AbortController().signal;

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await buildServer();
  admin = await buildPerson(server);
});
afterAll(() => server.close());
afterEach(() => server.clock.run());

/** Lets every change of one row fail, as a damaged one would. `change`: of the table; `row`: a condition on it. */
async function damage(table: string, change: string, row: string): Promise<void> {
  await sql`
    create or replace function refuse_damaged() returns trigger language plpgsql as
      'begin raise exception ''damaged''; end'`.execute(server.owner);
  await sql`
    create trigger refuse_damaged before ${sql.raw(change)} on ${sql.raw(table)}
       for each row when (${sql.raw(row)}) execute function refuse_damaged()`.execute(server.owner);
}

/** Two schedules of one form, in the order in which they run. */
async function addSchedules(): Promise<[string, string]> {
  const { id: consentId } = await buildConsentForm(server, admin, { purposes: 1 });
  const { schedule } = await callerFor(server, admin);
  const add = async (hour: number) =>
    (
      await schedule.create({
        ws: admin.workspaceId,
        name: `Drop ${randomUUID().slice(0, 8)}`,
        workspaceIds: [admin.workspaceId],
        consentIds: [consentId],
        frequency: 'Daily',
        hour,
        host: 'sftp.example.com',
        port: 22,
        username: 'drop',
        password: 'correct horse battery',
        folder: '/in',
        hostKey: `SHA256:${'A'.repeat(43)}`,
      })
    ).id;
  return [await add(8), await add(9)];
}
const runsOf = async (id: string): Promise<number> =>
  (await server.owner.selectFrom('exportScheduleTasks').select('id').where('scheduleId', '=', id).execute()).length;
/** The next time in Bangkok that a clock shows this, which no run has come to yet. */
const tomorrowAt = (time: string): string =>
  `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${time}+07:00`;

it('of schedules that are due leaves the runs of the others', async () => {
  const [damaged, sound] = await addSchedules();
  await damage('export_schedules', 'update', `old.id = '${damaged}'`);
  server.clock.set(tomorrowAt('09:00:20'));
  expect(await planSchedule.run(server.deps, NEVER)).toBe(1);
  expect([await runsOf(damaged), await runsOf(sound)]).toEqual([0, 1]);
});

it('of rows without a job leaves the jobs of the others', async () => {
  const ids: string[] = [];
  for (const person of [admin, await buildPerson(server)]) {
    const { workspaceId } = person;
    // The workspace's key is created when it is first needed.
    await withScope(server.deps.db, { workspaceId }, (trx) => server.deps.keyring.workspaceKey(trx, workspaceId));
    const { rows } = await sql<{ id: string }>`
      insert into key_rotations (workspace_id, id, started_at)
      select workspace_id, id, ${new Date(Date.now() - 120_000 + ids.length)} from workspace_keys
       where workspace_id = ${workspaceId} returning id`.execute(server.owner);
    ids.push(rows[0]!.id);
  }
  await damage('pgboss.job', 'insert', `new.singleton_key = '${ids[0]}'`);
  await findLostJobs(server.deps);
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from pgboss.job where name = 'key.rekey'`.execute(server.owner);
  expect(rows).toEqual([{ key: ids[1] }]);
});

it('of a form leaves the retention of the others', async () => {
  const forms = [
    await buildConsentForm(server, admin, { purposes: 1 }),
    await buildConsentForm(server, admin, { purposes: 1 }),
  ];
  for (const form of forms) {
    await recordChoices(server, form, [{ uid: 'a', at: new Date('2023-01-05T10:00:00Z') }]);
    await recordChoices(server, form, [{ uid: 'a', at: new Date('2023-01-06T10:00:00Z'), granted: [] }]);
  }
  await server.owner.updateTable('workspaces').set({ consentMonths: 12 }).where('id', '=', admin.workspaceId).execute();
  const { rows: order } = await sql<{ id: string }>`
    select consent_id as id from retention_rules() where consent_id in (${sql.join(forms.map(({ id }) => id))})`.execute(
    server.owner,
  );
  await damage('user_consents', 'delete', `old.consent_id = '${order[0]!.id}'`);
  expect(await userConsentRetention.apply(server.deps, NEVER)).toBe(1);
});

it('a schedule that is changed in the minute of its run runs once, and then by its new time', async () => {
  const [id] = await addSchedules();
  const { schedule } = await callerFor(server, admin);
  const { ws, nextRuns, ...before } = { ws: admin.workspaceId, ...(await schedule.get({ ws: admin.workspaceId, id })) };
  expect(nextRuns.length).toBeGreaterThan(0);
  server.clock.set(new Date(Date.parse(nextRuns[0]!) + 20_000));
  const later = (await callerFor(server, await signInAgain(server, admin))).schedule;
  const workspaceIds = before.workspaces.map((workspace) => workspace.id);
  const renamed = await later.update({ ...before, ws, workspaceIds, name: `${before.name} B` } as never);
  await later.update({ ...before, ws, workspaceIds, hour: 11, rowVersion: renamed.rowVersion } as never);
  await planSchedule.run(server.deps, NEVER);
  await planSchedule.run(server.deps, NEVER);
  expect(await runsOf(id)).toBe(1);
  const { nextAt } = await server.owner
    .selectFrom('exportSchedules')
    .select('nextAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(new Date(nextAt!).getTime() - Date.parse(nextRuns[0]!)).toBe(3 * 3_600_000);
});
