import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completePurpose, passingAnswers, wordsOf } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let staff: Person;
let manager: Person;
let outsider: Person;
let controller: string;
let fields: { name: string; description: string; dataControllerId: string };
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ({ ws, staff, manager } = await buildTeam(server, { staff: 'Staff', manager: 'Top Management' }));
  outsider = await buildPerson(server, { role: 'Admin' });
  controller = (await buildDataController(server, ws, { nameTh: 'โรงพยาบาลปกป้อง' })).id;
  fields = { name: 'ทะเบียนผู้ป่วย', description: 'ข้อมูลของผู้ป่วย', dataControllerId: controller };
});

const caller = (person: Person | null) => callerFor(server, person);
const as = async (person: Person | null) => (await caller(person)).application;
const events = (workspaceId: string) =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
const eventNames = async () => (await events(ws)).map(({ event }) => event);

/** A complete purpose; published if asked for. */
async function buildPurpose(
  title: string,
  { published = false, ...overrides }: Record<string, unknown> & { published?: boolean } = {},
) {
  const api = (await caller(staff)).purpose;
  const draft = await api.create({
    ws,
    ...(await completePurpose(server, ws)),
    title: { th: title, en: title },
    ...overrides,
  });
  return published ? api.publish({ ws, id: draft.id, rowVersion: draft.rowVersion }) : draft;
}

describe('permissions', () => {
  it('to read, edit and publish: people of the record of the workspace, nobody else', async () => {
    const purpose = await buildPurpose('ก', { published: true });
    const { id } = await (await as(staff)).create({ ws, ...fields, purposeIds: [purpose.id] });
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.pick({ ws }),
      () => api.allowance({ ws }),
      () => api.withoutConsent({ ws }),
      () => api.withoutRequestForm({ ws }),
      () => api.withoutDpia({ ws }),
      () => api.get({ ws, id }),
      () => api.detail({ ws, id }),
      () => api.create({ ws, ...fields, name: 'อีกระบบ' }),
      () => api.update({ ws, id, ...fields, purposeIds: [purpose.id], rowVersion: 1 }),
      () => api.publish({ ws, id, rowVersion: 1 }),
      () => api.versions({ ws, id }),
      () => api.version({ ws, id, v: 1 }),
      () => api.remove({ ws, id }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(manager))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(staff))) await expect(call()).resolves.toBeTruthy();
  });

  it('to reach another workspace by an id of it: nobody', async () => {
    const theirs = await buildDataController(server, outsider.workspaceId);
    const { id } = await (
      await as(outsider)
    ).create({ ws: outsider.workspaceId, ...fields, dataControllerId: theirs.id });
    const api = await as(staff);
    for (const call of [
      () => api.get({ ws, id }),
      () => api.detail({ ws, id }),
      () => api.update({ ws, id, ...fields, rowVersion: 1 }),
      () => api.publish({ ws, id, rowVersion: 1 }),
      () => api.remove({ ws, id }),
      () => api.versions({ ws, id }),
      () => api.version({ ws, id, v: 1 }),
    ])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
  });
});

