import { updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { frameworkOf } from '../../server/modules/dpiaSettings/service.ts';
import { draftOf as applicationDraftOf } from '../../shared/application/fields.ts';
import type { DpiaFramework } from '../../shared/dpia/framework.ts';
import type { Dpia } from '../../shared/dpia/schema.ts';
import { draftOf } from '../../shared/purpose/fields.ts';
import { NO_RETENTION } from '../../shared/purpose/retentionInput.ts';
import { buildDataController, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { completePurpose } from '../helpers/record.ts';
import { completeFlow } from '../helpers/register.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let applicationId: string;
let purposeId: string;
let framework: DpiaFramework;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
  const { id: dataControllerId } = await buildDataController(server, ws);
  const api = await callerFor(server, dpo);
  ({ id: purposeId } = await api.purpose.create({ ws, ...(await completePurpose(server, ws)) }));
  ({ id: applicationId } = await api.application.create({
    ws,
    name: 'ระบบตรวจพันธุกรรม',
    description: 'ตรวจพันธุกรรม',
    dataControllerId,
    purposeIds: [purposeId],
    dataSubjectCount: 120_000,
  }));
  framework = await withScope(server.deps.db, { workspaceId: ws }, (trx) => frameworkOf(trx, ws, 'CURRENT'));
});

const api = async (person: Person = dpo) => (await callerFor(server, person)).dpia;
const answers = (answer: 'YES' | 'NO', levels: readonly number[] = [1, 2, 3]) =>
  framework.dataRisk
    .filter(({ level }) => levels.includes(level))
    .flatMap(({ questions }) => questions.map(({ id: questionId }) => ({ questionId, answer })));
const create = async (more: object = {}): Promise<Dpia> =>
  (await api()).create({ ws, applicationId, name: 'ประเมินระบบตรวจ', reason: 'ข้อมูลพันธุกรรม', ...more });
/** A draft of an assessment required by the rule, with everything publishing requires except the given changes. */
async function complete(more: object = {}): Promise<Dpia> {
  const { id } = await create({ dataRisk: answers('YES') });
  const calls = await api();
  const { rowVersion } = await calls.start({ ws, id });
  const items = framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' as const }));
  return calls.update({
    ws,
    id,
    ...completeDpiaDraft([purposeId]),
    dataRisk: answers('YES'),
    items,
    rowVersion,
    ...more,
  } as never);
}

