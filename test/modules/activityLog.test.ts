import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { activityRetention } from '../../server/modules/activityLog/retention.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { activityText } from '../../server/modules/activityLog/sentence.ts';
import { EVENTS, type EventName } from '../../shared/registry/events.ts';
import { LOCALES } from '../../shared/locale.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let outsider: Person;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-21T05:00:00Z');
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO', name: 'สมชาย ใจดี' });
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null, locale: 'th' | 'en' = 'en') =>
  (await callerFor(server, person, { locale })).activityLog;
const happen = (
  event: EventName,
  at: string,
  facts: {
    subject?: string;
    entityId?: string;
    actorId?: string | null;
    changes?: { field: string; old: unknown; new: unknown }[];
  } = {},
  workspaceId = ws,
) =>
  withScope(server.deps.db, { workspaceId }, (trx) =>
    emit(
      trx,
      { workspaceId, personnelId: facts.actorId === undefined ? dpo.personnelId : facts.actorId, at: new Date(at) },
      { event, entityId: facts.entityId ?? randomUUIDv7(), subject: facts.subject, changes: facts.changes },
    ),
  );

describe('who may read it', () => {
  it('Admin and DPO of the workspace, nobody else', async () => {
    await happen('purpose.created', '2026-11-21T01:00:00Z', { subject: 'ของเรา' });
    await happen(
      'purpose.created',
      '2026-11-21T01:00:00Z',
      { subject: 'ของเขา', actorId: outsider.personnelId },
      outsider.workspaceId,
    );
    expect(await refusedWith((await as(null)).list({ ws }))).toBe('UNAUTHORIZED');
    for (const role of ['Staff', 'Top Management'] as const) {
      expect(await refusedWith((await as(await buildPerson(server, { workspaceId: ws, role }))).list({ ws }))).toBe(
        'FORBIDDEN',
      );
    }
    expect(await refusedWith((await as(outsider)).list({ ws }))).toBe('NOT_FOUND');
    expect((await (await as(dpo)).list({ ws })).collection.map(({ subject }) => subject)).toEqual(['ของเรา']);
    expect((await (await as(dpo)).list({ ws, entityId: outsider.personnelId })).collection).toEqual([]);
  });
});

