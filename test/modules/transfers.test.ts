import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  isAbroad as isAbroadInSql,
  isUnsettled as isUnsettledInSql,
} from '../../server/modules/transfer/destinations.ts';
import { groundAbroad } from '../../shared/dataSharing/transfer.ts';
import { isAbroad, UNNAMED_COUNTRY } from '../../shared/country.ts';
import { TRANSFER_SAFEGUARDS } from '../../shared/purpose/lawfulBasis.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { completeFlow } from '../helpers/register.ts';
import { ropaFacts } from '../../server/modules/ropa/documents/facts.ts';
import { recordsOf } from '../../server/modules/ropa/documents/record.ts';
import { disclosures, mapping } from '../../server/modules/ropa/documents/flowTables.ts';
import { ropaWords } from '../../server/modules/ropa/documents/words.ts';
import enScreen from '../../shared/locales/en/purposeScreen.ts';
import enRopa from '../../shared/locales/en/ropa.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
const api = async (person: Person | null = dpo) => callerFor(server, person);
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ws = (await buildWorkspace(server)).id;
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
});

/** A storage system by its English name. */
const storage = async (english: string) => {
  const { collection } = await (await api()).catalogue.list({ ws, kind: 'storageSystem', pageSize: 100 });
  return collection.find(({ name }) => name.en === english)!;
};
const place = async (
  english: string,
  country: string | null,
  safeguard: 'standardClauses' | 'adequacy' | null = null,
) => {
  const { id, rowVersion } = await storage(english);
  return (await api()).catalogue.place({ ws, id, rowVersion: rowVersion!, country, safeguard });
};

/** An application of one purpose, with a line; both store their data in these systems. */
async function application(
  systems: { purpose?: string; line?: string | null },
  processingRole: 'controller' | 'processor' = 'controller',
) {
  const caller = await api();
  const draft = await completePurpose(server, ws);
  const storageSystemIds = systems.purpose ? [(await storage(systems.purpose)).id] : draft.storageSystemIds;
  const purpose = await caller.purpose.create({ ws, ...draft, storageSystemIds });
  const controller = await buildDataController(server, ws);
  const { id } = await caller.application.create({
    ws,
    name: `ระบบ ${systems.purpose ?? ''} ${systems.line ?? ''} ${processingRole}`,
    description: 'ระบบ',
    dataControllerId: controller.id,
    processingRole,
    purposeIds: [purpose.id],
  });
  const line = await completeFlow(server, ws, purpose.id);
  const storageSystemId =
    systems.line === undefined ? line.storageSystemId : systems.line && (await storage(systems.line)).id;
  await caller.dataMapping.create({ ws, id, flows: [{ ...line, storageSystemId }] });
  return { id, purposeId: purpose.id };
}
const itemOf = async (id: string, item: string) =>
  (await (await api()).application.detail({ ws, id })).completenessItems.find((one) => one.item === item)!;

