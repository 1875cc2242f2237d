import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PII_ATTRIBUTE_LIMIT, PII_CATEGORY_LIMIT } from '../../shared/piiCategory/schema.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { wordsOf } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let manager: Person;
let outsider: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo, staff, manager } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', manager: 'Top Management' }));
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).piiCategory;
type Api = Awaited<ReturnType<typeof as>>;
const events = () =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', ws)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
const fields = {
  name: { th: 'ข้อมูลสัตว์เลี้ยง', en: 'Pets' },
  description: { th: 'สัตว์เลี้ยงของลูกค้า', en: 'Pets of customers' },
  example: 'ชื่อสัตว์เลี้ยง',
  sensitive: false,
};
const named = (th: string) => ({ ...fields, name: { th, en: 'x' } });

/** An application whose data mapping contains these attributes. */
async function mapped(attributeIds: readonly string[], name = 'ทะเบียนลูกค้า'): Promise<string> {
  const { owner } = server;
  const { word } = await wordsOf(server, ws);
  const { id: dataControllerId } = await buildDataController(server, ws);
  const [applicationId, purposeId, dataFlowId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  await owner
    .insertInto('applications')
    .values({ workspaceId: ws, id: applicationId, name, description: 'x', dataControllerId, dataSubjectCount: 1 })
    .execute();
  await owner
    .insertInto('purposes')
    .values({
      workspaceId: ws,
      id: purposeId,
      titleTh: 'ดูแลลูกค้า',
      titleEn: 'Care',
      descriptionTh: 'x',
      descriptionEn: 'x',
    })
    .execute();
  await owner
    .insertInto('applicationPurposes')
    .values({ workspaceId: ws, applicationId, purposeId, position: 0 })
    .execute();
  await owner
    .insertInto('dataFlows')
    .values({
      workspaceId: ws,
      id: dataFlowId,
      applicationId,
      purposeId,
      position: 0,
      dataSubjectGroupId: word('dataSubjectGroup'),
      channelId: word('collectionChannel'),
      uses: attributeIds.length,
      sensitiveUses: 0,
    })
    .execute();
  for (const attributeId of attributeIds) {
    const { piiCategoryId } = await owner
      .selectFrom('piiAttributes')
      .select('piiCategoryId')
      .where('workspaceId', '=', ws)
      .where('id', '=', attributeId)
      .executeTakeFirstOrThrow();
    await owner
      .insertInto('dataFlowAttributes')
      .values({
        workspaceId: ws,
        dataFlowId,
        attributeId,
        applicationId,
        purposeId,
        piiCategoryId,
        sensitive: false,
        retentionDays: 0,
      })
      .execute();
  }
  return applicationId;
}

const builtInNamed = async (api: Api, th: string) => {
  const found = (await api.list({ ws, query: th, status: 'ALL', pageSize: 100 })).collection.find(
    ({ name }) => name.th === th,
  );
  if (!found) throw new Error(`no category ${th}`);
  return found;
};

describe('permissions', () => {
  it('to select: everyone of the record; to write: Admin and DPO; nobody else', async () => {
    const created = await (await as(dpo)).create({ ws, ...fields });
    const sub = await (
      await as(dpo)
    ).subCategory.create({ ws, piiCategoryId: created.id, name: { th: 'พันธุ์', en: '' } });
    const reads = (api: Api) => [
      () => api.list({ ws }),
      () => api.tree({ ws }),
      () => api.get({ ws, id: created.id }),
      () => api.subCategory.list({ ws, id: created.id }),
      () => api.attribute.list({ ws, id: created.id }),
      () => api.attribute.listOfSubCategory({ ws, id: sub.id }),
    ];
    const writes = (api: Api) => [
      () => api.uses({ ws, id: created.id }),
      () => api.create({ ws, ...named(`อื่น ${randomUUIDv7()}`) }),
      () => api.update({ ws, id: created.id, ...fields, rowVersion: 1 }),
      () => api.subCategory.create({ ws, piiCategoryId: created.id, name: { th: randomUUIDv7(), en: '' } }),
      () => api.attribute.create({ ws, piiCategoryId: created.id, name: { th: randomUUIDv7(), en: '' } }),
      () => api.deactivate({ ws, id: created.id }),
      () => api.reactivate({ ws, id: created.id }),
    ];
    for (const call of [...reads(await as(null)), ...writes(await as(null))])
      expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of [...reads(await as(outsider)), ...writes(await as(outsider))])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const person of [staff, manager]) {
      for (const call of reads(await as(person))) await expect(call()).resolves.toBeTruthy();
      for (const call of writes(await as(person))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    }
    for (const call of [...reads(await as(dpo)), ...writes(await as(dpo))]) await expect(call()).resolves.toBeTruthy();
  });

  it('to reach another workspace by an id of it: nobody', async () => {
    const api = await as(outsider);
    const created = await api.create({ ws: outsider.workspaceId, ...fields });
    const sub = await api.subCategory.create({
      ws: outsider.workspaceId,
      piiCategoryId: created.id,
      name: { th: 'พันธุ์', en: '' },
    });
    const attribute = await api.attribute.create({
      ws: outsider.workspaceId,
      piiCategoryId: created.id,
      name: { th: 'ชื่อ', en: '' },
    });
    const mine = await as(dpo);
    for (const call of [
      () => mine.get({ ws, id: created.id }),
      () => mine.subCategory.create({ ws, piiCategoryId: created.id, name: { th: 'x', en: '' } }),
      () => mine.subCategory.remove({ ws, id: sub.id }),
      () => mine.attribute.create({ ws, piiCategoryId: created.id, name: { th: 'x', en: '' } }),
      () => mine.attribute.remove({ ws, id: attribute.id }),
      () => mine.attribute.listOfSubCategory({ ws, id: sub.id }),
    ])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
    const own = await mine.create({ ws, ...fields });
    expect(
      await refusal(
        mine.attribute.create({ ws, piiCategoryId: own.id, piiSubCategoryId: sub.id, name: { th: 'x', en: '' } }),
      ),
    ).toMatchObject({ status: 'BAD_REQUEST', fields: ['piiSubCategoryId'] });
  });
});