describe('whether an assessment is required', () => {
  it('is undecided until the questions are answered, and then follows the rule', async () => {
    expect(await create()).toMatchObject({ status: 'NEW', required: 'UNDECIDED', dataRiskLevel: null });
    expect(await create({ dataRisk: answers('NO') })).toMatchObject({ required: 'NO', dataRiskLevel: 1 });
    expect(await create({ dataRisk: answers('YES', [3]) })).toMatchObject({ required: 'YES', dataRiskLevel: 3 });
    const criteria = [{ code: 'SENSITIVE_DATA' }, { code: 'LARGE_SCALE' }] as const;
    expect(await create({ criteria })).toMatchObject({ required: 'YES', dataRiskLevel: null });
  });

  it("includes the register's suggestion, with the records that cause it", async () => {
    const { suggestion } = await create();
    expect(suggestion.reasons.map(({ reason }) => reason)).toContain('MANY_SUBJECTS');
    expect(suggestion.reasons.find(({ reason }) => reason === 'MANY_SUBJECTS')).toMatchObject({
      criterion: 'LARGE_SCALE',
      count: 120_000,
      records: [{ entity: 'application', id: applicationId }],
    });
  });

  it('can be decided negatively with permission and a reason, in a permanent numbered document', async () => {
    const calls = await api();
    const { id: open } = await create();
    expect(await codeOf(calls.notRequire({ ws, id: open, why: 'ไม่จำเป็น' }))).toBe('dpia.undecided');
    const { id: needed } = await create({ dataRisk: answers('YES') });
    expect(await codeOf(calls.notRequire({ ws, id: needed, why: 'ไม่จำเป็น' }))).toBe('dpia.required');
    const { id } = await create({ dataRisk: answers('NO') });
    expect(await codeOf((await api(staff)).notRequire({ ws, id, why: 'ไม่จำเป็น' }))).toBe('forbidden.role');
    const decided = await calls.notRequire({ ws, id, why: 'ใช้ข้อมูลติดต่อเท่านั้น' });
    expect(decided).toMatchObject({
      status: 'NOTREQUIRED',
      decisions: [{ number: 1, decidedBy: { id: dpo.personnelId } }],
    });
    await calls.reopen({ ws, id });
    expect((await calls.notRequire({ ws, id, why: 'ตรวจแล้ว' })).decisions).toHaveLength(2);
    expect(await calls.decision({ ws, id, number: 1 })).toMatchObject({
      content: { why: 'ใช้ข้อมูลติดต่อเท่านั้น', application: { id: applicationId } },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('the register after a version was published', () => {
  const published = async () => {
    const calls = await api();
    const { id } = await complete();
    await calls.publish({ ws, id });
    return { calls, id, person: await callerFor(server, dpo) };
  };
  const facets = async (calls: Awaited<ReturnType<typeof api>>, id: string) =>
    (await calls.registerChanges({ ws, id })).changes.map(({ facet }) => facet);

  it('makes the assessment outdated if it differs, returns the differences, and no longer once it is as before', async () => {
    const { calls, id, person } = await published();
    expect(await calls.registerChanges({ ws, id })).toEqual({ version: 1, changes: [] });
    const { purpose } = person;
    const stored = await purpose.get({ ws, id: purposeId });
    const draft = draftOf(stored.content);
    const [sensitive] = (await person.piiCategory.list({ ws, pageSize: 100 })).collection.filter(
      (one) => one.sensitive,
    );
    const { rowVersion } = await purpose.update({
      ws,
      id: purposeId,
      ...draft,
      piiCategoryIds: [...draft.piiCategoryIds, sensitive!.id],
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'ห้องแล็บกลาง', countries: ['SG'], contract: '', contractExpiresOn: null, safeguard: null }],
      rowVersion: stored.rowVersion,
    } as never);
    const outdated = await calls.get({ ws, id });
    expect(outdated.registerChangedAt).not.toBeNull();
    expect(await facets(calls, id)).toEqual(['sensitiveData', 'recipients']);
    const { changes } = await calls.registerChanges({ ws, id });
    expect(changes[0]).toMatchObject({
      purpose: { id: purposeId },
      removed: [],
      added: [{ code: sensitive!.id, th: sensitive!.name.th }],
    });
    expect((await calls.list({ ws, review: 'CHANGED' })).collection.map((one) => one.id)).toEqual([id]);
    const notified = async (event: string) =>
      (
        await server.owner
          .selectFrom('activityLogs')
          .select('id')
          .where('entityId', '=', id)
          .where('event', '=', event)
          .execute()
      ).length;
    expect(await notified('dpia.registerChanged')).toBe(1);
    await purpose.update({ ws, id: purposeId, ...draft, rowVersion } as never);
    expect(await calls.get({ ws, id })).toMatchObject({ registerChangedAt: null, rowVersion: outdated.rowVersion });
    expect(await notified('dpia.registerRestored')).toBe(1);
  });

  it('is compared with it when that changes while the assessment is published for the first time', async () => {
    const calls = await api();
    const { application } = await callerFor(server, dpo);
    const { id } = await complete();
    const { rowVersion, ...before } = await application.get({ ws, id: applicationId });
    const blocked = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner);
      return rows[0]!.n;
    };
    // The publication has read the register and waits; the change comes then.
    const both = await server.owner.transaction().execute(async (trx) => {
      await sql`lock table dpia_versions in exclusive mode`.execute(trx);
      const publication = calls.publish({ ws, id });
      await expect.poll(blocked).toBe(1);
      let isChanged = false;
      const change = application
        .update({ ws, ...applicationDraftOf(before), id: applicationId, rowVersion, dataSubjectCount: 5 })
        .then(() => (isChanged = true));
      await expect.poll(async () => isChanged || (await blocked()) === 2).toBe(true);
      return [publication, change] as const;
    });
    await Promise.all(both);
    expect((await calls.get({ ws, id })).registerChangedAt).not.toBeNull();
    expect(await facets(calls, id)).toEqual(['dataSubjectCount']);
  });

  it('compares the purposes and facts of the application, and not how often it was published', async () => {
    const { calls, id, person } = await published();
    const { application } = person;
    const { rowVersion, ...before } = await application.get({ ws, id: applicationId });
    const { id: other } = await person.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    await application.update({
      ws,
      ...applicationDraftOf(before),
      id: applicationId,
      rowVersion,
      dataSubjectCount: 5,
      purposeIds: [purposeId, other],
    });
    expect(await facets(calls, id)).toEqual(['dataSubjectCount', 'purposes']);
    const { rowVersion: draft } = await calls.newVersion({ ws, id });
    expect((await calls.get({ ws, id })).registerChangedAt).not.toBeNull();
    const next = completeDpiaDraft([purposeId, other]);
    const items = framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' as const }));
    await calls.update({ ws, id, ...next, dataRisk: answers('YES'), items, rowVersion: draft } as never);
    expect(await calls.publish({ ws, id })).toMatchObject({ registerChangedAt: null, publishedVersion: 2 });
    await person.purpose.publish({
      ws,
      id: other,
      rowVersion: (await person.purpose.get({ ws, id: other })).rowVersion,
    });
    expect(await calls.registerChanges({ ws, id })).toEqual({ version: 2, changes: [] });
  });

  it('has mapping entries that send nothing to the recipients of a purpose whose disclosure is switched off', async () => {
    const { purpose, dataMapping } = await callerFor(server, dpo);
    const stored = await purpose.get({ ws, id: purposeId });
    const lab = { name: 'ห้องแล็บกลาง', countries: ['SG'], contract: '', contractExpiresOn: null, safeguard: null };
    const { content, rowVersion } = await purpose.update({
      ws,
      id: purposeId,
      ...draftOf(stored.content),
      thirdPartyDisclosure: true,
      thirdParties: [lab],
      rowVersion: stored.rowVersion,
    } as never);
    const thirdPartyIds = content.thirdParties.map((party) => party.id!);
    const line = { ...(await completeFlow(server, ws, purposeId)), thirdPartyIds };
    await dataMapping.create({ ws, id: applicationId, flows: [line] });
    const { calls, id } = await published();
    const off = { ...draftOf(content), thirdPartyDisclosure: false };
    await purpose.update({ ws, id: purposeId, ...off, rowVersion } as never);
    const { changes } = await calls.registerChanges({ ws, id });
    expect(changes.map(({ facet }) => facet)).toEqual(['dataMapping', 'recipients']);
    const [{ removed, added }] = changes as [(typeof changes)[number]];
    expect([removed, added].map((values) => values.map(({ th }) => th.includes(lab.name)))).toEqual([[true], [false]]);
  });

  it('has mapping entries whose data is stored longer, or whose storage moves abroad', async () => {
    const { application, catalogue, dataMapping } = await callerFor(server, dpo);
    const name = { th: 'คลังสำรอง', en: 'Backup store' };
    const system = await catalogue.create({ ws, kind: 'storageSystem', name });
    const move = (country: string) =>
      server.owner.updateTable('catalogueItems').set({ country }).where('id', '=', system.id).execute();
    await move('TH');
    const line = { ...(await completeFlow(server, ws, purposeId)), storageSystemId: system.id };
    await dataMapping.create({ ws, id: applicationId, flows: [line] });
    const { calls, id } = await published();
    expect(await facets(calls, id)).toEqual([]);
    const save = async (changes: object) => {
      const { rowVersion } = await application.get({ ws, id: applicationId });
      await dataMapping.update({ ws, id: applicationId, rowVersion, flows: [{ ...line, ...changes }] });
    };
    await save({ retention: { ...NO_RETENTION, amount: 7, unit: 'year', startEvent: 'contractEnd' } });
    expect((await calls.get({ ws, id })).registerChangedAt).not.toBeNull();
    const [longer] = (await calls.registerChanges({ ws, id })).changes;
    expect(longer).toMatchObject({ facet: 'dataMapping', added: [{ en: expect.stringContaining('7 years from') }] });
    await save({});
    expect((await calls.get({ ws, id })).registerChangedAt).toBeNull();

    await move('SG');
    const [abroad] = (await calls.registerChanges({ ws, id })).changes;
    expect(abroad).toMatchObject({ facet: 'dataMapping', added: [{ en: expect.stringContaining('(Singapore)') }] });

    // An earlier release did not compare it: the start of the next one does, once.
    const isMarked = async () => {
      await updateOlderWorkspaces(server.deps, new AbortController().signal);
      return (await calls.get({ ws, id })).registerChangedAt !== null;
    };
    expect(await isMarked()).toBe(false);
    await server.owner.updateTable('workspaces').set({ dpiaEdition: 0 }).where('id', '=', ws).execute();
    expect(await isMarked()).toBe(true);
    await server.owner.updateTable('dpias').set({ registerChangedAt: null }).where('id', '=', id).execute();
    expect(await isMarked()).toBe(false);
  });

  it('is compared with nothing while none is published', async () => {
    const { id } = await complete();
    expect(await (await api()).registerChanges({ ws, id })).toEqual({ version: 0, changes: [] });
    expect(await codeOf((await api()).registerChanges({ ws, id: randomUUIDv7() }))).toBe('dpia.notFound');
  });
});

describe('references of a draft', () => {
  it('must be of the application and of the workspace; existing ones remain', async () => {
    const dpia = await complete();
    const calls = await api();
    const { draft, rowVersion } = dpia;
    const elsewhere = await (
      await callerFor(server, dpo)
    ).purpose.create({ ws, ...(await completePurpose(server, ws)) });
    const judged = [...draft.purposes, { ...draft.purposes[0]!, purposeId: elsewhere.id }];
    const [first, ...others] = draft.worstCases;
    const worstCases = [{ ...first!, securityMeasureIds: [purposeId] }, ...others];
    const refused = await refusal(
      calls.update({ ws, id: dpia.id, rowVersion, ...draft, purposes: judged, worstCases }),
    );
    expect(refused).toMatchObject({
      status: 'BAD_REQUEST',
      fields: [`purposes.${draft.purposes.length}.purposeId`, 'worstCases.0.securityMeasureIds'],
    });
    const { application } = await callerFor(server, dpo);
    const before = await application.get({ ws, id: applicationId });
    await application.update({ ...before, ws, dataControllerId: before.dataController.id, purposeIds: [] } as never);
    const saved = await calls.update({ ws, id: dpia.id, rowVersion, ...draft, reason: 'เหตุผลใหม่' });
    expect(saved.draft.purposes).toEqual(draft.purposes);
  });
});

describe('a version', () => {
  it('is published once nothing is missing, and names missing values by field', async () => {
    const calls = await api();
    const { id } = await create({ dataRisk: answers('YES') });
    await calls.start({ ws, id });
    const { problems } = await calls.get({ ws, id });
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'lawfulBasis',
      'purposes',
      'items',
      'worstCases',
      'reviewOn',
    ]);
    expect(await codeOf(calls.publish({ ws, id }))).toBe('dpia.incomplete');
    const ready = await complete();
    expect(ready.problems).toEqual([]);
    expect(await calls.publish({ ws, id: ready.id })).toMatchObject({
      status: 'PUBLISHED',
      publishedVersion: 1,
      treatmentStatus: null,
      initialRisk: 'MEDIUM',
      residualRisk: 'LOW',
      reviewOn: '2030-12-31',
    });
  });

  it('needs the risk that each plan expects, and days that are still to come', async () => {
    const calls = await api();
    const [worst] = completeDpiaDraft().worstCases;
    const treatment = {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      measures: [],
      expected: { likelihood: 1, impact: null },
      expectedOn: '2020-01-31',
      responsibleId: staff.personnelId,
    };
    const { id, problems } = await complete({ worstCases: [{ ...worst, treatment }], reviewOn: '2020-12-31' });
    const at = ['worstCases', 0, 'treatment'];
    expect(problems).toEqual([
      { path: [...at, 'expected', 'impact'], key: 'errors:required' },
      { path: [...at, 'expectedOn'], key: 'dpia:dayPassed' },
      { path: ['reviewOn'], key: 'dpia:dayPassed' },
    ]);
    expect(await codeOf(calls.publish({ ws, id }))).toBe('dpia.incomplete');
  });

  it('needs people who can still carry out its plans', async () => {
    const calls = await api();
    const [worst] = completeDpiaDraft().worstCases;
    const treatment = {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      measures: [],
      expected: { likelihood: 1, impact: 1 },
      expectedOn: '2030-01-31',
      responsibleId: staff.personnelId,
    };
    const { id, problems } = await complete({ worstCases: [{ ...worst, treatment }] });
    expect(problems).toEqual([]);
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', staff.personnelId)
      .execute();
    const problem = { path: ['worstCases', 0, 'treatment', 'responsibleId'], key: 'dpia:responsibleInactive' };
    expect((await calls.get({ ws, id })).problems).toEqual([problem]);
    expect(await codeOf(calls.publish({ ws, id }))).toBe('dpia.incomplete');
  });

  it('stores the register, the scale and the names of its time', async () => {
    const calls = await api();
    const { id } = await complete();
    await calls.publish({ ws, id });
    const { application } = await callerFor(server, dpo);
    const { rowVersion, ...rest } = await application.get({ ws, id: applicationId });
    await application.update({
      ws,
      ...rest,
      description: 'อย่างอื่น',
      dataControllerId: rest.dataController.id,
      purposeIds: [],
      rowVersion,
    } as never);
    const { content } = await calls.version({ ws, id, v: 1 });
    expect(content.register).toMatchObject({
      id: applicationId,
      description: 'ตรวจพันธุกรรม',
      purposes: [{ id: purposeId }],
    });
    expect(content.framework.scale.bands).toEqual([4, 9, 15]);
    expect((await calls.versions({ ws, id })).collection).toMatchObject([
      { version: 1, publishedBy: { id: dpo.personnelId } },
    ]);
  });

  it('stores the names of security measures that the purposes of its application no longer list', async () => {
    const calls = await api();
    const measure = await server.owner
      .selectFrom('catalogueItems')
      .select(['id', 'nameTh as name'])
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'securityMeasure')
      .executeTakeFirstOrThrow();
    const { id, draft, rowVersion } = await complete();
    const worstCases = draft.worstCases.map((one) => ({ ...one, securityMeasureIds: [measure.id] }));
    await calls.update({ ws, id, rowVersion, ...draft, worstCases });
    const { application } = await callerFor(server, dpo);
    const stored = await application.get({ ws, id: applicationId });
    await application.update({
      ws,
      ...applicationDraftOf(stored),
      id: applicationId,
      rowVersion: stored.rowVersion,
      purposeIds: [],
    });
    const linesOf = async (version: number) =>
      (await calls.report({ ws, id, version })).sections.flatMap(({ lines }) => lines);
    const line = `มาตรการที่ใช้อยู่: ${measure.name}`;
    expect((await calls.register({ ws, id })).people).toContainEqual(measure);
    expect(await linesOf(0)).toContain(line);
    await calls.publish({ ws, id });
    expect((await calls.version({ ws, id, v: 1 })).content.people).toContainEqual(measure);
    expect(await linesOf(1)).toContain(line);
  });

  it('has room for all measures in the next one: those in force and those of its resolved plans', async () => {
    const calls = await api();
    const [worst] = completeDpiaDraft().worstCases;
    const linesOf = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ id: randomUUIDv7(), text: `มาตรการ ${place + 1}` }));
    const planned = (count: number, inForce: number) => ({
      worstCases: [
        {
          ...worst,
          measures: linesOf(inForce),
          treatment: {
            method: 'REDUCTION',
            detail: 'เข้ารหัส',
            measures: linesOf(count),
            expected: { likelihood: 1, impact: 1 },
            expectedOn: '2030-01-31',
            responsibleId: staff.personnelId,
          },
        },
      ],
    });
    const tooMany = { path: ['worstCases', 0, 'treatment', 'measures'], key: 'dpia:tooManyMeasures' };
    expect((await complete(planned(41, 60))).problems).toEqual([tooMany]);
    const { id } = await complete(planned(20, 40));
    await calls.publish({ ws, id });
    await server.owner.updateTable('dpias').set({ treatmentStatus: 'RESOLVED' }).where('id', '=', id).execute();
    const { draft } = await calls.newVersion({ ws, id });
    expect(draft.worstCases[0]!.measures).toHaveLength(60);
    expect(draft.worstCases[0]!.treatment).toBeNull();
  });

  it('creates the plans of its worst cases, and the next one waits until they are resolved', async () => {
    const calls = await api();
    const [worst] = completeDpiaDraft().worstCases;
    const treatment = {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      measures: [],
      expected: { likelihood: 1, impact: 4 },
      expectedOn: '2030-01-31',
      responsibleId: staff.personnelId,
    };
    const high = { ...worst, residual: { likelihood: 4, impact: 4 } };
    const unplanned = await complete({ worstCases: [high] });
    expect(unplanned.problems).toMatchObject([{ path: ['worstCases', 0, 'treatment'], key: 'dpia:planNeeded' }]);
    const { id } = await complete({ worstCases: [{ ...high, treatment }] });
    expect(await calls.publish({ ws, id })).toMatchObject({ residualRisk: 'EXTREME', treatmentStatus: 'INPROGRESS' });
    expect(await codeOf(calls.newVersion({ ws, id }))).toBe('dpia.planUnresolved');
    const plans = (await callerFor(server, staff)).treatmentPlan;
    const [plan] = (await plans.listOf({ ws, id })).collection;
    await plans.move({ ws, id: plan!.id, action: 'start' });
    await plans.addAction({ ws, id: plan!.id, date: '2026-01-05', time: '09:30', detail: 'เข้ารหัสแล้ว' });
    await plans.resolve({ ws, id: plan!.id, p: 'LOW', m: 'LOW', d: 'LOW', detail: 'ทดสอบแล้ว' });
    await (await callerFor(server, dpo)).treatmentPlan.move({ ws, id: plan!.id, action: 'approve' });
    expect(await calls.newVersion({ ws, id })).toMatchObject({ status: 'DRAFT', publishedVersion: 1 });
  });

  it('is reached by REST from every status, and so is the next one', async () => {
    const { token } = dpo;
    const send = async (method: 'POST' | 'PUT', path: string, payload: object = {}) => {
      const answer = await server.app.inject({
        method,
        url: `/api/v1/${ws}/dpias${path}`,
        headers: { authorization: `Bearer ${token}` },
        payload,
      });
      expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
      return answer.json<Dpia>();
    };
    const { id } = await send('POST', '', {
      applicationId,
      name: 'ประเมินระบบตรวจ',
      reason: 'ข้อมูลพันธุกรรม',
      dataRisk: answers('NO'),
    });
    expect(await send('POST', `/${id}/not-required`, { why: 'ใช้ข้อมูลติดต่อเท่านั้น' })).toMatchObject({
      status: 'NOTREQUIRED',
      decisions: [{ number: 1 }],
    });
    expect(await send('POST', `/${id}/reopen`)).toMatchObject({ status: 'NEW' });
    const { rowVersion } = await send('POST', `/${id}/start`);
    const items = framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' }));
    const draft = { ...completeDpiaDraft([purposeId]), dataRisk: answers('NO'), items };
    expect(await send('PUT', `/${id}`, { ...draft, rowVersion })).toMatchObject({ status: 'DRAFT', problems: [] });
    expect(await send('POST', `/${id}/publish`)).toMatchObject({ status: 'PUBLISHED', publishedVersion: 1 });
    expect(await send('POST', `/${id}/new-version`)).toMatchObject({ status: 'DRAFT', publishedVersion: 1 });
  });

  it('cannot be edited or deleted', async () => {
    const calls = await api();
    const { id } = await complete();
    const { rowVersion, draft } = await calls.publish({ ws, id });
    expect(await codeOf(calls.update({ ws, id, ...draft, name: 'ชื่ออื่น', rowVersion }))).toBe('illegalMove');
    expect(await codeOf(calls.remove({ ws, id }))).toBe('dpia.published');
  });
});

