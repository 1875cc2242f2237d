import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FlowInput } from '../../shared/dataMapping/schema.ts';
import thDataMapping from '../../shared/locales/th/dataMapping.ts';
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
import { attributesOf, completeFlow } from '../helpers/register.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let staff: Person;
let line: FlowInput;
let purposeId: string;
let applicationId: string;
const api = async (person: Person | null = staff) => callerFor(server, person);
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ws = (await buildWorkspace(server)).id;
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  const controller = await buildDataController(server, ws);
  purposeId = await buildPurpose('ดูแลผู้ป่วย');
  applicationId = (
    await (
      await api()
    ).application.create({
      ws,
      name: 'ทะเบียนผู้ป่วย',
      description: 'ข้อมูลผู้ป่วย',
      dataControllerId: controller.id,
      purposeIds: [purposeId],
    })
  ).id;
  line = await completeFlow(server, ws, purposeId);
});

async function buildPurpose(title: string, overrides: Record<string, unknown> = {}) {
  return (
    await (
      await api()
    ).purpose.create({ ws, ...(await completePurpose(server, ws)), title: { th: title, en: title }, ...overrides })
  ).id;
}
const map = async (...flows: FlowInput[]) => (await api()).dataMapping.create({ ws, id: applicationId, flows });
const totals = async () => {
  const { rows } = await sql<{ stored: string; counted: string }>`
    select (select json_agg(json_build_array(application_id, purpose_id, pii_category_id, retention_days, uses, sensitive_uses) order by 1, application_id, purpose_id, pii_category_id, retention_days)::text
              from inventory_totals where workspace_id = ${ws}) as stored,
           (select json_agg(json_build_array(application_id, purpose_id, pii_category_id, retention_days, uses, sensitive_uses) order by application_id, purpose_id, pii_category_id, retention_days)::text
              from (select application_id, purpose_id, pii_category_id, retention_days, count(*) as uses, count(*) filter (where sensitive) as sensitive_uses
                      from data_flow_attributes where workspace_id = ${ws} group by 1, 2, 3, 4) t) as counted`.execute(
    server.owner,
  );
  return rows[0]!;
};

