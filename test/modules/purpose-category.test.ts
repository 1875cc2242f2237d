import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { wordsOf } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let staff: Person;
let manager: Person;
let outsider: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, staff, manager } = await buildTeam(server, { staff: 'Staff', manager: 'Top Management' }));
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).purposeCategory;
const events = (workspaceId: string) =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
const fields = {
  name: { th: 'การตลาด', en: 'Marketing' },
  description: { th: 'ส่งข่าวสาร', en: 'Sending news' },
  detail: '',
};
const named = (th: string) => ({ ...fields, name: { th, en: 'x' } });

async function buildCategories(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    workspaceId: ws,
    id: randomUUIDv7(),
    nameTh: `หมวดเอง ${index}`,
    nameEn: 'x',
    descriptionTh: 'x',
    descriptionEn: 'x',
  }));
  await server.owner.insertInto('purposeCategories').values(rows).execute();
}

describe('permissions', () => {
  it('to read and write: people of the record of the workspace, nobody else', async () => {
    const { id } = await (await as(staff)).create({ ws, ...fields });
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.get({ ws, id }),
      () => api.create({ ws, ...named('อื่น') }),
      () => api.update({ ws, id, ...fields, rowVersion: 1 }),
      () => api.remove({ ws, id }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(manager))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(staff))) await expect(call()).resolves.toBeTruthy();
  });

  it('to reach another workspace by an id of it: nobody', async () => {
    const { id } = await (await as(outsider)).create({ ws: outsider.workspaceId, ...fields });
    const api = await as(staff);
    for (const call of [
      () => api.get({ ws, id }),
      () => api.update({ ws, id, ...fields, rowVersion: 1 }),
      () => api.remove({ ws, id }),
    ])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
  });
});

