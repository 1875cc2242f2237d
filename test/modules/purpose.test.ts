import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import type { LiaAnswers } from '../../shared/purpose/legitimateInterest.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
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
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, staff, manager } = await buildTeam(server, { staff: 'Staff', manager: 'Top Management' }));
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).purpose;
const events = (workspaceId: string) =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
const RENAMED = 'คลังข้อมูล "ใหม่"';
const bare = { title: { th: 'ดูแลผู้ป่วย', en: '' } };

async function buildApplication(workspaceId: string, name = 'ระบบอื่น', purposeIds: string[] = []): Promise<string> {
  const { id: dataControllerId } = await buildDataController(server, workspaceId);
  const id = randomUUIDv7();
  await server.owner
    .insertInto('applications')
    .values({ workspaceId, id, name, description: 'x', dataControllerId })
    .execute();
  for (const [position, purposeId] of purposeIds.entries())
    await server.owner
      .insertInto('applicationPurposes')
      .values({ workspaceId, applicationId: id, purposeId, position })
      .execute();
  return id;
}

describe('permissions', () => {
  it('to read, edit and publish: people of the record of the workspace, nobody else', async () => {
    const { id } = await (await as(staff)).create({ ws, ...(await completePurpose(server, ws)) });
    const complete = await completePurpose(server, ws);
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.pick({ ws }),
      () => api.get({ ws, id }),
      () => api.create({ ws, ...bare }),
      () => api.duplicate({ ws, id, ...bare }),
      () => api.update({ ws, id, ...complete, rowVersion: 1 }),
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
    const { id } = await (
      await as(outsider)
    ).create({ ws: outsider.workspaceId, ...(await completePurpose(server, outsider.workspaceId)) });
    const api = await as(staff);
    for (const call of [
      () => api.get({ ws, id }),
      () => api.duplicate({ ws, id, ...bare }),
      () => api.update({ ws, id, ...bare, rowVersion: 1 }),
      () => api.publish({ ws, id, rowVersion: 1 }),
      () => api.remove({ ws, id }),
      () => api.versions({ ws, id }),
      () => api.version({ ws, id, v: 1 }),
    ])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
  });
});

