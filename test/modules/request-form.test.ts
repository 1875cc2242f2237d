import { updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { sealedSecret } from '../../server/modules/requestForm/secret.ts';
import { RIGHT_CODES } from '../../shared/dataRight/schema.ts';
import type { RequestForm } from '../../shared/requestForm/schema.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
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

const forms = async (person: Person | null = dpo) => (await callerFor(server, person)).requestForm;
const rights = async (person: Person | null = dpo) => (await callerFor(server, person)).dataRight;
const words = (text: string) => ({ th: `${text}ไทย`, en: `${text} English` });

async function buildDraft(): Promise<RequestForm> {
  const { applicationId } = await buildConsentPurposes(server, dpo);
  return (await forms()).create({ ws, name: 'แบบคำขอ', applicationId });
}
async function buildPublished(): Promise<RequestForm> {
  const { id, rowVersion } = await buildDraft();
  return (await forms()).publish({ ws, id, rowVersion });
}
const updateOf = ({ id, rowVersion, name, description, draft }: RequestForm, changes: object = {}) => ({
  ws,
  id,
  rowVersion,
  name,
  description,
  ...draft,
  ...changes,
});
async function publish(form: RequestForm, changes: object): Promise<RequestForm> {
  const api = await forms();
  const { id, rowVersion } = await api.update(updateOf(form, changes));
  return api.publish({ ws, id, rowVersion });
}
const controllerIdOf = async ({ application }: RequestForm): Promise<string> =>
  (
    await server.owner
      .selectFrom('applications')
      .select('dataControllerId')
      .where('id', '=', application.id)
      .executeTakeFirstOrThrow()
  ).dataControllerId;
const ownRight = { name: words('สิทธิ'), description: words('คำอธิบาย'), days: 15 };

describe('rights', () => {
  it('of the act exist from the start, each with its section and days', async () => {
    const { collection, custom } = await (await rights()).list({ ws, pageSize: 100, sortDirection: 'ASC' });
    expect(collection.map(({ code }) => code)).toEqual(RIGHT_CODES);
    expect(collection.map(({ section }) => section)).toEqual([30, 31, 32, 33, 34, 36, 19, 73]);
    expect(collection.map(({ days }) => days)).toEqual([30, 30, 30, 90, 30, 30, 1, 30]);
    expect(custom).toEqual({ used: 0, limit: 20 });
    for (const { name, description, example, builtIn } of collection) {
      expect(builtIn).toBe(true);
      for (const text of [name, description, example]) expect([text.th, text.en]).not.toContain('');
    }
  });

  it('are reworded, given other days, withdrawn from forms and never deleted', async () => {
    const api = await rights();
    const [access] = (await api.list({ ws, sortDirection: 'ASC' })).collection;
    const { id, name, description, example, rowVersion } = access!;
    const changed = await api.update({ ws, id, rowVersion, name, description, example, days: 25, active: false });
    expect(changed).toMatchObject({ days: 25, active: false, code: 'ACCESS', section: 30 });
    expect(await codeOf(api.remove({ ws, id }))).toBe('dataRight.builtIn');
    for (const days of [0, 366, 1.5])
      expect(await codeOf(api.update({ ws, id, rowVersion: 2, name, description, example, days }))).toBe('BAD_REQUEST');
  });

  it('can be added up to the limit, with unique names, and deleted if no form offers them', async () => {
    const api = await rights();
    const added = await api.create({ ws, ...ownRight });
    expect(added).toMatchObject({ code: null, section: null, builtIn: false, formCount: 0 });
    expect(await codeOf(api.create({ ws, ...ownRight }))).toBe('dataRight.nameTaken');
    const form = await buildDraft();
    await (await forms()).update(updateOf(form, { rightRequests: [{ rightRequestId: added.id }] }));
    expect(await refusal(api.remove({ ws, id: added.id }))).toMatchObject({
      code: 'dataRight.inUse',
      details: { formCount: 1, forms: [{ id: form.id, name: form.name }] },
    });
    await (await forms()).remove({ ws, id: form.id });
    expect(await api.remove({ ws, id: added.id })).toEqual({ id: added.id });
    for (let number = 0; number < 20; number += 1) await api.create({ ws, ...ownRight, name: words(`สิทธิ ${number}`) });
    expect(await codeOf(api.create({ ws, ...ownRight }))).toBe('dataRight.limit');
  });

  it('of the workspace are deleted once no form offers them, also where they were requested', async () => {
    const api = await rights();
    const own = await api.create({ ws, ...ownRight });
    const form = await publish(await buildDraft(), { rightRequests: [{ rightRequestId: own.id }] });
    const { request } = await callerFor(server, dpo);
    const { id } = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
      rights: [{ rightRequestId: own.id }],
      verified: true,
    } as never);
    expect(await codeOf(api.remove({ ws, id: own.id }))).toBe('dataRight.inUse');
    const [access] = (await api.list({ ws, sortDirection: 'ASC' })).collection;
    await publish(form, { rightRequests: [{ rightRequestId: access!.id }] });
    expect(await api.remove({ ws, id: own.id })).toEqual({ id: own.id });
    const left = await request.get({ ws, id });
    expect(left.rights).toMatchObject([{ code: null, name: own.name }]);
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: dpo.personnelId } as never);
    await request.changeStatus({ ws, id, action: 'SUBMIT', reason: 'ทำแล้ว' } as never);
  });

  it('are reordered, one at a time', async () => {
    const api = await rights();
    const order = async () =>
      (await api.list({ ws, pageSize: 100, sortDirection: 'ASC' })).collection.map(({ code }) => code ?? 'own');
    const { id } = await api.create({ ws, ...ownRight });
    expect((await order()).at(-1)).toBe('own');
    const [access, portability] = (await api.list({ ws, sortDirection: 'ASC' })).collection;
    await api.move({ ws, id, before: portability!.id });
    expect((await order()).slice(0, 3)).toEqual(['ACCESS', 'own', 'PORTABILITY']);
    await api.move({ ws, id: access!.id, before: null });
    expect((await order()).slice(-2)).toEqual(['COMPLAINT', 'ACCESS']);
    expect(await codeOf(api.move({ ws, id, before: randomUUIDv7() }))).toBe('BAD_REQUEST');
    expect(await codeOf(api.move({ ws, id: randomUUIDv7(), before: null }))).toBe('NOT_FOUND');
    // The order is not part of a right's content.
    expect((await api.get({ ws, id })).rowVersion).toBe(1);
  });

  it('are added once to a workspace created before them', async () => {
    await server.owner.deleteFrom('dataRights').where('workspaceId', '=', ws).execute();
    await server.owner.updateTable('workspaces').set({ dataRightEdition: 0 }).where('id', '=', ws).execute();
    await updateOlderWorkspaces(server.deps, new AbortController().signal);
    expect((await (await rights()).list({ ws })).meta.totalItems).toBe(RIGHT_CODES.length);
    await server.owner.deleteFrom('dataRights').where('workspaceId', '=', ws).execute();
    await updateOlderWorkspaces(server.deps, new AbortController().signal);
    expect((await (await rights()).list({ ws })).meta.totalItems).toBe(0);
  });
});

