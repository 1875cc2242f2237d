import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweep } from '../../server/jobs/sweep.ts';
import { EDITOR_MS } from '../../shared/presence.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { refusedWith } from '../helpers/refusal.ts';

const START = Date.parse('2026-03-02T02:00:00.000Z');

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let staff: Person;
let stranger: Person;
let id: string;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO', name: 'Officer' });
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'Admin' });
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'Somchai' });
  stranger = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'Somsri' });
  server.clock.set(new Date(START));
  ({ id } = await buildIncident(server, ws, { reporterId: staff.personnelId }));
});
afterAll(() => server.close());

const record = () => ({ ws, entity: 'incident' as const, id });
const edit = async (person: Person, editing: boolean) => (await callerFor(server, person)).presence.edit({ ...record(), editing });
const seenBy = async (person: Person) => (await (await callerFor(server, person)).presence.editors(record())).map(({ name }) => name);
const told = async () => (await server.owner.selectFrom('outbox').select(['entityId', 'recipients', 'actorId']).where('workspaceId', '=', ws).where('event', '=', 'presence.changed').orderBy('seq').execute()) as unknown as { entityId: string; recipients: string[]; actorId: string }[];
const later = (ms: number) => server.clock.set(new Date(START + ms));

it('those who change a record see each other, not themselves', async () => {
  expect(await edit(dpo, true)).toEqual([]);
  expect(await edit(staff, true)).toEqual([{ id: dpo.personnelId, name: 'Officer', until: new Date(START + EDITOR_MS).toISOString() }]);
  expect(await seenBy(dpo)).toEqual(['Somchai']);
  expect(await seenBy(admin)).toEqual(['Officer', 'Somchai']);
});

it('others hear of it when somebody begins and when he stops, and not in between', async () => {
  await edit(dpo, true);
  later(EDITOR_MS / 2);
  await edit(dpo, true);
  later(EDITOR_MS);
  await edit(dpo, true);
  expect(await told()).toEqual([{ entityId: id, recipients: [staff.personnelId], actorId: dpo.personnelId }]);
  expect(await seenBy(staff)).toEqual(['Officer']);
  await edit(dpo, false);
  await edit(dpo, false);
  expect(await told()).toHaveLength(2);
  expect(await seenBy(staff)).toEqual([]);
  // It leaves nothing in the activity log.
  expect(await server.owner.selectFrom('activityLogs').select('id').where('workspaceId', '=', ws).where('entity', '=', 'presence').execute()).toEqual([]);
});

it('who says nothing for a minute is forgotten, and begins anew when he comes back', async () => {
  await edit(dpo, true);
  later(EDITOR_MS - 1);
  expect(await seenBy(staff)).toEqual(['Officer']);
  later(EDITOR_MS);
  expect(await seenBy(staff)).toEqual([]);
  await edit(dpo, true);
  expect(await told()).toHaveLength(2);
});

it('is for those who may read the record', async () => {
  const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
  const { personnelId, ...elsewhere } = await buildPerson(server, { role: 'DPO' });
  for (const editing of [true, false]) {
    expect(await refusedWith(edit(stranger, editing))).toBe('NOT_FOUND');
    expect(await refusedWith(edit(top, editing))).toBe('FORBIDDEN');
    expect(await refusedWith(edit({ personnelId, ...elsewhere }, editing))).toBe('NOT_FOUND');
    expect(await refusedWith((await callerFor(server, null)).presence.edit({ ...record(), editing }))).toBe('UNAUTHORIZED');
    expect(await refusedWith((await callerFor(server, dpo)).presence.edit({ ...record(), id: randomUUIDv7(), editing }))).toBe('NOT_FOUND');
  }
  expect(await refusedWith(seenBy(stranger))).toBe('NOT_FOUND');
  expect(await told()).toEqual([]);
});

it('the sweep takes away who has gone, and nobody else', async () => {
  await edit(dpo, true);
  later(EDITOR_MS / 2);
  await edit(staff, true);
  later(EDITOR_MS);
  expect((await sweep(server.deps.systemDb, server.deps.now()))!.editors).toBeGreaterThan(0);
  const left = await server.owner.selectFrom('editors').select('personnelId').where('workspaceId', '=', ws).execute();
  expect(left).toEqual([{ personnelId: staff.personnelId }]);
});