describe('a data mapping', () => {
  it('is returned as it was saved, every name resolved, sensitive attributes first', async () => {
    const { plain, sensitive } = await attributesOf(server, ws);
    const saved = await map({ ...line, attributeIds: [plain[0]!, sensitive[0]!], note: 'เฉพาะผู้ป่วยใน' });
    expect(saved.flows).toHaveLength(1);
    expect(saved.flows[0]).toMatchObject({
      purpose: { id: purposeId, title: { th: 'ดูแลผู้ป่วย' } },
      retention: null,
      note: 'เฉพาะผู้ป่วยใน',
    });
    expect(saved.flows[0]!.attributes.map(({ sensitive: own }) => own)).toEqual([true, false]);
    expect(saved.flows[0]!.channel.name.th).not.toBe('');
    expect(await (await api()).dataMapping.get({ ws, id: applicationId })).toEqual(saved);
  });

  it('preserves unchanged lines, writes changed ones, removes those left out', async () => {
    const { plain } = await attributesOf(server, ws);
    const first = await map(line, { ...line, note: 'สอง' }, { ...line, note: 'สาม' });
    const [one, two, three] = first.flows.map(({ id }) => id);
    const second = await (
      await api()
    ).dataMapping.update({
      ws,
      id: applicationId,
      rowVersion: first.rowVersion,
      flows: [
        { ...line, id: three, note: 'สาม' },
        { ...line, id: one, attributeIds: [plain[3]!] },
        { ...line, note: 'ใหม่' },
      ],
    });
    expect(second.flows.map(({ id }) => id).slice(0, 2)).toEqual([three, one]);
    expect(second.flows.map(({ note }) => note)).toEqual(['สาม', '', 'ใหม่']);
    expect(second.flows[1]!.attributes.map(({ id }) => id)).toEqual([plain[3]]);
    expect(second.flows.some(({ id }) => id === two)).toBe(false);
    const { stored, counted } = await totals();
    expect(stored).toBe(counted);
  });

  it('stands in the activity log with every field of a changed line', async () => {
    const { plain } = await attributesOf(server, ws);
    const first = await map({ ...line, attributeIds: [plain[0]!] });
    const [flow] = first.flows;
    const retention = { indefinite: true, amount: null, unit: null, startEvent: null, startNote: '' } as const;
    await (
      await api()
    ).dataMapping.update({
      ws,
      id: applicationId,
      rowVersion: first.rowVersion,
      flows: [{ ...line, attributeIds: [plain[0]!], id: flow!.id, retention, note: 'เฉพาะผู้ป่วยใน' }],
    });
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    const { collection } = await (await api(dpo)).activityLog.list({ ws, entityId: applicationId, pageSize: 100 });
    const change = collection
      .flatMap(({ changes }) => changes)
      .find(({ field, old }) => field === 'dataMapping' && old !== null)!;
    const before = ['ดูแลผู้ป่วย', flow!.dataSubjectGroup.name.th, flow!.channel.name.th, flow!.attributes[0]!.name.th];
    for (const text of before) expect(change.old).toContain(text);
    expect(change.old).toContain(thDataMapping.asPurpose);
    for (const text of [...before, thDataMapping.forGood, 'เฉพาะผู้ป่วยใน']) expect(change.new).toContain(text);
  });

  it('refuses an unknown line, and duplicate lines', async () => {
    const first = await map(line);
    const id = first.flows[0]!.id;
    const save = async (...flows: FlowInput[]) =>
      refusal((await api()).dataMapping.update({ ws, id: applicationId, rowVersion: first.rowVersion, flows }));
    expect(await save({ ...line, id }, { ...line, id: randomUUIDv7() })).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['flows.1.id'],
    });
    expect(await save({ ...line, id }, { ...line, id, note: 'อีกบรรทัด' })).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['flows.1.id'],
    });
  });

  it('is created once by POST; afterwards it is changed', async () => {
    await map(line);
    expect(await refusal(map(line))).toMatchObject({ status: 'CONFLICT', code: 'dataMapping.exists' });
  });

  it('refuses an edit based on an older version, with the newer mapping and who saved it', async () => {
    const first = await map(line);
    const colleague = await buildPerson(server, { workspaceId: ws, role: 'DPO', name: 'สมหมาย ดูแล' });
    await (
      await callerFor(server, colleague)
    ).dataMapping.update({ ws, id: applicationId, rowVersion: first.rowVersion, flows: [{ ...line, note: 'ใหม่กว่า' }] });
    const refused = await refusal(
      (await api()).dataMapping.update({ ws, id: applicationId, rowVersion: first.rowVersion, flows: [] }),
    );
    expect(refused).toMatchObject({
      code: 'staleEdit',
      details: {
        current: { flows: [{ note: 'ใหม่กว่า' }], updatedBy: { id: colleague.personnelId, name: 'สมหมาย ดูแล' } },
      },
    });
  });

  it('turns a published application into a draft of its next version, and the published version preserves its lines', async () => {
    await map(line);
    const before = await (await api()).application.get({ ws, id: applicationId });
    const published = await (
      await api()
    ).application.publish({ ws, id: applicationId, rowVersion: before.rowVersion, publishPurposes: true });
    const mapping = await (await api()).dataMapping.get({ ws, id: applicationId });
    const after = await (
      await api()
    ).dataMapping.update({ ws, id: applicationId, rowVersion: published.rowVersion, flows: [] });
    expect(after).toMatchObject({ status: 'draft', flows: [] });
    const version = await (await api()).application.version({ ws, id: applicationId, v: 1 });
    expect(version.content.dataMapping).toEqual(mapping.flows);
  });

  it('saved unchanged changes nothing and notifies nobody', async () => {
    const first = await map(line);
    const count = async () =>
      (await server.owner.selectFrom('outbox').select('seq').where('workspaceId', '=', ws).execute()).length;
    const events = await count();
    const again = await (
      await api()
    ).dataMapping.update({
      ws,
      id: applicationId,
      rowVersion: first.rowVersion,
      flows: [{ ...line, id: first.flows[0]!.id, attributeIds: line.attributeIds.toReversed() }],
    });
    expect(again).toEqual(first);
    expect(await count()).toBe(events);
  });

  it.each([
    ['a purpose the application does not have', async () => ({ purposeId: await buildPurpose('อื่น') }), 'purposeId'],
    [
      'a word of another kind',
      async () => ({ channelId: (await wordsOf(server, ws)).word('department') }),
      'channelId',
    ],
    ['an attribute that is not there', async () => ({ attributeIds: [randomUUIDv7()] }), 'attributeIds'],
    ['a third party of no purpose of the line', async () => ({ thirdPartyIds: [randomUUIDv7()] }), 'thirdPartyIds'],
    [
      'an application the purpose does not send to',
      async () => ({ internalApplicationIds: [applicationId] }),
      'internalApplicationIds',
    ],
  ])('refuses %s, naming the line and the field', async (_what, change, field) => {
    const refused = await refusal(map(line, { ...line, ...(await change()) }));
    expect(refused).toMatchObject({ status: 'BAD_REQUEST', fields: [`flows.1.${field}`] });
  });

  it('is not found for people of another workspace', async () => {
    const outsider = await buildPerson(server, { role: 'Admin' });
    expect(await refusedWith((await api(outsider)).dataMapping.get({ ws, id: applicationId }))).toBe('NOT_FOUND');
  });
});

