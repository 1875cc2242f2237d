import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let people: Person[];
beforeAll(async () => {
  server = await sharedServer();
  ws = (await buildWorkspace(server, { flags: { ropaInventoryEnabled: false } })).id;
  people = await Promise.all((['DPO', 'Staff'] as const).map((role) => buildPerson(server, { workspaceId: ws, role })));
});
afterAll(() => server.close());

it('forms of incidents and of consent find their records if the record of processing is switched off', async () => {
  const { id: dataControllerId } = await buildDataController(server, ws);
  const application = { id: randomUUIDv7(), name: 'ระบบลูกค้า' };
  await server.owner
    .insertInto('applications')
    .values({ workspaceId: ws, ...application, description: 'x', dataControllerId })
    .execute();
  for (const person of people) {
    const call = await callerFor(server, person);
    expect(await refusal(call.application.list({ ws }))).toMatchObject({ status: 'FORBIDDEN' });
    const { collection } = await call.application.pick({ ws, without: 'consent' });
    expect(collection).toContainEqual({ id: application.id, name: application.name });
    expect((await call.purpose.pick({ ws })).collection).toEqual([]);
    expect((await call.catalogue.list({ ws, kind: 'dataSubjectGroup' })).collection.length).toBeGreaterThan(0);
    const categories = (await call.piiCategory.pick({ ws })).collection;
    expect(Object.keys(categories[0]!).sort()).toEqual(['id', 'name', 'sensitive']);
    expect((await call.piiCategory.pick({ ws, id: categories[1]!.id })).collection).toEqual([categories[1]]);
    expect(await call.consent.needs({ ws })).toEqual({ application: true, purpose: false });
  }
  const call = await callerFor(server, people[0]!);
  const form = await call.consent.create({ ws, name: 'แบบ', applicationId: application.id });
  expect(form).toMatchObject({ application: { id: application.id }, controllerName: { th: expect.any(String) } });
  expect(await call.consent.needs({ ws })).toMatchObject({ application: false });
  expect((await call.application.pick({ ws, without: 'consent' })).collection).toEqual([]);
});

it('an impact assessment is made and reads what is recorded if the record of processing is switched off', async () => {
  const { id: dataControllerId } = await buildDataController(server, ws);
  const application = { id: randomUUIDv7(), name: 'ระบบตรวจพันธุกรรม' };
  await server.owner
    .insertInto('applications')
    .values({ workspaceId: ws, ...application, description: 'x', dataControllerId })
    .execute();
  for (const person of people) {
    const { dpia } = await callerFor(server, person);
    const { id } = await dpia.create({ ws, applicationId: application.id, name: 'ประเมิน', reason: 'ข้อมูลสุขภาพ' });
    expect(await dpia.register({ ws, id })).toMatchObject({ register: { ...application, purposes: [] } });
  }
});
