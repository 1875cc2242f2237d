import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Trx } from '../../db/client.ts';
import { each } from '../../server/modules/dataSharing/service.ts';
import { transact, type WorkspaceContext } from '../../server/platform/trpc/context.ts';
import {
  flagsOf,
  type listDataSharing,
  SHARING_FLAGS,
  sharingFilters,
  type SharingItem,
} from '../../shared/dataSharing/schema.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { inventoryOf } from '../helpers/inventory.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

type Input = Omit<z.input<typeof listDataSharing>, 'ws'>;

let server: TestServer;
let ws: string;
let dpo: Person;
let manager: Person;
let make: Awaited<ReturnType<typeof inventoryOf>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ({ ws, dpo, manager } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management' }));
  make = await inventoryOf(server, ws);
});

const as = async (person: Person | null) => (await callerFor(server, person)).dataSharing;
const list = async (input: Input = {}) => (await (await as(dpo)).list({ ws, pageSize: 100, ...input })).collection;
const names = (rows: SharingItem[]) => rows.map(({ recipient }) => recipient.name);

/** A hospital that sends data to a domestic laboratory, foreign clouds and its own billing. */
async function fill(): Promise<void> {
  const contact = await make.category('ข้อมูลติดต่อ X');
  const health = await make.category('ข้อมูลสุขภาพ X', { sensitive: true });
  const phone = await make.attribute(contact, 'โทรศัพท์ X');
  const result = await make.attribute(health, 'ผลตรวจ X', { sensitive: true });
  const records = await make.application('เวชระเบียน');
  const billing = await make.application('การเงิน');
  const care = await make.purpose('รักษา', { discloses: true, shares: true, piiCategoryIds: [contact, health] });
  const news = await make.purpose('ส่งข่าว', { titleEn: 'News', discloses: true, piiCategoryIds: [contact] });
  const closed = await make.purpose('ไม่เปิดเผยแล้ว', { piiCategoryIds: [contact] });
  await make.thirdParty(closed, 'ไม่ควรเห็น', { country: 'US' });
  for (const [application, purpose] of [
    [records, care],
    [billing, care],
    [billing, news],
  ] as const)
    await make.use(application, purpose);
  await make.receiver(care, billing);
  const lab = await make.thirdParty(care, 'ห้องแล็บ', { contractExpiresOn: '2026-12-31' });
  await make.thirdParty(care, 'คลาวด์ก', {
    country: 'SG',
    safeguard: 'standardClauses',
    contractExpiresOn: '2026-11-20',
  });
  await make.thirdParty(care, 'คลาวด์ข', { country: 'US', contract: '' });
  await make.thirdParty(news, 'คลาวด์ค', { country: 'US', safeguard: 'adequacy', contractExpiresOn: '2028-01-01' });
  await make.line(records, care, [result, phone], { thirdPartyIds: [lab], internalApplicationIds: [billing] });
  await make.line(records, care, [result], { thirdPartyIds: [lab] });
  Object.assign(ids, { records, billing, care, news, contact, health });
  server.clock.set('2026-11-21T05:00:00Z');
}

describe('permissions', () => {
  it('to read: Admin, DPO and Top Management, in tiers that include data sharing', async () => {
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    const basic = await buildPerson(server, {
      workspaceId: (await buildWorkspace(server, { tier: 'Basic' })).id,
      role: 'Admin',
    });
    const calls = (api: Awaited<ReturnType<typeof as>>, at = ws) => [
      () => api.list({ ws: at }),
      () => api.summary({ ws: at }),
      () => api.countries({ ws: at }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(staff))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(basic), basic.workspaceId))
      expect(await refusal(call())).toMatchObject({ status: 'FORBIDDEN', code: 'forbidden.tier' });
    for (const person of [dpo, manager])
      for (const call of calls(await as(person))) await expect(call()).resolves.toBeTruthy();
    for (const tier of ['Standard', 'Pro', 'Unlimit'] as const) {
      const person = await buildPerson(server, {
        workspaceId: (await buildWorkspace(server, { tier })).id,
        role: 'DPO',
      });
      await expect((await as(person)).list({ ws: person.workspaceId })).resolves.toBeTruthy();
    }
  });

  it('to decide on a country: Admin and DPO, in tiers that include data sharing', async () => {
    const decision = { country: 'SG', adequate: true, note: 'กฎหมายเทียบเท่า' };
    const basic = await buildPerson(server, {
      workspaceId: (await buildWorkspace(server, { tier: 'Basic' })).id,
      role: 'Admin',
    });
    expect(await refusedWith((await as(manager)).assess({ ws, ...decision }))).toBe('FORBIDDEN');
    expect(await refusal((await as(basic)).assess({ ws: basic.workspaceId, ...decision }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'forbidden.tier',
    });
    await expect((await as(dpo)).assess({ ws, ...decision })).resolves.toMatchObject({
      country: 'SG',
      adequacy: 'adequate',
    });
  });
});