it('protects its application from deletion, which names it', async () => {
  const { application } = await callerFor(server, dpo);
  const { id, name } = await create();
  expect(await refusal(application.remove({ ws, id: applicationId }))).toMatchObject({
    status: 'CONFLICT',
    code: 'dpia.ofApplication',
    values: { names: name },
    details: { dpias: [{ id, name }] },
  });
  await (await api()).remove({ ws, id });
  expect(await application.remove({ ws, id: applicationId })).toEqual({ id: applicationId });
});

describe('people who leave after a draft named them', () => {
  const leave = () =>
    server.owner.updateTable('personnel').set({ status: 'inactive' }).where('id', '=', staff.personnelId).execute();
  const [worst] = completeDpiaDraft().worstCases;
  const treated = (responsibleId: string) => ({
    ...worst!,
    treatment: {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      measures: [],
      expected: { likelihood: 1, impact: 1 },
      expectedOn: '2030-01-31',
      responsibleId,
    },
  });
  const named = () => complete({ worstCases: [treated(staff.personnelId)], reviewerId: staff.personnelId });

  it('do not keep it from being saved; publishing names where they stand', async () => {
    const calls = await api();
    const { id, draft, rowVersion } = await named();
    await leave();
    const saved = await calls.update({ ws, id, ...draft, reason: 'แก้คำเดียว', rowVersion });
    expect(saved.draft).toMatchObject({ reason: 'แก้คำเดียว', reviewerId: staff.personnelId });
    expect(saved.problems).toEqual([
      { path: ['worstCases', 0, 'treatment', 'responsibleId'], key: 'dpia:responsibleInactive' },
      { path: ['reviewerId'], key: 'dpia:reviewerInactive' },
    ]);
    expect(await codeOf(calls.publish({ ws, id }))).toBe('dpia.incomplete');
    const { rowVersion: next } = saved;
    const replaced = { ...saved.draft, worstCases: [treated(dpo.personnelId)], reviewerId: null } as never;
    expect((await calls.update({ ws, id, ...(replaced as object), rowVersion: next } as never)).problems).toEqual([]);
  });

  it('cannot be named anew, each refused where they stand', async () => {
    const calls = await api();
    const { id, draft, rowVersion } = await complete();
    await leave();
    const worstCases = [...draft.worstCases, { ...treated(staff.personnelId), id: randomUUIDv7() }];
    const refused = await refusal(
      calls.update({ ws, id, ...draft, worstCases, reviewerId: staff.personnelId, rowVersion } as never),
    );
    expect(refused).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['worstCases.1.treatment.responsibleId', 'reviewerId'],
    });
  });

  it('do not review the next version', async () => {
    const calls = await api();
    const { id } = await complete({ reviewerId: staff.personnelId });
    await calls.publish({ ws, id });
    await leave();
    expect(await calls.newVersion({ ws, id })).toMatchObject({
      draft: { reviewerId: null },
      reviewer: { id: staff.personnelId },
    });
  });
});