describe('a sentence', () => {
  it.each(LOCALES)('exists for every event in %s, with its module and the name of the record', (locale) => {
    // Events that only refresh screens are never logged.
    for (const [event, { module }] of Object.entries(EVENTS).filter(([, rule]) => !('unlogged' in rule))) {
      const text = activityText(locale, { module, event, subject: 'ทะเบียน {{x}} $t(y)' });
      expect(text, event).toMatch(/^[^:]+ : .*“ทะเบียน \{\{x\}\} \$t\(y\)”/);
      expect(text, event).not.toMatch(/event\.|module\./);
      expect(activityText(locale, { module, event, subject: '' }), event).not.toContain('“');
    }
  });

  it.each([
    [1, '1 file', '1 ไฟล์'],
    [1200, '1,200 files', '1,200 ไฟล์'],
  ])('counts the files that an export schedule could not deliver: %s', (number, english, thai) => {
    const failed = {
      module: 'schedule',
      event: 'schedule.failed',
      subject: 'รายวัน',
      changes: [{ field: 'failed', old: null, new: number }],
    };
    expect(activityText('en', failed)).toMatch(new RegExp(`could not deliver ${english}$`));
    expect(activityText('th', failed)).toMatch(new RegExp(`ส่งไม่สำเร็จ ${thai}$`));
  });

  it('describes what happened, to what, by whom, in the language of the reader', async () => {
    await happen('application.published', '2026-11-21T01:00:00Z', {
      subject: 'ทะเบียนผู้ป่วย',
      changes: [{ field: 'status', old: 'draft', new: 'published' }],
    });
    const [thai] = (await (await as(dpo, 'th')).list({ ws })).collection;
    expect(thai).toMatchObject({
      activity: 'กิจกรรมการประมวลผล : เผยแพร่แอปพลิเคชัน “ทะเบียนผู้ป่วย”',
      title: 'เผยแพร่แอปพลิเคชัน “ทะเบียนผู้ป่วย”',
      module: 'BUSINESS',
      actor: { id: dpo.personnelId, name: 'สมชาย ใจดี' },
      changes: [{ label: 'สถานะ', oldText: 'ร่าง', newText: 'เผยแพร่แล้ว' }],
      createdAt: '2026-11-21T01:00:00.000Z',
    });
    expect((await (await as(dpo, 'en')).list({ ws })).collection[0]?.activity).toBe(
      'Processing activities : Application “ทะเบียนผู้ป่วย” published',
    );
  });

  it('has days and moments in words, in Bangkok time and the era of the reader; the API has them as they are stored', async () => {
    const moment = '2026-11-20T18:30:00.000Z';
    await happen('application.reviewed', '2026-11-21T01:00:00Z', {
      changes: [
        { field: 'reviewOn', old: '2026-12-31', new: '2027-06-30' },
        { field: 'discoveredAt', old: null, new: moment },
        { field: 'name', old: '2026-02-31', new: `${moment} ก` },
      ],
    });
    const thai = (await (await as(dpo, 'th')).list({ ws })).collection[0]!.changes;
    expect(thai).toMatchObject([
      { old: '2026-12-31', new: '2027-06-30', oldText: '31 ธันวาคม 2569', newText: '30 มิถุนายน 2570' },
      { old: null, new: moment, oldText: '' },
      { oldText: '2026-02-31', newText: `${moment} ก` },
    ]);
    expect(thai[1]!.newText).toMatch(/^21 พฤศจิกายน 2569 .*01:30$/);
    const english = (await (await as(dpo, 'en')).list({ ws })).collection[0]!.changes;
    expect(english[0]).toMatchObject({ oldText: '31 December 2026', newText: '30 June 2027' });
    expect(english[1]!.newText).toMatch(/^21 November 2026.* 01:30$/);
  });

  it('displays the current names of people, because the log stores no names', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'มานี มีนา' });
    await happen('personnel.suspended', '2026-11-21T01:00:00Z', { entityId: staff.personnelId });
    await happen('purpose.updated', '2026-11-21T02:00:00Z', {
      subject: 'ก',
      actorId: null,
      changes: [{ field: 'responsiblePersonnelId', old: staff.personnelId, new: dpo.personnelId }],
    });
    for (const [event, field] of [
      ['incident.assigned', 'assigneeId'],
      ['approvalLine.updated', 'approver'],
    ] as const)
      await happen(event, '2026-11-21T00:00:00Z', {
        changes: [{ field, old: staff.personnelId, new: dpo.personnelId }],
      });
    const [moved, suspended, ...others] = (await (await as(dpo)).list({ ws })).collection;
    expect(others.map(({ changes }) => changes[0])).toEqual(
      ['Approver', 'Assignee'].map((label) =>
        expect.objectContaining({ label, oldText: 'มานี มีนา', newText: 'สมชาย ใจดี' }),
      ),
    );
    expect(suspended).toMatchObject({ subject: 'มานี มีนา', title: 'Member “มานี มีนา” suspended' });
    expect(moved).toMatchObject({
      actor: null,
      changes: [{ label: 'Responsible person', oldText: 'มานี มีนา', newText: 'สมชาย ใจดี' }],
    });
    const stored = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    expect(JSON.stringify(stored)).not.toContain('มานี');
  });
});

