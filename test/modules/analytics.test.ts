import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageViewRetention } from '../../server/modules/analytics/retention.ts';
import type { Locale } from '../../shared/locale.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'admin' | 'dpo' | 'staff' | 'top', Person>;
let outsider: Person;
const PURPOSES = '/business-function/purpose';
const RECEIPT = '/consent-receipt/:id';

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  server.clock.set('2026-11-21T05:00:00Z');
  const roles = { admin: 'Admin', dpo: 'DPO', staff: 'Staff', top: 'Top Management' } as const;
  ({ ws, ...people } = await buildTeam(server, roles));
  outsider = await buildPerson(server, { role: 'Admin' });
});
afterAll(() => server.close());

const as = async (person: Person | null, locale: Locale = 'en') =>
  (await callerFor(server, person, { locale })).analytics;
const view = async (person: Person | null, route: string, workspaceId?: string) =>
  (await as(person)).pageview({ route, ...(workspaceId && { ws: workspaceId }) });
const countsOf = (workspaceId: string) =>
  server.owner
    .selectFrom('workspacePageViews')
    .select(['route', 'day', 'views'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('route')
    .execute();
const nobodys = async (route: string) =>
  (await server.owner.selectFrom('pageViews').select('views').where('route', '=', route).executeTakeFirst())?.views ??
  0;
/** Writes counts in their stored format: day, pattern, views. */
const input = (workspaceId: string, rows: readonly (readonly [string, string, number])[]) =>
  server.owner
    .insertInto('workspacePageViews')
    .values(rows.map(([day, route, views]) => ({ workspaceId, day, route, views })))
    .execute();

describe('a view', () => {
  it('of a member counts for the workspace, by pattern and Bangkok day', async () => {
    server.clock.set('2026-11-20T17:30:00Z');
    for (const address of [`/en${PURPOSES}?workspace=${ws}`, PURPOSES]) await view(people.staff, address, ws);
    await view(people.top, `${PURPOSES}/${randomUUIDv7()}`, ws);
    server.clock.set('2026-11-21T05:00:00Z');
    expect(await countsOf(ws)).toEqual([
      { route: PURPOSES, day: '2026-11-21', views: 2 },
      { route: `${PURPOSES}/:id`, day: '2026-11-21', views: 1 },
    ]);
  });

  it('of a non-member, of a signed-out visitor, or without a workspace counts for no workspace', async () => {
    const before = await countsOf(ws);
    const theirs = await countsOf(outsider.workspaceId);
    const uncounted = await nobodys(PURPOSES);
    await view(outsider, PURPOSES, ws);
    await view(null, PURPOSES, ws);
    await view(people.staff, PURPOSES);
    expect(await countsOf(ws)).toEqual(before);
    expect(await countsOf(outsider.workspaceId)).toEqual(theirs);
    expect(await nobodys(PURPOSES)).toBe(uncounted + 3);
  });

  it('of a public receipt counts for the workspace in its address, if it exists', async () => {
    const { id } = await buildWorkspace(server);
    await view(null, `/consent-receipt/${randomUUIDv7()}`, id);
    expect(await countsOf(id)).toEqual([{ route: RECEIPT, day: '2026-11-21', views: 1 }]);
    const uncounted = await nobodys(RECEIPT);
    expect(await view(null, `/consent-receipt/${randomUUIDv7()}`, randomUUIDv7())).toEqual({ route: RECEIPT });
    expect(await nobodys(RECEIPT)).toBe(uncounted + 1);
  });

  it('is added to its row if two arrive at once', async () => {
    const { id } = await buildWorkspace(server);
    await Promise.all(Array.from({ length: 20 }, () => view(null, `/consent-receipt/${randomUUIDv7()}`, id)));
    expect(await countsOf(id)).toEqual([{ route: RECEIPT, day: '2026-11-21', views: 20 }]);
  });
});

describe('the figures', () => {
  let admin: Person;
  let other: Person;
  beforeAll(async () => {
    admin = await buildPerson(server, { role: 'Admin' });
    other = await buildPerson(server, { role: 'Admin' });
    await input(admin.workspaceId, [
      ['2026-11-21', PURPOSES, 5],
      ['2026-11-15', PURPOSES, 7],
      ['2026-11-21', '/apex', 3],
      // The previous seven days.
      ['2026-11-14', PURPOSES, 20],
      ['2026-11-08', '/gone', 4],
      // Before both.
      ['2026-11-07', PURPOSES, 100],
    ]);
    await input(other.workspaceId, [['2026-11-21', PURPOSES, 1000]]);
  });

  it('return each day beside the corresponding day of the previous period', async () => {
    const summary = await (await as(admin)).summary({ ws: admin.workspaceId, days: '7' });
    expect(summary).toMatchObject({ from: '2026-11-15', to: '2026-11-21', views: 15, previous: 24, pages: 2 });
    expect(summary.days.map(({ views, previous }) => [views, previous])).toEqual([
      [7, 4],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [8, 20],
    ]);
    expect(await (await as(admin)).summary({ ws: admin.workspaceId, days: '7', page: 'apex' })).toMatchObject({
      views: 3,
      previous: 0,
    });
    expect((await (await as(admin)).summary({ ws: admin.workspaceId })).days).toHaveLength(30);
  });

  it('list pages with their titles, with search, sorting and paging', async () => {
    const list = async (more: object, locale: Locale = 'en') =>
      (await as(admin, locale)).list({ ws: admin.workspaceId, days: '7', ...more });
    const all = await list({});
    expect(all.collection).toEqual([
      { id: 'purposes', title: 'Purposes', path: PURPOSES, views: 12, previous: 20 },
      { id: 'apex', title: 'Programme overview', path: '/apex', views: 3, previous: 0 },
      { id: null, title: '/gone', path: '/gone', views: 0, previous: 4 },
    ]);
    expect(all.meta).toMatchObject({ totalItems: 3, totalPage: 1 });
    const pathsOf = async (more: object, locale?: Locale) =>
      (await list(more, locale)).collection.map(({ path }) => path);
    expect(await pathsOf({ sortBy: 'change', sortDirection: 'ASC' })).toEqual([PURPOSES, '/gone', '/apex']);
    expect(await pathsOf({ sortBy: 'title', sortDirection: 'ASC' })).toEqual(['/gone', '/apex', PURPOSES]);
    expect(await pathsOf({ query: 'PURPOSE' })).toEqual([PURPOSES]);
    expect(await pathsOf({ query: 'วัตถุประสงค์' }, 'th')).toEqual([PURPOSES]);
    expect(await pathsOf({ pageSize: 2, currentPage: 2 })).toEqual(['/gone']);
  });

  it('cover a single workspace', async () => {
    const { views } = await (await as(other)).summary({ ws: other.workspaceId, days: '7' });
    expect(views).toBe(1000);
    const refused = await refusal((await as(other)).summary({ ws: admin.workspaceId, days: '7' }));
    expect(refused).toMatchObject({ status: 'NOT_FOUND', code: 'workspace.notFound' });
  });

  it.each(['dpo', 'staff', 'top'] as const)('are refused to %s', async (role) => {
    const analytics = await as(people[role]);
    expect(await refusedWith(analytics.summary({ ws }))).toBe('FORBIDDEN');
    expect(await refusedWith(analytics.list({ ws }))).toBe('FORBIDDEN');
    expect(await refusedWith(analytics.startExport({ ws }))).toBe('FORBIDDEN');
  });

  it('are exported by page and day, without any other workspace', async () => {
    const { id } = await (await as(admin)).startExport({ ws: admin.workspaceId, format: 'csv', input: { days: '7' } });
    const item = await ended(server, admin, id);
    expect(item.status).toBe('done');
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body } = await server.app.inject({ url: item.file!.url, headers });
    expect(body.trim().split('\r\n')).toEqual([
      'Day,Page,Address pattern,This period',
      `2026-11-21,Purposes,${PURPOSES},5`,
      '2026-11-21,Programme overview,/apex,3',
      `2026-11-15,Purposes,${PURPOSES},7`,
    ]);
    const { id: sheet } = await (await as(admin)).startExport({ ws: admin.workspaceId, format: 'xlsx', input: {} });
    expect((await ended(server, admin, sheet)).status).toBe('done');
  });
});

describe('the figures of the console', () => {
  /** Admin of two workspaces of an organisation and of a third with the console off, DPO of a fourth. */
  let admin: Person;
  const places: Record<'second' | 'off' | 'dpo', string> = { second: '', off: '', dpo: '' };
  let elsewhere: Person;
  beforeAll(async () => {
    const first = await buildWorkspace(server, { name: 'ก แรก' });
    admin = await buildPerson(server, { workspaceId: first.id, role: 'Admin' });
    const join = async (organizationId: string | undefined, name: string, role: 'Admin' | 'DPO', flags = {}) => {
      const { id } = await buildWorkspace(server, { name, flags, ...(organizationId && { organizationId }) });
      return buildPerson(server, { workspaceId: id, userId: admin.userId, email: admin.email, role });
    };
    places.second = (await join(first.organizationId, 'ข สอง', 'Admin')).workspaceId;
    places.off = (await join(first.organizationId, 'ค ปิด', 'Admin', { adminConsoleEnable: false })).workspaceId;
    places.dpo = (await join(first.organizationId, 'ง ดีพีโอ', 'DPO')).workspaceId;
    elsewhere = await join(undefined, 'จ องค์กรอื่น', 'Admin');
    await input(admin.workspaceId, [
      ['2026-11-21', PURPOSES, 5],
      ['2026-11-14', PURPOSES, 2],
    ]);
    await input(places.second, [
      ['2026-11-21', PURPOSES, 7],
      ['2026-11-20', '/apex', 1],
    ]);
    for (const other of [places.off, places.dpo, elsewhere.workspaceId, outsider.workspaceId])
      await input(other, [['2026-11-21', PURPOSES, 1000]]);
  });

  const summed = async (more: object = {}, person = admin) =>
    (await as(person)).consoleSummary({ ws: admin.workspaceId, days: '7', ...more });
  const listed = async (more: object = {}) =>
    (await (await as(admin)).consoleList({ ws: admin.workspaceId, days: '7', ...more })).collection.map(
      ({ path, views, previous }) => [path, views, previous],
    );

  it('add up the workspaces of the organisation in which the caller is Admin and the console is on', async () => {
    expect(await summed()).toMatchObject({
      views: 13,
      previous: 2,
      pages: 2,
      workspaces: [
        { id: admin.workspaceId, name: 'ก แรก', views: 5, previous: 2 },
        { id: places.second, name: 'ข สอง', views: 8, previous: 0 },
      ],
    });
    expect((await summed()).days.map(({ views, previous }) => [views, previous]).slice(-2)).toEqual([
      [1, 0],
      [12, 2],
    ]);
    expect((await summed({ page: 'apex' })).views).toBe(1);
    expect(await listed()).toEqual([
      [PURPOSES, 12, 2],
      ['/apex', 1, 0],
    ]);
  });

  it('narrow to one of them, and to nothing for any other', async () => {
    expect(await summed({ workspaceId: places.second })).toMatchObject({ views: 8, pages: 2 });
    expect(await listed({ workspaceId: admin.workspaceId })).toEqual([[PURPOSES, 5, 2]]);
    for (const workspaceId of [places.off, places.dpo, elsewhere.workspaceId, outsider.workspaceId]) {
      expect(await summed({ workspaceId })).toMatchObject({ views: 0, previous: 0, pages: 0, workspaces: [] });
      expect(await listed({ workspaceId })).toEqual([]);
    }
  });

  it('without a workspace parameter cover every organisation in which the caller has the console', async () => {
    const { workspaces } = await (await as(admin)).consoleSummary({ days: '7' });
    expect(workspaces.map(({ name }) => name)).toEqual(['ก แรก', 'ข สอง', 'จ องค์กรอื่น']);
  });

  it('are refused from a workspace without the console, and to all other roles and organisations', async () => {
    for (const ws of [places.off, places.dpo]) expect(await refusedWith(summed({ ws }))).toBe('FORBIDDEN');
    expect(await refusedWith(summed({}, outsider))).toBe('NOT_FOUND');
    for (const role of ['dpo', 'staff', 'top'] as const) {
      const analytics = await as(people[role]);
      expect(await refusedWith(analytics.consoleSummary({ ws }))).toBe('FORBIDDEN');
      expect(await refusedWith(analytics.consoleList({ ws }))).toBe('FORBIDDEN');
      expect(await refusedWith(analytics.consoleList({}))).toBe('FORBIDDEN');
    }
  });
});

it('are deleted after 25 months, of every workspace and of none, automatically', async () => {
  const [one, other] = [(await buildWorkspace(server)).id, (await buildWorkspace(server)).id];
  await input(one, [
    ['2024-09-30', PURPOSES, 1],
    ['2024-10-01', PURPOSES, 2],
  ]);
  await input(other, [['2023-01-01', '/apex', 3]]);
  const none = ['2024-09-30', '2024-10-01'].map((day) => ({ route: '/expiring', day, views: 1 }));
  await server.owner.insertInto('pageViews').values(none).execute();
  expect(server.deps.modules.retention.map(({ name }) => name)).toContain('pageViews');
  expect(await pageViewRetention.apply(server.deps, new AbortController().signal)).toBe(3);
  expect(await countsOf(one)).toEqual([{ route: PURPOSES, day: '2024-10-01', views: 2 }]);
  expect(await countsOf(other)).toEqual([]);
  const remaining = server.owner.selectFrom('pageViews').select('day').where('route', '=', '/expiring');
  expect(await remaining.execute()).toEqual([{ day: '2024-10-01' }]);
});
