import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userConsentRetention } from '../../server/modules/userConsent/retention.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import { type Receipt, receiptView } from '../../shared/consentReceipt/receipt.ts';
import { translate } from '../../server/platform/i18n.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, type Choice, recordChoices } from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let admin: Person;
let ws: string;
beforeAll(async () => {
  server = await sharedServer();
  admin = await buildPerson(server);
  ws = admin.workspaceId;
});
afterAll(async () => {
  server.clock.run();
  await server.close();
});

const call = async () => (await callerFor(server, admin)).userConsent;
/** A moment in Bangkok time. */
const bangkok = (text: string) => new Date(`${text}+07:00`);
const secondVersion = async (form: BuiltForm, more: Partial<BuiltForm['content']> = {}) => {
  const content = { ...form.content, purposes: form.content.purposes.slice(0, 1), ...more };
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      consentId: form.id,
      version: 2,
      content: JSON.stringify(content),
      sha256: contentHash(content),
    })
    .execute();
  await server.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', form.id).execute();
};

describe('the insight of a form', () => {
  it('is exact immediately, by the days of Bangkok and by the last choice of each data subject', async () => {
    const form = await buildConsentForm(server, admin, { purposes: 2 });
    server.clock.set(bangkok('2026-08-10T00:30:00'));
    const at = (text: string) => bangkok(`2026-08-${text}`);
    await recordChoices(server, form, [
      { uid: 'a', at: at('01T12:00:00') },
      { uid: 'b', at: at('03T23:59:59'), granted: [] },
      { uid: 'c', at: at('04T00:00:00'), granted: [0], source: 'App' },
    ]);
    // Half an hour before: yesterday, though the same day in UTC.
    await recordChoices(server, form, [{ uid: 'a', at: at('09T23:59:00'), granted: [1] }]);
    await recordChoices(server, form, [
      { uid: 'd', at: at('10T00:10:00') },
      { uid: 'c', at: at('10T00:20:00'), granted: [0] },
    ]);
    expect(await (await call()).insight({ ws, id: form.id })).toEqual({
      consentId: form.id,
      asOf: '2026-08-09T17:30:00.000Z',
      submissions: 6,
      subjects: 4,
      now: { ALL: 1, ACCEPT: 2, NONE: 1 },
      expired: 0,
      askAgain: 0,
      today: 2,
      yesterday: 1,
      lastSevenDays: 4,
      changed: 1,
      purposes: [
        { id: form.purposeIds[0], title: form.content.purposes[0]!.title, allowing: 2 },
        { id: form.purposeIds[1], title: form.content.purposes[1]!.title, allowing: 2 },
      ],
      sources: [
        { name: 'Website', submissions: 5 },
        { name: 'App', submissions: 1 },
      ],
      otherSources: 0,
    });
    // New submissions are counted in the next response: of today, and of a past day.
    await recordChoices(server, form, [{ uid: 'e', at: at('10T00:25:00'), granted: [] }]);
    await recordChoices(server, form, [{ uid: 'f', at: bangkok('2019-01-01T00:00:00'), granted: [] }]);
    expect(await (await call()).insight({ ws, id: form.id })).toMatchObject({
      submissions: 8,
      subjects: 6,
      today: 3,
      yesterday: 1,
      lastSevenDays: 5,
      now: { ALL: 1, ACCEPT: 2, NONE: 3 },
    });
  });

  it('counts nobody as granting what ended with the answered version', async () => {
    server.clock.set(bangkok('2026-08-10T12:00:00'));
    const form = await buildConsentForm(server, admin, { purposes: 2, draft: { effectiveTo: '2026-08-11' } });
    await secondVersion(form, { effectiveTo: null });
    await recordChoices(server, form, [
      { uid: 'a' },
      { uid: 'b', granted: [1] },
      { uid: 'c', granted: [] },
      { uid: 'd' },
      { uid: 'e', version: 2, granted: [0] },
    ]);
    // Some answer again, in one write and over several: each counts once, by the last answered version.
    await recordChoices(server, form, [{ uid: 'd', version: 2, granted: [0] }]);
    await recordChoices(server, form, [
      { uid: 'e', version: 2, granted: [], at: bangkok('2026-08-10T12:00:01') },
      { uid: 'e', version: 2, granted: [0], at: bangkok('2026-08-10T12:00:02') },
    ]);
    const figures = async () => {
      const { now, expired, subjects, purposes } = await (await call()).insight({ ws, id: form.id });
      return { now, expired, subjects, allowing: purposes.map(({ allowing }) => allowing) };
    };
    expect(await figures()).toEqual({ now: { ALL: 1, ACCEPT: 3, NONE: 1 }, expired: 0, subjects: 5, allowing: [3, 2] });
    server.clock.set(bangkok('2026-08-12T00:00:00'));
    expect(await figures()).toEqual({ now: { ALL: 0, ACCEPT: 2, NONE: 1 }, expired: 2, subjects: 5, allowing: [2, 0] });
  });

  it('counts grants of changed texts for nobody, and returns who is asked again', async () => {
    const form = await buildConsentForm(server, admin, { purposes: 2 });
    await recordChoices(server, form, [{ uid: 'a' }, { uid: 'b', granted: [1] }, { uid: 'c', granted: [] }]);
    const [first, second] = form.content.purposes;
    await secondVersion(form, { purposes: [{ ...first!, title: { th: 'ขายข้อมูล', en: 'Selling data' } }, second!] });
    await recordChoices(server, form, [{ uid: 'd', version: 2 }]);
    const figures = async () => {
      const { now, askAgain, purposes } = await (await call()).insight({ ws, id: form.id });
      return { now, askAgain, allowing: purposes.map(({ allowing }) => allowing) };
    };
    expect(await figures()).toEqual({ now: { ALL: 2, ACCEPT: 1, NONE: 1 }, askAgain: 3, allowing: [1, 3] });
    await server.owner
      .insertInto('consentEditorialChanges')
      .values({ workspaceId: ws, consentId: form.id, version: 2, purposeId: first!.id, reason: 'คำผิด' })
      .execute();
    expect(await figures()).toMatchObject({ askAgain: 0, allowing: [2, 3] });
  });

  it('of a form without submissions is all zeros, and of an unknown one is refused', async () => {
    const form = await buildConsentForm(server, admin, { purposes: 1 });
    expect(await (await call()).insight({ ws, id: form.id })).toMatchObject({
      submissions: 0,
      subjects: 0,
      now: { ALL: 0, ACCEPT: 0, NONE: 0 },
      purposes: [{ allowing: 0 }],
      sources: [],
    });
    expect((await refusal((await call()).insight({ ws, id: randomUUIDv7() }))).status).toBe('NOT_FOUND');
    expect((await refusal((await call()).summary({ ws, id: randomUUIDv7() }))).status).toBe('NOT_FOUND');
  });
});

