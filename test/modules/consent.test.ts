import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { preparePartitions } from '../../server/platform/database/partitions.ts';
import { sweep } from '../../server/platform/jobs/sweep.ts';
import { sealedSecret } from '../../server/modules/consent/secret.ts';
import { type Consent, consentDraft, PURPOSES_EVER } from '../../shared/consent/schema.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentForm, buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { finishDeletion } from '../helpers/deletions.ts';
import { completePurpose } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { isOwned } from '../helpers/fileOwners.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let manager: Person;
let outsider: Person;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  ({ ws, dpo, staff, manager } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', manager: 'Top Management' }));
  outsider = await buildPerson(server, { role: 'Admin' });
});

const caller = (person: Person | null) => callerFor(server, person);
const as = async (person: Person | null) => (await caller(person)).consent;
const eventNames = async () =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', ws)
      .where('event', 'like', 'consent.%')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
const updateOf = ({ id, rowVersion, name, draft }: Consent, changes: object = {}) => ({
  ws,
  id,
  rowVersion,
  name,
  ...draft,
  ...changes,
});

/** A pre-filled draft for a new application. */
async function buildDraft(options: { purposes?: number; name?: string } = {}) {
  const created = await buildConsentPurposes(server, dpo, options);
  const form = await (
    await as(staff)
  ).create({ ws, name: `แบบ ${created.applicationName}`, applicationId: created.applicationId });
  return { ...created, form };
}
async function buildPublished(options: { purposes?: number } = {}) {
  const created = await buildDraft(options);
  return {
    ...created,
    form: await (await as(dpo)).publish({ ws, id: created.form.id, rowVersion: created.form.rowVersion }),
  };
}

describe('permissions', () => {
  it('to read and write forms, publish, deactivate and generate secrets', async () => {
    const { applicationId, form } = await buildDraft();
    const { applicationId: other } = await buildConsentPurposes(server, dpo);
    const { id, rowVersion } = form;
    const read = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.get({ ws, id }),
      () => api.settings.get({ ws, id }),
      () => api.purposeChoices({ ws, id }),
      () => api.versions({ ws, id }),
    ];
    const write = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.create({ ws, name: 'อีกแบบ', applicationId: other }),
      () => api.update(updateOf(form)),
      () => api.settings.update({ ws, id, rowVersion, ...form.settings }),
    ];
    const publish = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.publish({ ws, id, rowVersion }),
      () => api.remove({ ws, id }),
      () => api.reactivate({ ws, id, rowVersion }),
      () => api.makeSecret({ ws, id, rowVersion }),
    ];
    for (const calls of [read, write, publish]) {
      for (const call of calls(await as(null))) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
      for (const call of calls(await as(manager))) expect(await refusedWith(call())).toBe('FORBIDDEN');
      for (const call of calls(await as(outsider))) expect(await refusedWith(call())).toBe('NOT_FOUND');
    }
    for (const call of publish(await as(staff))) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of [...read(await as(staff)), ...write(await as(staff))])
      await expect(call()).resolves.toBeTruthy();
    expect(applicationId).not.toBe(other);
  });

  it('to reach a form of another workspace: nobody', async () => {
    const form = await buildConsentForm(server, outsider);
    const api = await as(dpo);
    for (const call of [
      () => api.get({ ws, id: form.id }),
      () => api.publish({ ws, id: form.id, rowVersion: 1 }),
      () => api.remove({ ws, id: form.id }),
      () => api.makeSecret({ ws, id: form.id, rowVersion: 1 }),
      () => api.purposeChoices({ ws, id: form.id }),
      () => api.versions({ ws, id: form.id }),
      () => api.version({ ws, id: form.id, v: 1 }),
    ])
      expect(await refusedWith(call())).toBe('NOT_FOUND');
    expect(await refusal(api.create({ ws, name: 'ก', applicationId: form.applicationId }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['applicationId'],
    });
    const { form: own } = await buildDraft();
    expect(
      await refusal(api.update(updateOf(own, { purposes: [{ purposeId: form.purposeIds[0]!, signals: [] }] }))),
    ).toMatchObject({ status: 'BAD_REQUEST', fields: ['purposes.0.purposeId'] });
    expect(
      await refusal(api.update(updateOf(own, { theme: { ...DECORATION.white, logoIds: [randomUUIDv7()] } }))),
    ).toMatchObject({ code: 'file.notFound', fields: ['theme.logoIds'] });
  });
});

