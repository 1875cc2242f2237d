import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import * as queries from '../../server/modules/application/queries.ts';
import { asAppError } from '../../server/platform/errors.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose, wordsOf } from '../helpers/record.ts';

let server: TestServer;
let ws: string;
let staff: Person;
let controller: string;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ws = (await buildWorkspace(server)).id;
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  controller = (await buildDataController(server, ws)).id;
});

const caller = () => callerFor(server, staff);
/** Applications created without the services: fast for large numbers. */
async function buildApplications(
  rows: {
    name: string;
    description?: string;
    status?: string;
    dataControllerId?: string;
    dataSubjectCount?: number | null;
  }[],
  workspaceId = ws,
) {
  const values = rows.map((row) => ({
    workspaceId,
    id: randomUUIDv7(),
    description: 'x',
    dataControllerId: controller,
    ...row,
  }));
  await server.owner.insertInto('applications').values(values).execute();
  return values.map(({ id }) => id);
}
async function buildPurposes(
  rows: { titleTh: string; titleEn?: string; descriptionTh?: string; status?: string; purposeCategoryId?: string }[],
) {
  const values = rows.map((row) => ({
    workspaceId: ws,
    id: randomUUIDv7(),
    titleEn: '',
    descriptionTh: '',
    descriptionEn: '',
    ...row,
  }));
  await server.owner.insertInto('purposes').values(values).execute();
  return values.map(({ id }) => id);
}
const names = async (input: Record<string, unknown> = {}) =>
  (
    await (await caller()).application.list({ ws, sortBy: 'name', sortDirection: 'ASC', pageSize: 100, ...input })
  ).collection.map(({ name }) => name);
const titles = async (input: Record<string, unknown> = {}) =>
  (
    await (await caller()).purpose.list({ ws, sortBy: 'title', sortDirection: 'ASC', pageSize: 100, ...input })
  ).collection.map(({ title }) => title.th);

const THAI_ORDER = ['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข'];