describe('a draft', () => {
  it('needs only a Thai title, and lists everything that publishing still requires', async () => {
    const api = await as(staff);
    expect(await refusal(api.create({ ws, title: { th: ' ', en: 'Care' } }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['title.th'],
    });
    const created = await api.create({ ws, ...bare });
    expect(created).toMatchObject({
      status: 'draft',
      publishedVersion: 0,
      rowVersion: 1,
      applications: [],
      content: { title: bare.title, retention: { indefinite: false, amount: null } },
    });
    const missing = [
      'title.en',
      'description.th',
      'description.en',
      'purposeCategoryId',
      'dataSubjectGroupIds',
      'piiCategoryIds',
      'lawfulBases',
      'retention.amount',
      'retention.unit',
      'storageSystemIds',
      'destructionMethodIds',
      'responsibleDepartmentId',
      'securityMeasureIds',
    ];
    expect(created.problems.map(({ path }) => path.join('.'))).toEqual(missing);
    expect(await refusal(api.publish({ ws, id: created.id, rowVersion: 1 }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'purpose.incomplete',
      fields: missing,
    });
    expect((await events(ws)).map(({ event, subject }) => [event, subject])).toEqual([['purpose.created', 'ดูแลผู้ป่วย']]);
  });

  it('stores all its input', async () => {
    const api = await as(staff);
    const internal = await buildApplication(ws);
    const complete = await completePurpose(server, ws);
    const { sensitive, plain } = await wordsOf(server, ws);
    const input = {
      ...complete,
      piiCategoryIds: [plain, sensitive],
      lawfulBases: ['research' as const, 'consent' as const, 'legitimateInterest' as const],
      sensitiveExemptions: ['legalClaims' as const],
      legitimateInterest: passingAnswers(),
      responsibleDepartmentId: null,
      responsiblePersonnelId: staff.personnelId,
      retention: { indefinite: true, amount: null, unit: null, note: 'ตามกฎหมาย' },
      thirdPartyDisclosure: true,
      thirdParties: [
        { name: 'บริษัท ข', countries: ['SG', 'JP'], contract: 'DPA-2' },
        { name: 'บริษัท ก', countries: ['TH'], contract: 'DPA-1' },
      ],
      internalSharing: true,
      internalApplicationIds: [internal],
    };
    const created = await api.create({ ws, ...input });
    expect(created.problems).toEqual([]);
    expect(created.content).toMatchObject({
      title: input.title,
      description: input.description,
      isPrimary: true,
      lawfulBases: ['consent', 'legitimateInterest', 'research'],
      sensitiveExemptions: ['legalClaims'],
      retention: input.retention,
      responsiblePersonnel: { id: staff.personnelId },
      responsibleDepartment: null,
      thirdParties: input.thirdParties,
      internalApplications: [{ id: internal, name: 'ระบบอื่น' }],
      legitimateInterest: passingAnswers(),
    });
    expect(created.content.piiCategories.map(({ id, sensitive: of }) => [id, of])).toEqual([
      [sensitive, true],
      [plain, false],
    ]);
    const before = (await events(ws)).length;
    expect(
      await api.update({ ws, id: created.id, ...input, piiCategoryIds: [sensitive, plain], rowVersion: 1 }),
    ).toEqual(created);
    expect(await events(ws)).toHaveLength(before);
    expect((await api.list({ ws })).collection).toMatchObject([
      { id: created.id, sensitive: true, isPrimary: true, applicationCount: 0, updatedBy: { id: staff.personnelId } },
    ]);
  });

  it('refuses records of another workspace, and catalogue entries of another kind, by field', async () => {
    const other = outsider.workspaceId;
    const [theirs, own] = [await wordsOf(server, other), await wordsOf(server, ws)];
    const wrong = {
      purposeCategoryId: theirs.purposeCategory,
      dataSubjectGroupIds: [theirs.word('dataSubjectGroup')],
      piiCategoryIds: [theirs.plain],
      storageSystemIds: [own.word('department')],
      destructionMethodIds: [randomUUIDv7()],
      responsibleDepartmentId: theirs.word('department'),
      responsiblePersonnelId: outsider.personnelId,
      securityMeasureIds: [theirs.word('securityMeasure')],
      internalApplicationIds: [await buildApplication(other)],
    };
    const api = await as(staff);
    const refused = await refusal(api.create({ ws, ...bare, ...wrong }));
    expect(refused.status).toBe('BAD_REQUEST');
    expect(new Set(refused.fields)).toEqual(new Set(Object.keys(wrong)));
    const { id } = await api.create({ ws, ...bare });
    for (const [field, value] of Object.entries(wrong))
      expect(await refusal(api.update({ ws, id, ...bare, [field]: value, rowVersion: 1 }))).toMatchObject({
        status: 'BAD_REQUEST',
        fields: [field],
      });
  });

  it('accepts no deactivated PII category, but preserves one selected before', async () => {
    const api = await as(staff);
    const { plain } = await wordsOf(server, ws);
    const { id } = await api.create({ ws, ...bare, piiCategoryIds: [plain] });
    await server.owner
      .updateTable('piiCategories')
      .set({ active: false })
      .where('workspaceId', '=', ws)
      .where('id', '=', plain)
      .execute();
    expect(await refusal(api.create({ ws, ...bare, piiCategoryIds: [plain] }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['piiCategoryIds'],
    });
    expect(
      (await api.update({ ws, id, ...bare, isPrimary: true, piiCategoryIds: [plain], rowVersion: 1 })).rowVersion,
    ).toBe(2);
  });

  it('accepts no suspended person as responsible, but preserves one named before', async () => {
    const api = await as(staff);
    const other = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const { id } = await api.create({ ws, ...bare, responsiblePersonnelId: other.personnelId });
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', other.personnelId)
      .execute();
    expect(await refusal(api.create({ ws, ...bare, responsiblePersonnelId: other.personnelId }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['responsiblePersonnelId'],
    });
    expect(
      (await api.update({ ws, id, ...bare, isPrimary: true, responsiblePersonnelId: other.personnelId, rowVersion: 1 }))
        .rowVersion,
    ).toBe(2);
  });

  it('is copied without what can no longer be chosen, which is named', async () => {
    const api = await as(staff);
    const { sensitive, plain } = await wordsOf(server, ws);
    const name = 'สมหญิง เก่งกาจ';
    const { personnelId } = await buildPerson(server, { workspaceId: ws, role: 'Staff', name });
    const input = {
      ...(await completePurpose(server, ws)),
      piiCategoryIds: [plain, sensitive],
      responsiblePersonnelId: personnelId,
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'บริษัท ก', countries: ['TH'], contract: 'DPA-1' }],
    };
    const original = await api.create({ ws, ...input });
    const title = { th: 'สำเนา', en: 'Copy' };
    const full = await api.duplicate({ ws, id: original.id, title });
    const parties = [{ ...original.content.thirdParties[0], id: expect.any(String) as string }];
    expect(full.leftOut).toEqual([]);
    expect(full.purpose).toMatchObject({ status: 'draft', publishedVersion: 0, rowVersion: 1, applications: [] });
    expect(full.purpose.content).toEqual({ ...original.content, title, thirdParties: parties });

    await server.owner.updateTable('personnel').set({ status: 'suspended' }).where('id', '=', personnelId).execute();
    await server.owner
      .updateTable('piiCategories')
      .set({ active: false })
      .where('workspaceId', '=', ws)
      .where('id', '=', plain)
      .execute();
    const [left, remaining] = [plain, sensitive].map((id) =>
      original.content.piiCategories.find((category) => category.id === id),
    );
    const { purpose, leftOut } = await api.duplicate({ ws, id: original.id, title });
    expect(leftOut).toEqual([left!.name, { th: name, en: name }]);
    expect(purpose.content).toEqual({
      ...original.content,
      title,
      thirdParties: parties,
      piiCategories: [remaining],
      responsiblePersonnel: null,
    });
    expect((await api.get({ ws, id: original.id })).content).toEqual(original.content);
    expect((await events(ws)).map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => 'purpose.created'));
  });

  it('logs the changes, by name', async () => {
    const api = await as(staff);
    const complete = await completePurpose(server, ws);
    const third = { thirdPartyDisclosure: true, thirdParties: [{ name: 'บริษัท ก', country: 'SG', contract: 'DPA-1' }] };
    const { id } = await api.create({ ws, ...complete, ...third });
    const { word } = await wordsOf(server, ws);
    const another = await server.owner
      .selectFrom('catalogueItems')
      .select(['id', 'nameTh'])
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'storageSystem')
      .where('id', '!=', word('storageSystem'))
      .executeTakeFirstOrThrow();
    const after = await api.update({
      ws,
      id,
      ...complete,
      ...third,
      title: { th: 'ชื่อใหม่', en: 'Care for patients' },
      lawfulBases: ['consent'],
      storageSystemIds: [another.id],
      purposeCategoryId: null,
      rowVersion: 1,
    });
    const event = (await events(ws)).at(-1);
    expect(event).toMatchObject({ event: 'purpose.updated', subject: 'ชื่อใหม่', entityId: id });
    expect(event?.changes).toEqual([
      { field: 'titleTh', old: 'ดูแลผู้ป่วย', new: 'ชื่อใหม่' },
      { field: 'purposeCategory', old: expect.any(String), new: null },
      { field: 'lawfulBases', old: ['contract'], new: ['consent'] },
      { field: 'storageSystems', old: [expect.any(String)], new: [another.nameTh] },
    ]);
    await api.update({
      ws,
      id,
      ...complete,
      ...third,
      thirdParties: [{ name: 'บริษัท ก', country: 'SG', contract: 'DPA-2' }],
      rowVersion: after.rowVersion,
    });
    const changes = (await events(ws)).at(-1)?.changes as { field: string; old: string[]; new: string[] }[];
    expect(changes.find(({ field }) => field === 'thirdParties')?.new[0]).toContain('DPA-2');
  });

  it('leaves the rows of its lists unchanged if only its title changes, and writes only differing ones', async () => {
    const complete = {
      ...(await completePurpose(server, ws)),
      thirdPartyDisclosure: true,
      thirdParties: ['โรงพยาบาล', 'บริษัทประกัน'].map((name) => ({
        name,
        country: 'TH',
        contract: 'สัญญา',
        contractExpiresOn: null,
        safeguard: null,
      })),
      internalSharing: true,
      internalApplicationIds: [await buildApplication(ws)],
    };
    const api = await as(staff);
    const { id, content } = await api.create({ ws, ...complete });
    const thirdParties = content.thirdParties.map(({ id: partyId }, place) => ({
      ...complete.thirdParties[place]!,
      id: partyId,
    }));
    // The transaction that wrote each row.
    const rowsOf = async () => {
      const { rows } = await sql<{ kind: string; key: string; written: string }>`
        select 'word' as kind, item_id::text as key, xmin::text as written from purpose_catalogue_items where purpose_id = ${id}
        union all select 'pii', pii_category_id::text, xmin::text from purpose_pii_categories where purpose_id = ${id}
        union all select 'application', application_id::text, xmin::text from purpose_internal_applications where purpose_id = ${id}
        union all select 'party', name, xmin::text from purpose_third_parties where purpose_id = ${id} order by 1, 2`.execute(
        server.owner,
      );
      return rows;
    };
    const before = await rowsOf();
    expect(before).toHaveLength(8);
    const title = { th: 'รักษาผู้ป่วย', en: 'Treat patients' };
    await api.update({ ws, id, ...complete, thirdParties, title, rowVersion: 1 });
    expect(await rowsOf()).toEqual(before);

    const [first, second] = thirdParties;
    const renewed = { ...second!, contract: 'สัญญาใหม่' };
    await api.update({ ws, id, ...complete, thirdParties: [first!, renewed], title, rowVersion: 2 });
    const changed = (await rowsOf()).filter((row, place) => row.written !== before[place]!.written);
    expect(changed.map(({ kind, key }) => [kind, key])).toEqual([['party', 'บริษัทประกัน']]);
  });

  it('is not overwritten by an edit based on an older version', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...bare });
    await api.update({ ws, id, title: { th: 'คนแรก', en: '' }, rowVersion: 1 });
    expect(await refusal(api.update({ ws, id, title: { th: 'คนที่สอง', en: '' }, rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { rowVersion: 2, content: { title: { th: 'คนแรก' } } } },
    });
    expect(await refusal(api.publish({ ws, id, rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
    });
  });

  it('can be deleted only while no application uses it', async () => {
    const api = await as(staff);
    const { id } = await api.create({ ws, ...bare });
    const user = await buildApplication(ws, 'นัดหมาย', [id]);
    expect(await refusal(api.remove({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purpose.inUse',
      details: { applications: [{ id: user, name: 'นัดหมาย' }] },
    });
    expect((await api.get({ ws, id })).applications).toEqual([{ id: user, name: 'นัดหมาย' }]);
    await server.owner.deleteFrom('applications').where('id', '=', user).execute();
    expect(await api.remove({ ws, id })).toEqual({ id });
    expect(await refusedWith(api.get({ ws, id }))).toBe('NOT_FOUND');
    expect((await events(ws)).at(-1)).toMatchObject({ event: 'purpose.removed', subject: 'ดูแลผู้ป่วย' });
  });

  it('cannot be deleted while the newest version of an application has it, though its draft may not', async () => {
    const { purpose, application } = await callerFor(server, staff);
    const build = async (th: string) => {
      const draft = await purpose.create({ ws, ...(await completePurpose(server, ws)), title: { th, en: th } });
      return purpose.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
    };
    const { id } = await build('เดิม');
    const other = await build('ใหม่');
    const { id: dataControllerId } = await buildDataController(server, ws);
    const fields = { ws, name: 'นัดหมาย', description: 'x', dataControllerId };
    const created = await application.create({ ...fields, purposeIds: [id] });
    const published = await application.publish({ ws, id: created.id, rowVersion: created.rowVersion });
    const draft = await application.update({
      ...fields,
      id: created.id,
      purposeIds: [other.id],
      rowVersion: published.rowVersion,
    });
    expect(await refusal(purpose.remove({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purpose.inUse',
      text: 'purpose:inPublished',
      values: { names: 'นัดหมาย' },
      details: { applications: [{ id: created.id, name: 'นัดหมาย' }] },
    });
    await application.publish({ ws, id: created.id, rowVersion: draft.rowVersion });
    expect(await purpose.remove({ ws, id })).toEqual({ id });
  });
});

const FAILING_ANSWERS = passingAnswers();
const QUESTIONS = (['purpose', 'necessity', 'balancing'] as const).flatMap((test) =>
  FAILING_ANSWERS[test].map((_, index) => ({ test, index })),
);
/** All passing except one: the opposite of what passes, or unanswered. */
function answersBut(test: (typeof QUESTIONS)[number]['test'], index: number, open: boolean) {
  const answers = passingAnswers();
  const entry = answers[test][index];
  if (entry) entry.answer = open ? null : entry.answer === 'yes' ? 'no' : 'yes';
  return answers;
}
const lia = (legitimateInterest: LiaAnswers | null) => ({
  lawfulBases: ['legitimateInterest' as const],
  legitimateInterest,
});

describe('publishing', () => {
  /** Values removed from a complete purpose, and the fields that publishing then names. */
  const lacking: [string, Record<string, unknown>, string[]][] = [
    ['an English title', { title: { th: 'ก', en: '' } }, ['title.en']],
    ['a Thai description', { description: { th: '', en: 'x' } }, ['description.th']],
    ['an English description', { description: { th: 'ก', en: '' } }, ['description.en']],
    ['a category', { purposeCategoryId: null }, ['purposeCategoryId']],
    ['a group of data subjects', { dataSubjectGroupIds: [] }, ['dataSubjectGroupIds']],
    ['a category of personal data', { piiCategoryIds: [] }, ['piiCategoryIds']],
    ['a lawful basis', { lawfulBases: [] }, ['lawfulBases']],
    ['a retention amount', { retention: { unit: 'year' } }, ['retention.amount']],
    ['a retention unit', { retention: { amount: 1 } }, ['retention.unit']],
    [
      'a reason to keep data for good',
      { retention: { indefinite: true, amount: 1, unit: 'year' } },
      ['retention.note'],
    ],
    ['a storage system', { storageSystemIds: [] }, ['storageSystemIds']],
    ['a way of destruction', { destructionMethodIds: [] }, ['destructionMethodIds']],
    ['somebody responsible', { responsibleDepartmentId: null }, ['responsibleDepartmentId']],
    ['a security measure', { securityMeasureIds: [] }, ['securityMeasureIds']],
    ['third parties where data is disclosed', { thirdPartyDisclosure: true }, ['thirdParties']],
    [
      "a third party's name and contract",
      { thirdPartyDisclosure: true, thirdParties: [{ name: 'ก', contract: 'DPA' }, { country: 'SG' }] },
      ['thirdParties.1.name', 'thirdParties.1.contract'],
    ],
    ['applications where data is shared inside', { internalSharing: true }, ['internalApplicationIds']],
  ];
  for (const [what, overrides, fields] of lacking) {
    it(`is refused without ${what}`, async () => {
      const api = await as(staff);
      const draft = await api.create({ ws, ...(await completePurpose(server, ws)), ...overrides });
      expect(draft.problems.map(({ path }) => path.join('.'))).toEqual(fields);
      expect(await refusal(api.publish({ ws, id: draft.id, rowVersion: 1 }))).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'purpose.incomplete',
        fields,
      });
    });
  }

  it('is refused while the responsible person has left; the list finds what names them', async () => {
    const api = await as(staff);
    const leaver = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const complete = { ...(await completePurpose(server, ws)), responsiblePersonnelId: leaver.personnelId };
    const { id } = await api.create({ ws, ...complete });
    await api.publish({ ws, id, rowVersion: 1 });
    const found = async (filter: object) => (await api.list({ ws, ...filter })).collection.map((one) => one.id);
    expect(await found({ responsibleDepartmentId: 'LEFT' })).toEqual([]);
    const named = { responsiblePersonnelId: leaver.personnelId, status: 'PUBLISHED' };
    expect(await found(named)).toEqual([id]);
    for (const status of ['suspended', 'inactive']) {
      await server.owner.updateTable('personnel').set({ status }).where('id', '=', leaver.personnelId).execute();
      expect((await api.get({ ws, id })).problems).toEqual([
        { path: ['responsiblePersonnelId'], key: 'purpose:problem.responsibleLeft' },
      ]);
      expect(await found({ responsibleDepartmentId: 'LEFT' })).toEqual([id]);
    }
    const { rowVersion } = await api.get({ ws, id });
    const description = { th: 'แก้ไขแล้ว', en: 'Changed' };
    const edited = await api.update({ ws, id, ...complete, description, rowVersion });
    expect(await refusal(api.publish({ ws, id, rowVersion: edited.rowVersion }))).toMatchObject({
      code: 'purpose.incomplete',
      fields: ['responsiblePersonnelId'],
    });
    const changed = { ...complete, description, responsiblePersonnelId: staff.personnelId };
    const { problems } = await api.update({ ws, id, ...changed, rowVersion: edited.rowVersion });
    expect(problems).toEqual([]);
    expect(await found({ responsibleDepartmentId: 'LEFT' })).toEqual([]);
  });

  it('does not require third parties and sharing that are switched off', async () => {
    const api = await as(staff);
    const draft = await api.create({
      ws,
      ...(await completePurpose(server, ws)),
      thirdParties: [{ name: '', contract: '' }],
    });
    expect(draft.problems).toEqual([]);
  });

  it('of sensitive data needs an exemption or explicit consent, whatever the basis', async () => {
    const api = await as(staff);
    const complete = await completePurpose(server, ws);
    const { sensitive, plain } = await wordsOf(server, ws);
    const missing = async (overrides: Record<string, unknown>) =>
      (await api.create({ ws, ...complete, piiCategoryIds: [plain, sensitive], ...overrides })).problems.map(
        ({ path }) => path.join('.'),
      );
    expect(await missing({})).toEqual(['sensitiveExemptions']);
    expect(await missing({ sensitiveExemptions: ['preventLifeDanger'] })).toEqual([]);
    expect(await missing({ lawfulBases: ['contract', 'consent'] })).toEqual([]);
    expect(await missing({ piiCategoryIds: [plain] })).toEqual([]);
  });

  for (const { test, index } of QUESTIONS) {
    it(`on legitimate interest is refused while ${test} ${index + 1} fails or is incomplete, and names it`, async () => {
      const api = await as(staff);
      const complete = await completePurpose(server, ws);
      for (const open of [false, true]) {
        const draft = await api.create({ ws, ...complete, ...lia(answersBut(test, index, open)) });
        expect(draft.problems).toEqual([
          {
            path: ['legitimateInterest', test, index, 'answer'],
            key: `purpose:problem.lia.${open ? 'unanswered' : 'fail'}.${test}`,
            values: { number: index + 1 },
          },
        ]);
        expect(await refusal(api.publish({ ws, id: draft.id, rowVersion: 1 }))).toMatchObject({
          status: 'BAD_REQUEST',
          fields: [`legitimateInterest.${test}.${index}.answer`],
        });
      }
    });
  }

  it('on legitimate interest succeeds if all three tests pass, which are required only on that basis', async () => {
    const api = await as(staff);
    const complete = await completePurpose(server, ws);
    const nothing = await api.create({ ws, ...complete, ...lia(null) });
    expect(nothing.problems).toHaveLength(15);
    const draft = await api.create({ ws, ...complete, ...lia(passingAnswers()) });
    expect(await api.publish({ ws, id: draft.id, rowVersion: 1 })).toMatchObject({
      status: 'published',
      publishedVersion: 1,
    });
    const other = await api.create({ ws, ...complete, legitimateInterest: answersBut('purpose', 0, false) });
    expect(other.problems).toEqual([]);
  });

  it('stores the draft of that moment, whatever is renamed or edited later', async () => {
    const api = await as(staff);
    const complete = {
      ...(await completePurpose(server, ws)),
      ...lia(passingAnswers()),
      responsiblePersonnelId: staff.personnelId,
    };
    const draft = await api.create({ ws, ...complete });
    const published = await api.publish({ ws, id: draft.id, rowVersion: 1 });
    expect(published).toMatchObject({ status: 'published', publishedVersion: 1, rowVersion: 2 });
    expect((await events(ws)).at(-1)).toMatchObject({
      event: 'purpose.published',
      changes: [{ field: 'version', old: null, new: 1 }],
    });
    expect(await refusal(api.publish({ ws, id: draft.id, rowVersion: 2 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'illegalMove',
    });
    const first = await api.version({ ws, id: draft.id, v: 1 });
    expect(first).toMatchObject({ purposeId: draft.id, version: 1, publishedBy: { id: staff.personnelId } });
    expect(first.content).toEqual(draft.content);
    expect(first.sha256).toBe(contentHash(first.content));

    await server.owner
      .updateTable('catalogueItems')
      .set({ nameTh: RENAMED })
      .where('workspaceId', '=', ws)
      .where('id', '=', complete.storageSystemIds[0] as string)
      .execute();
    await server.owner
      .updateTable('piiCategories')
      .set({ nameTh: 'ชื่อใหม่', sensitive: true })
      .where('workspaceId', '=', ws)
      .where('id', '=', complete.piiCategoryIds[0] as string)
      .execute();
    const edited = await api.update({
      ws,
      id: draft.id,
      ...complete,
      isPrimary: false,
      lawfulBases: ['consent'],
      rowVersion: 2,
    });
    expect(edited).toMatchObject({
      status: 'draft',
      publishedVersion: 1,
      rowVersion: 3,
      content: { storageSystems: [{ name: { th: RENAMED } }] },
    });
    await api.publish({ ws, id: draft.id, rowVersion: 3 });
    expect(await api.version({ ws, id: draft.id, v: 1 })).toEqual(first);
    const second = await api.version({ ws, id: draft.id, v: 2 });
    expect(second.content).toEqual(edited.content);
    expect(
      (await api.versions({ ws, id: draft.id })).collection.map(({ version, sha256 }) => [version, sha256]),
    ).toEqual([
      [2, second.sha256],
      [1, first.sha256],
    ]);
    expect(await refusedWith(api.version({ ws, id: draft.id, v: 3 }))).toBe('NOT_FOUND');

    await api.remove({ ws, id: draft.id });
    expect(await api.version({ ws, id: draft.id, v: 1 })).toEqual(first);
    expect((await api.versions({ ws, id: draft.id })).meta.totalItems).toBe(2);
  });

  it('an edit that changes nothing leaves it published', async () => {
    const api = await as(staff);
    const complete = { ...(await completePurpose(server, ws)), ...lia(passingAnswers()) };
    const { id } = await api.create({ ws, ...complete });
    const published = await api.publish({ ws, id, rowVersion: 1 });
    expect(await api.update({ ws, id, ...complete, rowVersion: 2 })).toEqual(published);
  });
});