describe('a new form', () => {
  it('starts with texts in both languages, the privacy notice and the purposes of its application based on consent', async () => {
    const { applicationId, applicationName, purposeIds } = await buildConsentPurposes(server, dpo, { purposes: 2 });
    const call = await caller(dpo);
    const contract = await call.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    await call.purpose.publish({ ws, id: contract.id, rowVersion: 1 });
    const application = await call.application.get({ ws, id: applicationId });
    await server.owner
      .updateTable('dataControllers')
      .set({
        privacyPolicyUrl: 'https://hospital.example/privacy',
        nameTh: 'โรงพยาบาลปกป้อง',
        nameEn: 'Pokpong Hospital',
      })
      .where('id', '=', application.dataController.id)
      .execute();
    await server.owner
      .insertInto('applicationPurposes')
      .values({ workspaceId: ws, applicationId, purposeId: contract.id, position: 9 })
      .execute();
    const form = await call.consent.create({ ws, name: 'ยินยอมรับข่าวสาร', applicationId });
    expect(form).toMatchObject({
      name: 'ยินยอมรับข่าวสาร',
      status: 'draft',
      active: true,
      publishedVersion: 0,
      hasSecret: false,
      application: { id: applicationId, name: applicationName },
      submissions: 0,
      problems: [],
      outdated: false,
    });
    expect(form.draft.purposes.map(({ purposeId }) => purposeId)).toEqual(purposeIds);
    expect(form.draft).toMatchObject({ showPrivacyPolicy: true, privacyPolicyUrl: 'https://hospital.example/privacy' });
    expect(form.draft.title.th).toContain(applicationName);
    expect(form.draft.description.th).toContain('โรงพยาบาลปกป้อง');
    expect(form.draft.description.en).toContain('Pokpong Hospital');
    expect(
      await server.owner
        .selectFrom('consentCounters')
        .select('submissions')
        .where('consentId', '=', form.id)
        .executeTakeFirst(),
    ).toMatchObject({ submissions: 0 });
    expect(await eventNames()).toEqual(['consent.created']);
  });

  it('is the only one of its application, however many are created at once', async () => {
    const { applicationId } = await buildConsentPurposes(server, dpo);
    const form = await (await as(dpo)).create({ ws, name: 'แบบแรก', applicationId });
    expect(await refusal((await as(staff)).create({ ws, name: 'แบบที่สอง', applicationId }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consent.applicationTaken',
      fields: ['applicationId'],
      details: { consent: { id: form.id, name: 'แบบแรก' } },
    });
    const { applicationId: other } = await buildConsentPurposes(server, dpo);
    const results = await Promise.allSettled(
      [1, 2, 3].map(async (number) => (await as(dpo)).create({ ws, name: `แบบ ${number}`, applicationId: other })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = await Promise.all(
      results.filter((one) => one.status === 'rejected').map((one) => refusal(Promise.reject(one.reason as Error))),
    );
    expect(refused.map(({ code }) => code)).toEqual(['consent.applicationTaken', 'consent.applicationTaken']);
  });

  it('removes its application from the list of those without one', async () => {
    const { applicationId } = await buildConsentPurposes(server, dpo);
    const without = async () =>
      (await (await caller(dpo)).application.withoutConsent({ ws, pageSize: 100 })).collection.map(({ id }) => id);
    expect(await without()).toContain(applicationId);
    await (await as(dpo)).create({ ws, name: 'ก', applicationId });
    expect(await without()).not.toContain(applicationId);
  });
});

describe('publishing', () => {
  it('stores what data subjects are shown, with its hash, and numbers the purposes', async () => {
    server.clock.set('2026-11-01T03:00:00Z');
    const { form, purposeIds, applicationId } = await buildDraft();
    const api = await as(dpo);
    const saved = await api.update(
      updateOf(form, {
        effectiveFrom: '2026-11-01',
        effectiveTo: '2027-10-31',
        purposes: [
          { purposeId: purposeIds[2]!, signals: ['ad_storage'] },
          { purposeId: purposeIds[0]!, signals: [] },
        ],
      }),
    );
    const published = await api.publish({ ws, id: form.id, rowVersion: saved.rowVersion });
    expect(published).toMatchObject({
      status: 'published',
      publishedVersion: 1,
      effectiveFrom: '2026-11-01',
      effectiveTo: '2027-10-31',
      outdated: false,
      rowVersion: 3,
    });
    const version = await api.version({ ws, id: form.id, v: 1 });
    expect(version.sha256).toBe(contentHash(version.content));
    expect(version.content).toMatchObject({
      application: { id: applicationId },
      effectiveFrom: '2026-11-01',
      privacyPolicyUrl: null,
      font: null,
      purposes: [
        { id: purposeIds[2], version: 1, bit: 0, signals: ['ad_storage'] },
        { id: purposeIds[0], version: 1, bit: 1 },
      ],
    });
    expect(version.content.controller.contact).toBe('สมชาย ใจดี');
    expect(version.publishedBy?.id).toBe(dpo.personnelId);
    expect(await eventNames()).toEqual(['consent.created', 'consent.updated', 'consent.published']);
    expect((await api.versions({ ws, id: form.id })).collection).toMatchObject([
      { version: 1, sha256: version.sha256 },
    ]);
  });

  it('leaves a version in force until the day on which a newer one starts', async () => {
    server.clock.set('2026-10-31T10:00:00Z');
    const { form } = await buildPublished();
    const api = await as(dpo);
    expect(form).toMatchObject({ publishedVersion: 1, versionInForce: 1 });
    const draft = await api.update(updateOf(form, { effectiveFrom: '2026-11-01', effectiveTo: '2026-11-20' }));
    await api.publish({ ws, id: form.id, rowVersion: draft.rowVersion });
    const stateOf = async () => {
      const { publishedVersion, versionInForce } = await api.get({ ws, id: form.id });
      const { collection } = await api.list({ ws, query: form.name });
      return [publishedVersion, versionInForce, collection.find(({ id }) => id === form.id)?.versionInForce];
    };
    expect(await stateOf()).toEqual([2, 1, 1]);
    server.clock.set('2026-10-31T17:00:00Z');
    expect(await stateOf()).toEqual([2, 2, 2]);
    server.clock.set('2026-11-20T17:00:00Z');
    expect(await stateOf()).toEqual([2, null, null]);
    server.clock.run();
  });

  it('leaves the version in force while the next one is edited; a purpose preserves its number', async () => {
    const { form, purposeIds } = await buildPublished();
    const api = await as(dpo);
    const draft = await (
      await as(staff)
    ).update(
      updateOf(form, {
        effectiveTo: '2027-01-01',
        purposes: [purposeIds[2]!, purposeIds[0]!].map((purposeId) => ({ purposeId, signals: [] })),
      }),
    );
    expect(draft).toMatchObject({ status: 'draft', publishedVersion: 1, effectiveTo: null });
    await api.publish({ ws, id: form.id, rowVersion: draft.rowVersion });
    const bits = async (v: number) =>
      (await api.version({ ws, id: form.id, v })).content.purposes.map(({ id, bit }) => [id, bit]);
    expect(await bits(1)).toEqual(purposeIds.map((id, bit) => [id, bit]));
    expect(await bits(2)).toEqual([
      [purposeIds[2], 2],
      [purposeIds[0], 0],
    ]);
    await expect(
      server.deps.db.transaction().execute(async (trx) => {
        await sql`select set_config('app.workspace_id', ${ws}, true)`.execute(trx);
        await trx.updateTable('consentVersions').set({ sha256: 'x' }).execute();
      }),
    ).rejects.toThrow(/permission denied/);
  });

  it('lists what is missing, and that a purpose must be based on consent', async () => {
    const { form, purposeIds } = await buildDraft({ purposes: 1 });
    const api = await as(dpo);
    const call = await caller(dpo);
    const contract = await call.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    await call.purpose.publish({ ws, id: contract.id, rowVersion: 1 });
    const empty = await api.update(updateOf(form, { purposes: [] }));
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: empty.rowVersion }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'consent.noLawfulPurpose',
      fields: ['purposes'],
    });
    const unlawful = await api.update(updateOf(empty, { purposes: [{ purposeId: contract.id, signals: [] }] }));
    expect(unlawful.purposes).toMatchObject([{ id: contract.id, lawful: false, title: { th: 'ดูแลผู้ป่วย' } }]);
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: unlawful.rowVersion }))).toMatchObject({
      code: 'consent.noLawfulPurpose',
      fields: ['purposes.0.purposeId'],
    });
    const broken = await api.update(
      updateOf(unlawful, {
        title: { th: 'ชื่อ', en: '' },
        purposes: [{ purposeId: purposeIds[0]!, signals: [] }],
        font: { custom: true, name: '', url: '' },
        showPrivacyPolicy: true,
        privacyPolicyUrl: '',
        effectiveFrom: '2026-02-02',
        effectiveTo: '2026-02-01',
      }),
    );
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: broken.rowVersion }))).toMatchObject({
      code: 'consent.incomplete',
      fields: ['title.en', 'effectiveTo', 'privacyPolicyUrl', 'font.name', 'font.url'],
    });
    // A form whose last day has passed would be answered by nobody.
    const ended = await api.update(updateOf(broken, { title: { th: 'ชื่อ', en: 'Title' }, effectiveFrom: null }));
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: ended.rowVersion }))).toMatchObject({
      fields: ['effectiveTo', 'privacyPolicyUrl', 'font.name', 'font.url'],
    });
    expect((await api.versions({ ws, id: (await buildPublished()).form.id })).meta.totalItems).toBe(1);
  });

  it('twice without a change is refused, and so is an edit based on an older version', async () => {
    const { form } = await buildPublished();
    const api = await as(dpo);
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: form.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consent.unchanged',
    });
    const edited = await api.update(updateOf(form, { layout: 'popup' }));
    const back = await api.update(updateOf(edited, { layout: 'bottom' }));
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: back.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consent.unchanged',
    });
    expect(await refusal((await as(staff)).update(updateOf(form, { layout: 'top' })))).toMatchObject({
      status: 'CONFLICT',
      code: 'staleEdit',
      details: { current: { rowVersion: back.rowVersion } },
    });
    const stale = { ws, id: form.id, rowVersion: 1 };
    for (const call of [
      () => api.publish(stale),
      () => api.reactivate(stale),
      () => api.remove(stale),
      () => api.makeSecret(stale),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'staleEdit' });
  });

  it('succeeds for one of two at once', async () => {
    const { form } = await buildDraft();
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(async () => (await as(dpo)).publish({ ws, id: form.id, rowVersion: form.rowVersion })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await (await as(dpo)).versions({ ws, id: form.id })).meta.totalItems).toBe(1);
  });

  it('starts again with a save if the texts of a purpose have changed; a new name alone needs no version', async () => {
    const { form, purposeIds } = await buildPublished();
    const api = await as(dpo);
    const renamed = await api.update(updateOf(form, { name: 'ชื่อใหม่' }));
    expect(renamed).toMatchObject({ name: 'ชื่อใหม่', status: 'published', outdated: false });
    expect(await api.update(updateOf(renamed))).toMatchObject({ rowVersion: renamed.rowVersion });
    const call = await caller(dpo);
    const purpose = await call.purpose.get({ ws, id: purposeIds[0]! });
    const changed = await call.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: purpose.rowVersion,
      ...(await completePurpose(server, ws)),
      lawfulBases: ['consent'],
      title: { th: 'ส่งข่าวสารฉบับใหม่', en: 'News, again' },
    });
    // The draft of a purpose does not change what is asked.
    expect((await api.get({ ws, id: form.id })).outdated).toBe(false);
    await call.purpose.publish({ ws, id: purpose.id, rowVersion: changed.rowVersion });
    const outdated = await api.get({ ws, id: form.id });
    expect(outdated).toMatchObject({ status: 'published', outdated: true });
    const draft = await api.update(updateOf(outdated));
    expect(draft.status).toBe('draft');
    await api.publish({ ws, id: form.id, rowVersion: draft.rowVersion });
    expect((await api.version({ ws, id: form.id, v: 2 })).content.purposes[0]).toMatchObject({
      version: 2,
      title: { th: 'ส่งข่าวสารฉบับใหม่' },
      bit: 0,
    });
    expect((await api.version({ ws, id: form.id, v: 1 })).content.purposes[0]).toMatchObject({
      version: 1,
      title: { th: 'ส่งข่าวสารและข้อเสนอ' },
    });
  });

  it('returns who is asked again, and stores why an editorial change asks nobody', async () => {
    const { form, purposeIds } = await buildPublished();
    const api = await as(dpo);
    const call = await caller(dpo);
    await recordChoices(server, { workspaceId: ws, id: form.id, purposeIds }, [{ uid: 'a' }, { uid: 'b' }]);
    const reworded = purposeIds[0]!;
    const purpose = await call.purpose.get({ ws, id: reworded });
    const changed = await call.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: purpose.rowVersion,
      ...(await completePurpose(server, ws)),
      lawfulBases: ['consent'],
      title: { th: 'ส่งข่าวสาร', en: 'News' },
    });
    const effectOf = (purposes: readonly string[], editorial: string[] = []) =>
      api.publishEffect({ ws, id: form.id, purposeIds: [...purposes], editorial });
    // The draft of a purpose is displayed to nobody.
    expect(await effectOf(purposeIds)).toEqual({ reworded: [], added: [], removed: [], subjects: 2, toAskAgain: 0 });
    await call.purpose.publish({ ws, id: purpose.id, rowVersion: changed.rowVersion });
    expect(await effectOf(purposeIds)).toEqual({
      reworded: [{ id: reworded, title: { th: 'ส่งข่าวสาร', en: 'News' } }],
      added: [],
      removed: [],
      subjects: 2,
      toAskAgain: 2,
    });
    expect(await effectOf(purposeIds, [reworded])).toMatchObject({ toAskAgain: 0 });
    expect(await effectOf(purposeIds.slice(0, 2), [reworded])).toMatchObject({
      removed: [{ id: purposeIds[2] }],
      toAskAgain: 2,
    });
    expect(await refusal(effectOf([randomUUIDv7()]))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['purposeIds.0'],
    });
    await expect((await as(staff)).publishEffect({ ws, id: form.id, purposeIds: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });

    const draft = await api.update(updateOf(await api.get({ ws, id: form.id })));
    const publish = (purposeId: string, reason: string) =>
      api.publish({ ws, id: form.id, rowVersion: draft.rowVersion, editorial: { purposeIds: [purposeId], reason } });
    expect(await refusal(publish(purposeIds[1]!, 'ไม่ได้เปลี่ยน'))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['editorial.purposeIds.0'],
    });
    expect(await refusal(publish(reworded, ' '))).toMatchObject({ status: 'BAD_REQUEST' });
    await publish(reworded, 'ตัดคำฟุ่มเฟือย');
    expect((await api.version({ ws, id: form.id, v: 1 })).editorial).toEqual([]);
    expect((await api.version({ ws, id: form.id, v: 2 })).editorial).toEqual([
      { purposeId: reworded, reason: 'ตัดคำฟุ่มเฟือย' },
    ]);
  });

  it(`permits ${PURPOSES_EVER} different purposes over a form's life at most`, async () => {
    const { form, purposeIds } = await buildDraft({ purposes: 2 });
    const api = await as(dpo);
    const one = await api.update(updateOf(form, { purposes: [{ purposeId: purposeIds[0]!, signals: [] }] }));
    const published = await api.publish({ ws, id: form.id, rowVersion: one.rowVersion });
    await server.owner
      .insertInto('consentPurposes')
      .values(
        Array.from({ length: PURPOSES_EVER - 1 }, (_, index) => ({
          workspaceId: ws,
          consentId: form.id,
          purposeId: randomUUIDv7(),
          bit: index + 1,
        })),
      )
      .execute();
    const more = await api.update(
      updateOf(published, { purposes: purposeIds.map((purposeId) => ({ purposeId, signals: [] })) }),
    );
    expect(await refusal(api.publish({ ws, id: form.id, rowVersion: more.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'consent.tooManyPurposes',
    });
  });
});