describe('filters', () => {
  it('interpret days in Bangkok time', async () => {
    await happen('purpose.created', '2026-11-19T16:59:59.999Z', { subject: 'พฤหัส' });
    await happen('purpose.created', '2026-11-19T17:00:00.000Z', { subject: 'ศุกร์ต้นวัน' });
    await happen('purpose.created', '2026-11-20T16:59:59.999Z', { subject: 'ศุกร์ปลายวัน' });
    await happen('purpose.created', '2026-11-20T17:00:00.000Z', { subject: 'เสาร์' });
    const api = await as(dpo);
    const subjects = async (input: object) =>
      (await api.list({ ws, ...input })).collection.map(({ subject }) => subject);
    expect(await subjects({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['ศุกร์ปลายวัน', 'ศุกร์ต้นวัน']);
    expect(await subjects({ from: '2026-11-21' })).toEqual(['เสาร์']);
    expect(await subjects({ to: '2026-11-19', sortDirection: 'ASC' })).toEqual(['พฤหัส']);
    expect(await subjects({ from: '2026-11-20', query: 'ปลาย' })).toEqual(['ศุกร์ปลายวัน']);
    expect(await refusal(api.list({ ws, from: '2026-11-21', to: '2026-11-20' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['to'],
    });
    expect(await refusal(api.list({ ws, from: '2026-02-30' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['from'],
    });
  });

  it('search by module, actor, record, and text in records and people', async () => {
    const other = await buildPerson(server, { workspaceId: ws, role: 'Staff', name: 'ปิติ พอใจ' });
    const entityId = randomUUIDv7();
    await happen('purpose.created', '2026-11-21T01:00:00Z', { subject: 'นัดหมายผู้ป่วย', entityId });
    await happen('purpose.updated', '2026-11-21T02:00:00Z', {
      subject: 'นัดหมายผู้ป่วย',
      entityId,
      actorId: other.personnelId,
    });
    await happen('dataController.created', '2026-11-21T03:00:00Z', { subject: 'Retail Ltd' });
    await happen('personnel.suspended', '2026-11-21T04:00:00Z', { entityId: other.personnelId });
    const api = await as(dpo);
    const events = async (input: object) => (await api.list({ ws, ...input })).collection.map(({ event }) => event);
    expect(await events({ module: 'ORGANIZATION' })).toEqual(['personnel.suspended', 'dataController.created']);
    expect(await events({ module: 'DPIA' })).toEqual([]);
    expect(await events({ actorId: other.personnelId })).toEqual(['purpose.updated']);
    expect(await events({ entityId })).toEqual(['purpose.updated', 'purpose.created']);
    expect(await events({ query: 'retail' })).toEqual(['dataController.created']);
    expect(await events({ query: 'ปิติ' })).toEqual(['personnel.suspended', 'purpose.updated']);
    expect(await events({ query: '%' })).toEqual([]);
  });

  it('are the same over REST', async () => {
    await happen('purpose.created', '2026-11-21T01:00:00Z', { subject: 'ก' });
    const url = `/api/v1/${ws}/activity-logs?sortDirection=DESC&sortBy=createdAt&pageSize=10&currentPage=1&module=BUSINESS`;
    const answer = await server.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${dpo.token}`, 'accept-language': 'th' },
    });
    expect(answer.json()).toMatchObject({
      collection: [{ activity: 'กิจกรรมการประมวลผล : เพิ่มวัตถุประสงค์ “ก”' }],
      meta: { totalItems: 1 },
    });
  });
});

describe('the totals', () => {
  const naive = async (module?: string) => {
    let query = server.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('workspaceId', '=', ws)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc');
    if (module) query = query.where('module', '=', module);
    return (await query.execute()).map(({ id }) => id);
  };

  it('and every page are exact, over days with and without entries, as days pass and entries arrive out of order', async () => {
    const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
    for (let n = 0; n < 60; n += 1)
      await happen(n % 3 ? 'purpose.updated' : 'personnel.updated', at(1 + ((n * 7) % 19), (n * 5) % 24), {
        subject: `${n}`,
      });
    const api = await as(dpo);
    const check = async (sortDirection: 'ASC' | 'DESC', module?: 'BUSINESS') => {
      const wanted = await naive(module);
      if (sortDirection === 'ASC') wanted.reverse();
      const found: string[] = [];
      for (let currentPage = 1; ; currentPage += 1) {
        const { collection, meta } = await api.list({
          ws,
          pageSize: 7,
          currentPage,
          sortDirection,
          ...(module ? { module } : {}),
        });
        expect(meta).toEqual({
          currentPage,
          pageSize: 7,
          totalPage: Math.ceil(wanted.length / 7),
          totalItems: wanted.length,
        });
        found.push(...collection.map(({ id }) => id));
        if (currentPage > meta.totalPage) break;
      }
      expect(found).toEqual(wanted);
    };
    await check('DESC');
    await check('ASC', 'BUSINESS');
    await happen('purpose.created', at(21, 4));
    await check('DESC');
    server.clock.set(at(24, 0));
    await happen('purpose.created', at(23, 18));
    await check('DESC', 'BUSINESS');
    await happen('purpose.created', at(5, 4), { subject: 'มาช้า' });
    await check('ASC');
    const counted = await server.owner
      .selectFrom('activityCounts')
      .select((eb) => eb.fn.sum<number>('entries').as('entries'))
      .where('workspaceId', '=', ws)
      .where('module', '=', '')
      .executeTakeFirstOrThrow();
    expect(Number(counted.entries)).toBe(62);
  });
});

describe('entries past the retention period', () => {
  const at = (year: number, day: number) => new Date(Date.UTC(year, 10, day, 5)).toISOString();
  const apply = () => activityRetention.apply(server.deps, new AbortController().signal);
  const keep = async (activityMonths: 12 | null) => {
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const { workspace } = await callerFor(server, admin);
    const { name, package: tier, encryptBoxUrl, rowVersion } = await workspace.get({ ws });
    return workspace.update({ ws, name, package: tier, encryptBoxUrl, rowVersion, activityMonths });
  };

  it('are deleted day by day, with their counts and the lines of bells; others of the same and of other workspaces remain', async () => {
    const elsewhere = (await buildWorkspace(server)).id;
    const entry = (year: number, day: number, subject: string) =>
      withScope(server.deps.db, { workspaceId: ws }, (trx) =>
        emit(
          trx,
          { workspaceId: ws, personnelId: null, at: new Date(at(year, day)) },
          { event: 'incident.assigned', entityId: randomUUIDv7(), subject, notify: [dpo.personnelId] },
        ),
      );
    await entry(2024, 1, 'นานแล้ว');
    await entry(2025, 20, 'วันก่อน');
    await entry(2025, 21, 'วันแรก');
    await happen('purpose.created', at(2026, 3), { subject: 'เดือนนี้' });
    await happen('purpose.created', at(2020, 1), { subject: 'ของคนอื่น' }, elsewhere);
    const subjects = async (workspaceId = ws) =>
      (
        await server.owner
          .selectFrom('activityLogs')
          .select('subject')
          .where('workspaceId', '=', workspaceId)
          .where('event', '!=', 'workspace.updated')
          .orderBy('createdAt')
          .execute()
      ).map(({ subject }) => subject);
    // Without a setting, everything is retained and counted.
    await apply();
    expect((await (await as(dpo)).list({ ws })).meta.totalItems).toBe(4);

    expect((await keep(12)).activityMonths).toBe(12);
    expect(await apply()).toBe(2);
    expect(await subjects()).toEqual(['วันแรก', 'เดือนนี้']);
    expect(await subjects(elsewhere)).toEqual(['ของคนอื่น']);
    const { collection, meta } = await (await as(dpo)).list({ ws, sortDirection: 'ASC' });
    expect([meta.totalItems, collection[0]!.subject]).toEqual([3, 'วันแรก']);
    expect(
      await server.owner.selectFrom('personalNotices').select('activityId').where('workspaceId', '=', ws).execute(),
    ).toHaveLength(1);
    expect(await apply()).toBe(0);

    await keep(null);
    server.clock.set('2031-11-21T05:00:00Z');
    expect(await apply()).toBe(0);
  });

  it('cannot be deleted by anybody else: the role of jobs names the workspace, which defines the period', async () => {
    await happen('purpose.created', at(2015, 1));
    const remove = sql<{
      removed: number;
    }>`select expire_activity_logs(${ws}, ${new Date('2100-01-01')}, 100) as removed`;
    expect((await remove.execute(server.deps.systemDb)).rows).toEqual([{ removed: 0 }]);
    await expect(remove.execute(server.deps.db)).rejects.toThrow(/permission denied/);
  });
});
