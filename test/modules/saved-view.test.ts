import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { narrowingOf } from '../../shared/savedView/narrowing.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});
const as = async (person: Person) => (await callerFor(server, person)).savedView;
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;

describe('views of a list', () => {
  it('belong to the user who saved them, until they are shared', async () => {
    const mine = await as(dpo);
    const view = await mine.create({ ws, list: 'request', name: 'เกินกำหนด', query: 'clock=OVERDUE' });
    expect(await (await as(staff)).list({ ws, list: 'request' })).toEqual([]);
    expect(await mine.list({ ws, list: 'purpose' })).toEqual([]);
    await mine.update({ ws, id: view.id, name: 'ด่วน', shared: true });
    expect(await (await as(staff)).list({ ws, list: 'request' })).toMatchObject([
      { name: 'ด่วน', query: 'clock=OVERDUE', own: false, shared: true },
    ]);
    const theirs = await as(staff);
    expect(await codeOf(theirs.update({ ws, id: view.id, name: 'ของฉัน', shared: false }))).toBe('savedView.notFound');
    expect(await codeOf(theirs.remove({ ws, id: view.id }))).toBe('savedView.notFound');
    await mine.remove({ ws, id: view.id });
    expect(await mine.list({ ws, list: 'request' })).toEqual([]);
  });

  it('of colleagues are deleted by an Admin once they are shared, since their owner may have left', async () => {
    const admin = await as(await buildPerson(server, { workspaceId: ws, role: 'Admin' }));
    const theirs = await as(staff);
    const shared = await theirs.create({ ws, list: 'request', name: 'ของทุกคน', query: '', shared: true });
    const own = await theirs.create({ ws, list: 'request', name: 'ของฉัน', query: '' });
    expect(await codeOf((await as(dpo)).remove({ ws, id: shared.id }))).toBe('savedView.notFound');
    expect(await codeOf(admin.update({ ws, id: shared.id, name: 'x', shared: true }))).toBe('savedView.notFound');
    expect(await codeOf(admin.remove({ ws, id: own.id }))).toBe('savedView.notFound');
    await admin.remove({ ws, id: shared.id });
    expect((await theirs.list({ ws, list: 'request' })).map(({ name }) => name)).toEqual(['ของฉัน']);
  });

  it('contain neither the search text nor the page', async () => {
    const view = await (
      await as(dpo)
    ).create({ ws, list: 'request', name: 'ของสมหญิง', query: 'query=somying%40test.example&currentPage=3&status=NEW' });
    expect(view.query).toBe('status=NEW');
  });

  it('contain no workspace, and are the same whatever the order in the address, also those stored before', async () => {
    const { create, list } = await as(dpo);
    const query = `status=NEW&workspace=${ws}&clock=OVERDUE&status=ACTIVE`;
    const view = await create({ ws, list: 'request', name: 'ด่วน', query });
    expect(view.query).toBe('clock=OVERDUE&status=ACTIVE&status=NEW');
    for (const other of [
      'status=ACTIVE&status=NEW&clock=OVERDUE',
      `workspace=${ws}&status=NEW&clock=OVERDUE&status=ACTIVE`,
    ])
      expect(narrowingOf(other)).toBe(view.query);
    await server.owner.updateTable('savedViews').set({ query }).where('id', '=', view.id).execute();
    expect(await list({ ws, list: 'request' })).toMatchObject([{ id: view.id, query: view.query }]);
  });

  it('have unique names, and are limited to fifty', async () => {
    const mine = await as(dpo);
    const add = (name: string) => mine.create({ ws, list: 'request', name, query: '' });
    await add('มุมมอง 1');
    expect(await codeOf(add('มุมมอง 1'))).toBe('savedView.nameTaken');
    for (let number = 2; number <= 50; number += 1) await add(`มุมมอง ${number}`);
    expect(await codeOf(add('มุมมอง 51'))).toBe('savedView.tooMany');
  });
});