it('is listed by status, requirement, risk, application and text, and removes the application from the list of those without one', async () => {
  const calls = await api();
  const { application } = await callerFor(server, dpo);
  expect((await application.withoutDpia({ ws })).collection).toHaveLength(1);
  const { id } = await complete();
  await calls.publish({ ws, id });
  await create({ name: 'อีกระบบ' });
  expect((await application.withoutDpia({ ws })).collection).toEqual([]);
  const names = async (input: object) => (await calls.list({ ws, ...input })).collection.map(({ name }) => name);
  expect(await names({ status: 'PUBLISHED' })).toEqual(['ระบบตรวจพันธุกรรม']);
  expect(await names({ required: 'UNDECIDED' })).toEqual(['อีกระบบ']);
  expect(await names({ risk: 'LOW' })).toEqual(['ระบบตรวจพันธุกรรม']);
  expect(await names({ query: 'อีกระบบ' })).toEqual(['อีกระบบ']);
  expect(await names({ applicationId, sortBy: 'name', sortDirection: 'ASC' })).toEqual(['ระบบตรวจพันธุกรรม', 'อีกระบบ']);
  expect(await names({ variant: 'OLDER' })).toEqual([]);
  // What has no date of review comes last in either direction.
  await server.owner.updateTable('dpias').set({ reviewOn: '2030-01-31' }).where('id', '=', id).execute();
  for (const sortDirection of ['ASC', 'DESC'])
    expect(await names({ sortBy: 'reviewOn', sortDirection })).toEqual(['ระบบตรวจพันธุกรรม', 'อีกระบบ']);
});