describe('dependencies of a mapping', () => {
  it('a purpose whose data is mapped cannot be unlinked', async () => {
    await map(line);
    const application = await (await api()).application.get({ ws, id: applicationId });
    const { name, description, dataController } = application;
    const refused = await refusal(
      (await api()).application.update({
        ws,
        id: applicationId,
        rowVersion: application.rowVersion,
        name,
        description,
        dataControllerId: dataController.id,
        purposeIds: [],
      }),
    );
    expect(refused).toMatchObject({ code: 'application.purposeMapped', fields: ['purposeIds'] });
  });

  it('a third party preserves its identity when the purpose is edited, and is removed from the lines with it', async () => {
    const purpose = await (await api()).purpose.get({ ws, id: purposeId });
    const draft = await completePurpose(server, ws);
    const party = {
      name: 'บริษัท ก',
      countries: ['SG'],
      contract: 'DPA-1',
      contractExpiresOn: '2027-01-31',
      safeguard: 'standardClauses' as const,
    };
    const shared = await (
      await api()
    ).purpose.update({
      ws,
      id: purposeId,
      rowVersion: purpose.rowVersion,
      ...draft,
      thirdPartyDisclosure: true,
      thirdParties: [party],
    });
    const [own] = shared.content.thirdParties;
    expect(own).toMatchObject(party);
    const mapping = await map({ ...line, thirdPartyIds: [own!.id!] });
    expect(mapping.flows[0]!.thirdParties).toEqual([{ id: own!.id, name: 'บริษัท ก', countries: ['SG'] }]);
    const renamed = await (
      await api()
    ).purpose.update({
      ws,
      id: purposeId,
      rowVersion: shared.rowVersion,
      ...draft,
      thirdPartyDisclosure: true,
      thirdParties: [{ ...party, id: own!.id, name: 'บริษัท ข' }],
    });
    expect((await (await api()).dataMapping.get({ ws, id: applicationId })).flows[0]!.thirdParties).toMatchObject([
      { id: own!.id, name: 'บริษัท ข' },
    ]);
    await (await api()).purpose.update({ ws, id: purposeId, rowVersion: renamed.rowVersion, ...draft });
    expect((await (await api()).dataMapping.get({ ws, id: applicationId })).flows[0]!.thirdParties).toEqual([]);
  });

  it('a deleted application is deleted with its lines and totals', async () => {
    await map(line);
    await (await api()).application.remove({ ws, id: applicationId });
    expect(await totals()).toEqual({ stored: null, counted: null });
  });

  it('a deleted workspace is deleted with its mappings', async () => {
    await map(line);
    await server.owner.transaction().execute(async (trx) => {
      await sql`set constraints all deferred`.execute(trx);
      await trx.deleteFrom('workspaces').where('id', '=', ws).execute();
    });
    expect(await totals()).toEqual({ stored: null, counted: null });
  });
});