describe('an application', () => {
  it('needs a data controller in the workspace first', async () => {
    const empty = (await buildWorkspace(server)).id;
    const person = await buildPerson(server, { workspaceId: empty, role: 'Staff' });
    expect(await refusal((await as(person)).create({ ws: empty, ...fields }))).toMatchObject({
      status: 'CONFLICT',
      code: 'application.noDataController',
    });
  });

  it('is created as a draft and its event written', async () => {
    const { word } = await wordsOf(server, ws);
    const purpose = await buildPurpose('ก');
    const created = await (
      await as(staff)
    ).create({
      ws,
      ...fields,
      name: '  ทะเบียนผู้ป่วย ',
      lineOfWorkId: word('lineOfWork'),
      dataSourceId: word('dataSource'),
      dataSubjectCount: 9_999_999_999,
      processingFrequency: 'daily',
      purposeIds: [purpose.id, purpose.id],
    });
    expect(created).toMatchObject({
      name: 'ทะเบียนผู้ป่วย',
      dataController: { id: controller },
      dataSubjectCount: 9_999_999_999,
      processingFrequency: 'daily',
      status: 'draft',
      publishedVersion: 0,
      rowVersion: 1,
      lineOfWork: { id: word('lineOfWork') },
      dataSource: { id: word('dataSource') },
      purposes: [{ id: purpose.id, status: 'draft' }],
      createdBy: { id: staff.personnelId },
    });
    expect((await events(ws)).at(-1)).toMatchObject({
      event: 'application.created',
      subject: 'ทะเบียนผู้ป่วย',
      actorId: staff.personnelId,
      entityId: created.id,
    });
    expect(await (await as(staff)).get({ ws, id: created.id })).toEqual(created);
  });

  it('names each field that is missing or wrong', async () => {
    const wrong = await refusal(
      (await as(staff)).create({
        ws,
        name: ' ',
        description: '',
        dataControllerId: 'x',
        dataSubjectCount: -1,
        processingFrequency: 'hourly',
      } as never),
    );
    expect(wrong).toMatchObject({ status: 'BAD_REQUEST' });
    expect(new Set(wrong.fields)).toEqual(
      new Set(['name', 'description', 'dataControllerId', 'dataSubjectCount', 'processingFrequency']),
    );
  });

  it('has a unique name, ignoring letter case', async () => {
    const api = await as(staff);
    await api.create({ ws, ...fields, name: 'Patient Records ผู้ป่วย' });
    expect(await refusal(api.create({ ws, ...fields, name: 'patient RECORDS ผู้ป่วย' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'application.nameTaken',
      fields: ['name'],
    });
    const long = 'ก'.repeat(1000);
    await api.create({ ws, ...fields, name: long });
    expect(await refusedWith(api.create({ ws, ...fields, name: long }))).toBe('CONFLICT');
  });

  it('preserves its name', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    expect(await refusal(api.update({ ws, id, ...fields, name: 'ชื่อใหม่', rowVersion: 1 }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'application.nameFixed',
      fields: ['name'],
    });
  });

  it('refuses records of another workspace, and catalogue entries of another kind, by field', async () => {
    const other = outsider.workspaceId;
    const [theirs, own] = [await wordsOf(server, other), await wordsOf(server, ws)];
    const theirController = await buildDataController(server, other);
    const theirPurpose = await (await caller(outsider)).purpose.create({ ws: other, title: { th: 'ของเขา', en: '' } });
    const api = await as(staff);
    const wrong = {
      dataControllerId: theirController.id,
      lineOfWorkId: theirs.word('lineOfWork'),
      dataSourceId: own.word('department'),
      purposeIds: [theirPurpose.id],
    };
    const refused = await refusal(api.create({ ws, ...fields, ...wrong }));
    expect(refused.status).toBe('BAD_REQUEST');
    expect(new Set(refused.fields)).toEqual(
      new Set(['dataControllerId', 'lineOfWorkId', 'dataSourceId', 'purposeIds']),
    );
    const { id } = await api.create({ ws, ...fields });
    for (const [field, value] of Object.entries(wrong)) {
      expect(await refusal(api.update({ ws, id, ...fields, [field]: value, rowVersion: 1 }))).toMatchObject({
        status: 'BAD_REQUEST',
        fields: [field],
      });
    }
  });

  it('logs the changes, by name; and nothing if nothing changed', async () => {
    const api = await as(staff);
    const { word } = await wordsOf(server, ws);
    const purpose = await buildPurpose('นัดหมาย');
    const { id } = await api.create({ ws, ...fields });
    const second = await buildDataController(server, ws, { nameTh: 'คลินิก' });
    const changed = {
      ...fields,
      description: 'อื่น',
      dataControllerId: second.id,
      lineOfWorkId: word('lineOfWork'),
      dataSubjectCount: 5,
      processingFrequency: 'once' as const,
      purposeIds: [purpose.id],
    };
    const after = await api.update({ ws, id, ...changed, rowVersion: 1 });
    expect(after.rowVersion).toBe(2);
    const event = (await events(ws)).at(-1);
    expect(event).toMatchObject({ event: 'application.updated', subject: fields.name });
    expect(event?.changes).toEqual([
      { field: 'description', old: 'ข้อมูลของผู้ป่วย', new: 'อื่น' },
      { field: 'dataController', old: 'โรงพยาบาลปกป้อง', new: 'คลินิก' },
      { field: 'lineOfWork', old: null, new: after.lineOfWork?.name.th },
      { field: 'dataSubjectCount', old: null, new: 5 },
      { field: 'processingFrequency', old: null, new: 'once' },
      { field: 'purposes', old: [], new: ['นัดหมาย'] },
    ]);
    const before = (await events(ws)).length;
    expect(await api.update({ ws, id, ...changed, rowVersion: 2 })).toEqual(after);
    expect(await events(ws)).toHaveLength(before);
  });

  it('is not overwritten by an edit based on an older version', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    await api.update({ ws, id, ...fields, description: 'คนแรก', rowVersion: 1 });
    expect(await refusal(api.update({ ws, id, ...fields, description: 'คนที่สอง', rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { description: 'คนแรก', rowVersion: 2 } },
    });
    expect(await refusal(api.publish({ ws, id, rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
    });
    const both = await Promise.allSettled(
      ['ก', 'ข'].map(async (description) =>
        (await as(staff)).update({ ws, id, ...fields, description, rowVersion: 2 }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('cannot be deleted while a purpose names it as a recipient', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const purpose = await buildPurpose('ส่งต่อข้อมูล', { internalSharing: true, internalApplicationIds: [id] });
    expect((await api.detail({ ws, id })).namedBy).toMatchObject([{ id: purpose.id }]);
    expect(await refusal(api.remove({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'application.inUse',
      details: { purposes: [{ id: purpose.id, title: { th: 'ส่งต่อข้อมูล' } }] },
    });
    await (await caller(staff)).purpose.remove({ ws, id: purpose.id });
    expect(await api.remove({ ws, id })).toEqual({ id });
    expect(await refusedWith(api.get({ ws, id }))).toBe('NOT_FOUND');
    expect((await events(ws)).at(-1)).toMatchObject({ event: 'application.removed', subject: fields.name });
  });

  it('names purposes in the language of the caller where it refuses', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    const both = { internalSharing: true, internalApplicationIds: [id] };
    await buildPurpose('ก', { ...both, title: { th: 'ส่งต่อข้อมูล', en: 'Share data' } });
    await buildPurpose('ข', { ...both, title: { th: 'อย่างอื่น', en: '' } });
    expect((await refusal(api.remove({ ws, id }))).values).toEqual({ names: 'Share data, อย่างอื่น' });
  });

  it('cannot be deleted while the newest version of a purpose names it as a recipient, though its draft may not', async () => {
    const { application, purpose } = await caller(staff);
    const { id } = await application.create({ ws, ...fields });
    const shared = await buildPurpose('ส่งต่อ', { published: true, internalSharing: true, internalApplicationIds: [id] });
    const draft = await purpose.update({
      ws,
      ...(await completePurpose(server, ws)),
      id: shared.id,
      internalSharing: false,
      internalApplicationIds: [],
      rowVersion: shared.rowVersion,
    });
    expect(await refusal(application.remove({ ws, id }))).toMatchObject({
      code: 'application.inUse',
      text: 'application:inPublished',
      details: { purposes: [{ id: shared.id }] },
    });
    await purpose.publish({ ws, id: shared.id, rowVersion: draft.rowVersion });
    expect(await application.remove({ ws, id })).toEqual({ id });
  });
});

describe('the package limit', () => {
  it('is enforced, even when two are created at once', async () => {
    const basic = (await buildWorkspace(server, { tier: 'Basic' })).id;
    const person = await buildPerson(server, { workspaceId: basic, role: 'Staff' });
    const { id: dataControllerId } = await buildDataController(server, basic);
    await server.owner
      .insertInto('applications')
      .values(
        Array.from({ length: 9 }, (_, index) => ({
          workspaceId: basic,
          id: randomUUIDv7(),
          name: `ระบบ ${index}`,
          description: 'x',
          dataControllerId,
        })),
      )
      .execute();
    const results = await Promise.allSettled(
      ['ก', 'ข', 'ค'].map(async (name) => (await as(person)).create({ ws: basic, ...fields, dataControllerId, name })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await (await as(person)).list({ ws: basic })).meta.totalItems).toBe(10);
    expect(
      await refusal((await as(person)).create({ ws: basic, ...fields, dataControllerId, name: 'ง' })),
    ).toMatchObject({ status: 'CONFLICT', code: 'applications.limit', details: { limit: 10, used: 10 } });
    expect(await (await as(person)).allowance({ ws: basic })).toEqual({
      used: 10,
      limit: 10,
      tier: 'Basic',
      hasDataController: true,
    });
  });

  it('is reported as unlimited if there is none', async () => {
    const empty = (await buildWorkspace(server)).id;
    const person = await buildPerson(server, { workspaceId: empty, role: 'Staff' });
    expect(await (await as(person)).allowance({ ws: empty })).toMatchObject({
      used: 0,
      limit: null,
      hasDataController: false,
    });
  });
});

describe('publishing', () => {
  it('needs a purpose', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...fields });
    expect(await refusal(api.publish({ ws, id, rowVersion: 1 }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'application.noPurposes',
      fields: ['purposeIds'],
    });
  });

  it('names the drafts among its purposes, and what each lacks if they are to be published too', async () => {
    const api = await as(staff);
    const ready = await buildPurpose('พร้อม');
    const bare = await (await caller(staff)).purpose.create({ ws, title: { th: 'ยังไม่ครบ', en: 'Bare' } });
    const answers = passingAnswers();
    answers.balancing[3] = { answer: 'yes', explanation: '' };
    const weighed = await buildPurpose('ชั่งน้ำหนัก', { lawfulBases: ['legitimateInterest'], legitimateInterest: answers });
    const { id } = await api.create({ ws, ...fields, purposeIds: [ready.id, bare.id, weighed.id] });
    expect(await refusal(api.publish({ ws, id, rowVersion: 1 }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'application.incomplete',
      fields: ['purposeIds.0', 'purposeIds.1', 'purposeIds.2'],
    });
    const before = await eventNames();
    const refused = await refusal(api.publish({ ws, id, rowVersion: 1, publishPurposes: true }));
    expect(refused.fields).toContain('purposeIds.1.description.th');
    expect(refused.fields).toContain('purposeIds.2.legitimateInterest.balancing.3.answer');
    expect(refused.fields.filter((field) => field.startsWith('purposeIds.0'))).toEqual([]);
    expect(await eventNames()).toEqual(before);
    expect((await (await caller(staff)).purpose.get({ ws, id: ready.id })).status).toBe('draft');
  });

  it('identifies a failing question by its number, in the language of the reader', async () => {
    const answers = passingAnswers();
    answers.balancing[3] = { answer: 'yes', explanation: '' };
    const weighed = await buildPurpose('ชั่งน้ำหนัก', { lawfulBases: ['legitimateInterest'], legitimateInterest: answers });
    const { id } = await (await as(staff)).create({ ws, ...fields, purposeIds: [weighed.id] });
    const { toErrorBody } = await import('../../server/platform/errors.ts');
    const refused = await (
      await as(staff)
    )
      .publish({ ws, id, rowVersion: 1, publishPurposes: true })
      .catch((error: unknown) => error);
    const reasons = toErrorBody(refused, 'en').body.issues?.map(({ reason }) => reason) ?? [];
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toContain('4');
    expect(reasons[0]).not.toContain('{');
  });

  it('also publishes the complete drafts on request, and each once', async () => {
    const api = await as(staff);
    const [draft, published] = [await buildPurpose('ร่าง'), await buildPurpose('เผยแพร่แล้ว', { published: true })];
    const { id } = await api.create({ ws, ...fields, purposeIds: [draft.id, published.id] });
    const after = await api.publish({ ws, id, rowVersion: 1, publishPurposes: true });
    expect(after).toMatchObject({ status: 'published', publishedVersion: 1, rowVersion: 2 });
    expect(after.purposes.map(({ status, publishedVersion }) => [status, publishedVersion])).toEqual([
      ['published', 1],
      ['published', 1],
    ]);
    // Of the same moment: their order in the log is undefined.
    expect((await eventNames()).slice(-3).toSorted()).toEqual([
      'application.published',
      'application.uncovered',
      'purpose.published',
    ]);
    expect((await events(ws)).find(({ event }) => event === 'application.published')?.changes).toEqual([
      { field: 'version', old: null, new: 1 },
    ]);
    expect(await refusal(api.publish({ ws, id, rowVersion: 2 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'illegalMove',
    });
    expect(
      (await api.version({ ws, id, v: 1 })).content.purposes.map((purpose) => [purpose.id, purpose.version]),
    ).toEqual([
      [draft.id, 1],
      [published.id, 1],
    ]);
  });

  it('succeeds for only one of two at once', async () => {
    const purpose = await buildPurpose('ก', { published: true });
    const { id } = await (await as(staff)).create({ ws, ...fields, purposeIds: [purpose.id] });
    const both = await Promise.allSettled([1, 2].map(async () => (await as(staff)).publish({ ws, id, rowVersion: 1 })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await (await as(staff)).versions({ ws, id })).meta.totalItems).toBe(1);
  });

  it('an edit creates a draft of version 2; version 1 remains unchanged, whatever is renamed later', async () => {
    const api = await as(staff);
    const { word } = await wordsOf(server, ws);
    const purpose = await buildPurpose('ดูแล', { published: true });
    const saved = {
      ...fields,
      lineOfWorkId: word('lineOfWork'),
      dataSourceId: word('dataSource'),
      dataSubjectCount: 5000,
      purposeIds: [purpose.id],
    };
    const { id } = await api.create({ ws, ...saved });
    const detail = await api.detail({ ws, id });
    await api.publish({ ws, id, rowVersion: 1 });
    const first = await api.version({ ws, id, v: 1 });
    expect(first).toMatchObject({ applicationId: id, version: 1, publishedBy: { id: staff.personnelId } });
    expect(first.content).toEqual({
      name: detail.name,
      description: detail.description,
      dataController: detail.dataController,
      lineOfWork: detail.lineOfWork,
      dataSource: detail.dataSource,
      dataSubjectCount: 5000,
      processingFrequency: null,
      processingRole: 'controller',
      onBehalfName: '',
      onBehalfContact: '',
      accessMeans: '',
      refusalStatus: null,
      refusalNote: '',
      processCode: '',
      reviewOn: null,
      dataMapping: [],
      purposes: [{ id: purpose.id, version: 1, sha256: expect.any(String), content: purpose.content }],
    });
    expect(first.sha256).toBe(contentHash(first.content));
    expect(first.content.purposes[0]?.sha256).toBe(contentHash(first.content.purposes[0]?.content));

    await server.owner
      .updateTable('catalogueItems')
      .set({ nameTh: 'เปลี่ยนแล้ว' })
      .where('workspaceId', '=', ws)
      .where('id', 'in', [word('lineOfWork'), word('storageSystem')])
      .execute();
    await server.owner
      .updateTable('dataControllers')
      .set({ nameTh: 'ชื่อใหม่', address: 'ที่อยู่ใหม่' })
      .where('id', '=', controller)
      .execute();
    const edited = await api.update({ ws, id, ...saved, description: 'ฉบับที่สอง', rowVersion: 2 });
    expect(edited).toMatchObject({
      status: 'draft',
      publishedVersion: 1,
      rowVersion: 3,
      lineOfWork: { name: { th: 'เปลี่ยนแล้ว' } },
    });
    expect(await api.version({ ws, id, v: 1 })).toEqual(first);
    await api.publish({ ws, id, rowVersion: 3 });
    const second = await api.version({ ws, id, v: 2 });
    expect(second.content).toMatchObject({
      description: 'ฉบับที่สอง',
      dataController: { name: { th: 'ชื่อใหม่' } },
      lineOfWork: { name: { th: 'เปลี่ยนแล้ว' } },
    });
    expect(second.content.purposes).toEqual(first.content.purposes);
    expect(await api.version({ ws, id, v: 1 })).toEqual(first);
    expect((await events(ws)).at(-1)?.changes).toEqual([{ field: 'version', old: 1, new: 2 }]);
    const listed = await api.versions({ ws, id });
    expect(listed.collection.map(({ version, sha256 }) => [version, sha256])).toEqual([
      [2, second.sha256],
      [1, first.sha256],
    ]);
    expect(await refusedWith(api.version({ ws, id, v: 3 }))).toBe('NOT_FOUND');
  });

  it('preserves versions after the application was deleted, and nobody can change or delete them', async () => {
    const api = await as(staff);
    const purpose = await buildPurpose('ก', { published: true });
    const { id } = await api.create({ ws, ...fields, purposeIds: [purpose.id] });
    await api.publish({ ws, id, rowVersion: 1 });
    const first = await api.version({ ws, id, v: 1 });
    for (const table of ['applicationVersions', 'purposeVersions'] as const) {
      const inside = <Result>(work: Parameters<typeof withScope<Result>>[2]) =>
        withScope(server.deps.db, { workspaceId: ws }, work);
      await expect(
        inside((trx) => trx.updateTable(table).set({ sha256: 'x' }).where('workspaceId', '=', ws).execute()),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        inside((trx) => trx.deleteFrom(table).where('workspaceId', '=', ws).execute()),
      ).rejects.toMatchObject({ code: '42501' });
    }
    await api.remove({ ws, id });
    expect(await api.version({ ws, id, v: 1 })).toEqual(first);
    expect((await api.versions({ ws, id })).meta.totalItems).toBe(1);
  });
});