describe("the register's suggestion", () => {
  const build = async (more: object, purpose: object = {}) => {
    const calls = await callerFor(server, dpo);
    const { id: dataControllerId } = (await calls.dataController.list({ ws })).collection[0]!;
    const { id: linked } = await calls.purpose.create({ ws, title: { th: 'ให้บริการ', en: '' }, ...purpose } as never);
    const { id } = await calls.application.create({
      ws,
      name: `ระบบสมาชิก ${randomUUIDv7()}`,
      description: 'รายชื่อสมาชิก',
      dataControllerId,
      purposeIds: [linked],
      ...more,
    } as never);
    return { id, purposeId: linked };
  };
  const reasonsOf = async (id: string) =>
    (await (await api()).prepare({ ws, applicationId: id })).suggestion.reasons.map(({ reason, records }) => [
      reason,
      ...new Set(records.map(({ entity }) => entity)),
    ]);

  it('names the records of each reason, and is empty without any', async () => {
    const plain = await build({});
    expect(await reasonsOf(plain.id)).toEqual([]);
    const cameras = await build({ name: 'CCTV ร้านค้า' });
    expect(await reasonsOf(cameras.id)).toEqual([['SYSTEMATIC_MONITORING', 'application']]);
    const clever = await build({}, { title: { th: 'คัดกรองผู้ป่วยด้วยปัญญาประดิษฐ์', en: '' } });
    expect(await reasonsOf(clever.id)).toEqual([
      ['VULNERABLE_SUBJECTS', 'purpose'],
      ['NEW_TECHNOLOGY', 'purpose'],
    ]);
    // Letters inside of a word are no word.
    expect(await reasonsOf((await build({ description: 'maintain e-mail' })).id)).toEqual([]);
    const calls = await callerFor(server, dpo);
    const sensitive = (await calls.piiCategory.list({ ws, pageSize: 100 })).collection.find((one) => one.sensitive)!;
    const health = await build({}, { piiCategoryIds: [sensitive.id] });
    const { suggestion } = await (await api()).prepare({ ws, applicationId: health.id });
    expect(suggestion.reasons[0]).toMatchObject({
      reason: 'SENSITIVE_DATA',
      criterion: 'SENSITIVE_DATA',
      records: [
        { entity: 'piiCategory', id: sensitive.id, name: sensitive.name },
        { entity: 'purpose', id: health.purposeId },
      ],
    });
    const abroad = await build(
      {},
      { thirdPartyDisclosure: true, thirdParties: [{ name: 'Cloud Co', countries: ['SG'], contract: '' }] },
    );
    expect(await reasonsOf(abroad.id)).toEqual([['TRANSFER', 'purpose']]);
  });

  it('goes by what only the data mapping names: sensitive data of a general category, groups and storage', async () => {
    const calls = await callerFor(server, dpo);
    const isListed = async (id: string) =>
      (await calls.dpia.missing({ ws, pageSize: 100 })).collection.some(({ application }) => application.id === id);
    const { id, purposeId: mapped } = await build({});
    const line = await completeFlow(server, ws, mapped);
    const save = async (flows: (typeof line)[]) => {
      const { rowVersion } = await calls.application.get({ ws, id });
      await calls.dataMapping.update({ ws, id, rowVersion, flows });
    };
    const word = async (kind: 'dataSubjectGroup' | 'storageSystem', th: string) =>
      (await calls.catalogue.create({ ws, kind, name: { th, en: '' } })).id;
    const patients = await word('dataSubjectGroup', 'คนไข้นอกเวลา');
    const cameras = await word('storageSystem', 'เครื่องบันทึกกล้องวงจรปิด');
    const card = await server.owner
      .selectFrom('piiAttributes as a')
      .innerJoin('piiCategories as c', (join) =>
        join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.piiCategoryId'),
      )
      .select(['a.id', 'a.nameTh as th', 'a.nameEn as en'])
      .where('a.workspaceId', '=', ws)
      .where('a.sensitive', '=', true)
      .where('c.sensitive', '=', false)
      .executeTakeFirstOrThrow();
    await calls.dataMapping.create({ ws, id, flows: [line] });
    expect([await isListed(id), await reasonsOf(id)]).toEqual([false, []]);
    await save([{ ...line, attributeIds: [card.id] }]);
    const { suggestion } = await calls.dpia.prepare({ ws, applicationId: id });
    expect(suggestion.reasons).toMatchObject([
      {
        reason: 'SENSITIVE_DATA',
        records: [
          { entity: 'piiAttribute', id: card.id, name: { th: card.th, en: card.en } },
          { entity: 'purpose', id: mapped },
        ],
      },
    ]);
    expect(await isListed(id), 'sensitive data').toBe(true);
    await save([line]);
    expect(await isListed(id), 'no sensitive data any more').toBe(false);
    const both = { ...line, dataSubjectGroupId: patients, storageSystemId: cameras };
    await save([both]);
    expect(await reasonsOf(id)).toEqual([
      ['SYSTEMATIC_MONITORING', 'storageSystem'],
      ['VULNERABLE_SUBJECTS', 'dataSubjectGroup'],
    ]);
    expect(await isListed(id), 'group and storage').toBe(true);
    const rename = (nameTh: string) =>
      server.owner.updateTable('catalogueItems').set({ nameTh }).where('id', '=', patients).execute();
    await rename('ผู้ซื้อ');
    expect(await isListed(id), 'the group is called otherwise').toBe(false);
    await rename('คนไข้');
    expect(await isListed(id), 'and again as before').toBe(true);
    await save([]);
    expect(await isListed(id), 'no entries any more').toBe(false);
  });

  it('lists the applications that require an assessment until they have one', async () => {
    const calls = await api();
    const names = async () => (await calls.missing({ ws })).collection.map(({ application }) => application.name);
    const before = await names();
    await build({ name: 'กล้องวงจรปิด' });
    expect(await names(), 'one criterion alone').toEqual(before);
    const { id } = await build({ name: 'กล้องวงจรปิดโรงเรียน นักเรียน' });
    expect(await names()).toEqual([...before, 'กล้องวงจรปิดโรงเรียน นักเรียน'].toSorted());
    const beyond = await calls.missing({ ws, pageSize: 10, currentPage: 99 });
    expect([beyond.collection, beyond.meta.totalItems]).toEqual([[], before.length + 1]);
    await calls.create({ ws, applicationId: id, name: 'ประเมินกล้อง', reason: 'เด็ก' });
    expect(await names()).toEqual(before);
    expect(await codeOf(calls.prepare({ ws, applicationId: randomUUIDv7() }))).toBe('application.notFound');
  });

  it('follows whatever of the register is changed: numbers, purposes, categories and words', async () => {
    const calls = await callerFor(server, dpo);
    const isListed = async (id: string) =>
      (await calls.dpia.missing({ ws, pageSize: 100 })).collection.some(({ application }) => application.id === id);
    const { id, purposeId } = await build({ name: 'กล้องวงจรปิด' });
    const change = async (more: object) => {
      const { name, description, dataController, rowVersion, purposes } = await calls.application.get({ ws, id });
      await calls.application.update({
        ws,
        id,
        rowVersion,
        name,
        description,
        dataControllerId: dataController.id,
        purposeIds: purposes.map((purpose) => purpose.id),
        ...more,
      });
    };
    const purpose = async (more: object) => {
      const { rowVersion } = await calls.purpose.get({ ws, id: purposeId });
      await calls.purpose.update({ ws, id: purposeId, rowVersion, title: { th: 'ให้บริการ', en: '' }, ...more } as never);
    };
    const set = (table: 'piiCategories' | 'catalogueItems', itemId: string, values: object) =>
      server.owner.updateTable(table).set(values).where('workspaceId', '=', ws).where('id', '=', itemId).execute();
    const both = async (there: () => Promise<unknown>, back: () => Promise<unknown>, why: string) => {
      await there();
      expect(await isListed(id), why).toBe(true);
      await back();
      expect(await isListed(id), `${why}, no longer`).toBe(false);
    };
    expect(await isListed(id)).toBe(false);
    await both(
      () => change({ dataSubjectCount: 100_000 }),
      () => change({ dataSubjectCount: 99_999 }),
      'data subjects',
    );
    const aboutMinors = { description: { th: 'ข้อมูลของนักเรียน', en: '' } };
    await both(
      () => purpose(aboutMinors),
      () => purpose({}),
      'a purpose',
    );
    await purpose(aboutMinors);
    await both(
      () => change({}),
      () => change({ purposeIds: [] }),
      'a linked purpose',
    );
    await purpose({});
    await change({ purposeIds: [purposeId] });
    const category = (await calls.piiCategory.list({ ws, pageSize: 100 })).collection.find((one) => !one.sensitive)!;
    await both(
      async () => {
        await purpose({ piiCategoryIds: [category.id] });
        await set('piiCategories', category.id, { sensitive: true });
      },
      () => set('piiCategories', category.id, { sensitive: false }),
      'a category',
    );
    const group = randomUUIDv7();
    await server.owner
      .insertInto('catalogueItems')
      .values({ workspaceId: ws, id: group, kind: 'dataSubjectGroup', nameTh: 'ลูกค้าใหม่' })
      .execute();
    await both(
      async () => {
        await purpose({ dataSubjectGroupIds: [group] });
        await set('catalogueItems', group, { nameTh: 'ผู้ป่วยนอกเวลา' });
      },
      () => purpose({}),
      'a group',
    );
    await change({ dataSubjectCount: 100_000 });
    const assessment = await calls.dpia.create({ ws, applicationId: id, name: 'กล้อง', reason: 'กล้อง' });
    expect(await isListed(id), 'assessed').toBe(false);
    await calls.dpia.remove({ ws, id: assessment.id });
    expect(await isListed(id), 'its assessment was deleted').toBe(true);
  });
});