describe('data stored abroad', () => {
  it('requires its country and legal ground, and counts as a transfer wherever transfers are counted', async () => {
    const { id, purposeId } = await application({ purpose: 'Cloud abroad', line: 'Cloud abroad' });
    const caller = await api();
    const gaps = [
      { place: 'purpose', id: purposeId, field: 'storageSystemIds' },
      { place: 'dataMapping', id: purposeId, field: 'storageSystemIds' },
    ];
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: false, missing: gaps });
    const processed = await application({ purpose: 'Cloud abroad', line: null }, 'processor');
    expect(await itemOf(processed.id, 'transfers')).toMatchObject({ complete: false, missing: [{ place: 'purpose' }] });

    const counted = { purposes: 2, published: 0, thirdParties: 0, storageSystems: 1 };
    expect(await caller.dashboard.crossBorder({ ws })).toMatchObject({
      collection: [{ country: UNNAMED_COUNTRY, ...counted, ungrounded: 1 }],
      unrecorded: 0,
    });
    expect(await caller.dashboard.figures({ ws })).toMatchObject({ storageAbroad: 1, storageUnrecorded: 0 });
    expect(await caller.dataSharing.summary({ ws })).toMatchObject({
      storage: 2,
      abroad: 2,
      countries: 1,
      unrecorded: 0,
      flags: { needsSafeguard: 2, noCountry: 2, noContract: 0 },
    });

    await place('Cloud abroad', 'SG');
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: false, missing: gaps });
    await place('Cloud abroad', 'SG', 'standardClauses');
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: true, missing: [] });
    expect((await itemOf(processed.id, 'transfers')).complete).toBe(true);
    expect((await caller.dashboard.crossBorder({ ws })).collection).toEqual([
      { country: 'SG', ...counted, ungrounded: 0 },
    ]);
    // Adequacy is a mechanism only where the organisation has decided for it; then none has to be named.
    const scoreOf = async () => (await caller.application.get({ ws, id })).completeness;
    const full = await scoreOf();
    const isSettled = async () => [
      (await itemOf(id, 'disclosure')).complete,
      (await itemOf(processed.id, 'transfers')).complete,
      (await caller.dashboard.crossBorder({ ws })).collection[0]!.ungrounded === 0,
      (await scoreOf()) === full,
    ];
    const assess = (adequate: boolean | null) =>
      caller.dataSharing.assess({ ws, country: 'SG', adequate, note: 'กฎหมายเทียบเท่า' });
    await place('Cloud abroad', 'SG', 'adequacy');
    expect(await isSettled()).toEqual([false, false, false, false]);
    await assess(true);
    expect(await isSettled()).toEqual([true, true, true, true]);
    await place('Cloud abroad', 'SG');
    expect(await isSettled()).toEqual([true, true, true, true]);
    await assess(false);
    expect(await isSettled()).toEqual([false, false, false, false]);
    await assess(null);
    await place('Cloud abroad', 'SG', 'standardClauses');
    expect(await isSettled()).toEqual([true, true, true, true]);
    const { collection: relations } = await caller.dataSharing.list({ ws, kind: 'storage', country: 'SG' });
    expect(relations).toHaveLength(2);
    expect(relations[0]).toMatchObject({
      kind: 'storage',
      recipient: { id: null, name: 'ระบบคลาวด์ในต่างประเทศ', nameEn: 'Cloud abroad' },
      country: 'SG',
      adequacy: 'notAssessed',
      safeguard: 'standardClauses',
      flags: [],
    });
    expect(relations.map(({ lines }) => lines).sort()).toEqual([0, 1]);
    expect(await caller.dataSharing.countries({ ws })).toMatchObject([
      { country: 'SG', thirdParty: 0, storage: 2, needsSafeguard: 0 },
    ]);
    expect((await caller.purpose.list({ ws, country: 'SG' })).meta.totalItems).toBe(2);
    expect((await caller.purpose.list({ ws, country: 'US' })).meta.totalItems).toBe(0);

    const graph = await caller.dataFlow.get({ ws, country: 'SG' });
    const node = graph.nodes.find(({ kind }) => kind === 'storage')!;
    expect(node).toMatchObject({ country: 'SG', name: { en: 'Cloud abroad' } });
    expect(graph.edges.filter(({ crossBorder }) => crossBorder).map(({ to }) => to)).toEqual([node.key]);
    expect((await caller.dataFlow.choices({ ws })).countries).toEqual(['SG']);
    const { collection: uses } = await caller.inventory.list({ ws, applicationId: id });
    // Storage is no recipient.
    expect(uses[0]).toMatchObject({ storageSystem: { country: 'SG' }, recipients: { thirdParty: 0, abroad: 0 } });
  });

  it('is listed in the document of the record with its country and legal ground', async () => {
    const { id } = await application({ purpose: 'Cloud abroad', line: 'E-mail system' });
    await place('Cloud abroad', 'SG', 'standardClauses');
    const written: string[] = [];
    for await (const record of recordsOf(
      (work) => server.owner.transaction().execute((trx) => work(trx as never)),
      ws,
      [id],
    ))
      written.push(JSON.stringify(disclosures(record, ropaWords('en'), { adequate: [] })));
    const [text] = written;
    expect(text).toContain('Cloud abroad');
    expect(text).toContain('Singapore');
    expect(text).toContain('Standard contractual clauses');
    // Of an unknown location it does not claim that it is in Thailand.
    expect(text).toContain('E-mail system');
    expect(text).not.toContain('Thailand');
  });
});