describe('a form', () => {
  it('is deactivated and reactivated', async () => {
    const { form } = await buildPublished();
    const api = await as(dpo);
    const off = await api.remove({ ws, id: form.id, rowVersion: form.rowVersion });
    expect(off).toMatchObject({ active: false, status: 'published' });
    expect(await refusal(api.remove({ ws, id: form.id }))).toMatchObject({ status: 'CONFLICT', code: 'illegalMove' });
    const on = await api.reactivate({ ws, id: form.id, rowVersion: off.rowVersion });
    expect(on.active).toBe(true);
    expect(await refusal(api.reactivate({ ws, id: form.id, rowVersion: on.rowVersion }))).toMatchObject({
      status: 'CONFLICT',
      code: 'illegalMove',
    });
    expect((await eventNames()).slice(-2)).toEqual(['consent.deactivated', 'consent.reactivated']);
  });

  it('retains its pictures as long as a version displays them', async () => {
    const { form } = await buildDraft();
    const api = await as(dpo);
    const picture = async () => {
      const id = randomUUIDv7();
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: ws,
          id,
          name: 'logo.png',
          type: 'image/png',
          size: 100,
          sha256: 'a'.repeat(64),
          storageKey: `${ws}/${id}`,
          uploadedBy: dpo.personnelId,
        })
        .execute();
      return id;
    };
    const attached = (id: string) => isOwned(server, id);
    const [first, second] = [await picture(), await picture()];
    const theme = (logoIds: string[]) => ({ theme: { ...DECORATION.white, logoIds } });
    let now = await api.update(updateOf(form, theme([first])));
    expect(await attached(first)).toBe(true);
    now = await api.update(updateOf(now, theme([second])));
    expect([await attached(first), await attached(second)]).toEqual([false, true]);
    now = await api.publish({ ws, id: form.id, rowVersion: now.rowVersion });
    await api.update(updateOf(now, theme([])));
    expect(await attached(second)).toBe(true);
    const pdf = randomUUIDv7();
    await server.owner
      .insertInto('files')
      .values({
        workspaceId: ws,
        id: pdf,
        name: 'logo.pdf',
        type: 'application/pdf',
        size: 100,
        sha256: 'a'.repeat(64),
        storageKey: `${ws}/${pdf}`,
        uploadedBy: dpo.personnelId,
      })
      .execute();
    expect(await refusal(api.update(updateOf(await api.get({ ws, id: form.id }), theme([pdf]))))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['theme.logoIds'],
    });
  });

  it('offers the purposes that it may use, those of its application first', async () => {
    const { form, purposeIds } = await buildDraft({ purposes: 2 });
    const { purposeIds: others } = await buildConsentPurposes(server, dpo, { purposes: 1 });
    const call = await caller(dpo);
    const draft = await call.purpose.create({
      ws,
      ...(await completePurpose(server, ws)),
      lawfulBases: ['consent'],
      title: { th: 'ยังเป็นร่าง', en: 'Still a draft' },
    });
    const contract = await call.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    await call.purpose.publish({ ws, id: contract.id, rowVersion: 1 });
    const choices = await call.consent.purposeChoices({ ws, id: form.id });
    expect(choices.map(({ id, ofApplication }) => [id, ofApplication])).toEqual([
      ...purposeIds.map((id) => [id, true]),
      [others[0], false],
    ]);
    expect(choices.map(({ id }) => id)).not.toContain(draft.id);
    expect(
      (await call.consent.purposeChoices({ ws, id: form.id, query: 'วิเคราะห์' })).map(({ title }) => title.th),
    ).toEqual(['วิเคราะห์การใช้งาน']);
  });

  it('protects its application and its purposes from deletion', async () => {
    const { form, applicationId, purposeIds } = await buildPublished();
    const call = await caller(dpo);
    expect(await refusal(call.application.remove({ ws, id: applicationId }))).toMatchObject({
      status: 'CONFLICT',
      code: 'application.hasConsent',
      details: { consent: { id: form.id, name: form.name } },
    });
    const { rowVersion, ...application } = await call.application.get({ ws, id: applicationId });
    await call.application.update({
      ws,
      ...application,
      rowVersion,
      dataControllerId: application.dataController.id,
      purposeIds: [],
    } as never);
    expect(await refusal(call.purpose.remove({ ws, id: purposeIds[0]! }))).toMatchObject({
      status: 'CONFLICT',
      code: 'purpose.inConsent',
      details: { consents: [{ id: form.id, name: form.name }] },
    });
    // The purposes of a version remain as evidence, though no draft contains them now.
    const draft = await call.consent.update(
      updateOf(await call.consent.get({ ws, id: form.id }), { purposes: [{ purposeId: purposeIds[1]!, signals: [] }] }),
    );
    expect(draft.draft.purposes).toHaveLength(1);
    expect(await refusedWith(call.purpose.remove({ ws, id: purposeIds[0]! }))).toBe('CONFLICT');
    const { purposeIds: free, applicationId: otherApplication } = await buildConsentPurposes(server, dpo, {
      purposes: 1,
    });
    await server.owner.deleteFrom('applicationPurposes').where('applicationId', '=', otherApplication).execute();
    const asking = await call.consent.update(updateOf(draft, { purposes: [{ purposeId: free[0]!, signals: [] }] }));
    expect(await refusal(call.purpose.remove({ ws, id: free[0]! }))).toMatchObject({ code: 'purpose.inConsent' });
    await call.consent.update(updateOf(asking, { purposes: [{ purposeId: purposeIds[1]!, signals: [] }] }));
    await expect(call.purpose.remove({ ws, id: free[0]! })).resolves.toEqual({ id: free[0] });
  });
});