describe('an assessment of the older variant', () => {
  it('is converted into a new one: levels to its scale, each to be confirmed before publishing', async () => {
    const calls = await api();
    const older = await create({ variant: 'OLDER', criteria: [{ code: 'SENSITIVE_DATA' }, { code: 'LARGE_SCALE' }] });
    const { rowVersion } = await calls.start({ ws, id: older.id });
    const [worst] = completeDpiaDraft().worstCases;
    const treatment = {
      method: 'REDUCTION',
      detail: 'เข้ารหัส',
      expected: { likelihood: 1, impact: 2 },
      responsibleId: staff.personnelId,
    };
    const worstCases = [
      { ...worst, initial: { likelihood: 4, impact: 3 }, residual: { likelihood: 1, impact: 2 }, treatment },
    ];
    const [item] = older.framework.items;
    await calls.update({
      ws,
      id: older.id,
      ...older.draft,
      items: [{ itemId: item!.id, answer: 'MET' }],
      reviewerId: staff.personnelId,
      reviewOn: '2030-12-31',
      worstCases,
      rowVersion,
    } as never);
    await server.owner
      .updateTable('personnel')
      .set({ status: 'inactive' })
      .where('id', '=', staff.personnelId)
      .execute();
    const created = await calls.carry({ ws, id: older.id });
    expect(created).toMatchObject({
      variant: 'CURRENT',
      status: 'NEW',
      required: 'YES',
      application: { id: applicationId },
      initialRisk: 'EXTREME',
      reviewer: null,
      draft: {
        name: older.name,
        criteria: [{ code: 'SENSITIVE_DATA' }, { code: 'LARGE_SCALE' }],
        items: [],
        reviewOn: null,
        worstCases: [
          {
            initial: { likelihood: 5, impact: 4 },
            residual: { likelihood: 2, impact: 3 },
            treatment: { expected: { likelihood: 2, impact: 3 }, responsibleId: null },
            carried: true,
          },
        ],
      },
    });
    expect(created.framework.scale.width).toBe(5);
    expect(created.problems).toContainEqual({ path: ['worstCases', 0, 'carried'], key: 'dpia:carriedOpen' });
    const [{ carried: _, ...confirmed } = worst!] = created.draft.worstCases;
    const saved = await calls.update({
      ws,
      id: created.id,
      ...created.draft,
      worstCases: [confirmed],
      rowVersion: created.rowVersion,
    });
    expect(saved.problems.map(({ key }) => key)).not.toContain('dpia:carriedOpen');
    expect(await calls.get({ ws, id: older.id })).toMatchObject({ variant: 'OLDER', status: 'DRAFT' });
    expect(await codeOf(calls.carry({ ws, id: created.id }))).toBe('dpia.notOlder');
  });
});