describe('applications', () => {
  it('are sorted by the Thai dictionary, in both directions, and so are those to select from', async () => {
    await buildApplications(['ไข', 'กา', 'แก', 'ก', 'ขา', 'เก'].map((name) => ({ name })));
    expect(await names()).toEqual(THAI_ORDER);
    expect(await names({ sortDirection: 'DESC' })).toEqual(THAI_ORDER.toReversed());
    expect((await (await caller()).application.pick({ ws })).collection.map(({ name }) => name)).toEqual(THAI_ORDER);
    expect((await (await caller()).application.pick({ ws, query: 'ข' })).collection.map(({ name }) => name)).toEqual([
      'ขา',
      'ไข',
    ]);
  });

  it('are sorted by number of people, by status and by time', async () => {
    await buildApplications([
      { name: 'ก', dataSubjectCount: 10 },
      { name: 'ข', dataSubjectCount: null },
      { name: 'ค', dataSubjectCount: 9, status: 'published' },
    ]);
    expect(await names({ sortBy: 'dataSubjectCount', sortDirection: 'DESC' })).toEqual(['ก', 'ค', 'ข']);
    expect((await names({ sortBy: 'status', sortDirection: 'DESC' }))[0]).toBe('ค');
    expect(await names({ sortBy: 'createdAt', sortDirection: 'ASC' })).toHaveLength(3);
  });

  it('are found by any part of name and description, Thai or English, ignoring letter case', async () => {
    await buildApplications([
      { name: 'ทะเบียนผู้ป่วย', description: 'Patient REGISTER' },
      { name: 'นัดหมาย', description: 'Appointments at the clinic' },
    ]);
    await buildApplications(
      [{ name: 'ทะเบียนของคนอื่น', dataControllerId: (await other()).controller }],
      (await other()).ws,
    );
    for (const query of ['ทะเบียน', 'ผู้ป่วย', 'ป่ว', 'register', 'PATIENT reg', 'ย pat', 'ท'])
      expect(await names({ query }), query).toEqual(['ทะเบียนผู้ป่วย']);
    expect(await names({ query: 'ไม่มี' })).toEqual([]);
    expect(await names({ query: 'at' })).toEqual(['ทะเบียนผู้ป่วย', 'นัดหมาย']);
  });

  it('treat wildcards as letters', async () => {
    await buildApplications([
      { name: 'ลด 50% ทุกวัน' },
      { name: 'ลด 500 บาท' },
      { name: 'file_name' },
      { name: 'fileXname' },
      { name: 'C:\\data' },
      { name: 'C:data' },
    ]);
    expect(await names({ query: '50%' })).toEqual(['ลด 50% ทุกวัน']);
    expect(await names({ query: '%' })).toEqual(['ลด 50% ทุกวัน']);
    expect(await names({ query: '_' })).toEqual(['file_name']);
    expect(await names({ query: 'file_name' })).toEqual(['file_name']);
    expect(await names({ query: '\\' })).toEqual(['C:\\data']);
    expect(await names({ query: 'c:\\data' })).toEqual(['C:\\data']);
    expect(await names({ query: '%%%' })).toEqual([]);
    expect(await names({ query: "'; drop table applications; --" })).toEqual([]);
  });

  it('are filtered by status and data controller, alone, together and within a search', async () => {
    const second = (await buildDataController(server, ws)).id;
    await buildApplications([
      { name: 'ระบบ ก', status: 'published' },
      { name: 'ระบบ ข' },
      { name: 'ระบบ ค', dataControllerId: second, status: 'published' },
      { name: 'งาน ง', dataControllerId: second },
    ]);
    expect(await names({ status: 'PUBLISHED' })).toEqual(['ระบบ ก', 'ระบบ ค']);
    expect(await names({ status: 'DRAFT' })).toEqual(['งาน ง', 'ระบบ ข']);
    expect(await names({ dataControllerId: second })).toEqual(['งาน ง', 'ระบบ ค']);
    expect(await names({ dataControllerId: second, status: 'PUBLISHED', query: 'ระบบ' })).toEqual(['ระบบ ค']);
    for (const input of [
      { status: 'PUBLISHED' as const },
      { dataControllerId: second },
      { query: 'ระบบ', status: 'DRAFT' as const },
      { query: 'ง', dataControllerId: second },
    ]) {
      const page = await (await caller()).application.list({ ws, pageSize: 100, ...input });
      expect(page.meta.totalItems, JSON.stringify(input)).toBe(page.collection.length);
    }
  });

  it('without consent form, request form or impact assessment are listed, with the same filters', async () => {
    await buildApplications([{ name: 'ก' }, { name: 'ข', status: 'published' }]);
    const { application } = await caller();
    for (const list of [application.withoutConsent, application.withoutRequestForm, application.withoutDpia]) {
      expect((await list({ ws })).meta.totalItems).toBe(2);
      expect((await list({ ws, status: 'PUBLISHED' })).collection.map(({ name }) => name)).toEqual(['ข']);
      expect((await list({ ws, query: 'ก' })).collection.map(({ name }) => name)).toEqual(['ก']);
    }
    const headers = { authorization: `Bearer ${staff.token}` };
    for (const path of ['no-consent', 'no-dsrm-request-form', 'not-dpia']) {
      const answer = await server.app.inject({
        method: 'GET',
        url: `/api/v1/${ws}/applications/${path}?pageSize=1`,
        headers,
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ meta: { totalItems: 2, totalPage: 2, pageSize: 1 } });
    }
  });

  it('are paged with each exactly once, also if the sorted values are equal', async () => {
    const at = new Date();
    const ids = await buildApplications(
      Array.from({ length: 23 }, (_, index) => ({ name: `ระบบที่ ${index}`, updatedAt: at })),
    );
    const found: string[] = [];
    for (let currentPage = 1; currentPage <= 4; currentPage += 1) {
      const page = await (
        await caller()
      ).application.list({ ws, pageSize: 7, currentPage, query: currentPage % 2 ? '' : 'ระบบ' });
      expect(page.meta).toEqual({ currentPage, pageSize: 7, totalPage: 4, totalItems: 23 });
      found.push(...page.collection.map(({ id }) => id));
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect((await (await caller()).application.list({ ws, pageSize: 7, currentPage: 5 })).collection).toEqual([]);
  });

  it('are counted exactly in broad searches too, beyond what is fetched by id', async () => {
    await buildApplications(
      Array.from({ length: 1100 }, (_, index) => ({
        name: `ระบบงานที่ ${index}`,
        status: index % 4 ? 'draft' : 'published',
      })),
    );
    const total = async (input: Record<string, unknown>) =>
      (await (await caller()).application.list({ ws, ...input })).meta.totalItems;
    expect(await total({ query: 'ระบบงาน' })).toBe(1100);
    expect(await total({ query: 'ระบบงาน', status: 'PUBLISHED' })).toBe(275);
    expect(await total({ query: 'ระบบงาน', dataControllerId: controller })).toBe(1100);
    const { id } = await (
      await caller()
    ).application.create({ ws, name: 'ระบบงานใหม่', description: 'x', dataControllerId: controller });
    expect(await total({ query: 'ระบบงาน' })).toBe(1101);
    await (await caller()).application.remove({ ws, id });
    expect(await total({ query: 'ระบบงาน' })).toBe(1100);
    expect(await total({ query: 'ระบบงานที่ 109' })).toBe(11);
    const last = await (await caller()).application.list({ ws, query: 'ระบบงาน', pageSize: 100, currentPage: 11 });
    expect(last.collection).toHaveLength(100);
  });
});

describe('a repeated search', () => {
  /** Applications read by a search, and how many it found. */
  async function searched(input: object): Promise<{ read: number; total: number }> {
    return withScope(server.deps.db, { workspaceId: ws }, async (trx) => {
      const page = {
        pageSize: 10,
        currentPage: 1,
        sortBy: 'updatedAt',
        sortDirection: 'DESC' as const,
        query: '',
        today: '2026-11-22',
        ...input,
      };
      // Reads of earlier transactions on the connection may be included.
      const readSoFar = async () =>
        (
          await sql<{ read: number }>`
            select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = 'applications'`.execute(
            trx,
          )
        ).rows[0]!.read;
      const before = await readSoFar();
      const { totalItems } = (await queries.list(trx, ws, page)).meta;
      return { read: (await readSoFar()) - before, total: totalItems };
    });
  }
  const COUNT = 3000;
  const SEARCHES = [
    { query: 'ยา' },
    { query: 'ร้านยา' },
    { query: 'ยา', status: 'PUBLISHED' as const },
    { query: 'ร้านยา', complete: true },
  ];

  it('reads after a change only what has changed and not the entire table', async () => {
    const ids = await buildApplications(
      Array.from({ length: COUNT }, (_none, place) => ({
        name: `ร้านยา ${place}`,
        status: place % 2 ? 'draft' : 'published',
      })),
    );
    await server.owner.updateTable('applications').set({ completeness: 100 }).where('workspaceId', '=', ws).execute();
    await sql`analyze applications`.execute(server.owner);
    const totals = [COUNT, COUNT, COUNT / 2, COUNT];
    for (const [place, search] of SEARCHES.entries()) {
      const first = await searched(search);
      expect(first.total).toBe(totals[place]);
      expect(first.read).toBeGreaterThan(COUNT / 2);
    }
    const { application } = await caller();
    await server.owner
      .updateTable('applications')
      .set({ name: 'คลินิก', status: 'draft' })
      .where('id', '=', ids[0]!)
      .execute();
    await application.remove({ ws, id: ids[2]! });
    await application.create({ ws, name: 'ร้านยาใหม่', description: 'x', dataControllerId: controller });
    const after = [COUNT - 1, COUNT - 1, COUNT / 2 - 2, COUNT - 2];
    for (const [place, search] of SEARCHES.entries()) {
      const again = await searched(search);
      expect(again.total, JSON.stringify(search)).toBe(after[place]);
      // The page, its rows, and the three that changed.
      expect(again.read, JSON.stringify(search)).toBeLessThan(100);
    }
  });

  it('is exact after any change, many at once and long ago too', async () => {
    let number = 0;
    const name = (word: string) => `${word} ${(number += 1)}`;
    const words = ['ร้านยา', 'คลินิก', 'ยาสามัญ', 'pharmacy'];
    let ids = await buildApplications(Array.from({ length: 1200 }, () => ({ name: name(words[number % 3]!) })));
    const rename = (from: number, count: number, word: string) =>
      sql`update applications set name = ${word} || ' ' || id where id = any(${ids.slice(from, from + count)}::uuid[])`.execute(
        server.owner,
      );
    const acts: Record<string, (at: number) => Promise<unknown>> = {
      one: (at) => rename(at % ids.length, 1, words[at % 4]!),
      some: (at) => rename(at % ids.length, 60, words[at % 4]!),
      many: (at) => rename(at % ids.length, 300, words[at % 4]!),
      longAgo: async (at) => {
        for (let time = 0; time < 510; time += 1) await rename((at + time) % ids.length, 1, words[(at + time) % 4]!);
      },
      status: (at) =>
        server.owner
          .updateTable('applications')
          .set({ status: 'published' })
          .where('id', '=', ids[at % ids.length]!)
          .execute(),
      remove: async (at) => {
        const deleted = ids[at % ids.length]!;
        ids = ids.filter((id) => id !== deleted);
        await server.owner.deleteFrom('applications').where('id', '=', deleted).execute();
      },
      add: async (at) => {
        ids.push(...(await buildApplications([{ name: name(words[at % 4]!) }])));
      },
      // Changes the mark of the applications without changing any of them.
      mark: () =>
        sql`update record_totals set changes = changes + 1 where workspace_id = ${ws}::uuid`.execute(server.owner),
      nothing: async () => {},
    };
    const searches = [...words, 'ย', 'ยา'].flatMap((query) => [
      { query, status: 'ALL' as const },
      { query, status: 'PUBLISHED' as const },
    ]);
    const truth = async ({ query, status }: (typeof searches)[number]) => {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from applications where workspace_id = ${ws}::uuid and (name || ' x') like ${`%${query}%`} and (${status === 'ALL'} or status = 'published')`.execute(
        server.owner,
      );
      return rows[0]!.total;
    };
    const kinds = Object.keys(acts);
    const rounds = fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(5000)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (round) => {
        for (const [kind, at] of round) await acts[kinds[kind]!]!(at);
        for (const search of searches)
          expect((await searched(search)).total, JSON.stringify(search)).toBe(await truth(search));
        const { noted } = (
          await sql<{
            noted: number;
          }>`select count(*) as noted from record_changes where workspace_id = ${ws}::uuid`.execute(server.owner)
        ).rows[0]!;
        expect(noted).toBeLessThanOrEqual(500 * 100);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

let another: { ws: string; controller: string } | undefined;
async function other() {
  if (!another) {
    const id = (await buildWorkspace(server)).id;
    another = { ws: id, controller: (await buildDataController(server, id)).id };
  }
  return another;
}

describe('purposes', () => {
  it('are sorted by the Thai dictionary and found in both languages', async () => {
    await buildPurposes(['ไข', 'กา', 'แก', 'ก', 'ขา', 'เก'].map((titleTh) => ({ titleTh })));
    expect(await titles()).toEqual(THAI_ORDER);
    expect((await (await caller()).purpose.pick({ ws })).collection.map(({ title }) => title.th)).toEqual(THAI_ORDER);
    await buildPurposes([{ titleTh: 'รักษา', titleEn: 'Medical CARE', descriptionTh: 'ดูแล 100%' }]);
    for (const query of ['รัก', 'cal care', 'ดูแล', '100%']) expect(await titles({ query }), query).toEqual(['รักษา']);
    expect(await titles({ query: '_' })).toEqual([]);
  });

  it('are filtered by status and category', async () => {
    const { purposeCategory } = await wordsOf(server, ws);
    await buildPurposes([
      { titleTh: 'ก', purposeCategoryId: purposeCategory },
      { titleTh: 'ข', status: 'published' },
      { titleTh: 'ค', status: 'published', purposeCategoryId: purposeCategory },
    ]);
    expect(await titles({ status: 'PUBLISHED' })).toEqual(['ข', 'ค']);
    expect(await titles({ purposeCategoryId: purposeCategory })).toEqual(['ก', 'ค']);
    expect(await titles({ purposeCategoryId: purposeCategory, status: 'DRAFT' })).toEqual(['ก']);
  });
});

describe('totals', () => {
  /** Stored totals, and the records counted. */
  async function bothTotals() {
    const stored = await server.owner
      .selectFrom('recordTotals')
      .select(['record', 'drafts', 'published'])
      .where('workspaceId', '=', ws)
      .orderBy('record')
      .execute();
    const counted = [];
    for (const record of ['applications', 'purposes'] as const) {
      const rows = await server.owner
        .selectFrom(record as 'applications')
        .select('status')
        .where('workspaceId', '=', ws)
        .execute();
      counted.push({
        record,
        drafts: rows.filter(({ status }) => status === 'draft').length,
        published: rows.filter(({ status }) => status === 'published').length,
      });
    }
    return { stored, counted };
  }

  it('remain exact through any changes, in any order and at once', async () => {
    const complete = await completePurpose(server, ws);
    const { application, purpose } = await caller();
    await application.create({ ws, name: 'แรก', description: 'x', dataControllerId: controller });
    await purpose.create({ ws, ...complete });
    const present = (table: 'applications' | 'purposes') =>
      server.owner
        .selectFrom(table as 'applications')
        .select(['id', 'rowVersion'])
        .where('workspaceId', '=', ws)
        .orderBy('id')
        .execute();
    const chosen = async (table: 'applications' | 'purposes', at: number) => {
      const rows = await present(table);
      return rows.length > 0 ? rows[at % rows.length] : undefined;
    };
    const act = async (kind: number, at: number): Promise<unknown> => {
      const api = await caller();
      const [app, goal] = [await chosen('applications', at), await chosen('purposes', at)];
      const appFields = {
        ws,
        name: `ระบบ ${randomUUIDv7()}`,
        description: `${at}`,
        dataControllerId: controller,
        purposeIds: goal ? [goal.id] : [],
      };
      const goalFields = {
        ws,
        ...complete,
        title: { th: `วัตถุประสงค์ ${at} ${randomUUIDv7()}`, en: 'x' },
        ...(app && at % 3 === 0 ? { internalSharing: true, internalApplicationIds: [app.id] } : {}),
      };
      if (kind === 0) return api.application.create(appFields);
      if (kind === 1) return api.purpose.create(goalFields);
      if (app && kind === 2) {
        const { name } = await api.application.get({ ws, id: app.id });
        return api.application.update({
          ...appFields,
          name,
          description: randomUUIDv7(),
          id: app.id,
          rowVersion: app.rowVersion,
        });
      }
      if (app && kind === 3)
        return api.application.publish({ ws, id: app.id, rowVersion: app.rowVersion, publishPurposes: true });
      if (app && kind === 4) return api.application.remove({ ws, id: app.id });
      if (goal && kind === 5) return api.purpose.update({ ...goalFields, id: goal.id, rowVersion: goal.rowVersion });
      if (goal && kind === 6) return api.purpose.publish({ ws, id: goal.id, rowVersion: goal.rowVersion });
      if (goal && kind === 7) return api.purpose.remove({ ws, id: goal.id });
      return undefined;
    };
    const steps = fc.array(fc.array(fc.tuple(fc.nat(7), fc.nat(20)), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (rounds) => {
        for (const round of rounds) {
          const results = await Promise.allSettled(round.map(([kind, at]) => act(kind, at)));
          for (const result of results) {
            if (result.status === 'fulfilled') continue;
            // Refused for a reason of the product; never because of a deadlock, nor for a server error.
            const known = asAppError(result.reason);
            if (!known) throw result.reason;
            expect(known.problem.code).not.toBe('concurrent');
          }
          const { stored, counted } = await bothTotals();
          expect(stored).toEqual(counted);
        }
        const { counted } = await bothTotals();
        const api = await caller();
        for (const [list, total] of [
          [api.application.list, counted[0]],
          [api.purpose.list, counted[1]],
        ] as const) {
          expect((await list({ ws })).meta.totalItems).toBe((total?.drafts ?? 0) + (total?.published ?? 0));
          expect((await list({ ws, status: 'PUBLISHED' })).meta.totalItems).toBe(total?.published);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('permit both the edit of a purpose and the publication of its application, whichever starts first', async () => {
    const complete = await completePurpose(server, ws);
    const api = await caller();
    const goal = await api.purpose.create({ ws, ...complete, lawfulBases: [] });
    const app = await api.application.create({
      ws,
      name: 'ระบบ',
      description: 'x',
      dataControllerId: controller,
      purposeIds: [goal.id],
    });
    const waiting = (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await sql<{ n: number }>`
            select count(*)::integer as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner);
          return rows[0]!.n;
        })
        .toBe(count);
    // While another transaction has locked the purpose, its editor waits for it first, then the publisher.
    const both = await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('purposes').select('id').where('id', '=', goal.id).forUpdate().execute();
      const edit = api.purpose.update({ ws, ...complete, id: goal.id, rowVersion: goal.rowVersion });
      await waiting(1);
      const publication = (await caller()).application.publish({
        ws,
        id: app.id,
        rowVersion: app.rowVersion,
        publishPurposes: true,
      });
      await waiting(2);
      return [edit, publication] as const;
    });
    const [edited, published] = await Promise.all(both);
    expect(edited.content.lawfulBases).toEqual(complete.lawfulBases);
    expect(published.status).toBe('published');
  });

  it('cause no deadlock between writers of applications and publishers', async () => {
    const complete = await completePurpose(server, ws);
    const api = await caller();
    const shared = await api.purpose.create({ ws, ...complete });
    const apps = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        (await caller()).application.create({
          ws,
          name: `เริ่ม ${index}`,
          description: 'x',
          dataControllerId: controller,
          purposeIds: [shared.id],
        }),
      ),
    );
    const results = await Promise.allSettled([
      ...apps.map(async ({ id }) =>
        (await caller()).application.publish({ ws, id, rowVersion: 1, publishPurposes: true }),
      ),
      ...apps.map(async (_, index) =>
        (await caller()).application.create({
          ws,
          name: `ใหม่ ${index}`,
          description: 'x',
          dataControllerId: controller,
          purposeIds: [shared.id],
        }),
      ),
      ...apps.map(async ({ id }, index) =>
        (await caller()).purpose.create({
          ws,
          ...complete,
          title: { th: `ส่งต่อ ${index}`, en: 'x' },
          internalSharing: true,
          internalApplicationIds: [id],
        }),
      ),
    ]);
    expect(
      results.flatMap((result) =>
        result.status === 'rejected' ? [asAppError(result.reason)?.problem ?? result.reason] : [],
      ),
    ).toEqual([]);
  });
});