describe('settings', () => {
  it('take effect without a version, and are logged', async () => {
    const { form } = await buildPublished();
    const api = await as(staff);
    const saved = await api.settings.update({
      ws,
      id: form.id,
      rowVersion: form.rowVersion,
      channels: { web: true, api: false, mobile: false },
      allowedOrigins: ['https://WWW.Example.com/', 'https://www.example.com', 'http://localhost:3000'],
      jwtRequired: false,
    });
    expect(saved).toEqual({
      channels: { web: true, api: false, mobile: false },
      allowedOrigins: ['https://www.example.com', 'http://localhost:3000'],
      level: 'browser',
      jwtRequired: false,
      hasSecret: false,
      rowVersion: form.rowVersion + 1,
    });
    expect(await api.get({ ws, id: form.id })).toMatchObject({ status: 'published', rowVersion: form.rowVersion + 1 });
    for (const wrong of ['example.com', 'https://example.com/path', 'javascript:alert(1)', 'null', '*']) {
      expect(
        await refusal(api.settings.update({ ws, id: form.id, rowVersion: saved.rowVersion, allowedOrigins: [wrong] })),
      ).toMatchObject({ status: 'BAD_REQUEST', fields: ['allowedOrigins.0'] });
    }
    const [entry] = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'consent.settingsChanged')
      .execute();
    expect(entry?.changes).toMatchObject([{ field: 'channels', new: ['web'] }, { field: 'allowedOrigins' }]);
    expect(
      await refusal(api.settings.update({ ws, id: form.id, rowVersion: form.rowVersion, ...form.settings })),
    ).toMatchObject({ code: 'staleEdit' });
  });

  it('can require a token only with a secret, and only by users who may publish', async () => {
    const { form } = await buildPublished();
    const api = await as(dpo);
    const { id } = form;
    expect(
      await refusal(api.settings.update({ ws, id, rowVersion: form.rowVersion, jwtRequired: true })),
    ).toMatchObject({ status: 'BAD_REQUEST', code: 'consent.secretFirst', fields: ['jwtRequired'] });
    const { secret, rowVersion } = await api.makeSecret({ ws, id, rowVersion: form.rowVersion });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await refusal((await as(staff)).settings.update({ ws, id, rowVersion, jwtRequired: true }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'forbidden.role',
    });
    const on = await api.settings.update({ ws, id, rowVersion, jwtRequired: true });
    expect(on).toMatchObject({ jwtRequired: true, hasSecret: true });
    await expect(
      (await as(staff)).settings.update({
        ws,
        id,
        rowVersion: on.rowVersion,
        jwtRequired: true,
        channels: { web: true, api: true, mobile: false },
      }),
    ).resolves.toMatchObject({ jwtRequired: true });
    // Encrypted, and returned nowhere else.
    const { secret: sealed } = await server.owner
      .selectFrom('consents')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed!.includes(secret)).toBe(false);
    const key = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
      server.deps.keyring.workspaceKey(trx, ws),
    );
    expect(sealedSecret.open(key, id, sealed!)).toBe(secret);
    const logged = JSON.stringify([
      await api.get({ ws, id }),
      await api.settings.get({ ws, id }),
      await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute(),
    ]);
    expect(logged).not.toContain(secret);
    expect(await eventNames()).toContain('consent.secretChanged');
  });
});