describe('a form', () => {
  it('shows who is editing it to users who may read it', async () => {
    const { id } = await buildDraft();
    const other = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const presence = async (person: Person) => (await callerFor(server, person)).presence;
    await (await presence(dpo)).edit({ ws, entity: 'requestForm', id, editing: true });
    expect(await (await presence(other)).editors({ ws, entity: 'requestForm', id })).toMatchObject([
      { id: dpo.personnelId },
    ]);
    expect(await codeOf((await presence(staff)).editors({ ws, entity: 'requestForm', id }))).toMatch(/^forbidden/i);
    expect(
      await codeOf((await presence(other)).edit({ ws, entity: 'requestForm', id: randomUUIDv7(), editing: true })),
    ).toBe('NOT_FOUND');
  });

  it('is restricted to Admin and DPO of its workspace', async () => {
    const { id, rowVersion } = await buildDraft();
    const calls = [
      (api: Awaited<ReturnType<typeof forms>>) => api.list({ ws }),
      (api: Awaited<ReturnType<typeof forms>>) => api.get({ ws, id }),
      (api: Awaited<ReturnType<typeof forms>>) => api.publish({ ws, id, rowVersion }),
      (api: Awaited<ReturnType<typeof forms>>) => api.makeSecret({ ws, id, rowVersion }),
      (api: Awaited<ReturnType<typeof forms>>) => api.remove({ ws, id }),
    ];
    for (const call of calls) {
      expect(await codeOf(call(await forms(null)))).toBe('UNAUTHORIZED');
      expect(await codeOf(call(await forms(staff)))).toMatch(/^forbidden/i);
      expect(await codeOf(call(await forms(manager)))).toMatch(/^forbidden/i);
      expect(await codeOf(call(await forms(outsider)))).toBe('workspace.notFound');
    }
  });

  it('starts complete, offers the rights of the act, and is the only one of its application', async () => {
    const form = await buildDraft();
    expect(form).toMatchObject({ status: 'draft', publishedVersion: 0, problems: [], outdated: false });
    expect(form.draft.rightRequests).toHaveLength(7);
    expect(form.draft.detail.th).toContain(form.controllerName.th);
    const { id, name } = form;
    expect(
      await refusal((await forms()).create({ ws, name: 'อีกแบบ', applicationId: form.application.id })),
    ).toMatchObject({ code: 'requestForm.applicationTaken', details: { requestForm: { id, name } } });
    const without = await (await callerFor(server, dpo)).application.withoutRequestForm({ ws, pageSize: 100 });
    expect(without.collection.map((application) => application.id)).not.toContain(form.application.id);
    expect(await refusal((await forms()).create({ ws, name: 'อีก', applicationId: randomUUIDv7() }))).toMatchObject({
      code: 'requestForm.noApplication',
    });
  });

  it('names what publishing lacks, by field', async () => {
    const form = await buildDraft();
    const [first, second] = form.draft.rightRequests;
    const withdrawn = form.rights.find(({ id }) => id === second!.rightRequestId)!;
    const right = await (await rights()).get({ ws, id: withdrawn.id });
    await (await rights()).update({ ws, ...right, active: false });
    const saved = await (
      await forms()
    ).update(
      updateOf(form, {
        title: { th: '', en: 'Title' },
        terms: { th: 'เงื่อนไข', en: '' },
        rightRequests: [{ ...first, customRequests: [{ th: 'ข้อ', en: '' }] }, second],
        themeColor: '#ffffaa',
        customFontName: 'Sarabun',
      }),
    );
    expect(saved.problems).toEqual([
      { path: ['title', 'th'], key: 'errors:required' },
      { path: ['terms', 'en'], key: 'errors:required' },
      { path: ['rightRequests', 0, 'customRequests', 0, 'en'], key: 'errors:required' },
      { path: ['rightRequests', 1, 'rightRequestId'], key: 'requestForm:rightNotOffered' },
      { path: ['themeColor'], key: 'requestForm:contrast' },
      { path: ['customFontUrl'], key: 'errors:required' },
    ]);
    expect(await codeOf((await forms()).publish({ ws, id: form.id, rowVersion: saved.rowVersion }))).toBe(
      'requestForm.incomplete',
    );
  });

  it.each([
    ['six options', { customRequests: Array.from({ length: 6 }, () => words('ข้อ')) }],
    ['a negative fee', { fee: -1 }],
    ['a fee that is no integer', { fee: 1.5 }],
  ])('accepts no right with %s', async (_, change) => {
    const form = await buildDraft();
    const [first] = form.draft.rightRequests;
    expect(await codeOf((await forms()).update(updateOf(form, { rightRequests: [{ ...first, ...change }] })))).toBe(
      'BAD_REQUEST',
    );
  });

  it('accepts 1 to 999 days for confirmation, a right once, and existing rights', async () => {
    const form = await buildDraft();
    const api = await forms();
    const [first] = form.draft.rightRequests;
    for (const expiryDays of [0, 1000])
      expect(await codeOf(api.update(updateOf(form, { expiryDays })))).toBe('BAD_REQUEST');
    expect(await codeOf(api.update(updateOf(form, { rightRequests: [first, first] })))).toBe('BAD_REQUEST');
    const unknown = [{ rightRequestId: randomUUIDv7() }];
    expect(await refusal(api.update(updateOf(form, { rightRequests: unknown })))).toMatchObject({
      fields: ['rightRequests.0.rightRequestId'],
    });
    const edges = await api.update(updateOf(form, { expiryDays: 999 }));
    expect((await api.update(updateOf(edges, { expiryDays: 1 }))).draft.expiryDays).toBe(1);
  });

  it('stores what it published word for word, and reports when its content would differ now', async () => {
    const form = await buildPublished();
    const api = await forms();
    expect(form).toMatchObject({ status: 'published', publishedVersion: 1, outdated: false });
    const { content, sha256 } = await api.version({ ws, id: form.id, v: 1 });
    expect(sha256).toBe(contentHash(content));
    expect(content.rights.map(({ code, days }) => [code, days])[3]).toEqual(['ERASURE', 90]);
    expect(await codeOf(api.publish({ ws, id: form.id, rowVersion: form.rowVersion }))).toBe('requestForm.unchanged');
    const erasure = await (await rights()).get({ ws, id: content.rights[3]!.id });
    await (await rights()).update({ ws, ...erasure, days: 60 });
    /** The form's own value, and that of the list. */
    const outdated = async () => {
      const { collection } = await api.list({ ws });
      const listed = collection.find(({ id }) => id === form.id)!;
      return [(await api.get({ ws, id: form.id })).outdated, listed.outdated];
    };
    expect(await outdated()).toEqual([true, true]);
    // Reverted, it is as before; the same applies to the controller, and the application.
    const changedRight = await (await rights()).get({ ws, id: erasure.id });
    await (await rights()).update({ ws, ...changedRight, days: 90 });
    expect(await outdated()).toEqual([false, false]);
    for (const { table, id, column } of [
      { table: 'applications', id: form.application.id, column: 'name' },
      { table: 'dataControllers', id: await controllerIdOf(form), column: 'phone' },
    ] as const) {
      const rows = server.owner.updateTable(table as 'applications').where('id', '=', id);
      const before = await server.owner
        .selectFrom(table as 'applications')
        .select(column as 'name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await rows.set({ [column]: '021112223' }).execute();
      expect(await outdated()).toEqual([true, true]);
      await rows.set(before).execute();
      expect(await outdated()).toEqual([false, false]);
    }
    await (await rights()).update({ ws, ...(await (await rights()).get({ ws, id: erasure.id })), days: 60 });
    const draft = await api.update(updateOf(form));
    const second = await api.publish({ ws, id: form.id, rowVersion: draft.rowVersion });
    expect(second.publishedVersion).toBe(2);
    expect((await api.version({ ws, id: form.id, v: 1 })).content).toEqual(content);
    expect((await api.version({ ws, id: form.id, v: 2 })).content.rights[3]!.days).toBe(60);
    expect((await api.versions({ ws, id: form.id })).meta.totalItems).toBe(2);
  });

  it('is renamed and configured without a new version', async () => {
    const form = await buildPublished();
    const api = await forms();
    const renamed = await api.update(updateOf(form, { name: 'ชื่อใหม่', allowedOrigins: ['https://www.example.com'] }));
    expect(renamed).toMatchObject({ status: 'published', name: 'ชื่อใหม่' });
    expect(renamed.settings.allowedOrigins).toEqual(['https://www.example.com']);
    const { id, rowVersion, settings } = renamed;
    const closed = await api.updateSettings({ ws, id, rowVersion, ...settings, drpEnabled: true });
    expect(closed).toMatchObject({ status: 'published', settings: { drpEnabled: true } });
    // An edit that omits the settings preserves them.
    expect((await api.update(updateOf(closed, { expiryDays: 7 }))).settings).toEqual(closed.settings);
    const origins = ['https://*.example.com'];
    expect(
      await codeOf(api.updateSettings({ ws, id, rowVersion: closed.rowVersion, ...settings, allowedOrigins: origins })),
    ).toBe('BAD_REQUEST');
  });

  it('accepts tokens once a secret was generated, which is displayed once and stored encrypted', async () => {
    const form = await buildDraft();
    const api = await forms();
    expect(await codeOf(api.update(updateOf(form, { jwtEnabled: true })))).toBe('requestForm.secretFirst');
    const { secret, rowVersion } = await api.makeSecret({ ws, id: form.id, rowVersion: form.rowVersion });
    const after = await api.get({ ws, id: form.id });
    expect(after).toMatchObject({ hasSecret: true, rowVersion });
    expect((await api.update(updateOf(after, { jwtEnabled: true }))).settings.jwtEnabled).toBe(true);
    const row = await server.owner
      .selectFrom('requestForms')
      .select('secret')
      .where('id', '=', form.id)
      .executeTakeFirstOrThrow();
    expect(row.secret!.includes(secret)).toBe(false);
    const key = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
      server.deps.keyring.workspaceKey(trx, ws),
    );
    expect(sealedSecret.open(key, form.id, row.secret!)).toBe(secret);
  });

  it('is deleted before it was ever published, afterwards deactivated and reactivated', async () => {
    const api = await forms();
    const { id } = await buildDraft();
    const logoId = randomUUIDv7();
    const facts = { name: 'logo.png', type: 'image/png', size: 4, sha256: 'ab', storageKey: `${ws}/${logoId}` };
    const owner = { ownerKind: 'requestForm.logo', ownerId: id };
    await server.owner
      .insertInto('files')
      .values({ workspaceId: ws, id: logoId, ...facts, ...owner })
      .execute();
    expect(await api.remove({ ws, id })).toEqual({ id });
    const owned = server.owner.selectFrom('files').select('id').where('ownerId', '=', id);
    expect(await owned.execute(), 'its logo is released').toEqual([]);
    const form = await buildPublished();
    expect(await codeOf(api.remove({ ws, id: form.id }))).toBe('requestForm.published');
    const closed = await api.deactivate({ ws, id: form.id, rowVersion: form.rowVersion });
    expect(closed.active).toBe(false);
    expect(await codeOf(api.deactivate({ ws, id: form.id, rowVersion: closed.rowVersion }))).toBe('illegalMove');
    expect((await api.reactivate({ ws, id: form.id, rowVersion: closed.rowVersion })).active).toBe(true);
  });

  it('is listed among those in force while it is active and published, also beside a draft of its next version', async () => {
    const api = await forms();
    await buildDraft();
    const form = await buildPublished();
    const inForce = async () => (await api.list({ ws, inForce: true })).collection.map(({ id }) => id);
    expect(await inForce()).toEqual([form.id]);
    const drafted = await api.update(updateOf(form, { title: words('ฉบับใหม่') }));
    expect(drafted.status).toBe('draft');
    expect(await inForce()).toEqual([form.id]);
    await api.deactivate({ ws, id: form.id, rowVersion: drafted.rowVersion });
    expect(await inForce()).toEqual([]);
  });

  it('is found by its name, its description and its application, and logged in the activity log', async () => {
    const form = await buildDraft();
    const api = await forms();
    const saved = await api.update(updateOf(form, { name: 'สิทธิผู้ป่วย', description: 'สำหรับเวชระเบียน' }));
    for (const query of ['ผู้ป่วย', 'เวชระเบียน', form.application.name])
      expect((await api.list({ ws, query })).collection.map(({ id }) => id)).toEqual([form.id]);
    expect((await api.list({ ws, query: 'ไม่มี' })).collection).toEqual([]);
    expect((await api.list({ ws, status: 'PUBLISHED' })).meta.totalItems).toBe(0);
    expect(saved.rowVersion).toBe(2);
    const { collection } = await (await callerFor(server, dpo)).activityLog.list({ ws, module: 'DSRM' });
    expect(collection[0]).toMatchObject({ event: 'requestForm.updated' });
    expect(JSON.stringify(collection[0]!.changes)).not.toContain('undefined');
  });

  it('protects its application from deletion', async () => {
    const form = await buildDraft();
    const { application } = await callerFor(server, dpo);
    const { id, name } = form;
    expect(await refusal(application.remove({ ws, id: form.application.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'requestForm.ofApplication',
      details: { requestForm: { id, name } },
    });
    await (await forms()).remove({ ws, id });
    expect(await application.remove({ ws, id: form.application.id })).toEqual({ id: form.application.id });
  });

  it('answers an outdated edit with the newer form', async () => {
    const form = await buildDraft();
    const api = await forms();
    await api.update(updateOf(form, { name: 'คนแรก' }));
    expect(await refusal(api.update(updateOf(form, { name: 'คนที่สอง' })))).toMatchObject({ code: 'staleEdit' });
  });
});
