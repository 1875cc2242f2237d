import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { buildRegister } from '../helpers/register.ts';
import { refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
const api = async (person: Person = dpo) => callerFor(server, person);
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
});

const purpose = async (overrides: Record<string, unknown> = {}, publish = false) => {
  const caller = (await api()).purpose;
  const created = await caller.create({ ws, ...(await completePurpose(server, ws)), ...overrides });
  return publish ? caller.publish({ ws, id: created.id, rowVersion: created.rowVersion }) : created;
};

describe('the dashboard', () => {
  it('of an empty workspace is all zero', async () => {
    const { dashboard } = await api();
    expect(await dashboard.figures({ ws })).toEqual({
      applications: 0,
      publishedApplications: 0,
      purposes: 0,
      publishedPurposes: 0,
      attributeUses: 0,
      sensitiveUses: 0,
      thirdParties: 0,
      thirdPartiesAbroad: 0,
    });
    expect((await dashboard.lawfulBasis({ ws })).collection.every(({ purposes }) => purposes === 0)).toBe(true);
    expect(await dashboard.crossBorder({ ws })).toEqual({ collection: [], total: 0 });
    expect(await dashboard.completeness({ ws })).toEqual({
      applications: 0,
      complete: 0,
      average: 0,
      collection: [],
      least: [],
    });
  });

  it('counts purposes by lawful basis: in each of theirs, and those without any; a change counts at once', async () => {
    await purpose({ lawfulBases: ['contract', 'legalObligation'] }, true);
    const bare = await purpose({ lawfulBases: [] });
    const count = async () =>
      Object.fromEntries(
        (await (await api()).dashboard.lawfulBasis({ ws })).collection.map((row) => [
          row.lawfulBasis ?? 'none',
          [row.purposes, row.published],
        ]),
      );
    expect(await count()).toMatchObject({ contract: [1, 1], legalObligation: [1, 1], consent: [0, 0], none: [1, 0] });
    await (
      await api()
    ).purpose.update({
      ws,
      id: bare.id,
      rowVersion: bare.rowVersion,
      ...(await completePurpose(server, ws)),
      lawfulBases: ['consent'],
    });
    expect(await count()).toMatchObject({ consent: [1, 0] });
    expect(await count()).not.toHaveProperty('none');
  });

  it('counts disclosure, foreign countries and what lacks a ground of transfer', async () => {
    const party = (name: string, country: string, safeguard: 'standardClauses' | null = null) => ({
      name,
      country,
      contract: 'DPA',
      safeguard,
    });
    await purpose({
      thirdPartyDisclosure: true,
      thirdParties: [party('ก', 'TH'), party('ข', 'SG', 'standardClauses'), party('ค', 'SG')],
    });
    await purpose({
      thirdPartyDisclosure: true,
      thirdParties: [party('ข', 'SG', 'standardClauses'), party('ง', 'US')],
    });
    await purpose();
    const { dashboard } = await api();
    const disclosure = await dashboard.thirdPartyDisclosure({ ws });
    expect(disclosure.collection).toEqual([
      { disclosed: true, purposes: 2, published: 0 },
      { disclosed: false, purposes: 1, published: 0 },
    ]);
    expect(disclosure.thirdParties[0]).toEqual({ name: 'ข', country: 'SG', purposes: 2 });
    expect((await dashboard.crossBorder({ ws })).collection).toEqual([
      { country: 'SG', purposes: 2, published: 0, thirdParties: 2, ungrounded: 1 },
      { country: 'US', purposes: 1, published: 0, thirdParties: 1, ungrounded: 1 },
    ]);
    // A country that the organisation holds adequate is a ground by itself, as data sharing says too.
    const ungrounded = async () =>
      (await (await api()).dashboard.crossBorder({ ws })).collection.find(({ country }) => country === 'US')
        ?.ungrounded;
    await (await api()).dataSharing.assess({ ws, country: 'US', adequate: true, note: 'เหตุผล' });
    expect(await ungrounded()).toBe(0);
    await (await api()).dataSharing.assess({ ws, country: 'US', adequate: false, note: 'เหตุผล' });
    expect(await ungrounded()).toBe(1);
  });

  it('counts responsible departments, and leads to the same numbers in the filtered list', async () => {
    const { word } = await wordsOf(server, ws);
    await purpose();
    await purpose({ thirdPartyDisclosure: true, thirdParties: [{ name: 'ก', country: 'SG', contract: 'ข' }] });
    await purpose({ responsibleDepartmentId: null, responsiblePersonnelId: dpo.personnelId, lawfulBases: [] });
    const { dashboard, purpose: list } = await api();
    const { collection } = await dashboard.responsible({ ws });
    expect(collection).toMatchObject([
      { department: { id: word('department') }, purposes: 2 },
      { department: null, purposes: 1 },
    ]);
    const total = async (filter: object) => (await list.list({ ws, ...filter })).meta.totalItems;
    expect(await total({ responsibleDepartmentId: word('department') })).toBe(2);
    expect(await total({ responsibleDepartmentId: 'NONE' })).toBe(1);
    expect(await total({ country: 'SG' })).toBe(1);
    expect(await total({ country: 'US' })).toBe(0);
    expect(await total({ thirdPartyDisclosure: true })).toBe(1);
    expect(await total({ lawfulBasis: 'contract' })).toBe(2);
    expect(await total({ lawfulBasis: 'NONE' })).toBe(1);
    expect(await total({ lawfulBasis: 'contract', country: 'SG', query: 'ดูแล' })).toBe(1);
  });

  it('tells how complete the record is, item by item, the least complete first', async () => {
    const controller = await buildDataController(server, ws);
    await buildRegister(server, api, { ws, dataControllerId: controller.id, applications: 2, purposesEach: 2 });
    const empty = await (
      await api()
    ).application.create({ ws, name: 'ยังว่าง', description: 'ก', dataControllerId: controller.id });
    const { dashboard } = await api();
    const chart = await dashboard.completeness({ ws });
    expect(chart).toMatchObject({ applications: 3, complete: 2, least: [{ id: empty.id, completeness: 12 }] });
    expect(chart.average).toBe(Math.floor((100 + 100 + 12) / 3));
    expect(chart.collection.find(({ item }) => item === 'dataCollected')).toEqual({
      role: 'controller',
      item: 'dataCollected',
      applications: 3,
      complete: 2,
    });
    const figures = await dashboard.figures({ ws });
    expect(figures).toMatchObject({ applications: 3, purposes: 4, attributeUses: 24, sensitiveUses: 4 });
  });

  it('is for Admin, DPO and Top Management', async () => {
    const reads = async (role: Person['role']) =>
      (await api(await buildPerson(server, { workspaceId: ws, role }))).dashboard.lawfulBasis({ ws });
    await expect(reads('Top Management')).resolves.toBeDefined();
    expect(await refusedWith(reads('Staff'))).toBe('FORBIDDEN');
  });
});