describe('an assessment of the older variant whose next version is a draft', () => {
  it('keeps the plans of that draft as plans: only those of the published version are carried out', async () => {
    const calls = await api();
    const older = await create({ variant: 'OLDER' });
    const { rowVersion } = await calls.start({ ws, id: older.id });
    const [worst] = completeDpiaDraft().worstCases;
    const measures = [{ id: randomUUIDv7(), text: 'เข้ารหัสภายในปีหน้า' }];
    const treatment = { method: 'REDUCTION', detail: 'เข้ารหัส', measures, responsibleId: staff.personnelId };
    await calls.update({
      ws,
      id: older.id,
      ...older.draft,
      worstCases: [{ ...worst, treatment }],
      rowVersion,
    } as never);
    await server.owner
      .updateTable('dpias')
      .set({ publishedVersion: 1, treatmentStatus: 'RESOLVED' })
      .where('id', '=', older.id)
      .execute();
    expect((await calls.carry({ ws, id: older.id })).draft.worstCases).toMatchObject([
      { measures: [], treatment: { method: 'REDUCTION', measures, responsibleId: staff.personnelId } },
    ]);
  });
});

describe('settings that change', () => {
  const words = { th: 'เปลี่ยนแล้ว', en: 'Changed' };
  type Api = Awaited<ReturnType<typeof callerFor>>['dpiaSettings'];
  const CHANGES: Readonly<Record<string, (settings: Api) => Promise<unknown>>> = {
    'the width of the scale': async (settings) => {
      const { scales, rowVersion } = await settings.scales({ ws });
      return settings.updateScales({ ws, width: 3, scales, rowVersion });
    },
    'the bands': async (settings) => {
      const { width, scales, rowVersion } = await settings.scales({ ws });
      const moved = scales.map((scale) => ({ ...scale, bands: [1, 2, 3] as [number, number, number] }));
      return settings.updateScales({ ws, width, scales: moved, rowVersion });
    },
    'the words of every level': async (settings) => {
      const { width, scales, rowVersion } = await settings.scales({ ws });
      const named = scales.map((scale) => ({
        ...scale,
        likelihood: scale.likelihood.map((level) => ({ ...level, title: words })),
        impact: scale.impact.map((level) => ({ ...level, title: words })),
      }));
      return settings.updateScales({ ws, width, scales: named, rowVersion });
    },
    'the questions of data risk': async (settings) => {
      const { collection, rowVersion } = await settings.dataRisk({ ws });
      return settings.updateDataRisk({ ws, ...collection[2]!, questions: [{ text: words }], rowVersion });
    },
    'an item that is changed': async (settings) => {
      const [first] = (await settings.items.list({ ws })).collection;
      return settings.items.update({ ws, ...first!, title: words });
    },
    'an item that is deactivated': async (settings) => {
      const [first] = (await settings.items.list({ ws })).collection;
      return settings.items.update({ ws, ...first!, active: false });
    },
  };

  it.each(Object.keys(CHANGES))('do not change published or started assessments: %s', async (name) => {
    const calls = await api();
    const { id, rowVersion } = await complete();
    const draft = await complete();
    await calls.publish({ ws, id, rowVersion });
    const before = { version: await calls.version({ ws, id, v: 1 }), published: await calls.get({ ws, id }) };
    await CHANGES[name]!((await callerFor(server, dpo)).dpiaSettings);
    expect({ version: await calls.version({ ws, id, v: 1 }), published: await calls.get({ ws, id }) }).toEqual(before);
    expect(await calls.get({ ws, id: draft.id })).toEqual(draft);
    // One that starts now is based on them.
    expect((await create()).framework).not.toEqual(before.published.framework);
  });
});