describe('the summary of a form', () => {
  let form: BuiltForm;
  beforeAll(async () => {
    form = await buildConsentForm(server, admin, { purposes: 2 });
    await secondVersion(form);
    server.clock.set(bangkok('2026-08-10T09:00:00'));
    await recordChoices(server, form, [
      { uid: 'old', at: bangkok('2024-02-29T10:00:00') },
      { uid: 'edge', at: bangkok('2026-07-11T23:59:59'), granted: [] },
    ]);
    await recordChoices(server, form, [
      { uid: 'a', at: bangkok('2026-07-12T00:00:00') },
      { uid: 'b', at: bangkok('2026-07-12T08:00:00'), granted: [0], source: 'App' },
    ]);
    await recordChoices(server, form, [{ uid: 'a', at: bangkok('2026-08-10T08:00:00'), granted: [], version: 2 }]);
  });

  it('contains the last 30 days of Bangkok, each of them, by version and purpose', async () => {
    const answer = await (await call()).summary({ ws, id: form.id });
    expect(answer).toMatchObject({
      from: '2026-07-12',
      to: '2026-08-10',
      step: 'day',
      total: { ALL: 1, ACCEPT: 1, NONE: 1, changed: 1 },
      versions: [
        { version: 2, ALL: 0, ACCEPT: 0, NONE: 1, changed: 1 },
        { version: 1, ALL: 1, ACCEPT: 1, NONE: 0, changed: 0 },
      ],
      purposes: [
        { id: form.purposeIds[0], granted: 2 },
        { id: form.purposeIds[1], granted: 1 },
      ],
    });
    expect(answer.days).toHaveLength(30);
    expect(answer.days[0]).toEqual({ day: '2026-07-12', ALL: 1, ACCEPT: 1, NONE: 0, changed: 0 });
    expect(answer.days[1]).toEqual({ day: '2026-07-13', ALL: 0, ACCEPT: 0, NONE: 0, changed: 0 });
    expect(answer.days[29]).toEqual({ day: '2026-08-10', ALL: 0, ACCEPT: 0, NONE: 1, changed: 1 });
  });

  it('is limited to a version and a source, also by its address', async () => {
    expect((await (await call()).summary({ ws, id: form.id, version: 2 })).total).toEqual({
      ALL: 0,
      ACCEPT: 0,
      NONE: 1,
      changed: 1,
    });
    expect((await (await call()).summary({ ws, id: form.id, source: 'App' })).total).toEqual({
      ALL: 0,
      ACCEPT: 1,
      NONE: 0,
      changed: 0,
    });
    expect((await (await call()).summary({ ws, id: form.id, source: 'Nowhere' })).total).toEqual({
      ALL: 0,
      ACCEPT: 0,
      NONE: 0,
      changed: 0,
    });
    const answer = await server.app.inject({
      url: `/api/v1/${ws}/user-consents/${form.id}/statistics/summary?from=2024-02-29&to=2024-02-29&version=1`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.json()).toMatchObject({
      total: { ALL: 1, ACCEPT: 0, NONE: 0 },
      days: [{ day: '2024-02-29', ALL: 1 }],
    });
  });

  it('contains months for a long range, up to ten years, with the same totals', async () => {
    const answer = await (await call()).summary({ ws, id: form.id, from: '2024-02-10', to: '2026-08-10' });
    expect(answer).toMatchObject({ step: 'month', total: { ALL: 2, ACCEPT: 1, NONE: 2, changed: 1 } });
    expect(answer.days).toHaveLength(31);
    expect(answer.days[0]).toEqual({ day: '2024-02-10', ALL: 1, ACCEPT: 0, NONE: 0, changed: 0 });
    expect(answer.days.at(-1)).toEqual({ day: '2026-08-01', ALL: 0, ACCEPT: 0, NONE: 1, changed: 1 });
    expect(answer.days.at(-2)).toEqual({ day: '2026-07-01', ALL: 1, ACCEPT: 1, NONE: 1, changed: 0 });
    expect((await (await call()).summary({ ws, id: form.id, from: '2016-08-10', to: '2026-08-10' })).days).toHaveLength(
      121,
    );
    expect(
      (await refusal((await call()).summary({ ws, id: form.id, from: '2006-08-10', to: '2026-08-10' }))).fields,
    ).toContain('from');
    expect(
      (await refusal((await call()).summary({ ws, id: form.id, from: '2026-08-10', to: '2026-08-09' }))).fields,
    ).toContain('to');
  });
});

describe('submissions past the retention period', () => {
  it('are no longer counted although as many were imported into other days meanwhile', async () => {
    const own = await buildPerson(server);
    const form = await buildConsentForm(server, own, { purposes: 1 });
    server.clock.set(bangkok('2026-08-10T09:00:00'));
    const past = { from: '2026-07-01', to: '2026-07-31' };
    await recordChoices(server, form, [
      { uid: 'a', at: bangkok('2023-01-05T10:00:00') },
      { uid: 'a', at: bangkok('2026-07-05T10:00:00') },
      { uid: 'b', at: bangkok('2026-08-10T08:00:00') },
    ]);
    const { userConsent } = await callerFor(server, own);
    const counted = async () => (await userConsent.summary({ ws: own.workspaceId, id: form.id, ...past })).total.ALL;
    expect(await counted()).toBe(1);
    await server.owner.updateTable('workspaces').set({ consentMonths: 12 }).where('id', '=', own.workspaceId).execute();
    expect(await userConsentRetention.apply(server.deps, new AbortController().signal)).toBe(1);
    await recordChoices(server, form, [{ uid: 'c', at: bangkok('2026-07-06T10:00:00') }], { imported: true });
    expect(await counted()).toBe(2);
  });

  it('stay while a look-up by source needs them: the last choice there, and what was withdrawn since', async () => {
    const own = await buildPerson(server);
    const form = await buildConsentForm(server, own, { purposes: 2 });
    server.clock.set(bangkok('2026-08-10T09:00:00'));
    const ownPage = { channel: 'Withdrawal page', knownBy: 'link' } as const;
    const choices: (Omit<Choice, 'uid' | 'at'> & { day: string })[] = [
      { day: '2023-01-01', source: 'App' },
      { day: '2023-01-02', source: 'App' },
      { day: '2023-01-03', granted: [0], ...ownPage },
      { day: '2023-01-04', ...ownPage },
      { day: '2023-01-05' },
      { day: '2026-08-01' },
    ];
    for (const { day, ...choice } of choices)
      await recordChoices(server, form, [{ uid: 'a', at: bangkok(`${day}T10:00:00`), ...choice }]);
    const atApp = async () =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/v1/${form.workspaceId}/user-consents/consent/${form.id}/version/1/get-user-consent`,
          payload: { uid: 'a', source: 'App' },
        })
      ).json();
    const before = await atApp();
    expect(before).toMatchObject({ action: 'ACCEPT', purposeUUIDs: [form.purposeIds[0]] });
    await server.owner.updateTable('workspaces').set({ consentMonths: 12 }).where('id', '=', own.workspaceId).execute();
    // The first choice in the app, and the one on the website that was followed there.
    expect(await userConsentRetention.apply(server.deps, new AbortController().signal)).toBe(2);
    expect(await atApp()).toEqual(before);
    expect(await userConsentRetention.apply(server.deps, new AbortController().signal)).toBe(0);
    const { userConsent } = await callerFor(server, own);
    expect(await userConsent.insight({ ws: own.workspaceId, id: form.id })).toMatchObject({
      submissions: 4,
      subjects: 1,
    });
    // The settings say so.
    for (const [locale, source] of [
      ['th', 'แต่ละแหล่งที่มา'],
      ['en', 'at each source'],
    ] as const)
      for (const key of ['consentMonthsHint', 'shortenBody.consentMonths'])
        expect(translate(locale, `workspace:${key}`)).toContain(source);
  });

  it('leave what happened to receipts and histories, which then state no more than is known', async () => {
    const own = await buildPerson(server);
    const form = await buildConsentForm(server, own, { purposes: 2 });
    server.clock.set(bangkok('2026-08-10T09:00:00'));
    const record = async (uid: string, day: string, granted: number[]) =>
      (await recordChoices(server, form, [{ uid, granted, at: bangkok(`${day}T08:00:00`) }]))[0]!;
    await record('withdrawn', '2025-07-01', [0]);
    const id = await record('withdrawn', '2026-08-10', []);
    await record('repeated', '2025-07-02', [0, 1]);
    await record('repeated', '2026-08-10', [0, 1]);
    await record('new', '2026-08-10', [1]);
    await server.owner.updateTable('workspaces').set({ consentMonths: 12 }).where('id', '=', own.workspaceId).execute();
    expect(await userConsentRetention.apply(server.deps, new AbortController().signal)).toBe(2);

    const { consentReceipt, userConsent } = await callerFor(server, own);
    const place = { ws: own.workspaceId };
    const issued = await consentReceipt.issue({ ...place, id });
    const { receipt } = await (await callerFor(server, null)).consentReceipt.get({ ...place, id: issued.id });
    expect(receiptView(receipt as unknown as Receipt).purposes.map(({ state }) => state)).toEqual([
      'withdrawn',
      'refused',
    ]);
    const changesOf = async (uid: string) =>
      (await userConsent.subject({ ...place, uid })).collection.map(({ added, withdrawn }) => [added, withdrawn]);
    expect(await changesOf('withdrawn')).toEqual([[[], []]]);
    expect(await changesOf('repeated')).toEqual([[[], []]]);
    expect(await changesOf('new')).toEqual([[[form.content.purposes[1]!.title], []]]);
  });

  it('are deleted with all their counts, except the last choice of each data subject', async () => {
    const form = await buildConsentForm(server, admin, { purposes: 2 });
    const other = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }), { purposes: 1 });
    server.clock.set(bangkok('2026-08-10T09:00:00'));
    const old = bangkok('2025-08-09T23:59:59');
    await recordChoices(server, form, [{ uid: 'a', at: bangkok('2022-01-05T10:00:00'), source: 'App' }]);
    await recordChoices(server, form, [
      { uid: 'a', at: bangkok('2023-01-05T10:00:00'), source: 'App' },
      { uid: 'b', at: bangkok('2023-01-05T11:00:00'), granted: [0] },
    ]);
    await recordChoices(server, form, [{ uid: 'a', at: old, granted: [] }]);
    await recordChoices(server, form, [{ uid: 'c', at: bangkok('2025-08-10T00:00:00'), granted: [1] }]);
    await recordChoices(server, form, [
      { uid: 'a', at: bangkok('2026-08-01T10:00:00') },
      { uid: 'c', at: bangkok('2026-08-02T10:00:00'), granted: [] },
    ]);
    await recordChoices(server, other, [{ uid: 'z', at: bangkok('2015-01-01T10:00:00') }]);
    await recordChoices(server, other, [{ uid: 'z', at: bangkok('2016-01-01T10:00:00'), granted: [] }]);
    const apply = () => userConsentRetention.apply(server.deps, new AbortController().signal);
    expect(await apply()).toBe(0);

    const { workspace } = await callerFor(server, admin);
    const { name, package: tier, encryptBoxUrl, rowVersion } = await workspace.get({ ws });
    await workspace.update({ ws, name, package: tier, encryptBoxUrl, rowVersion, consentMonths: 12 });
    const before = await (await call()).insight({ ws, id: form.id });
    expect(await apply()).toBe(2);
    expect(await apply()).toBe(0);

    const rows = await server.owner
      .selectFrom('userConsents')
      .select(['at', 'version', 'action', 'changed', 'sourceId', 'granted'])
      .where('consentId', '=', form.id)
      .orderBy('id')
      .execute();
    // The last choice of b is that old, and that of a in the app; of a and c everything that is new enough remains.
    expect(rows.map(({ at }) => new Date(at as never).toISOString().slice(0, 10))).toEqual([
      '2023-01-05',
      '2023-01-05',
      '2025-08-09',
      '2026-08-01',
      '2026-08-02',
    ]);
    const counted = async (table: 'consentDays' | 'consentBlocks') =>
      (
        await server.owner
          .selectFrom(table)
          .select((eb) => eb.fn.sum<number>('submissions').as('submissions'))
          .where('consentId', '=', form.id)
          .where('submissions', '>', 0)
          .executeTakeFirstOrThrow()
      ).submissions;
    expect([Number(await counted('consentDays')), Number(await counted('consentBlocks'))]).toEqual([5, 5]);
    const after = await (await call()).insight({ ws, id: form.id });
    expect(after).toMatchObject({ submissions: 5, subjects: 3, now: before.now, purposes: before.purposes });
    expect(after.sources).toEqual([
      { name: 'Website', submissions: 4 },
      { name: 'App', submissions: 1 },
    ]);
    expect((await (await call()).history({ ws, id: form.id })).meta.totalItems).toBe(5);
    expect(await (await callerFor(server, admin)).workspace.get({ ws })).toMatchObject({ consentMonths: 12 });
    expect(
      await server.owner.selectFrom('userConsents').select('id').where('consentId', '=', other.id).execute(),
    ).toHaveLength(2);
    // New submissions are counted from there on.
    await recordChoices(server, form, [{ uid: 'd', granted: [0] }]);
    expect(await (await call()).insight({ ws, id: form.id })).toMatchObject({ submissions: 6, subjects: 4 });
  });
});