describe('recipients of a purpose whose disclosure is switched off', () => {
  it('are not counted, and counted again once it discloses', async () => {
    const caller = await api();
    const draft = await completePurpose(server, ws);
    const controller = await buildDataController(server, ws);
    const other = await application({ line: null });
    const party = { country: 'US', contract: 'DPA', safeguard: 'standardClauses' as const };
    const sharing = {
      thirdParties: [
        { ...party, name: 'Cloud Inc' },
        { ...party, name: '' },
      ],
      internalApplicationIds: [other.id],
    };
    const purpose = await caller.purpose.create({ ws, ...draft, ...sharing });
    const { id } = await caller.application.create({
      ws,
      name: 'ระบบที่ไม่เปิดเผย',
      description: 'ระบบ',
      dataControllerId: controller.id,
      processingRole: 'controller',
      purposeIds: [purpose.id],
    });
    const flow = {
      ...(await completeFlow(server, ws, purpose.id)),
      thirdPartyIds: purpose.content.thirdParties.map((one) => one.id!),
      internalApplicationIds: [other.id],
    };
    await caller.dataMapping.create({ ws, id, flows: [flow] });
    const counted = async () => ({
      reached: (await caller.dataFlow.get({ ws })).nodes
        .filter(({ kind }) => kind === 'thirdParty' || kind === 'internal')
        .map(({ kind }) => kind)
        .sort(),
      countries: (await caller.dataFlow.choices({ ws })).countries,
      abroad: (await caller.dataFlow.get({ ws, country: 'US' })).nodes.length > 0,
      inventory: (await caller.inventory.list({ ws, applicationId: id })).collection[0]!.recipients,
      dashboard: (await caller.dashboard.figures({ ws })).thirdParties,
      sharing: (await caller.dataSharing.list({ ws })).collection.length,
    });
    const none = { internal: 0, thirdParty: 0, abroad: 0 };
    expect(await counted()).toEqual({
      reached: [],
      countries: ['TH'],
      abroad: false,
      inventory: none,
      dashboard: 0,
      sharing: 0,
    });
    const text = async () => {
      const written: string[] = [];
      for await (const record of recordsOf(
        (work) => server.owner.transaction().execute((trx) => work(trx as never)),
        ws,
        [id],
      ))
        written.push(JSON.stringify(mapping(record, ropaWords('en'))));
      return written.join('');
    };
    expect(await text()).not.toContain('Cloud Inc');
    const { rowVersion, content } = await caller.purpose.get({ ws, id: purpose.id });
    await caller.purpose.update({
      ws,
      id: purpose.id,
      rowVersion,
      ...draft,
      ...sharing,
      thirdParties: content.thirdParties.map(({ id: partyId, ...one }) => ({ ...party, ...one, id: partyId! })),
      thirdPartyDisclosure: true,
      internalSharing: true,
    });
    expect(await counted()).toEqual({
      reached: ['internal', 'thirdParty'],
      countries: ['TH', 'US'],
      abroad: true,
      inventory: { internal: 1, thirdParty: 1, abroad: 1 },
      dashboard: 1,
      sharing: 2,
    });
    expect(await text()).toContain('Cloud Inc');
  });
});