describe('completeness', () => {
  const detail = async () => (await api()).application.detail({ ws, id: applicationId });
  const open = async () =>
    (await detail()).completenessItems.filter(({ complete }) => !complete).map(({ item }) => item);
  const edit = async (change: Record<string, unknown>) => {
    const { name, description, dataController, rowVersion, purposes } = await detail();
    return (await api()).application.update({
      ws,
      id: applicationId,
      rowVersion,
      name,
      description,
      dataControllerId: dataController.id,
      purposeIds: purposes.map(({ id }) => id),
      ...change,
    });
  };

  it('of a controller is the eight items of section 39, each with a link to what is missing', async () => {
    expect((await detail()).completenessItems.map(({ item }) => item)).toEqual([
      'dataCollected',
      'purposes',
      'controller',
      'retention',
      'accessRights',
      'disclosure',
      'refusals',
      'security',
    ]);
    expect(await open()).toEqual(['dataCollected', 'accessRights', 'refusals']);
    const [first] = (await detail()).completenessItems;
    expect(first!.missing).toMatchObject([{ place: 'dataMapping', id: purposeId, name: { th: 'ดูแลผู้ป่วย' } }]);
    await map(line);
    expect(await open()).toEqual(['accessRights', 'refusals']);
    expect((await detail()).completeness).toBe(75);
    await edit({ accessMeans: 'ยื่นคำขอที่เวชระเบียน', refusalStatus: 'recorded' });
    expect(await open()).toEqual(['refusals']);
    const done = await edit({ accessMeans: 'ยื่นคำขอที่เวชระเบียน', refusalStatus: 'none' });
    expect(done.completeness).toBe(100);
    expect((await (await api()).application.list({ ws, complete: true })).collection.map(({ id }) => id)).toEqual([
      applicationId,
    ]);
    expect((await (await api()).application.list({ ws, complete: false })).collection).toEqual([]);
  });

  it('of a processor is the six items of its own register', async () => {
    await map(line);
    await edit({ processingRole: 'processor' });
    expect(await open()).toEqual(['onBehalf', 'officer']);
    await edit({
      processingRole: 'processor',
      onBehalfName: 'บริษัท ผู้ว่าจ้าง จำกัด',
      onBehalfContact: 'dpo@client.example',
    });
    await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect(await open()).toEqual([]);
    expect((await (await api()).application.list({ ws, processingRole: 'processor' })).collection).toHaveLength(1);
  });

  it('follows its purposes, its data controller and its data protection officer', async () => {
    await map(line);
    await edit({ accessMeans: 'ก', refusalStatus: 'none' });
    const score = async () => (await (await api()).application.get({ ws, id: applicationId })).completeness;
    expect(await score()).toBe(100);
    const purpose = await (await api()).purpose.get({ ws, id: purposeId });
    const draft = await completePurpose(server, ws);
    await (
      await api()
    ).purpose.update({
      ws,
      id: purposeId,
      rowVersion: purpose.rowVersion,
      ...draft,
      securityMeasureIds: [],
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'ก', country: 'US', contract: 'ข' }],
    });
    expect(await score()).toBe(75);
    expect((await detail()).completenessItems.find(({ item }) => item === 'disclosure')!.missing).toMatchObject([
      { place: 'purpose', id: purposeId, field: 'thirdParties' },
    ]);
  });

  it('distinguishes a retention period of the lines from one that the purpose lacks', async () => {
    const bare = await buildPurpose('ไม่มีกำหนด', {
      retention: { indefinite: false, amount: null, unit: null, note: '' },
    });
    await edit({ purposeIds: [purposeId, bare] });
    const retention = async () => (await detail()).completenessItems.find(({ item }) => item === 'retention')!;
    const { rowVersion } = await detail();
    const own = await (
      await api()
    ).dataMapping.update({ ws, id: applicationId, rowVersion, flows: [{ ...line, purposeId: bare }] });
    expect(await retention()).toMatchObject({
      complete: false,
      missing: [{ place: 'purpose', id: bare, field: 'retention' }],
    });
    await (
      await api()
    ).dataMapping.update({
      ws,
      id: applicationId,
      rowVersion: own.rowVersion,
      flows: [{ ...line, purposeId: bare, retention: { indefinite: false, amount: 90, unit: 'day' } }],
    });
    expect((await retention()).complete).toBe(true);
  });
});