describe('the list', () => {
  it('searches, sorts in Thai order, filters and pages', async () => {
    const names = ['ขา', 'เก', 'กา', 'แก', 'ไข'];
    for (const name of names) {
      const { applicationId } = await buildConsentPurposes(server, dpo, { purposes: 1 });
      await (await as(dpo)).create({ ws, name, applicationId });
    }
    const api = await as(dpo);
    const list = async (input: object) => (await api.list({ ws, ...input })).collection.map(({ name }) => name);
    expect(await list({ sortBy: 'name', sortDirection: 'ASC' })).toEqual(['กา', 'เก', 'แก', 'ขา', 'ไข']);
    expect(await list({ sortBy: 'name', sortDirection: 'ASC', pageSize: 2, currentPage: 2 })).toEqual(['แก', 'ขา']);
    expect(await list({ query: 'ก', sortBy: 'name', sortDirection: 'ASC' })).toEqual(['กา', 'เก', 'แก']);
    expect(await list({ query: 'ความยินยอม' })).toHaveLength(5);
    const [newest] = (await api.list({ ws })).collection;
    expect(newest?.name).toBe('ไข');
    await api.publish({ ws, id: newest!.id, rowVersion: 1 });
    expect(await list({ status: 'PUBLISHED' })).toEqual(['ไข']);
    expect(await list({ status: 'DRAFT' })).toHaveLength(4);
    await api.remove({ ws, id: newest!.id });
    expect(await list({ active: false })).toEqual(['ไข']);
    expect(await list({ query: 'ไข' })).toEqual(['ไข']);
    expect(await list({ query: '%' })).toEqual([]);
  });

  it('returns numbers of submissions to users who may read the dashboard', async () => {
    const form = await buildConsentForm(server, dpo, { purposes: 2 });
    await recordChoices(server, form, [{ uid: 'a' }, { uid: 'b', granted: [] }, { uid: 'a', granted: [0] }]);
    const item = async (person: Person) =>
      (await (await as(person)).list({ ws })).collection.find(({ id }) => id === form.id);
    expect(await item(dpo)).toMatchObject({ submissions: 3, subjects: 2 });
    expect(await item(staff)).toMatchObject({ submissions: 0, subjects: 0 });
    expect(await (await as(dpo)).get({ ws, id: form.id })).toMatchObject({ submissions: 3, subjects: 2 });
    expect(await (await as(staff)).get({ ws, id: form.id })).toMatchObject({ submissions: 0, subjects: 0 });
  });
});