describe('a recipient in several countries', () => {
  const party = { name: 'Cloud Inc', contract: 'DPA', safeguard: null };
  const disclosing = async (parties: object[]) => {
    const caller = await api();
    const draft = { ...(await completePurpose(server, ws)), thirdPartyDisclosure: true };
    const purpose = await caller.purpose.create({ ws, ...draft, thirdParties: parties as never });
    const { id } = await caller.application.create({
      ws,
      name: 'ระบบที่ส่งออก',
      description: 'ระบบ',
      dataControllerId: (await buildDataController(server, ws)).id,
      processingRole: 'controller',
      purposeIds: [purpose.id],
    });
    const thirdPartyIds = purpose.content.thirdParties.map((one) => one.id!);
    const flow = { ...(await completeFlow(server, ws, purpose.id)), thirdPartyIds };
    await caller.dataMapping.create({ ws, id, flows: [flow] });
    return { id, purpose, draft };
  };

  it('counts as abroad if one of them is, to each of them, and requires a legal ground', async () => {
    const caller = await api();
    const { id, purpose, draft } = await disclosing([{ ...party, countries: ['TH', 'SG', 'JP', 'SG'] }]);
    expect(purpose.content.thirdParties).toMatchObject([{ name: 'Cloud Inc', countries: ['TH', 'SG', 'JP'] }]);
    const missing = { place: 'purpose', id: purpose.id, field: 'thirdParties' };
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: false, missing: [missing] });
    expect(
      (await caller.dashboard.crossBorder({ ws })).collection.toSorted((a, b) => (a.country < b.country ? -1 : 1)),
    ).toEqual(
      ['JP', 'SG'].map((country) => ({
        country,
        purposes: 1,
        published: 0,
        thirdParties: 1,
        storageSystems: 0,
        ungrounded: 1,
      })),
    );
    // In three countries it is one recipient.
    expect(await caller.dashboard.figures({ ws })).toMatchObject({ thirdParties: 1, thirdPartiesAbroad: 1 });
    expect((await caller.dashboard.thirdPartyDisclosure({ ws })).thirdParties.map(({ country }) => country)).toEqual([
      'JP',
      'SG',
      'TH',
    ]);
    const { collection } = await caller.dataSharing.list({ ws, kind: 'thirdParty' });
    expect(Object.fromEntries(collection.map(({ country, flags, lines }) => [country, [lines, ...flags]]))).toEqual({
      TH: [1],
      SG: [1, 'needsSafeguard'],
      JP: [1, 'needsSafeguard'],
    });
    expect(new Set(collection.map(({ key }) => key)).size).toBe(3);
    expect(await caller.dataSharing.summary({ ws })).toMatchObject({ recipients: 1, abroad: 2, countries: 2 });
    const graph = await caller.dataFlow.get({ ws });
    const reached = graph.nodes.filter(({ kind }) => kind === 'thirdParty');
    expect(reached.map(({ name, country }) => [name.th, country]).sort()).toEqual([
      ['Cloud Inc', 'JP'],
      ['Cloud Inc', 'SG'],
      ['Cloud Inc', 'TH'],
    ]);
    expect(graph.edges.filter(({ crossBorder }) => crossBorder)).toHaveLength(2);
    expect(
      (await caller.dataFlow.get({ ws, country: 'JP' })).nodes.filter(({ kind }) => kind === 'thirdParty'),
    ).toMatchObject([{ country: 'JP' }]);
    expect((await caller.dataFlow.choices({ ws })).countries).toEqual(['TH', 'JP', 'SG']);
    const { collection: uses } = await caller.inventory.list({ ws, applicationId: id });
    expect(uses[0]!.recipients).toEqual({ internal: 0, thirdParty: 1, abroad: 1 });
    for (const [country, found] of [
      ['SG', 1],
      ['JP', 1],
      ['US', 0],
    ] as const)
      expect((await caller.purpose.list({ ws, country })).meta.totalItems).toBe(found);
    expect((await caller.dataMapping.get({ ws, id })).flows[0]!.thirdParties).toMatchObject([
      { name: 'Cloud Inc', countries: ['TH', 'SG', 'JP'] },
    ]);
    const written: string[] = [];
    for await (const record of recordsOf(
      (work) => server.owner.transaction().execute((trx) => work(trx as never)),
      ws,
      [id],
    ))
      written.push(
        JSON.stringify([disclosures(record, ropaWords('en'), { adequate: [] }), mapping(record, ropaWords('th'))]),
      );
    expect(written.join('')).toContain('Thailand, Singapore, Japan');
    expect(written.join('')).toContain('Cloud Inc (ไทย, สิงคโปร์, ญี่ปุ่น)');

    // Without its id, as REST clients may send it, it remains the recipient named by the line.
    const saved = await caller.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: (await caller.purpose.get({ ws, id: purpose.id })).rowVersion,
      ...draft,
      thirdParties: [{ ...party, countries: ['SG', 'TH'], safeguard: 'standardClauses' }],
    });
    expect(saved.content.thirdParties[0]!.id).toBe(purpose.content.thirdParties[0]!.id);
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: true, missing: [] });
    const { collection: log } = await caller.activityLog.list({ ws });
    expect(JSON.stringify(log.find(({ event }) => event === 'purpose.updated')!.changes)).toContain(
      'Cloud Inc (SG, TH)',
    );
  });

  it('needs no mechanism in the document of the record where the organisation holds its countries adequate', async () => {
    const caller = await api();
    const { id } = await disclosing([
      { ...party, name: 'Cloud Inc', countries: ['SG', 'JP'] },
      { ...party, name: 'Named Inc', countries: ['SG'], safeguard: 'adequacy' },
      { ...party, name: 'Clauses Inc', countries: ['SG'], safeguard: 'standardClauses' },
      { ...party, name: 'Home Inc', countries: ['TH'] },
    ]);
    const written = async () => {
      const about = await server.owner.transaction().execute((trx) => ropaFacts(trx, ws, [id]));
      for await (const record of recordsOf(
        (work) => server.owner.transaction().execute((trx) => work(trx as never)),
        ws,
        [id],
      )) {
        const [block] = disclosures(record, ropaWords('en'), about);
        const rows = (block as unknown as { rows: unknown[][] }).rows;
        return Object.fromEntries(
          rows.filter(([, name]) => String(name).endsWith('Inc')).map((row) => [row[1], row.at(-1)]),
        );
      }
      return {};
    };
    const clauses = { 'Clauses Inc': enScreen.safeguard.standardClauses, 'Home Inc': enRopa.notNeeded };
    const of = (text: string, countries: string) => text.replace('{{countries}}', countries);
    expect(await written()).toEqual({
      ...clauses,
      'Cloud Inc': { text: of(enRopa.mechanismOpen, 'Singapore, Japan'), mark: 'warn' },
      'Named Inc': { text: of(enRopa.adequacyOpen, 'Singapore'), mark: 'warn' },
    });
    await caller.dataSharing.assess({ ws, country: 'SG', adequate: true, note: 'กฎหมายเทียบเท่า' });
    expect(await written()).toEqual({
      ...clauses,
      'Cloud Inc': { text: of(enRopa.mechanismOpen, 'Japan'), mark: 'warn' },
      'Named Inc': of(enRopa.adequate, 'Singapore'),
    });
    await caller.dataSharing.assess({ ws, country: 'JP', adequate: true, note: 'กฎหมายเทียบเท่า' });
    expect(await written()).toMatchObject({ 'Cloud Inc': of(enRopa.adequate, 'Singapore, Japan') });
    expect(await itemOf(id, 'disclosure')).toMatchObject({ complete: true });
  });

  it('is accepted as one country from clients that do not support several, and refused without any', async () => {
    const { purpose } = await disclosing([
      { ...party, country: 'US' },
      { ...party, name: 'Home' },
    ]);
    expect(purpose.content.thirdParties.map(({ countries }) => countries)).toEqual([['US'], ['TH']]);
    const draft = await completePurpose(server, ws);
    const caller = await api();
    for (const countries of [[], ['XX'], ['ZZ'], Array.from({ length: 21 }, () => 'SG')])
      expect(await refusedWith(caller.purpose.create({ ws, ...draft, thirdParties: [{ ...party, countries }] }))).toBe(
        'BAD_REQUEST',
      );
  });
});

