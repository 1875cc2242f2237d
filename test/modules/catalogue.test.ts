import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CATALOGUE_CUSTOM_LIMIT, CATALOGUE_KINDS } from '../../shared/catalogue/schema.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
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

const as = async (person: Person | null) => (await callerFor(server, person)).catalogue;
const kind = 'storageSystem' as const;

describe('catalogue entries', () => {
  it('are read and added by people of the record of the workspace, nobody else', async () => {
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws, kind }),
      () => api.securityMeasures({ ws }),
      () => api.create({ ws, kind, name: { th: 'ตู้เอกสารชั้นสอง', en: '' } }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(manager))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(staff))) await expect(call()).resolves.toBeTruthy();
    expect(
      (await (await as(outsider)).list({ ws: outsider.workspaceId, kind, query: 'ตู้เอกสารชั้นสอง' })).meta.totalItems,
    ).toBe(0);
  });

  it('exist of every kind in a new workspace, each in both languages', async () => {
    for (const each of CATALOGUE_KINDS) {
      const page = await (await as(staff)).list({ ws, kind: each, pageSize: 100 });
      expect(page.meta.totalItems, each).toBeGreaterThan(0);
      for (const item of page.collection) {
        expect(item).toMatchObject({ kind: each, builtIn: true });
        expect(item.name.th && item.name.en, `${each} ${item.id}`).toBeTruthy();
      }
    }
  });

  it('are sorted in Thai order, searched in both languages with wildcards as letters, and paged', async () => {
    const api = await as(staff);
    for (const th of ['ไข', 'กา', 'แก', 'ก', 'ขา', 'เก'])
      await api.create({ ws, kind, name: { th: `ทดสอบ${th}`, en: 'Test 100%' } });
    const found = async (query: string) =>
      (await api.list({ ws, kind, query })).collection.map(({ name }) => name.th.replace('ทดสอบ', ''));
    expect(await found('ทดสอบ')).toEqual(['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข']);
    expect(await found('TEST 100%')).toHaveLength(6);
    expect(await found('test_')).toEqual([]);
    const second = await api.list({ ws, kind, query: 'ทดสอบ', pageSize: 4, currentPage: 2 });
    expect(second.meta).toEqual({ currentPage: 2, pageSize: 4, totalPage: 2, totalItems: 6 });
    expect((await api.list({ ws, kind: 'department', query: 'ทดสอบ' })).meta.totalItems).toBe(0);
  });

  it('are added once: a second one of the name is refused with the first; another kind may have it too', async () => {
    const api = await as(staff);
    const created = await api.create({ ws, kind, name: { th: ' Cloud ของเรา ', en: 'Our cloud' } });
    expect(created).toMatchObject({ kind, name: { th: 'Cloud ของเรา', en: 'Our cloud' }, builtIn: false });
    const refused = await refusal(api.create({ ws, kind, name: { th: 'CLOUD ของเรา', en: '' } }));
    expect(refused).toMatchObject({
      status: 'CONFLICT',
      code: 'catalogue.nameTaken',
      fields: ['name.th'],
      details: { item: { id: created.id } },
    });
    await expect(api.create({ ws, kind: 'department', name: { th: 'Cloud ของเรา', en: '' } })).resolves.toBeTruthy();
    const [builtIn] = (await api.list({ ws, kind })).collection;
    expect(await refusal(api.create({ ws, kind, name: { th: builtIn?.name.th ?? '', en: '' } }))).toMatchObject({
      code: 'catalogue.nameTaken',
      details: { item: { id: builtIn?.id } },
    });
    const both = await Promise.allSettled(
      [1, 2].map(async () => (await as(staff)).create({ ws, kind, name: { th: 'พร้อมกัน', en: '' } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('need a Thai name of at most 200 letters, of an existing kind', async () => {
    const api = await as(staff);
    expect(await refusal(api.create({ ws, kind, name: { th: ' ', en: 'x' } }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['name.th'],
    });
    expect(await refusal(api.create({ ws, kind, name: { th: 'ก'.repeat(201), en: '' } }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['name.th'],
    });
    expect(await refusal(api.create({ ws, kind: 'colour', name: { th: 'แดง', en: '' } } as never))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['kind'],
    });
    await expect(api.create({ ws, kind, name: { th: 'ก'.repeat(200), en: '' } })).resolves.toBeTruthy();
  });

  it('are limited in number', async () => {
    const rows = Array.from({ length: CATALOGUE_CUSTOM_LIMIT - 1 }, (_, index) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      kind,
      nameTh: `ของเรา ${index}`,
    }));
    await server.owner.insertInto('catalogueItems').values(rows).execute();
    const results = await Promise.allSettled(
      ['ก', 'ข'].map(async (th) => (await as(staff)).create({ ws, kind, name: { th, en: '' } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal((await as(staff)).create({ ws, kind, name: { th: 'ค', en: '' } }))).toMatchObject({
      status: 'CONFLICT',
      code: 'catalogue.limit',
      details: { limit: CATALOGUE_CUSTOM_LIMIT },
    });
    await expect((await as(staff)).create({ ws, kind: 'department', name: { th: 'ค', en: '' } })).resolves.toBeTruthy();
  });

  it('of security are a separate list over REST', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/v1/${ws}/security-measures?pageSize=2`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(answer.statusCode).toBe(200);
    const { collection, meta } = answer.json<{ collection: { kind: string }[]; meta: { totalItems: number } }>();
    expect(collection.map((item) => item.kind)).toEqual(['securityMeasure', 'securityMeasure']);
    expect(meta.totalItems).toBe((await (await as(staff)).list({ ws, kind: 'securityMeasure' })).meta.totalItems);
  });
});

describe('categories of personal data', () => {
  const pii = async (person: Person | null) => (await callerFor(server, person)).piiCategory;

  it('are read by everybody of the workspace, and by nobody outside', async () => {
    expect(await refusedWith((await pii(null)).list({ ws }))).toBe('UNAUTHORIZED');
    expect(await refusedWith((await pii(outsider)).list({ ws }))).toBe('NOT_FOUND');
    for (const person of [staff, manager])
      expect((await (await pii(person)).list({ ws })).meta.totalItems).toBeGreaterThan(0);
  });

  it('return active ones by default, in Thai order, searched by name and example', async () => {
    const api = await pii(staff);
    const all = await api.list({ ws, pageSize: 100 });
    expect(all.collection.some(({ sensitive }) => sensitive)).toBe(true);
    const [first] = all.collection;
    await server.owner
      .updateTable('piiCategories')
      .set({ active: false, example: 'ตัวอย่าง 7_7' })
      .where('workspaceId', '=', ws)
      .where('id', '=', first?.id ?? '')
      .execute();
    expect((await api.list({ ws })).meta.totalItems).toBe(all.meta.totalItems - 1);
    expect((await api.list({ ws, status: 'INACTIVE' })).collection.map(({ id }) => id)).toEqual([first?.id]);
    expect((await api.list({ ws, status: 'ALL', query: '7_7' })).meta.totalItems).toBe(1);
    expect((await api.list({ ws, status: 'ALL', query: '7%7' })).meta.totalItems).toBe(0);
    const thai = new Intl.Collator('th');
    const names = all.collection.map(({ name }) => name.th);
    expect(names).toEqual(names.toSorted(thai.compare));
  });
});