it('responds over REST as specified', async () => {
  const { applicationId, purposeIds } = await buildConsentPurposes(server, dpo);
  const rest = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v1/${ws}${path}`,
      headers: { authorization: `Bearer ${dpo.token}` },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const created = await rest('POST', '/consents', { name: 'ผ่าน REST', applicationId });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const saved = await rest('PUT', `/consents/${id}`, {
    rowVersion: 1,
    name: 'ผ่าน REST',
    ...consentDraft.parse({ ...created.body.draft, purposes: [{ purposeId: purposeIds[1] }] }),
  });
  expect(saved).toMatchObject({ status: 200, body: { rowVersion: 2 } });
  expect(await rest('POST', `/consents/${id}/publish`, { rowVersion: 2 })).toMatchObject({
    status: 200,
    body: { publishedVersion: 1 },
  });
  expect(await rest('GET', `/consents/${id}/consent-settings`)).toMatchObject({
    status: 200,
    body: { jwtRequired: false, hasSecret: false },
  });
  expect(
    await rest('PUT', `/consents/${id}/consent-settings`, { rowVersion: 3, allowedOrigins: ['https://a.example'] }),
  ).toMatchObject({ status: 200, body: { rowVersion: 4 } });
  expect(await rest('GET', `/consent-versions/${id}`)).toMatchObject({
    status: 200,
    body: { meta: { totalItems: 1 } },
  });
  expect(await rest('GET', `/consent-versions/${id}/versions/1`)).toMatchObject({
    status: 200,
    body: { content: { purposes: [{ id: purposeIds[1] }] } },
  });
  expect(await rest('GET', '/consents?status=PUBLISHED&active=true')).toMatchObject({
    status: 200,
    body: { collection: [{ id }] },
  });
  expect(await rest('DELETE', `/consents/${id}`)).toMatchObject({ status: 200, body: { active: false } });
  expect(await rest('POST', `/consents/${id}/reactivate`, { rowVersion: 5 })).toMatchObject({
    status: 200,
    body: { active: true },
  });
  expect(await rest('POST', '/consents', { name: 'อีก', applicationId })).toMatchObject({
    status: 409,
    body: { code: 'consent.applicationTaken' },
  });
});

it('is deleted with its workspace, and all data of its data subjects', async () => {
  const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  const { name, organizationId } = await server.owner
    .selectFrom('workspaces')
    .select(['name', 'organizationId'])
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const other = await buildWorkspace(server, { organizationId });
  await buildPerson(server, { workspaceId: other.id, userId: admin.userId, email: admin.email, role: 'Admin' });
  const form = await buildConsentForm(server, dpo);
  await recordChoices(server, form, [{ uid: 'a' }, { uid: 'b' }]);
  const stored = await buildConsentForm(server, outsider);
  await recordChoices(server, stored, [{ uid: 'a' }]);
  await (await caller(admin)).workspace.remove({ ws, confirmation: name });
  await finishDeletion(server, ws);
  for (const table of [
    'consents',
    'consentVersions',
    'consentPurposes',
    'userConsents',
    'consentSubjects',
    'consentCounters',
    'consentDays',
    'consentBlocks',
    'consentStandings',
    'consentEditorialChanges',
    'consentSources',
    'consentSubmissionKeys',
    'consentTokenUses',
  ] as const) {
    const { count } = await server.owner
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('count'))
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    expect(count, table).toBe(0);
  }
  const left = await server.owner
    .selectFrom('userConsents')
    .select('id')
    .where('workspaceId', '=', outsider.workspaceId)
    .execute();
  expect(left).toHaveLength(1);
});

it('deletes expired keys and tokens, and creates the partitions of coming months', async () => {
  const { owner, deps } = server;
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const key = { workspaceId: ws, consentId: randomUUIDv7(), body: Buffer.from('b'), userConsentId: randomUUIDv7() };
  await owner
    .insertInto('consentSubmissionKeys')
    .values([8, 7.1, 6.9, 0].map((days) => ({ ...key, key: Buffer.from(`${days}`), createdAt: ago(days) })))
    .execute();
  const token = { workspaceId: ws, consentId: key.consentId, userConsentId: key.userConsentId };
  await owner
    .insertInto('consentTokenUses')
    .values([0.1, -0.01].map((days) => ({ ...token, token: Buffer.from(`${days}`), expiresAt: ago(days) })))
    .execute();
  await sweep(deps, now);
  const left = async (table: 'consentSubmissionKeys' | 'consentTokenUses') =>
    (await owner.selectFrom(table).select('userConsentId').where('workspaceId', '=', ws).execute()).length;
  expect([await left('consentSubmissionKeys'), await left('consentTokenUses')]).toEqual([2, 1]);

  const prepared = await preparePartitions(deps.systemDb, new Date('2031-11-15T00:00:00Z'));
  expect(prepared.filter((name) => name.startsWith('user_consents'))).toHaveLength(4);
  expect(await preparePartitions(deps.systemDb, new Date('2031-11-15T00:00:00Z'))).toEqual([]);
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relname like 'user_consents_203%' and relkind = 'r' order by 1`.execute(
    owner,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'user_consents_203111',
    'user_consents_203112',
    'user_consents_203201',
    'user_consents_203202',
  ]);
});