describe('storage without a recorded country', () => {
  it('counts neither as abroad nor as domestic: it is incomplete, and reported as unknown', async () => {
    const { id } = await application({ purpose: 'E-mail system', line: null });
    const caller = await api();
    expect((await itemOf(id, 'disclosure')).complete).toBe(false);
    expect(await caller.dashboard.crossBorder({ ws })).toMatchObject({ collection: [], unrecorded: 1 });
    expect(await caller.dashboard.figures({ ws })).toMatchObject({ storageAbroad: 0, storageUnrecorded: 1 });
    expect(await caller.dataSharing.summary({ ws })).toMatchObject({ storage: 0, abroad: 0, unrecorded: 1 });
    await place('E-mail system', 'TH');
    expect((await itemOf(id, 'disclosure')).complete).toBe(true);
    expect(await caller.dashboard.crossBorder({ ws })).toMatchObject({ collection: [], unrecorded: 0 });
  });

  it('remains unknown in versions published before, while a new version contains the location of its day', async () => {
    const caller = await api();
    const draft = await completePurpose(server, ws);
    const { id: systemId } = await storage('E-mail system');
    const created = await caller.purpose.create({ ws, ...draft, storageSystemIds: [systemId] });
    const published = await caller.purpose.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    await place('E-mail system', 'IE', 'standardClauses');
    const [now, old] = [
      (await caller.purpose.get({ ws, id: created.id })).content,
      (await caller.purpose.version({ ws, id: created.id, v: published.publishedVersion })).content,
    ];
    expect(now.storageSystems).toMatchObject([{ country: 'IE', safeguard: 'standardClauses' }]);
    expect(old.storageSystems[0]!.country ?? null).toBeNull();
    // The location is a fact of the system: the purpose does not become a draft because of it.
    expect((await caller.purpose.get({ ws, id: created.id })).status).toBe('published');
  });
});

