import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { thirdPartyDisclosure } from '../../server/modules/dashboard/exports.ts';
import type { ExportJob } from '../../server/platform/exports/maker.ts';
import en from '../../shared/locales/en/dashboard.ts';
import dataSharing from '../../shared/locales/en/dataSharing.ts';
import ropa from '../../shared/locales/en/ropa.ts';
import {
  assess,
  LIA_ANSWERS,
  LIA_EXPLANATION_MIN,
  LIA_QUESTIONS,
  LIA_TESTS,
  type LiaAnswers,
  type LiaTest,
} from '../../shared/purpose/legitimateInterest.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose, wordsOf } from '../helpers/record.ts';
import { buildRegister, completeFlow } from '../helpers/register.ts';
import { refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
const api = async (person: Person = dpo) => callerFor(server, person);
beforeAll(async () => {
  server = await sharedServer();
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
      reviewsOverdue: 0,
      purposes: 0,
      publishedPurposes: 0,
      attributeUses: 0,
      sensitiveUses: 0,
      thirdParties: 0,
      thirdPartiesAbroad: 0,
      storageAbroad: 0,
      storageUnrecorded: 0,
    });
    expect((await dashboard.lawfulBasis({ ws })).collection.every(({ purposes }) => purposes === 0)).toBe(true);
    expect(await dashboard.crossBorder({ ws })).toEqual({ collection: [], total: 0, unrecorded: 0 });
    expect(await dashboard.completeness({ ws })).toEqual({
      applications: 0,
      complete: 0,
      average: 0,
      collection: [],
      least: [],
    });
  });

  it('counts purposes by lawful basis: under each of theirs, and those without any; a change counts immediately', async () => {
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

  it('counts disclosure, foreign countries and transfers without a legal ground', async () => {
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
      { country: 'SG', purposes: 2, published: 0, thirdParties: 2, storageSystems: 0, ungrounded: 1 },
      { country: 'US', purposes: 1, published: 0, thirdParties: 1, storageSystems: 0, ungrounded: 1 },
    ]);
    // A country assessed as adequate is itself a legal ground, consistent with data sharing.
    const ungrounded = async () =>
      (await (await api()).dashboard.crossBorder({ ws })).collection.find(({ country }) => country === 'US')
        ?.ungrounded;
    await (await api()).dataSharing.assess({ ws, country: 'US', adequate: true, note: 'เหตุผล' });
    expect(await ungrounded()).toBe(0);
    await (await api()).dataSharing.assess({ ws, country: 'US', adequate: false, note: 'เหตุผล' });
    expect(await ungrounded()).toBe(1);
  });

  it('counts third parties and countries of purposes that disclose, once they have a name: figures and charts alike', async () => {
    const party = (name: string, country: string) => ({ name, country, contract: 'DPA' });
    await purpose({ thirdPartyDisclosure: true, thirdParties: [party('ก', 'TH'), party('', 'SG'), party('ข', 'US')] });
    // Switched off again, the entered values remain in the draft.
    const { id } = await purpose({ thirdPartyDisclosure: true, thirdParties: [party('ค', 'JP')] });
    await server.owner.updateTable('purposes').set({ thirdPartyDisclosure: false }).where('id', '=', id).execute();
    await purpose();
    const { dashboard, purpose: list } = await api();
    expect(await dashboard.figures({ ws })).toMatchObject({ thirdParties: 2, thirdPartiesAbroad: 1 });
    expect((await dashboard.thirdPartyDisclosure({ ws })).thirdParties.map(({ name }) => name).toSorted()).toEqual([
      'ก',
      'ข',
    ]);
    expect((await dashboard.crossBorder({ ws })).collection.map(({ country }) => country)).toEqual(['US']);
    for (const [country, total] of [
      ['US', 1],
      ['SG', 0],
      ['JP', 0],
    ] as const)
      expect((await list.list({ ws, country })).meta.totalItems, country).toBe(total);
    expect(
      (await (await api()).dataSharing.list({ ws })).collection.map(({ recipient }) => recipient.name).toSorted(),
    ).toEqual(['ก', 'ข']);
  });

  it('counts a third party as one in figures and charts, however its name is capitalised, as the diagram does', async () => {
    const party = (name: string) => ({ name, country: 'SG', contract: 'DPA' });
    await purpose({ thirdPartyDisclosure: true, thirdParties: [party('Cloud Hosting'), party('Mailer')] });
    await purpose({ thirdPartyDisclosure: true, thirdParties: [party('CLOUD hosting')] });
    const { dashboard } = await api();
    expect(await dashboard.figures({ ws })).toMatchObject({ thirdParties: 2, thirdPartiesAbroad: 2 });
    expect((await dashboard.thirdPartyDisclosure({ ws })).thirdParties).toEqual([
      { name: 'Cloud Hosting', country: 'SG', purposes: 2 },
      { name: 'Mailer', country: 'SG', purposes: 1 },
    ]);
    expect((await dashboard.crossBorder({ ws })).collection).toEqual([
      { country: 'SG', purposes: 2, published: 0, thirdParties: 2, storageSystems: 0, ungrounded: 2 },
    ]);
  });

  it('exports every purpose that discloses, also one whose recipients are not stated yet', async () => {
    const purposes = {
      stated: [{ name: 'Cloud', country: 'SG', contract: 'DPA' }],
      unnamed: [{ name: '', country: 'SG', contract: '' }],
      none: [],
    };
    for (const [title, thirdParties] of Object.entries(purposes))
      await purpose({ title: { th: title, en: '' }, thirdPartyDisclosure: true, thirdParties });
    await purpose({ title: { th: 'internal', en: '' } });
    const job = {
      workspace: { id: ws },
      transaction: (work: Parameters<ExportJob['transaction']>[0]) => server.owner.transaction().execute(work),
      format: 'csv',
      locale: 'en',
      position: null,
      progress: () => {},
      mark: () => {},
    } as unknown as ExportJob<object>;
    let text = '';
    for await (const piece of (await thirdPartyDisclosure.make(job)) as AsyncIterable<Uint8Array>)
      text += Buffer.from(piece).toString();
    const [headings = [], ...rows] = Papa.parse<string[]>(text.replace('\ufeff', ''), { skipEmptyLines: true }).data;
    const cells = (row: string[], column: keyof typeof en.column) => row[headings.indexOf(en.column[column])];
    const listed = rows.map((row) => [cells(row, 'purpose'), cells(row, 'thirdParty'), cells(row, 'kind')]);
    const kind = dataSharing.kind.thirdParty;
    expect(listed.toSorted()).toEqual([
      ['none', ropa.notNamed, kind],
      ['stated', 'Cloud', kind],
      ['unnamed', ropa.notNamed, kind],
    ]);
    const { collection } = await (await api()).dashboard.thirdPartyDisclosure({ ws });
    expect(collection.find(({ disclosed }) => disclosed)?.purposes).toBe(3);
  });

  it('counts legitimate interest if its assessment passes, in charts, lists and the inventory', async () => {
    const passing = Object.fromEntries(
      LIA_TESTS.map((test) => [
        test,
        LIA_QUESTIONS[test].map(({ passes }) => ({ answer: passes[0], explanation: '' })),
      ]),
    ) as LiaAnswers;
    const failing = structuredClone(passing);
    failing.balancing[3] = { answer: 'yes', explanation: '' };
    const { id: passed } = await purpose({ lawfulBases: ['legitimateInterest'], legitimateInterest: passing });
    const { id: failed } = await purpose({
      title: { th: 'ไม่ผ่าน', en: 'Fails' },
      lawfulBases: ['legitimateInterest'],
      legitimateInterest: failing,
    });
    const { id: mixed } = await purpose({
      title: { th: 'สองฐาน', en: 'Two' },
      lawfulBases: ['contract', 'legitimateInterest'],
    });
    const { dashboard, purpose: list } = await api();
    const { collection } = await dashboard.lawfulBasis({ ws });
    const counted = new Map(collection.map(({ lawfulBasis, purposes }) => [lawfulBasis, purposes]));
    expect([counted.get('legitimateInterest'), counted.get('contract'), counted.get(null)]).toEqual([1, 1, 1]);
    const listed = async (lawfulBasis: 'legitimateInterest' | 'contract' | 'NONE') =>
      (await list.list({ ws, lawfulBasis })).collection.map(({ id }) => id);
    expect(await listed('legitimateInterest')).toEqual([passed]);
    expect(await listed('contract')).toEqual([mixed]);
    expect(await listed('NONE')).toEqual([failed]);

    const controller = await buildDataController(server, ws);
    const application = await (
      await api()
    ).application.create({
      ws,
      name: 'ระบบ',
      description: 'ก',
      dataControllerId: controller.id,
      purposeIds: [passed, failed],
    });
    const line = await completeFlow(server, ws, passed);
    await (await api()).dataMapping.create({ ws, id: application.id, flows: [line, { ...line, purposeId: failed }] });
    const uses = async (lawfulBasis: 'legitimateInterest' | 'none') =>
      (await (await api()).inventory.list({ ws, lawfulBasis })).collection;
    expect(new Set((await uses('legitimateInterest')).map((row) => row.purpose.id))).toEqual(new Set([passed]));
    expect((await uses('none')).map((row) => [row.purpose.id, row.lawfulBases])).toEqual(
      line.attributeIds.map(() => [failed, []]),
    );
  });

  it('evaluates an assessment in the database the same way as elsewhere', async () => {
    const answers = (change: (test: LiaTest, index: number) => LiaAnswers[LiaTest][number] | undefined): LiaAnswers =>
      Object.fromEntries(
        LIA_TESTS.map((test) => [
          test,
          LIA_QUESTIONS[test].map(({ passes }, index) => change(test, index) ?? { answer: passes[0], explanation: '' }),
        ]),
      ) as LiaAnswers;
    const long = 'คำอธิบายที่ยาวพอสำหรับการประเมิน';
    const cases: (LiaAnswers | null)[] = [
      null,
      { purpose: [], necessity: [], balancing: [] },
      answers(() => undefined),
    ];
    for (const test of LIA_TESTS)
      for (const index of LIA_QUESTIONS[test].keys())
        for (const answer of [...LIA_ANSWERS, null])
          for (const explanation of ['', ' '.repeat(30), long.slice(0, LIA_EXPLANATION_MIN - 1), long])
            cases.push(answers((one, at) => (one === test && at === index ? { answer, explanation } : undefined)));
    const { rows } = await sql<{ passes: boolean }>`
      select legitimate_interest_passes(nullif(value, 'null'::jsonb)) as passes
        from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as c (value, place) order by place`.execute(
      server.owner,
    );
    expect(rows.map(({ passes }) => passes)).toEqual(cases.map((one) => assess(one).passed));
    expect(new Set(rows.map(({ passes }) => passes)).size).toBe(2);
  });

  it('counts responsible departments, and links to the same numbers in the filtered list', async () => {
    const { word } = await wordsOf(server, ws);
    await purpose();
    await purpose({ thirdPartyDisclosure: true, thirdParties: [{ name: 'ก', country: 'SG', contract: 'ข' }] });
    await purpose({ responsibleDepartmentId: null, responsiblePersonnelId: dpo.personnelId, lawfulBases: [] });
    await purpose({ responsibleDepartmentId: null, responsiblePersonnelId: null });
    const { dashboard, purpose: list } = await api();
    const { collection } = await dashboard.responsible({ ws });
    expect(collection).toMatchObject([
      { department: { id: word('department') }, person: false, purposes: 2 },
      { department: null, person: true, purposes: 1 },
      { department: null, person: false, purposes: 1 },
    ]);
    const total = async (filter: object) => (await list.list({ ws, ...filter })).meta.totalItems;
    expect(await total({ responsibleDepartmentId: word('department') })).toBe(2);
    expect(await total({ responsibleDepartmentId: 'PERSON' })).toBe(1);
    expect(await total({ responsibleDepartmentId: 'NONE' })).toBe(1);
    expect(await total({ country: 'SG' })).toBe(1);
    expect(await total({ country: 'US' })).toBe(0);
    expect(await total({ thirdPartyDisclosure: true })).toBe(1);
    expect(await total({ lawfulBasis: 'contract' })).toBe(3);
    expect(await total({ lawfulBasis: 'NONE' })).toBe(1);
    expect(await total({ lawfulBasis: 'contract', country: 'SG', query: 'ดูแล' })).toBe(1);
  });

  it('returns the completeness of the record, item by item, the least complete first', async () => {
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

  it('is restricted to Admin, DPO and Top Management', async () => {
    const reads = async (role: Person['role']) =>
      (await api(await buildPerson(server, { workspaceId: ws, role }))).dashboard.lawfulBasis({ ws });
    await expect(reads('Top Management')).resolves.toBeDefined();
    expect(await refusedWith(reads('Staff'))).toBe('FORBIDDEN');
  });
});