describe('a purpose category', () => {
  it('needs a name and a description in both languages', async () => {
    const wrong = await refusal(
      (await as(staff)).create({ ws, name: { th: '', en: '' }, description: { th: '', en: ' ' } } as never),
    );
    expect(wrong.status).toBe('BAD_REQUEST');
    expect(new Set(wrong.fields)).toEqual(new Set(['name.th', 'name.en', 'description.th', 'description.en']));
  });

  it('has a unique name, built-in ones included, ignoring letter case', async () => {
    const api = await as(staff);
    const [builtIn] = (await api.list({ ws, pageSize: 1 })).collection;
    await api.create({ ws, ...named('Marketing ตลาด') });
    const other = await api.create({ ws, ...named('อื่น') });
    expect(await refusal(api.create({ ws, ...named('MARKETING ตลาด') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.nameTaken',
      fields: ['name.th'],
    });
    expect(await refusal(api.update({ ws, id: other.id, ...named('marketing ตลาด'), rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      fields: ['name.th'],
    });
    expect(await refusal(api.create({ ws, ...named(builtIn?.name.th ?? '') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.nameTaken',
    });
  });

  it('logs what was created, changed and removed, and nothing if nothing changed', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const after = await api.update({
      ws,
      id,
      ...fields,
      name: { th: 'ข่าวสาร', en: 'Marketing' },
      detail: 'มีรายละเอียด',
      rowVersion: 1,
    });
    expect(
      await api.update({
        ws,
        id,
        ...fields,
        name: { th: 'ข่าวสาร', en: 'Marketing' },
        detail: 'มีรายละเอียด',
        rowVersion: 2,
      }),
    ).toEqual(after);
    await api.remove({ ws, id });
    expect((await events(ws)).map(({ event, subject, changes }) => [event, subject, changes])).toEqual([
      ['purposeCategory.created', 'การตลาด', []],
      [
        'purposeCategory.updated',
        'ข่าวสาร',
        [
          { field: 'nameTh', old: 'การตลาด', new: 'ข่าวสาร' },
          { field: 'detail', old: '', new: 'มีรายละเอียด' },
        ],
      ],
      ['purposeCategory.removed', 'ข่าวสาร', []],
    ]);
  });

  it('is not overwritten by an edit based on an older version, whose response contains the newer text', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const theirs = await api.update({ ws, id, ...fields, detail: 'คนแรก', rowVersion: 1 });
    const mine = { ...fields, detail: 'คนที่สอง' };
    expect(await refusal(api.update({ ws, id, ...mine, rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: theirs },
    });
    const overRest = await server.app.inject({
      method: 'PUT',
      url: `/api/v1/${ws}/purpose-categories/${id}`,
      headers: { authorization: `Bearer ${staff.token}` },
      payload: { ...mine, rowVersion: 1 },
    });
    expect(overRest.statusCode).toBe(409);
    expect(overRest.json()).toMatchObject({ code: 'staleEdit', details: { current: { detail: 'คนแรก' } } });
    expect(await api.get({ ws, id })).toEqual(theirs);
    expect(await api.update({ ws, id, ...mine, rowVersion: theirs.rowVersion })).toMatchObject({
      detail: 'คนที่สอง',
      rowVersion: 3,
    });
  });

  it('of two simultaneous saves accepts one and refuses the other with it', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const saves = ['ของฉัน', 'ของเธอ'].map((detail) => api.update({ ws, id, ...fields, detail, rowVersion: 1 }));
    const results = await Promise.allSettled(saves);
    const lost = results.findIndex(({ status }) => status === 'rejected');
    const current = await api.get({ ws, id });
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results[1 - lost]).toMatchObject({ value: current });
    expect(await refusal(saves[lost]!)).toMatchObject({ code: 'staleEdit', details: { current } });
  });

  it('that is built in cannot be changed or deleted', async () => {
    const api = await as(staff);
    const { purposeCategory: id } = await wordsOf(server, ws);
    const { rowVersion } = await api.get({ ws, id });
    expect(await refusal(api.update({ ws, id, ...fields, rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.builtIn',
    });
    expect(await refusal(api.remove({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.builtIn',
    });
  });

  it('cannot be deleted while purposes are in it', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const { purpose } = await callerFor(server, staff);
    const user = await purpose.create({ ws, title: { th: 'ส่งจดหมายข่าว', en: '' }, purposeCategoryId: id });
    expect(await api.get({ ws, id })).toMatchObject({ purposeCount: 1 });
    expect(await refusal(api.remove({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.inUse',
      details: { purposeCount: 1, purposes: [{ id: user.id, title: 'ส่งจดหมายข่าว' }] },
    });
    await purpose.remove({ ws, id: user.id });
    expect(await api.remove({ ws, id })).toEqual({ id });
  });
});

describe('custom categories', () => {
  it('are limited to forty, even if two are created at once; built-in ones do not count', async () => {
    await buildCategories(39);
    const results = await Promise.allSettled(
      ['ก', 'ข'].map(async (name) => (await as(staff)).create({ ws, ...named(name) })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const api = await as(staff);
    expect(await refusal(api.create({ ws, ...named('ค') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purposeCategory.limit',
      details: { limit: 40 },
    });
    const page = await api.list({ ws });
    expect(page.custom).toEqual({ used: 40, limit: 40 });
    expect(page.meta.totalItems).toBeGreaterThan(40);
    const [mine] = (await api.list({ ws, query: 'หมวดเอง', pageSize: 1 })).collection;
    await api.remove({ ws, id: mine?.id ?? '' });
    await expect(api.create({ ws, ...named('ค') })).resolves.toMatchObject({ builtIn: false });
  });
});

describe('the list', () => {
  it('sorts by the Thai dictionary, searches names and descriptions, and pages', async () => {
    const api = await as(staff);
    for (const th of ['ไข', 'กา', 'แก', 'ก', 'ขา', 'เก'])
      await api.create({ ws, ...named(`ทดสอบ${th}`), description: { th: 'คำอธิบาย 5%', en: 'Words FOR it' } });
    const found = async (query: string) =>
      (await api.list({ ws, query, sortBy: 'name', sortDirection: 'ASC', pageSize: 50 })).collection.map(({ name }) =>
        name.th.replace('ทดสอบ', ''),
      );
    expect(await found('ทดสอบ')).toEqual(['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข']);
    expect(await found('words for')).toHaveLength(6);
    expect(await found('5%')).toHaveLength(6);
    expect(await found('5_')).toEqual([]);
    const second = await api.list({ ws, query: 'ทดสอบ', pageSize: 4, currentPage: 2 });
    expect(second.meta).toEqual({ currentPage: 2, pageSize: 4, totalPage: 2, totalItems: 6 });
    expect(second.collection).toHaveLength(2);
  });
});
