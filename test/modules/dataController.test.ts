import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { ropaDocument } from '../../server/modules/ropa/documents/document.ts';
import { ropaFacts } from '../../server/modules/ropa/documents/facts.ts';
import { recordsOf } from '../../server/modules/ropa/documents/record.ts';
import type { RopaRecord } from '../../shared/ropa/record.ts';
import { valuesOf } from '../../shared/ropa/rows.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { isOwned } from '../helpers/fileOwners.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let outsider: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).dataController;
const fields = {
  name: { th: 'โรงพยาบาลปกป้อง', en: 'Pokpong Hospital' },
  contactPerson: 'สมหญิง ใจดี',
  address: '1 ถนนพระราม 4 กรุงเทพฯ 10330',
  phone: '021234567',
  email: 'DPO@Hospital.example',
};

async function buildApplication(workspaceId: string, dataControllerId: string, name: string): Promise<void> {
  await server.owner
    .insertInto('applications')
    .values({ workspaceId, id: randomUUIDv7(), name, description: 'x', dataControllerId })
    .execute();
}
async function buildFile(workspaceId: string, type: string): Promise<string> {
  const id = randomUUIDv7();
  const extension = type === 'application/pdf' ? 'pdf' : 'png';
  await server.owner
    .insertInto('files')
    .values({
      workspaceId,
      id,
      name: `logo.${extension}`,
      type,
      size: 1000,
      sha256: 'x',
      storageKey: `${workspaceId}/${id}`,
      uploadedBy: workspaceId === ws ? dpo.personnelId : outsider.personnelId,
    })
    .execute();
  return id;
}
const events = (workspaceId: string) =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

describe('permissions', () => {
  it('to read and write data controllers: Admin and DPO of the workspace, nobody else', async () => {
    const { id } = await buildDataController(server, ws);
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.get({ ws, id }),
      () => api.create({ ws, ...fields }),
      () => api.update({ ws, id, ...fields, rowVersion: 1 }),
      () => api.remove({ ws, id }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(staff))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(dpo))) await expect(call()).resolves.toBeTruthy();
  });

  it('to select one by name: everybody in the workspace, nobody outside', async () => {
    await buildDataController(server, ws, { nameTh: 'บริษัท ก', nameEn: 'A Ltd' });
    expect(await (await as(staff)).pick({ ws })).toEqual([
      { id: expect.any(String), name: { th: 'บริษัท ก', en: 'A Ltd' } },
    ]);
    expect(await refusedWith((await as(null)).pick({ ws }))).toBe('UNAUTHORIZED');
    expect(await refusedWith((await as(outsider)).pick({ ws }))).toBe('NOT_FOUND');
  });

  it('to reach another workspace by an id of it: nobody', async () => {
    const { id } = await buildDataController(server, outsider.workspaceId);
    const api = await as(dpo);
    expect(await refusedWith(api.get({ ws, id }))).toBe('NOT_FOUND');
    expect(await refusedWith(api.update({ ws, id, ...fields, rowVersion: 1 }))).toBe('NOT_FOUND');
    expect(await refusedWith(api.remove({ ws, id }))).toBe('NOT_FOUND');
    const logoId = await buildFile(outsider.workspaceId, 'application/pdf');
    expect(await refusal(api.create({ ws, ...fields, logoId }))).toMatchObject({
      code: 'file.notFound',
      fields: ['logoId'],
    });
  });
});