describe('the location of a storage system', () => {
  it('is recorded with a version check by users who write the record, and logged', async () => {
    const { id, rowVersion } = await storage('E-mail system');
    const input = { ws, id, rowVersion: rowVersion!, country: 'SG', safeguard: null };
    const manager = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const outsider = await buildPerson(server, { role: 'Admin' });
    expect(await refusedWith((await api(null)).catalogue.place(input))).toBe('UNAUTHORIZED');
    expect(await refusedWith((await api(manager)).catalogue.place(input))).toBe('FORBIDDEN');
    expect(await refusedWith((await api(outsider)).catalogue.place(input))).toBe('NOT_FOUND');
    const first = await (await api()).catalogue.place(input);
    expect(first).toMatchObject({ country: 'SG', safeguard: null, rowVersion: 2 });
    // A user with an outdated version is refused, with the current record.
    const stale = await refusal((await api()).catalogue.place({ ...input, country: 'US' }));
    expect(stale).toMatchObject({ code: 'staleEdit', details: { current: { country: 'SG', rowVersion: 2 } } });
    expect(await storage('E-mail system')).toMatchObject({ country: 'SG' });
    const { collection } = await (await api()).activityLog.list({ ws });
    expect(collection[0]).toMatchObject({ event: 'storageSystem.placed' });
  });

  it('has no legal ground in the country, accepts no invalid code, and does not exist for other catalogue entries', async () => {
    const { id, rowVersion } = await storage('E-mail system');
    const caller = await api();
    expect(
      await caller.catalogue.place({ ws, id, rowVersion: rowVersion!, country: 'TH', safeguard: 'consent' }),
    ).toMatchObject({ country: 'TH', safeguard: null });
    const none = { ws, id, rowVersion: 2, country: 'Singapore', safeguard: null };
    expect(await refusedWith(caller.catalogue.place(none))).toBe('BAD_REQUEST');
    const { collection } = await caller.catalogue.list({ ws, kind: 'department' });
    expect(collection[0]).not.toHaveProperty('country');
    const other = { ws, id: collection[0]!.id, rowVersion: 1, country: 'SG', safeguard: TRANSFER_SAFEGUARDS[0] };
    expect(await refusedWith(caller.catalogue.place(other))).toBe('NOT_FOUND');
  });
});

it('the meaning of abroad is the same for the server and the database', async () => {
  for (const country of [null, 'TH', 'SG', UNNAMED_COUNTRY]) {
    const { rows } = await sql<{
      abroad: boolean | null;
    }>`select ${isAbroadInSql(sql`${country}::text`)} as abroad`.execute(server.owner);
    expect(rows[0]!.abroad ?? false).toBe(isAbroad(country));
  }
});

it('a place has a legal ground for the server exactly where the database counts it as settled', async () => {
  await (await api()).dataSharing.assess({ ws, country: 'JP', adequate: true, note: 'มีหน่วยงานกำกับ' });
  await (await api()).dataSharing.assess({ ws, country: 'US', adequate: false, note: 'ไม่มีหน่วยงานกำกับ' });
  const adequate = new Set(['JP']);
  for (const country of [null, 'JP', 'US', 'SG', UNNAMED_COUNTRY])
    for (const safeguard of [null, ...TRANSFER_SAFEGUARDS]) {
      const unsettled = isUnsettledInSql(ws, sql`${country}::text`, sql`${safeguard}::text`);
      const { rows } = await sql<{ unsettled: boolean }>`select ${unsettled} as unsettled`.execute(server.owner);
      expect([country, safeguard, groundAbroad({ country, safeguard }, adequate) === null]).toEqual([
        country,
        safeguard,
        rows[0]!.unsettled,
      ]);
    }
});