describe('data sharing', () => {
  beforeEach(fill);

  it('has a row for each recipient, with what it receives from where', async () => {
    const rows = await list();
    expect(names(rows).toSorted()).toEqual(['การเงิน', 'คลาวด์ก', 'คลาวด์ข', 'คลาวด์ค', 'ห้องแล็บ']);
    const one = (name: string) => rows.find(({ recipient }) => recipient.name === name);
    expect(one('การเงิน')).toMatchObject({
      kind: 'internal',
      recipient: { id: ids.billing },
      flags: [],
      lines: 1,
      sensitiveCategories: 1,
      applications: { total: 1, first: [{ id: ids.records }] },
    });
    // Named by lines: the data they send. Not named: everything that the purpose uses.
    expect(one('ห้องแล็บ')).toMatchObject({
      kind: 'thirdParty',
      recipient: { id: null },
      country: 'TH',
      adequacy: 'home',
      lines: 2,
      applications: { total: 2 },
    });
    expect(one('ห้องแล็บ')?.categories.map(({ id, sensitive }) => [id, sensitive])).toEqual([
      [ids.health, true],
      [ids.contact, false],
    ]);
    expect(one('คลาวด์ค')).toMatchObject({
      lines: 0,
      sensitiveCategories: 0,
      categories: [{ id: ids.contact }],
      purpose: { id: ids.news },
    });
  });

  it('flags what needs attention by the day in Bangkok', async () => {
    const flags = async () => Object.fromEntries((await list()).map((row) => [row.recipient.name, row.flags]));
    expect(await flags()).toEqual({
      การเงิน: [],
      ห้องแล็บ: ['contractExpiring'],
      คลาวด์ก: ['contractExpired'],
      คลาวด์ข: ['needsSafeguard', 'noContract'],
      คลาวด์ค: ['needsSafeguard'],
    });
    // The contract is valid through its last day, which ends at 17:00 UTC.
    server.clock.set('2026-11-20T16:59:59Z');
    expect((await flags()).คลาวด์ก).toEqual(['contractExpiring']);
    server.clock.set('2026-11-20T17:00:00Z');
    expect((await flags()).คลาวด์ก).toEqual(['contractExpired']);
    server.clock.set('2026-10-01T17:00:00Z');
    expect((await flags()).ห้องแล็บ).toEqual(['contractExpiring']);
    server.clock.set('2026-10-01T16:59:59Z');
    expect((await flags()).ห้องแล็บ).toEqual([]);
  });

  it('needs no other legal ground for a country assessed as adequate', async () => {
    const api = await as(dpo);
    const us = async () =>
      (await list({ country: 'US' })).map(({ recipient, adequacy, flags }) => [recipient.name, adequacy, flags]);
    await api.assess({ ws, country: 'US', adequate: true, note: 'กรอบความร่วมมือ' });
    expect(await us()).toEqual([
      ['คลาวด์ข', 'adequate', ['noContract']],
      ['คลาวด์ค', 'adequate', []],
    ]);
    await api.assess({ ws, country: 'US', adequate: false, note: 'ไม่มีหน่วยงานกำกับ' });
    expect(await us()).toEqual([
      ['คลาวด์ข', 'notAdequate', ['needsSafeguard', 'notAdequate', 'noContract']],
      ['คลาวด์ค', 'notAdequate', ['needsSafeguard', 'notAdequate']],
    ]);
    await api.assess({ ws, country: 'US', adequate: null });
    expect((await us()).map(([, adequacy]) => adequacy)).toEqual(['notAssessed', 'notAssessed']);
  });

  it('filters by each of its dimensions, with the exact total', async () => {
    const cases: [Input, string[]][] = [
      [{ kind: 'internal' }, ['การเงิน']],
      [{ kind: 'thirdParty' }, ['คลาวด์ก', 'คลาวด์ข', 'คลาวด์ค', 'ห้องแล็บ']],
      [{ kind: 'abroad' }, ['คลาวด์ก', 'คลาวด์ข', 'คลาวด์ค']],
      [{ country: 'TH' }, ['ห้องแล็บ']],
      [{ country: 'SG' }, ['คลาวด์ก']],
      [{ safeguard: 'standardClauses' }, ['คลาวด์ก']],
      [{ safeguard: 'missing' }, ['คลาวด์ข']],
      [{ flag: 'any' }, ['คลาวด์ก', 'คลาวด์ข', 'คลาวด์ค', 'ห้องแล็บ']],
      [{ applicationId: ids.billing, kind: 'internal' }, ['การเงิน']],
      [{ applicationId: ids.records }, ['การเงิน', 'คลาวด์ก', 'คลาวด์ข', 'ห้องแล็บ']],
      [{ purposeId: ids.news }, ['คลาวด์ค']],
      [{ query: 'คลาวด์' }, ['คลาวด์ก', 'คลาวด์ข', 'คลาวด์ค']],
      [{ query: 'NEWS' }, ['คลาวด์ค']],
      [{ query: 'เวชระเบียน', kind: 'internal' }, ['การเงิน']],
      [{ query: '%' }, []],
    ];
    for (const [input, expected] of cases) expect([input, names(await list(input))]).toEqual([input, expected]);
    const rows = await list();
    for (const flag of SHARING_FLAGS)
      expect([flag, names(await list({ flag }))]).toEqual([
        flag,
        names(rows.filter(({ flags }) => flags.includes(flag))),
      ]);
    const page = await (await as(dpo)).list({ ws, pageSize: 2, currentPage: 2, kind: 'thirdParty' });
    expect([names(page.collection), page.meta.totalItems]).toEqual([['คลาวด์ค', 'ห้องแล็บ'], 4]);
  });

  it('sorts, with contracts without an end last in both directions', async () => {
    const days = async (sortDirection: 'ASC' | 'DESC') =>
      (await list({ kind: 'thirdParty', sortBy: 'contractExpiresOn', sortDirection })).map(
        ({ contractExpiresOn }) => contractExpiresOn,
      );
    expect(await days('ASC')).toEqual(['2026-11-20', '2026-12-31', '2028-01-01', null]);
    expect(await days('DESC')).toEqual(['2028-01-01', '2026-12-31', '2026-11-20', null]);
    expect(
      (await list({ kind: 'thirdParty', sortBy: 'country', sortDirection: 'DESC' })).map(({ country }) => country),
    ).toEqual(['US', 'US', 'TH', 'SG']);
  });

  it('has a summary that equals its rows', async () => {
    const rows = await list();
    const summary = await (await as(dpo)).summary({ ws });
    expect(summary).toMatchObject({
      internal: 1,
      thirdParty: 4,
      recipients: 4,
      abroad: 3,
      countries: 2,
      attention: rows.filter(({ flags }) => flags.length > 0).length,
    });
    for (const flag of SHARING_FLAGS)
      expect([flag, summary.flags[flag]]).toEqual([flag, rows.filter(({ flags }) => flags.includes(flag)).length]);
  });
});

