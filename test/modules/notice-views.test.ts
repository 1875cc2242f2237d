import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeViewRetention } from '../../server/modules/privacyNotice/views/retention.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { publishNotice } from '../helpers/notices.ts';

let server: TestServer;
let dpo: Person;
let ws: string;
let notice: Notice;
beforeAll(async () => {
  server = await buildServer({});
  server.clock.set('2026-11-20T05:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  const { id: dataControllerId } = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลร่มเย็น' });
  notice = await publishNotice(server, dpo, { dataControllerId, name: 'ประกาศสำหรับผู้ป่วย' });
});
afterAll(() => server.close());

const open = (query = '', headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/notices/${ws}/${notice.id}${query}`, headers });
const counts = () =>
  server.owner
    .selectFrom('privacyNoticeViews')
    .select(['day', 'language', 'views'])
    .where('privacyNoticeId', '=', notice.id)
    .orderBy('day')
    .orderBy('language', 'desc')
    .execute();
const eventually = () => expect.poll(counts);
const views = async (more: object = {}) =>
  (await callerFor(server, dpo)).privacyNotice.views({ ws, id: notice.id, ...more });

describe('views of the public page', () => {
  it('are counted by Bangkok day and language, also if the browser has the page cached; nothing else is stored', async () => {
    const { headers } = await open();
    await open('', { 'if-none-match': String(headers.etag) });
    await open('?lang=en', { 'user-agent': 'Somebody/1.0', referer: 'https://where.example/' });
    await eventually().toEqual([
      { day: '2026-11-20', language: 'th', views: 2 },
      { day: '2026-11-20', language: 'en', views: 1 },
    ]);
    server.clock.set('2026-11-20T17:30:00Z');
    await open();
    await eventually().toContainEqual({ day: '2026-11-21', language: 'th', views: 1 });
    const columns = await server.owner.selectFrom('privacyNoticeViews').selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(columns).toSorted()).toEqual(['day', 'language', 'privacyNoticeId', 'views', 'workspaceId']);
  });

  it('exclude unknown pages, and the text requested by apps', async () => {
    const before = await counts();
    await open('?version=9');
    await server.app.inject({ url: `/notices/${ws}/${ws}` });
    await server.app.inject({ url: `/api/v1/${ws}/privacy-notices/${notice.id}/public?format=json` });
    // Would be written after those, if they had counted.
    await open('?lang=en');
    await eventually().toContainEqual({ day: '2026-11-21', language: 'en', views: 1 });
    expect(await counts()).toHaveLength(before.length + 1);
    expect((await counts()).filter(({ day }) => day === '2026-11-20')).toEqual(
      before.filter(({ day }) => day === '2026-11-20'),
    );
  });

  it('are returned by day beside the previous period, in each language', async () => {
    dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    const week = await views({ days: '7' });
    expect(week).toMatchObject({ from: '2026-11-15', to: '2026-11-21', th: 3, en: 2, previous: 0 });
    expect(week.days).toHaveLength(7);
    expect(week.days.at(-1)).toEqual({ day: '2026-11-21', th: 1, en: 1 });
    expect((await views()).days).toHaveLength(30);
    server.clock.set('2026-11-28T05:00:00Z');
    dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect(await views({ days: '7' })).toMatchObject({ th: 0, en: 0, previous: 5 });
  });

  it('are deleted after 25 months', async () => {
    await server.owner
      .insertInto('privacyNoticeViews')
      .values({ workspaceId: ws, privacyNoticeId: notice.id, day: '2024-09-30', language: 'th', views: 7 })
      .execute();
    expect(await noticeViewRetention.apply(server.deps, new AbortController().signal)).toBe(1);
    expect(await counts()).toHaveLength(4);
  });

  it('of the last moments are written when the node stops', async () => {
    const node = await buildServer({}, { databaseUrl: server.databaseUrl });
    node.clock.set('2026-11-28T05:00:00Z');
    await node.app.inject({ url: `/notices/${ws}/${notice.id}` });
    await node.close();
    expect(await counts()).toContainEqual({ day: '2026-11-28', language: 'th', views: 1 });
  });
});
