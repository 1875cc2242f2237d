import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing } from '../../server/platform/files/store.ts';
import { publicAddress } from '../../server/platform/mail/links.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import {
  buildDataController,
  buildOrganization,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { finishDeletion } from '../helpers/deletions.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';

let server: TestServer;
let organizationId: string;
let ws: string;
let admin: Person;
let dpo: Person;
let outsider: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organizationId = (await buildOrganization(server, { name: 'โรงพยาบาลปกป้อง' })).id;
  ws = (await buildWorkspace(server, { organizationId, name: 'สำนักงานใหญ่', tier: 'Pro' })).id;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).workspace;
const change = { name: 'สำนักงานใหญ่', package: 'Pro' as const, rowVersion: 1 };

async function buildApplications(workspaceId: string, count: number): Promise<void> {
  const { id: dataControllerId } = await buildDataController(server, workspaceId);
  const rows = Array.from({ length: count }, (_, n) => ({
    workspaceId,
    id: randomUUIDv7(),
    name: `application ${n}`,
    description: 'x',
    dataControllerId,
  }));
  await server.owner.insertInto('applications').values(rows).execute();
}

describe('the initial data of a page', () => {
  const start = async (person: Person | null, named?: string) =>
    (await callerFor(server, person)).shell.start(named ? { ws: named } : {});

  it('is one response: settings, workspaces, and the one that is named or comes first, with the caller in it', async () => {
    const call = await callerFor(server, dpo);
    const first = {
      config: await call.shell.config(),
      workspaces: await call.workspace.list({ pageSize: 10, currentPage: 1, sortBy: 'name', sortDirection: 'ASC' }),
      current: { ws, workspace: await call.workspace.get({ ws }), profile: await call.auth.profile({ ws }) },
    };
    expect(await start(dpo)).toEqual(first);
    expect(await start(dpo, ws)).toEqual(first);
    await server.owner
      .updateTable('workspaces')
      .set({ closedAt: '2026-01-01T00:00:00Z' })
      .where('id', '=', ws)
      .execute();
    expect(await start(dpo)).toMatchObject({ current: null, workspaces: { collection: [{ uuid: ws }] } });
  });

  it('names nobody else: no workspace without sign-in, none that is not theirs', async () => {
    expect(await start(null, ws)).toMatchObject({ workspaces: null, current: null });
    const { workspaces, current } = await start(outsider, ws);
    expect(current).toBeNull();
    expect(workspaces?.collection.map(({ uuid }) => uuid)).not.toContain(ws);
  });
});

describe('permissions', () => {
  it('to create, change and delete workspaces: their Admin, nobody else', async () => {
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.create({ ws, name: 'สาขา', package: 'Basic' }),
      () => api.update({ ws, ...change }),
      () => api.manage({ ws }),
      () => api.remove({ ws, confirmation: 'สำนักงานใหญ่' }),
    ];
    for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of calls(await as(dpo))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(admin))) await expect(call()).resolves.toBeTruthy();
  });

  it('to read a workspace: its active members', async () => {
    expect(await (await as(dpo)).get({ ws })).toMatchObject({
      uuid: ws,
      name: 'สำนักงานใหญ่',
      package: 'Pro',
      tier: 'Pro',
      dpiaEnabled: true,
      adminConsoleEnable: false,
      encryptBoxUrl: `${publicAddress(server.deps.config)}/encrypt-decrypt-api/v1`,
      role: 'DPO',
      organization: { id: organizationId, name: 'โรงพยาบาลปกป้อง' },
      limits: { applications: 200, personnel: 500 },
    });
    expect(await refusedWith((await as(outsider)).get({ ws }))).toBe('NOT_FOUND');
    expect(await refusedWith((await as(null)).get({ ws }))).toBe('UNAUTHORIZED');
    const roles = async (person: Person | null) => (await callerFor(server, person)).role.list({ ws });
    expect(await roles(dpo)).toEqual({
      collection: [
        { id: 10000, name: 'Admin', label: 'Admin' },
        { id: 1000, name: 'DPO', label: 'DPO' },
        { id: 100, name: 'Top Management', label: 'Audit' },
        { id: 10, name: 'Staff', label: 'Staff' },
      ],
      meta: { currentPage: 1, pageSize: 4, totalPage: 1, totalItems: 4 },
    });
    expect(await refusedWith(roles(outsider))).toBe('NOT_FOUND');
    expect(await refusedWith(roles(null))).toBe('UNAUTHORIZED');
  });
});