describe('a data controller', () => {
  it('abroad has a representative with their contact, or neither', async () => {
    const create = async (changes: object, locale: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/v1/${ws}/data-controllers`,
          headers: { authorization: `Bearer ${dpo.token}`, 'accept-language': locale },
          payload: { ...fields, country: 'SG', ...changes },
        })
      ).json();
    const name = { representative: 'สำนักงานตัวแทน' };
    const contact = { representativeContact: 'กรุงเทพฯ' };
    expect((await create(name, 'th')).issues).toEqual([
      expect.objectContaining({
        path: ['representativeContact'],
        reason: 'กรุณากรอกสถานที่และวิธีติดต่อตัวแทน หรือลบชื่อตัวแทน',
      }),
    ]);
    expect((await create(contact, 'en')).issues).toEqual([
      expect.objectContaining({
        path: ['representative'],
        reason: 'Enter the representative, or delete their address and contact.',
      }),
    ]);
    expect(await create({ ...name, ...contact }, 'th')).toMatchObject({ ...name, ...contact });
    expect(await create({}, 'th')).toMatchObject({ country: 'SG', representative: '' });
    // Of one in Thailand the form does not ask for it.
    expect(await create({ ...name, country: 'TH' }, 'th')).toMatchObject(name);
  });

  it('is created with defaults filled in and its event written', async () => {
    const created = await (await as(dpo)).create({ ws, ...fields });
    expect(created).toMatchObject({
      name: fields.name,
      email: 'dpo@hospital.example',
      country: 'TH',
      website: '',
      logo: null,
      inUse: false,
      rowVersion: 1,
    });
    const [event] = await events(ws);
    expect(event).toMatchObject({
      event: 'dataController.created',
      subject: fields.name.th,
      actorId: dpo.personnelId,
      module: 'ORGANIZATION',
    });
  });

  it('names each field that is missing or wrong', async () => {
    const wrong = await refusal(
      (await as(dpo)).create({
        ws,
        name: { th: ' ', en: '' },
        contactPerson: '',
        address: '',
        phone: '0212345678',
        email: 'x',
        website: 'ftp://x',
        privacyPolicyUrl: 'nowhere',
      } as never),
    );
    expect(wrong.status).toBe('BAD_REQUEST');
    expect(new Set(wrong.fields)).toEqual(
      new Set(['name.th', 'contactPerson', 'address', 'phone', 'email', 'website', 'privacyPolicyUrl']),
    );
  });

  it('is returned with its website, its privacy notice and its logo wherever a record names it, as far as they were entered', async () => {
    const api = await callerFor(server, dpo);
    const entered = { website: 'https://hospital.example', privacyPolicyUrl: 'https://hospital.example/privacy' };
    const full = await api.dataController.create({
      ws,
      ...fields,
      ...entered,
      logoId: await buildFile(ws, 'application/pdf'),
    });
    const bare = await api.dataController.create({ ws, ...fields, name: { th: 'ไม่มีเว็บไซต์', en: '' } });
    const { collection } = await api.dataController.list({ ws });
    expect(collection.find(({ id }) => id === full.id)).toMatchObject({ ...entered, logo: { name: 'logo.pdf' } });
    expect(collection.find(({ id }) => id === bare.id)).toMatchObject({
      website: '',
      privacyPolicyUrl: '',
      logo: null,
    });
    for (const { id, name } of [full, bare]) {
      const application = await api.application.create({ ws, name: name.th, description: 'ก', dataControllerId: id });
      const particulars =
        id === full.id ? { ...entered, logo: 'logo.pdf' } : { website: '', privacyPolicyUrl: '', logo: '' };
      expect((await api.application.detail({ ws, id: application.id })).dataController).toMatchObject(particulars);
      const records: RopaRecord[] = [];
      for await (const record of recordsOf(
        (work) => server.owner.transaction().execute((trx) => work(trx as never)),
        ws,
        [application.id],
      ))
        records.push(record);
      const about = await ropaFacts(server.owner, ws, [application.id]);
      const issue = { workspace: 'ทดสอบ', at: new Date(), by: 'ก', single: true };
      const { meta, blocks } = await ropaDocument(records, 'en', about, issue);
      const controller = JSON.stringify(blocks);
      for (const [label, value] of [
        ['Website', entered.website],
        ['Privacy notice', entered.privacyPolicyUrl],
        ['Logo', 'logo.pdf'],
      ] as const) {
        const stands = `{"label":"${label}","value":"${value}"}`;
        expect([label, controller.includes(stands)]).toEqual([label, id === full.id]);
        expect(controller.includes(`"label":"${label}"`)).toBe(id === full.id);
      }
      const heading = meta.find(({ value }) => value.includes(fields.contactPerson))!.value;
      expect(heading.includes(Object.values(entered).join(' · '))).toBe(id === full.id);
      expect(valuesOf(records[0]!, 1)[0]).toMatchObject({
        controllerWebsite: id === full.id ? entered.website : null,
        controllerPrivacyPolicyUrl: id === full.id ? entered.privacyPolicyUrl : null,
      });
    }
  });

  it('accepts a PDF of the workspace as its logo, and nothing else', async () => {
    const api = await as(dpo);
    const refused = await refusal(api.create({ ws, ...fields, logoId: await buildFile(ws, 'image/png') }));
    expect(refused).toMatchObject({ status: 'BAD_REQUEST', fields: ['logoId'] });
    const logoId = await buildFile(ws, 'application/pdf');
    const created = await api.create({ ws, ...fields, logoId });
    expect(created.logo).toEqual({ id: logoId, name: 'logo.pdf', size: 1000 });
    const attached = () => isOwned(server, logoId);
    expect(await attached()).toBe(true);
    const changed = await api.update({ ws, id: created.id, ...fields, logoId: null, rowVersion: 1 });
    expect(changed.logo).toBeNull();
    expect(await attached()).toBe(false);
  });

  it('logs the changes, with personal data masked', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    await api.update({
      ws,
      id,
      ...fields,
      name: { th: 'โรงพยาบาลใหม่', en: '' },
      contactPerson: 'มานี มีนา',
      rowVersion: 1,
    });
    const event = (await events(ws)).at(-1);
    expect(event).toMatchObject({ event: 'dataController.updated', subject: 'โรงพยาบาลใหม่' });
    expect(event?.changes).toEqual([
      { field: 'nameTh', old: fields.name.th, new: 'โรงพยาบาลใหม่' },
      { field: 'nameEn', old: 'Pokpong Hospital', new: '' },
      { field: 'contactPerson', old: 'ส•••', new: 'ม•••' },
    ]);
    await api.update({
      ws,
      id,
      ...fields,
      name: { th: 'โรงพยาบาลใหม่', en: '' },
      contactPerson: 'มานี มีนา',
      rowVersion: 2,
    });
    expect(await events(ws)).toHaveLength(2);
  });

  it('is not overwritten by an edit based on an older version: both texts are returned for comparison', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields });
    await api.update({ ws, id, ...fields, contactPerson: 'คนแรก', rowVersion: 1 });
    const stale = await refusal(api.update({ ws, id, ...fields, contactPerson: 'คนที่สอง', rowVersion: 1 }));
    expect(stale).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { contactPerson: 'คนแรก', rowVersion: 2 } },
    });
  });

  it('is not written by a save that changes nothing, so that nobody else becomes stale', async () => {
    const api = await as(dpo);
    const created = await api.create({ ws, ...fields });
    const { id } = created;
    expect(await api.update({ ws, id, ...fields, rowVersion: 1 })).toEqual(created);
    expect(await events(ws)).toHaveLength(1);
    const colleague = { ws, id, ...fields, contactPerson: 'คนแรก', rowVersion: 1 };
    expect(await api.update(colleague)).toMatchObject({ contactPerson: 'คนแรก', rowVersion: 2 });
  });

  it('can be deleted only while no application uses it', async () => {
    const api = await as(dpo);
    const { id } = await buildDataController(server, ws);
    await buildApplication(ws, id, 'ทะเบียนผู้ป่วย');
    await buildApplication(ws, id, 'นัดหมาย');
    const refused = await refusal(api.remove({ ws, id }));
    expect(refused).toMatchObject({
      status: 'CONFLICT',
      code: 'dataController.inUse',
      details: { applicationCount: 2 },
    });
    expect(refused.details?.applications).toMatchObject([{ name: 'ทะเบียนผู้ป่วย' }, { name: 'นัดหมาย' }]);
    expect((await api.list({ ws })).collection[0]).toMatchObject({ inUse: true, applicationCount: 2 });
    await server.owner.deleteFrom('applications').where('workspaceId', '=', ws).execute();
    await expect(api.remove({ ws, id })).resolves.toEqual({ id });
    expect(await refusedWith(api.get({ ws, id }))).toBe('NOT_FOUND');
    expect((await events(ws)).at(-1)?.event).toBe('dataController.removed');
  });

  it('cannot be deleted while a privacy notice names it, a withdrawn one too', async () => {
    const { dataController: api, privacyNotice } = await callerFor(server, dpo);
    const { id } = await buildDataController(server, ws);
    const notice = await privacyNotice.create({ ws, name: 'ประกาศคู่ค้า', kind: 'vendor', dataControllerId: id });
    const privacyNotices = [{ id: notice.id, name: 'ประกาศคู่ค้า' }];
    const named = { inUse: true, applicationCount: 0, noticeCount: 1 };
    for (const withdrawn of [false, true]) {
      await server.owner.updateTable('privacyNotices').set({ withdrawn }).where('id', '=', notice.id).execute();
      expect((await api.list({ ws })).collection[0]).toMatchObject(named);
      expect(await api.get({ ws, id })).toMatchObject({ ...named, applications: [], privacyNotices });
      expect(await refusal(api.remove({ ws, id }))).toMatchObject({
        code: 'dataController.inUse',
        text: 'organization:dataController.inUseByNotices',
        values: { number: 1 },
        details: { applicationCount: 0, applications: [], noticeCount: 1, privacyNotices },
      });
    }
    await buildApplication(ws, id, 'นัดหมาย');
    expect(await refusal(api.remove({ ws, id }))).toMatchObject({
      text: 'organization:dataController.inUseByBoth',
      values: { number: 1, applications: 1 },
    });
  });
});

describe('the list', () => {
  it('sorts by the Thai dictionary, searches both languages, and pages', async () => {
    for (const [nameTh, nameEn] of [
      ['ไข', 'Egg'],
      ['กา', 'Crow'],
      ['แก', 'You'],
      ['ก', 'K'],
      ['ขา', 'Leg'],
      ['เก', 'Astray'],
    ] as const)
      await buildDataController(server, ws, { nameTh, nameEn });
    await buildDataController(server, outsider.workspaceId, { nameTh: 'ของคนอื่น', nameEn: 'Crow' });
    const api = await as(dpo);
    const sorted = await api.list({ ws, sortBy: 'name', sortDirection: 'ASC' });
    expect(sorted.collection.map(({ name }) => name.th)).toEqual(['ก', 'กา', 'เก', 'แก', 'ขา', 'ไข']);
    expect((await api.list({ ws, query: 'cRoW' })).collection.map(({ name }) => name.th)).toEqual(['กา']);
    expect((await api.list({ ws, query: 'ไข' })).meta.totalItems).toBe(1);
    expect((await api.list({ ws, query: '%' })).meta.totalItems).toBe(0);
    const second = await api.list({ ws, sortBy: 'name', sortDirection: 'ASC', pageSize: 4, currentPage: 2 });
    expect(second.collection.map(({ name }) => name.th)).toEqual(['ขา', 'ไข']);
    expect(second.meta).toEqual({ currentPage: 2, pageSize: 4, totalPage: 2, totalItems: 6 });
  });

  it('accepts phone numbers in the usual formats of any country', async () => {
    const call = await as(dpo);
    for (const [name, phone, stored] of [
      ['หนึ่ง', '02-123-4567', '021234567'],
      ['สอง', '1669', '1669'],
      ['สาม', '+65 6123 4567', '+6561234567'],
      ['สี่', '02-123-4567 ต่อ 12', '021234567#12'],
    ] as const)
      expect(await call.create({ ws, ...fields, name: { th: name, en: '' }, phone })).toMatchObject({ phone: stored });
  });

  it('is the same over REST', async () => {
    const headers = { authorization: `Bearer ${dpo.token}`, 'accept-language': 'en' };
    const url = `/api/v1/${ws}/data-controllers`;
    const created = await server.app.inject({ method: 'POST', url, headers, payload: fields });
    expect(created.statusCode).toBe(201);
    const { id } = created.json<{ id: string }>();
    const listed = await server.app.inject({ method: 'GET', url: `${url}?query=pokpong&pageSize=5`, headers });
    expect(listed.json()).toMatchObject({ collection: [{ id }], meta: { totalItems: 1, pageSize: 5 } });
    const wrong = await server.app.inject({
      method: 'PUT',
      url: `${url}/${id}`,
      headers,
      payload: { ...fields, phone: '02', rowVersion: 1 },
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ name: 'ValidationException', issues: [{ path: ['phone'] }] });
    expect((await server.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers })).statusCode).toBe(200);
  });
});