describe('countries', () => {
  beforeEach(fill);

  it('return what is transferred there, the decision and who made it', async () => {
    await (await as(dpo)).assess({ ws, country: 'JP', adequate: true, note: 'เตรียมไว้' });
    const countries = await (await as(dpo)).countries({ ws });
    expect(
      countries.map(({ country, adequacy, thirdParty, needsSafeguard }) => [
        country,
        adequacy,
        thirdParty,
        needsSafeguard,
      ]),
    ).toEqual([
      ['US', 'notAssessed', 2, 2],
      ['SG', 'notAssessed', 1, 0],
      ['TH', 'home', 1, 0],
      ['JP', 'adequate', 0, 0],
    ]);
    expect(countries.at(-1)).toMatchObject({
      note: 'เตรียมไว้',
      decidedBy: { id: dpo.personnelId },
      decidedAt: '2026-11-21T05:00:00.000Z',
    });
  });

  it('are decided with a reason, never Thailand, and each decision is logged', async () => {
    const api = await as(dpo);
    expect(await refusal(api.assess({ ws, country: 'US', adequate: false, note: ' ' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['note'],
    });
    expect(await refusal(api.assess({ ws, country: 'TH', adequate: true, note: 'บ้าน' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['country'],
    });
    expect(await refusal(api.assess({ ws, country: 'usa', adequate: true, note: 'x' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['country'],
    });
    await api.assess({ ws, country: 'US', adequate: false, note: 'เหตุ' });
    await api.assess({ ws, country: 'US', adequate: false, note: 'เหตุ' });
    await api.assess({ ws, country: 'US', adequate: null });
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'module', 'subject', 'changes'])
      .where('workspaceId', '=', ws)
      .orderBy('id')
      .execute();
    expect(logged).toEqual([
      {
        event: 'dataSharing.assessed',
        module: 'PII Inventory',
        subject: 'US',
        changes: [
          { field: 'adequate', old: null, new: false },
          { field: 'note', old: '', new: 'เหตุ' },
        ],
      },
      {
        event: 'dataSharing.assessed',
        module: 'PII Inventory',
        subject: 'US',
        changes: [
          { field: 'adequate', old: false, new: null },
          { field: 'note', old: 'เหตุ', new: '' },
        ],
      },
    ]);
  });

  it('are decided over the decision that was read: where there is a newer one, it is returned and stays', async () => {
    const api = await as(dpo);
    const us = { ws, country: 'US', note: 'เหตุ' };
    const first = await api.assess({ ...us, adequate: false, decidedAt: null });
    // Somebody who read that nobody had decided.
    const late = { ...us, adequate: true, note: 'เขียนไว้ก่อน' };
    const isStale = { code: 'staleEdit', details: { current: { adequacy: 'notAdequate', note: 'เหตุ' } } };
    expect(await refusal(api.assess({ ...late, decidedAt: null }))).toMatchObject(isStale);
    server.clock.set('2026-11-21T06:00:00Z');
    const second = await api.assess({ ...us, note: 'เหตุใหม่', adequate: false, decidedAt: first.decidedAt });
    expect(await refusal(api.assess({ ...late, decidedAt: first.decidedAt }))).toMatchObject({ code: 'staleEdit' });
    await api.assess({ ws, country: 'US', adequate: null, decidedAt: second.decidedAt });
    expect((await api.countries({ ws })).find(({ country }) => country === 'US')?.adequacy).toBe('notAssessed');
  });

  it('of another workspace are separate', async () => {
    const other = await buildPerson(server, { role: 'DPO' });
    await (await as(other)).assess({ ws: other.workspaceId, country: 'US', adequate: true, note: 'ที่อื่น' });
    expect((await (await as(dpo)).countries({ ws })).find(({ country }) => country === 'US')?.adequacy).toBe(
      'notAssessed',
    );
    expect((await (await as(other)).list({ ws: other.workspaceId })).collection).toEqual([]);
  });
});

it('an export has every relation of when it started once, whatever others edit meanwhile', async () => {
  const purposeId = await make.purpose('ส่งข่าว', { discloses: true });
  const named = (n: number) => `ผู้รับ ${String(n).padStart(4, '0')}`;
  await sql`
    insert into purpose_third_parties (workspace_id, id, purpose_id, name, contract, position, countries)
    select ${ws}::uuid, gen_random_uuid(), ${purposeId}::uuid, 'ผู้รับ ' || lpad(n::text, 4, '0'), '', n, array['US']
      from generate_series(1, 1100) n`.execute(server.owner);
  const reader = {
    deps: server.deps,
    workspace: { id: ws } as WorkspaceContext['workspace'],
    transaction: <Result>(work: (trx: Trx) => Promise<Result>) => transact(server.deps, { workspaceId: ws }, work),
  };
  const exported: string[] = [];
  for await (const batch of each(reader, sharingFilters.parse({}))) {
    exported.push(...names(batch));
    const parties = server.owner.updateTable('purposeThirdParties').where('purposeId', '=', purposeId);
    await parties.set({ name: 'ฮ ย้ายไปท้าย' }).where('position', '<=', 3).execute();
    await parties
      .set({ countries: ['SG'] })
      .where('position', '=', 1050)
      .execute();
    await server.owner
      .deleteFrom('purposeThirdParties')
      .where('purposeId', '=', purposeId)
      .where('position', 'in', [10, 11])
      .execute();
    await make.thirdParty(purposeId, 'ก มาก่อน', { country: 'US' });
  }
  expect(exported).toEqual(Array.from({ length: 1100 }, (_, place) => named(place + 1)));
});

it('flags of a third party are sorted by severity', () => {
  expect(
    flagsOf(
      { country: 'US', adequacy: 'notAdequate', safeguard: null, contract: '', contractExpiresOn: '2026-01-01' },
      '2026-02-01',
      '2026-05-02',
    ),
  ).toEqual(['needsSafeguard', 'notAdequate', 'contractExpired', 'noContract']);
});