describe('the list', () => {
  it('contains the workspaces in which the user is active, of all organisations, with search and paging', async () => {
    const second = await buildWorkspace(server, { organizationId, name: 'สาขาเชียงใหม่' });
    const third = await buildWorkspace(server, { name: 'Retail' });
    const left = await buildWorkspace(server, { organizationId, name: 'สาขาเดิม' });
    await buildPerson(server, { workspaceId: second.id, userId: dpo.userId, role: 'Staff' });
    await buildPerson(server, { workspaceId: third.id, userId: dpo.userId, role: 'Admin' });
    await buildPerson(server, { workspaceId: left.id, userId: dpo.userId, role: 'Admin', status: 'suspended' });
    const api = await as(dpo);
    const all = await api.list({ sortBy: 'name', sortDirection: 'ASC' });
    expect(all.collection.map(({ name, role }) => [name, role])).toEqual(
      [
        ['สาขาเชียงใหม่', 'Staff'],
        ['สำนักงานใหญ่', 'DPO'],
        ['Retail', 'Admin'],
      ].toSorted((a, b) => a[0]!.localeCompare(b[0]!, 'th')),
    );
    expect((await api.list({ query: 'เชียงใหม่' })).collection.map(({ uuid }) => uuid)).toEqual([second.id]);
    expect((await api.list({ pageSize: 2, currentPage: 2 })).meta).toEqual({
      currentPage: 2,
      pageSize: 2,
      totalPage: 2,
      totalItems: 3,
    });
    expect(await refusedWith((await as(null)).list({}))).toBe('UNAUTHORIZED');
  });

  it('for managing contains those in which the user is Admin, with their usage', async () => {
    const other = await buildWorkspace(server, { organizationId, name: 'ที่เป็นเจ้าหน้าที่' });
    await buildPerson(server, { workspaceId: other.id, userId: admin.userId, role: 'Staff' });
    await buildPerson(server, { workspaceId: ws, role: 'Staff', status: 'inactive' });
    await buildApplications(ws, 3);
    const page = await (await as(admin)).manage({ ws });
    expect(page.collection).toEqual([
      expect.objectContaining({
        uuid: ws,
        personnelCount: 2,
        applicationCount: 3,
        limits: { applications: 200, personnel: 500 },
      }),
    ]);
  });
});

describe('a new workspace', () => {
  it('belongs to the same organisation, has its catalogue and key, and its creator as Admin', async () => {
    const created = await (await as(admin)).create({ ws, name: 'สาขาขอนแก่น', package: 'Standard' });
    expect(created).toMatchObject({
      name: 'สาขาขอนแก่น',
      tier: 'Standard',
      role: 'Admin',
      organization: { id: organizationId },
      ...defaultFlags('Standard'),
    });
    const rows = (table: 'purposeCategories' | 'workspaceKeys' | 'personnel') =>
      server.owner.selectFrom(table).selectAll().where('workspaceId', '=', created.uuid).execute();
    expect((await rows('purposeCategories')).length).toBeGreaterThan(0);
    expect(await rows('workspaceKeys')).toHaveLength(1);
    expect(await rows('personnel')).toEqual([
      expect.objectContaining({
        userId: admin.userId,
        email: admin.email,
        role: 'Admin',
        status: 'active',
        position: 'Officer',
        phone: '0812345678',
      }),
    ]);
    const log = await (await callerFor(server, admin)).activityLog.list({ ws: created.uuid });
    expect(log.collection).toEqual([
      expect.objectContaining({
        event: 'workspace.created',
        subject: 'สาขาขอนแก่น',
        actor: expect.objectContaining({ name: expect.any(String) }),
      }),
    ]);
    expect(await refusedWith((await as(dpo)).get({ ws: created.uuid }))).toBe('NOT_FOUND');
  });
});