describe('a category', () => {
  it('needs a name and a description in both languages, and a unique name', async () => {
    const api = await as(dpo);
    const wrong = await refusal(
      api.create({ ws, name: { th: '', en: '' }, description: { th: '', en: ' ' } } as never),
    );
    expect(wrong.status).toBe('BAD_REQUEST');
    expect(new Set(wrong.fields)).toEqual(new Set(['name.th', 'name.en', 'description.th', 'description.en']));
    await api.create({ ws, ...named('Loyalty สัตว์') });
    expect(await refusal(api.create({ ws, ...named('LOYALTY สัตว์') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.nameTaken',
      fields: ['name.th'],
    });
    expect(await refusal(api.create({ ws, ...named('ข้อมูลสุขภาพ') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.nameTaken',
    });
  });

  it('is not overwritten by an edit based on an older version; changes of its content do not conflict', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    await api.attribute.create({ ws, piiCategoryId: id, name: { th: 'ชื่อ', en: '' } });
    await api.update({ ws, id, ...fields, example: 'คนแรก', rowVersion: 1 });
    expect(await refusal(api.update({ ws, id, ...fields, example: 'คนที่สอง', rowVersion: 1 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { example: 'คนแรก', rowVersion: 2 } },
    });
  });

  it('that is built in preserves its name and sensitivity; its description may be reworded', async () => {
    const api = await as(dpo);
    const { id, name, description, example, sensitive, rowVersion } = await builtInNamed(api, 'ข้อมูลสุขภาพ');
    const same = { ws, id, name, description, example, sensitive, rowVersion };
    expect(await refusal(api.update({ ...same, name: { ...name, en: 'Medical' } }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.builtIn',
      fields: ['name.en'],
    });
    expect(await refusal(api.update({ ...same, sensitive: false }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.builtIn',
      fields: ['sensitive'],
    });
    expect(await api.update({ ...same, example: 'เวชระเบียน' })).toMatchObject({
      example: 'เวชระเบียน',
      rowVersion: rowVersion + 1,
    });
  });

  it('changes its sensitivity with its content, until something uses it', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    const attribute = await api.attribute.create({ ws, piiCategoryId: id, name: { th: 'ชื่อ', en: '' } });
    expect(attribute.sensitive).toBe(false);
    const after = await api.update({ ws, id, ...fields, sensitive: true, rowVersion: 1 });
    expect(after).toMatchObject({ sensitive: true, attributes: [{ id: attribute.id, sensitive: true }] });
    await mapped([attribute.id]);
    expect(await refusal(api.update({ ws, id, ...fields, sensitive: false, rowVersion: 2 }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.sensitiveInUse',
      fields: ['sensitive'],
    });
    expect(await api.update({ ws, id, ...fields, sensitive: true, example: 'อื่น', rowVersion: 2 })).toMatchObject({
      rowVersion: 3,
    });
  });

  it('that is deactivated cannot be selected again and remains where it was selected; both are notified once', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    const { purpose } = await callerFor(server, dpo);
    const user = await purpose.create({ ws, title: { th: 'ดูแลสัตว์', en: '' }, piiCategoryIds: [id] });
    expect(await api.deactivate({ ws, id })).toMatchObject({ active: false, purposeCount: 1 });
    expect(await api.deactivate({ ws, id })).toMatchObject({ active: false });
    expect((await api.tree({ ws })).collection.some((category) => category.id === id)).toBe(false);
    expect((await api.tree({ ws, withInactive: true })).collection.some((category) => category.id === id)).toBe(true);
    expect((await api.list({ ws, query: 'สัตว์เลี้ยง' })).meta.totalItems).toBe(0);
    expect((await api.list({ ws, query: 'สัตว์เลี้ยง', status: 'INACTIVE' })).meta.totalItems).toBe(1);
    expect(await refusal(purpose.create({ ws, title: { th: 'ใหม่', en: '' }, piiCategoryIds: [id] }))).toMatchObject({
      fields: ['piiCategoryIds'],
    });
    await expect(
      purpose.update({
        ws,
        id: user.id,
        title: { th: 'ดูแลสัตว์เลี้ยง', en: '' },
        piiCategoryIds: [id],
        rowVersion: user.rowVersion,
      }),
    ).resolves.toBeTruthy();
    expect(await api.reactivate({ ws, id })).toMatchObject({ active: true });
    await expect(purpose.create({ ws, title: { th: 'ใหม่', en: '' }, piiCategoryIds: [id] })).resolves.toBeTruthy();
    const logged = (await events())
      .filter(({ entityId }) => entityId === id)
      .map(({ event, changes }) => [event, changes]);
    expect(logged).toEqual([
      ['piiCategory.created', []],
      ['piiCategory.deactivated', [{ field: 'active', old: true, new: false }]],
      ['piiCategory.reactivated', [{ field: 'active', old: false, new: true }]],
    ]);
  });

  it('if custom are limited to seventy, even if two are created at once', async () => {
    const rows = Array.from({ length: PII_CATEGORY_LIMIT - 1 }, (_, index) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      nameTh: `ของเรา ${index}`,
      nameEn: 'x',
    }));
    await server.owner.insertInto('piiCategories').values(rows).execute();
    const results = await Promise.allSettled(
      ['ก', 'ข'].map(async (th) => (await as(dpo)).create({ ws, ...named(th) })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const api = await as(dpo);
    expect(await refusal(api.create({ ws, ...named('ค') }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.limit',
      details: { limit: PII_CATEGORY_LIMIT },
    });
    const page = await api.list({ ws, status: 'ALL', pageSize: 100 });
    expect(page.custom).toEqual({ used: PII_CATEGORY_LIMIT, limit: PII_CATEGORY_LIMIT });
    expect(page.meta.totalPage, 'selectors fetch one page').toBe(1);
  });
});

describe('the content of a category', () => {
  it('has a unique Thai name, and inherits its sensitivity from the category by default', async () => {
    const api = await as(dpo);
    const { id: health } = await builtInNamed(api, 'ข้อมูลสุขภาพ');
    const { id } = await api.create({ ws, ...fields });
    const sub = await api.subCategory.create({ ws, piiCategoryId: id, name: { th: 'Breed', en: 'Breed' } });
    expect(
      await refusal(api.subCategory.create({ ws, piiCategoryId: id, name: { th: ' BREED ', en: '' } })),
    ).toMatchObject({ status: 'CONFLICT', code: 'piiCategory.subCategoryTaken', fields: ['name.th'] });
    expect(await refusal(api.subCategory.create({ ws, piiCategoryId: id, name: { th: ' ', en: 'x' } }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['name.th'],
    });
    const attribute = await api.attribute.create({
      ws,
      piiCategoryId: id,
      piiSubCategoryId: sub.id,
      name: { th: 'Chip', en: '' },
      description: { th: 'เลขไมโครชิป', en: '' },
    });
    expect(attribute).toMatchObject({
      piiCategoryId: id,
      piiSubCategoryId: sub.id,
      sensitive: false,
      builtIn: false,
      uses: 0,
      description: { th: 'เลขไมโครชิป', en: '' },
    });
    expect(await refusal(api.attribute.create({ ws, piiCategoryId: id, name: { th: 'CHIP', en: '' } }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.attributeTaken',
      fields: ['name.th'],
    });
    expect(await api.attribute.create({ ws, piiCategoryId: health, name: { th: 'Chip', en: '' } })).toMatchObject({
      sensitive: true,
    });
    expect(
      await api.attribute.create({ ws, piiCategoryId: health, name: { th: 'ชื่อโรงพยาบาล', en: '' }, sensitive: false }),
    ).toMatchObject({ sensitive: false });
    expect(
      await api.attribute.create({ ws, piiCategoryId: id, name: { th: 'โรคของเจ้าของ', en: '' }, sensitive: true }),
    ).toMatchObject({ sensitive: true });
  });

  it('is not removed while something uses it, which is named', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    const sub = await api.subCategory.create({ ws, piiCategoryId: id, name: { th: 'พันธุ์', en: '' } });
    const attribute = await api.attribute.create({
      ws,
      piiCategoryId: id,
      piiSubCategoryId: sub.id,
      name: { th: 'สายเลือด', en: 'Pedigree' },
    });
    const applicationId = await mapped([attribute.id], 'ทะเบียนสัตว์');
    expect(await refusal(api.subCategory.remove({ ws, id: sub.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.subCategoryInUse',
      details: { attributeCount: 1, attributes: [{ id: attribute.id, name: { th: 'สายเลือด' } }] },
    });
    expect(await refusal(api.attribute.remove({ ws, id: attribute.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.attributeInUse',
      details: { uses: 1, applications: [{ id: applicationId, name: 'ทะเบียนสัตว์' }] },
    });
    expect(await api.get({ ws, id })).toMatchObject({
      uses: 1,
      applicationCount: 1,
      subCategoryCount: 1,
      attributeCount: 1,
    });
    expect(await api.uses({ ws, id })).toEqual({
      purposes: [],
      applications: [{ id: applicationId, name: 'ทะเบียนสัตว์', uses: 1 }],
    });
    await server.owner.deleteFrom('dataFlows').where('workspaceId', '=', ws).execute();
    expect(await api.attribute.remove({ ws, id: attribute.id })).toEqual({ id: attribute.id });
    expect(await api.subCategory.remove({ ws, id: sub.id })).toEqual({ id: sub.id });
    const logged = (await events())
      .filter(({ event }) => event === 'piiCategory.updated')
      .map(({ subject, changes }) => [subject, changes]);
    expect(logged).toEqual([
      ['ข้อมูลสัตว์เลี้ยง', [{ field: 'subCategory', old: null, new: 'พันธุ์' }]],
      ['ข้อมูลสัตว์เลี้ยง', [{ field: 'attribute', old: null, new: 'สายเลือด' }]],
      ['ข้อมูลสัตว์เลี้ยง', [{ field: 'attribute', old: 'สายเลือด', new: null }]],
      ['ข้อมูลสัตว์เลี้ยง', [{ field: 'subCategory', old: 'พันธุ์', new: null }]],
    ]);
  });

  it('that is built in remains', async () => {
    const api = await as(dpo);
    const { id } = await builtInNamed(api, 'ข้อมูลระบุตัวบุคคล');
    const { subCategories, attributes } = await api.get({ ws, id });
    expect(await refusal(api.subCategory.remove({ ws, id: subCategories[0]!.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.builtIn',
    });
    expect(await refusal(api.attribute.remove({ ws, id: attributes[0]!.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.builtIn',
    });
  });

  it('if custom is limited to a thousand attributes', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    const rows = Array.from({ length: PII_ATTRIBUTE_LIMIT - 1 }, (_, index) => ({
      workspaceId: ws,
      id: randomUUIDv7(),
      piiCategoryId: id,
      nameTh: `รายการ ${index}`,
    }));
    await server.owner.insertInto('piiAttributes').values(rows).execute();
    const results = await Promise.allSettled(
      ['ก', 'ข'].map(async (th) => (await as(dpo)).attribute.create({ ws, piiCategoryId: id, name: { th, en: '' } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(api.attribute.create({ ws, piiCategoryId: id, name: { th: 'ค', en: '' } }))).toMatchObject({
      status: 'CONFLICT',
      code: 'piiCategory.attributeLimit',
      details: { limit: PII_ATTRIBUTE_LIMIT },
    });
  });
});

describe('the lists', () => {
  it('find a category by its attributes, by sensitivity and status', async () => {
    const api = await as(manager);
    const names = async (input: Record<string, unknown>) =>
      (await api.list({ ws, pageSize: 100, ...input })).collection.map(({ name }) => name.en);
    expect(await names({ query: 'ม่านตา' })).toEqual(['Biometric data']);
    expect(await names({ query: 'fingerprint' })).toEqual(['Biometric data']);
    expect(await names({ query: '%' })).toEqual([]);
    expect(await names({ sensitive: true })).toHaveLength(10);
    expect((await names({ sensitive: false })).length + 10).toBe((await names({})).length);
    expect(await names({ query: 'บนบัตรประจำตัวประชาชน', sensitive: true })).toEqual([
      'Religious or philosophical beliefs',
    ]);
  });

  it('of parts are searched, sorted by the Thai dictionary and paged', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    const sub = await api.subCategory.create({ ws, piiCategoryId: id, name: { th: 'พันธุ์', en: '' } });
    for (const th of ['ไข', 'กา', 'แก', 'ก', 'ขา', 'เก'])
      await api.attribute.create({
        ws,
        piiCategoryId: id,
        piiSubCategoryId: th.startsWith('ก') ? sub.id : null,
        name: { th, en: `of ${th}` },
      });
    const th = (page: { collection: { name: { th: string } }[] }) => page.collection.map(({ name }) => name.th);
    expect(th(await api.attribute.list({ ws, id }))).toEqual(['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข']);
    expect(th(await api.attribute.listOfSubCategory({ ws, id: sub.id }))).toEqual(['ก', 'กา']);
    expect(th(await api.attribute.list({ ws, id, query: 'OF ข' }))).toEqual(['ขา']);
    const second = await api.attribute.list({ ws, id, pageSize: 4, currentPage: 2 });
    expect(second.meta).toEqual({ currentPage: 2, pageSize: 4, totalPage: 2, totalItems: 6 });
    expect(th(second)).toEqual(['ขา', 'ไข']);
    expect((await api.subCategory.list({ ws, id })).collection).toEqual([
      { id: sub.id, piiCategoryId: id, name: { th: 'พันธุ์', en: '' }, builtIn: false, attributeCount: 2 },
    ]);
  });

  it('the tree contains the entire catalogue: general categories first, every part under its category', async () => {
    const { collection } = await (await as(staff)).tree({ ws });
    expect(collection.map(({ sensitive }) => sensitive)).toEqual(
      collection.map(({ sensitive }) => sensitive).toSorted(),
    );
    const identity = collection.find(({ name }) => name.en === 'Identity data')!;
    const ids = new Set(identity.subCategories.map(({ id }) => id));
    expect(identity.attributes.length).toBeGreaterThan(20);
    for (const attribute of identity.attributes)
      expect(attribute.subCategoryId === null || ids.has(attribute.subCategoryId)).toBe(true);
    expect(identity.attributes.filter(({ sensitive }) => sensitive).map(({ name }) => name.th)).toEqual([
      'สำเนาบัตรประจำตัวประชาชนที่เห็นศาสนาหรือหมู่เลือด',
    ]);
    for (const { sensitive, attributes } of collection.filter((category) => category.sensitive))
      expect(attributes.every((attribute) => attribute.sensitive) && sensitive).toBe(true);
  });

  it('respond over REST, with text parameters parsed by type', async () => {
    const headers = { authorization: `Bearer ${dpo.token}` };
    const get = async (path: string) =>
      (await server.app.inject({ method: 'GET', url: `/api/v1/${ws}/${path}`, headers })).json<{
        collection: { id: string; sensitive: boolean }[];
        meta: { totalItems: number };
      }>();
    const sensitive = await get('pii-categories?sensitive=true&pageSize=100');
    expect(sensitive.collection.length > 0 && sensitive.collection.every((one) => one.sensitive)).toBe(true);
    const id = sensitive.collection[0]!.id;
    expect((await get(`pii-sub-attributes/pii-category/${id}`)).meta.totalItems).toBeGreaterThan(0);
    const post = await server.app.inject({
      method: 'POST',
      url: `/api/v1/${ws}/pii-sub-attributes`,
      headers,
      payload: { piiCategoryId: id, name: { th: 'ของใหม่' } },
    });
    expect(post.statusCode).toBe(201);
    const remove = await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/${ws}/pii-sub-attributes/${post.json<{ id: string }>().id}`,
      headers,
    });
    expect(remove.statusCode).toBe(200);
    expect(
      (await server.app.inject({ method: 'DELETE', url: `/api/v1/${ws}/pii-categories/${id}`, headers })).json(),
    ).toMatchObject({ id, active: false });
    expect(
      (
        await server.app.inject({ method: 'POST', url: `/api/v1/${ws}/pii-categories/${id}/reactivate`, headers })
      ).json(),
    ).toMatchObject({ id, active: true });
  });
});