describe('changing a workspace', () => {
  it('sets name, tier and flags individually, and takes effect at the next call', async () => {
    const api = await as(admin);
    const after = await api.update({
      ws,
      name: 'ชื่อใหม่',
      package: 'Unlimit',
      consentEnabled: false,
      encryptBoxUrl: 'https://box.example',
      rowVersion: 1,
    });
    expect(after).toMatchObject({
      name: 'ชื่อใหม่',
      tier: 'Unlimit',
      consentEnabled: false,
      dpiaEnabled: true,
      adminConsoleEnable: false,
      rowVersion: 2,
    });
    const log = await (await callerFor(server, admin)).activityLog.list({ ws });
    expect(log.collection[0]?.changes).toEqual([
      { field: 'name', label: 'Name', old: 'สำนักงานใหญ่', new: 'ชื่อใหม่', oldText: 'สำนักงานใหญ่', newText: 'ชื่อใหม่' },
      { field: 'package', label: 'Plan', old: 'Pro', new: 'Unlimit', oldText: 'Pro', newText: 'Unlimit' },
      {
        field: 'encryptBoxUrl',
        label: 'Encryption service URL',
        old: '',
        new: 'https://box.example',
        oldText: '',
        newText: 'https://box.example',
      },
      { field: 'consentEnabled', label: 'Consent module', old: true, new: false, oldText: 'Yes', newText: 'No' },
    ]);
  });

  it('uses the encryption service of the product unless it names another, and stores no address of the product', async () => {
    const { config } = server.deps;
    const at = (publicUrl: string) => ({
      deps: { ...server.deps, config: { ...config, publicUrl } },
    });
    const own = 'https://privacy.example.com/encrypt-decrypt-api/v1';
    const here = (await callerFor(server, admin, at('https://privacy.example.com'))).workspace;
    const before = await here.get({ ws });
    expect(before.encryptBoxUrl).toBe(own);
    for (const { collection } of [await here.list({}), await here.manage({ ws })])
      expect(collection.find(({ uuid }) => uuid === ws)?.encryptBoxUrl).toBe(own);
    const save = async (encryptBoxUrl: string) => {
      const { name, package: tier, rowVersion } = await here.get({ ws });
      return here.update({ ws, name, package: tier, encryptBoxUrl, rowVersion });
    };
    const stored = async () =>
      (
        await server.owner
          .selectFrom('workspaces')
          .select('encryptBoxUrl')
          .where('id', '=', ws)
          .executeTakeFirstOrThrow()
      ).encryptBoxUrl;
    // Forms and programs send values back as they were read.
    expect((await save(own)).encryptBoxUrl).toBe(own);
    expect(await stored()).toBe('');
    const moved = (await callerFor(server, admin, at('https://pdpa.example.com'))).workspace;
    expect((await moved.get({ ws })).encryptBoxUrl).toBe('https://pdpa.example.com/encrypt-decrypt-api/v1');
    expect((await save('https://box.example')).encryptBoxUrl).toBe('https://box.example');
    expect(await stored()).toBe('https://box.example');
    expect((await save('')).encryptBoxUrl).toBe(own);
    expect(await stored()).toBe('');
  });

  it('offers the default flags of the tier, with explicit ones set', async () => {
    const after = await (
      await as(admin)
    ).update({ ws, ...change, package: 'Standard', applyDefaults: true, dpiaEnabled: true });
    expect(after).toMatchObject({ ...defaultFlags('Standard'), dpiaEnabled: true });
  });

  it('is refused to an edit based on an older version', async () => {
    const api = await as(admin);
    await api.update({ ws, ...change, name: 'คนแรก' });
    expect(await refusal(api.update({ ws, ...change, name: 'คนที่สอง' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: {
        current: {
          name: 'คนแรก',
          rowVersion: 2,
          updatedBy: { id: admin.personnelId, name: expect.stringMatching(/./) },
        },
      },
    });
  });

  it('cannot set a tier that is smaller than the current usage', async () => {
    await buildApplications(ws, 11);
    expect(await refusal((await as(admin)).update({ ws, ...change, package: 'Basic' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'workspace.tierTooSmall',
      details: {
        used: { applications: 11, personnel: 2 },
        limits: { applications: 10, personnel: 10 },
        over: ['applications'],
      },
    });
    await expect((await as(admin)).update({ ws, ...change, package: 'Standard' })).resolves.toMatchObject({
      tier: 'Standard',
    });
  });
});

describe('deleting a workspace', () => {
  it("requires its name typed again, and is refused for the user's only one", async () => {
    const api = await as(admin);
    expect(await refusal(api.remove({ ws, confirmation: 'อย่างอื่น' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['confirmation'],
    });
    expect(await refusal(api.remove({ ws, confirmation: 'สำนักงานใหญ่' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'workspace.last',
    });
  });

  it('deletes everything in it, files too, and nothing of another workspace', async () => {
    server.clock.run();
    const api = await as(admin);
    const { uuid } = await api.create({ ws, name: 'ชั่วคราว', package: 'Unlimit' });
    const { owner, deps } = server;
    const fileId = randomUUIDv7();
    const key = `${uuid}/${fileId}`;
    await deps.files.put(key, Buffer.from('%PDF-1.7'), { size: 8, type: 'application/pdf' });
    await owner
      .insertInto('files')
      .values({
        workspaceId: uuid,
        id: fileId,
        name: 'a.pdf',
        type: 'application/pdf',
        size: 8,
        sha256: 'x',
        storageKey: key,
        ownerKind: 'dataController.logo',
        ownerId: randomUUIDv7(),
      })
      .execute();
    await fill(uuid);
    await owner.updateTable('dataControllers').set({ logoId: fileId }).where('workspaceId', '=', uuid).execute();

    const before = await owner.selectFrom('catalogueItems').select('id').where('workspaceId', '=', ws).execute();
    await expect(api.remove({ ws: uuid, confirmation: 'ชั่วคราว' })).resolves.toMatchObject({ uuid });
    expect(await refusal((await as(admin)).get({ ws: uuid }))).toMatchObject({ code: 'workspace.closed' });
    await finishDeletion(server, uuid);
    expect(await refusedWith((await as(admin)).get({ ws: uuid }))).toBe('NOT_FOUND');
    for (const table of [
      'personnel',
      'dataControllers',
      'applications',
      'purposes',
      'purposeVersions',
      'catalogueItems',
      'activityLogs',
      'files',
    ] as const) {
      expect(
        await owner.selectFrom(table).select('workspaceId').where('workspaceId', '=', uuid).execute(),
        table,
      ).toEqual([]);
    }
    await expect(deps.files.get(key)).rejects.toBeInstanceOf(FileMissing);
    expect(await owner.selectFrom('catalogueItems').select('id').where('workspaceId', '=', ws).execute()).toHaveLength(
      before.length,
    );
  });

  it('is the same over REST', async () => {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': 'en' };
    const created = await server.app.inject({
      method: 'POST',
      url: '/api/v1/workspaces',
      headers,
      payload: { ws, name: 'Branch', package: 'Basic' },
    });
    expect(created.statusCode).toBe(201);
    const { uuid } = created.json<{ uuid: string }>();
    const listed = await server.app.inject({
      method: 'GET',
      url: '/api/v1/workspaces?pageSize=10&currentPage=1',
      headers,
    });
    expect(listed.json()).toMatchObject({ meta: { totalItems: 2 } });
    const renamed = await server.app.inject({
      method: 'PUT',
      url: `/api/v1/workspaces/${uuid}`,
      headers,
      payload: { name: 'Branch 2', package: 'Basic', rowVersion: 1 },
    });
    expect(renamed.json()).toMatchObject({ name: 'Branch 2' });
    const removed = await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/workspaces/${uuid}`,
      headers,
      payload: { confirmation: 'Branch 2' },
    });
    expect(removed.statusCode).toBe(200);
  });
});

describe('page views', () => {
  it('are counted by route and Bangkok day, and contain neither id, language nor visitor', async () => {
    const { analytics } = await callerFor(server, null);
    // Views belong to no workspace here, and other files of the shared server write some.
    await server.owner.deleteFrom('pageViews').execute();
    server.clock.set('2026-11-20T17:30:00Z');
    const id = randomUUIDv7();
    for (const route of [
      `/en/business-function/application/${id}`,
      `/business-function/application/${id}?workspace=${ws}`,
      '/business-function/application/:id',
    ]) {
      expect(await analytics.pageview({ route })).toEqual({ route: '/business-function/application/:id' });
    }
    server.clock.run();
    expect(await server.owner.selectFrom('pageViews').selectAll().execute()).toEqual([
      { route: '/business-function/application/:id', day: '2026-11-21', views: 3 },
    ]);
    expect(await refusal(analytics.pageview({ route: '/no/such/page' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['route'],
    });
  });

  it('are counted 600 times a minute from one address at most', async () => {
    const { analytics } = await callerFor(server, null);
    server.clock.set('2026-11-20T18:00:00Z');
    const views = async () =>
      Number(
        (
          await server.owner
            .selectFrom('pageViews')
            .select((eb) => eb.fn.sum<number>('views').as('views'))
            .executeTakeFirstOrThrow()
        ).views,
      );
    const before = await views();
    let refused = 0;
    for (let view = 0; view < 610; view++)
      await analytics.pageview({ route: '/workspaces' }).catch(() => (refused += 1));
    expect(await views()).toBeLessThanOrEqual(before + 600);
    expect(refused).toBeGreaterThanOrEqual(10);
    server.clock.set('2026-11-20T18:02:00Z');
    expect(await analytics.pageview({ route: '/workspaces' })).toEqual({ route: '/workspaces' });
    server.clock.run();
  });
});

/** A record of processing that uses every kind of reference. */
async function fill(workspaceId: string): Promise<void> {
  const { owner } = server;
  await buildApplications(workspaceId, 2);
  const applications = await owner
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .execute();
  const first = async (table: 'catalogueItems' | 'piiCategories' | 'purposeCategories' | 'personnel') =>
    (await owner.selectFrom(table).select('id').where('workspaceId', '=', workspaceId).executeTakeFirstOrThrow()).id;
  const itemId = await first('catalogueItems');
  const by = await first('personnel');
  const purposeId = randomUUIDv7();
  const [one, two] = applications.map(({ id }) => id) as [string, string];
  await owner
    .insertInto('purposes')
    .values({
      workspaceId,
      id: purposeId,
      titleTh: 'ก',
      titleEn: 'a',
      descriptionTh: 'ก',
      descriptionEn: 'a',
      createdBy: by,
      updatedBy: by,
      purposeCategoryId: await first('purposeCategories'),
      responsibleDepartmentId: itemId,
      responsiblePersonnelId: by,
    })
    .execute();
  await owner.insertInto('purposeCatalogueItems').values({ workspaceId, purposeId, itemId }).execute();
  await owner
    .insertInto('purposePiiCategories')
    .values({ workspaceId, purposeId, piiCategoryId: await first('piiCategories') })
    .execute();
  await owner
    .insertInto('purposeInternalApplications')
    .values({ workspaceId, purposeId, applicationId: one })
    .execute();
  await owner
    .insertInto('purposeThirdParties')
    .values({ workspaceId, id: randomUUIDv7(), purposeId, name: 'x', contract: 'x', position: 1 })
    .execute();
  await owner
    .insertInto('applicationPurposes')
    .values({ workspaceId, applicationId: two, purposeId, position: 1 })
    .execute();
  await owner
    .insertInto('purposeVersions')
    .values({ workspaceId, id: randomUUIDv7(), purposeId, version: 1, content: '{}', sha256: 'x', publishedBy: by })
    .execute();
  await owner.insertInto('notificationMarks').values({ workspaceId, personnelId: by, readAt: new Date() }).execute();
}
