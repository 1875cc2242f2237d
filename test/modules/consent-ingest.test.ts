import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { announceSubmissions } from '../../server/modules/userConsent/announcing.ts';
import { openapi } from '../../server/modules/userConsent/openapi.ts';
import { recordUserConsents, sealedIdentity, uidHash, idAt } from '../../server/modules/userConsent/record.ts';
import { consentSettings } from '../../shared/consent/settings.ts';
import { DECORATION } from '../../shared/consent/theme.ts';
import enTexts from '../../shared/locales/en/userConsent.ts';
import thTexts from '../../shared/locales/th/userConsent.ts';
import { type PublicConsentForm, publicConsentForm } from '../../shared/userConsent/schema.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { until } from '../helpers/until.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
let server: TestServer;
let person: Person;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer({ CONSENT_RATE_PER_MINUTE: '0', MASTER_KEY });
  person = await buildPerson(server, { role: 'Admin' });
  form = await buildConsentForm(server, person);
});
afterAll(() => server.close());
beforeEach(() => server.clock.run());

let next = 0;
const freshUid = () => `subject-${(next += 1)}`;
const bodyFor = (of: BuiltForm, more: object = {}) => ({
  uid: freshUid(),
  consentUUID: of.id,
  consentVersion: 1,
  action: 'ALL',
  collectionChannel: 'JS Web Form',
  language: 'th',
  source: 'www.example.co.th',
  ...more,
});
const post = (of: BuiltForm, body: unknown, headers: Record<string, string> = {}, on = server) =>
  on.app.inject({
    method: 'POST',
    url: `/api/v1/${of.workspaceId}/user-consents`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const ask = (of: BuiltForm, body: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/${of.workspaceId}/user-consents/consent/${of.id}/version/1/get-user-consent`,
    payload: body,
    headers,
  });
const show = (of: BuiltForm, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/${of.workspaceId}/consent-versions/application/${of.applicationId}`,
    headers,
  });

const counterOf = (of: BuiltForm) =>
  server.owner.selectFrom('consentCounters').selectAll().where('consentId', '=', of.id).executeTakeFirstOrThrow();
const rowOf = (id: string) =>
  server.owner.selectFrom('userConsents').selectAll().where('id', '=', id).executeTakeFirst();
const keyOf = (of: BuiltForm) =>
  withScope(server.deps.db, { workspaceId: of.workspaceId }, (trx) =>
    server.deps.keyring.workspaceKey(trx, of.workspaceId),
  );
/** Like a procedure: the row changes, and every node is notified. */
async function change(
  of: BuiltForm,
  event: 'consent.settingsChanged' | 'consent.deactivated' | 'consent.published',
  set: Record<string, unknown>,
): Promise<void> {
  await server.owner.updateTable('consents').set(set).where('id', '=', of.id).execute();
  await transact(server.deps, { workspaceId: of.workspaceId }, (trx) =>
    emit(trx, { workspaceId: of.workspaceId, personnelId: null, at: server.deps.now() }, { event, entityId: of.id }),
  );
}
async function publishNext(
  of: BuiltForm,
  at: Date,
  purposes = of.content.purposes,
  editorial: readonly string[] = [],
): Promise<void> {
  const content = { ...of.content, title: { th: 'ฉบับใหม่', en: 'New' }, purposes };
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: of.workspaceId,
      id: idAt(at),
      consentId: of.id,
      version: 2,
      content: JSON.stringify(content),
      sha256: 'f'.repeat(64),
      publishedAt: at,
      publishedBy: person.personnelId,
    })
    .execute();
  for (const purposeId of editorial)
    await server.owner
      .insertInto('consentEditorialChanges')
      .values({ workspaceId: of.workspaceId, consentId: of.id, version: 2, purposeId, reason: 'แก้คำผิด' })
      .execute();
  await change(of, 'consent.published', { publishedVersion: 2 });
  await until(async () => (await show(of)).json<{ version: number }>().version === 2);
}

describe('a submission', () => {
  it('is stored with who answered what, encrypted, and counted', async () => {
    const own = await buildConsentForm(server, person);
    const body = bodyFor(own, {
      name: 'สมหญิง ทดสอบ',
      action: 'ACCEPT',
      purposeUUIDs: [own.purposeIds[1]],
      hasGuardian: true,
      guardianInformation: { firstName: 'มานี', lastName: 'ใจดี', email: 'Manee@example.com', telephone: '0812345678' },
    });
    const before = new Date().toISOString();
    const answer = await post(own, body);
    expect(answer.statusCode, answer.body).toBe(201);
    const received = answer.json<{ id: string; at: string }>();
    expect(received).toEqual({
      id: received.id,
      consentUUID: own.id,
      consentVersion: 1,
      action: 'ACCEPT',
      purposeUUIDs: [own.purposeIds[1]],
      at: received.at,
      sha256: own.sha256,
      knownBy: 'uid',
    });
    expect([received.at, before, new Date().toISOString()].toSorted()[1]).toBe(received.at);
    const row = (await rowOf(received.id))!;
    expect(row).toMatchObject({
      consentId: own.id,
      version: 1,
      action: 'ACCEPT',
      granted: 2,
      changed: false,
      hasGuardian: true,
      language: 'th',
      channel: 'JS Web Form',
      knownBy: 'uid' as const,
      sourceId: 1,
      source: '',
    });
    expect(new Date(row.at).toISOString()).toBe(received.at);
    const key = await keyOf(own);
    expect(row.uid.equals(uidHash(key, body.uid))).toBe(true);
    expect(sealedIdentity.open(key, row.id, row.identity)).toEqual({
      uid: body.uid,
      name: 'สมหญิง ทดสอบ',
      guardian: { firstName: 'มานี', lastName: 'ใจดี', email: 'manee@example.com', telephone: '0812345678' },
    });
    expect(await counterOf(own)).toMatchObject({
      submissions: 1,
      subjects: 1,
      acceptingAll: 0,
      acceptingSome: 1,
      declining: 0,
      allowing: [0, 1],
    });
    // Neither the activity log nor the outbox contains the identity.
    const counted = await sql<{
      text: string;
    }>`select (select coalesce(string_agg(a::text, ''), '') from activity_logs a) || (select coalesce(string_agg(o::text, ''), '') from outbox o) as text`.execute(
      server.owner,
    );
    expect(counted.rows[0]!.text).not.toMatch(new RegExp(`${body.uid}\\b|สมหญิง|manee`, 'i'));
  });

  it('is in the partition of its month', async () => {
    const { id } = (await post(form, bodyFor(form))).json<{ id: string }>();
    const { rows } = await sql<{
      partition: string;
    }>`select tableoid::regclass::text as partition from user_consents where id = ${id}`.execute(server.owner);
    expect(rows[0]!.partition).toBe(`user_consents_${new Date().toISOString().slice(0, 7).replace('-', '')}`);
  });

  it.each([
    ['ALL without purposes', 'ALL', [], 'ALL', 3],
    ['ALL with every purpose', 'ALL', [0, 1, 2], 'ALL', 3],
    ['every purpose ticked one by one', 'ACCEPT', [2, 1, 0], 'ALL', 3],
    ['one purpose, named twice', 'ACCEPT', [0, 0], 'ACCEPT', 1],
    ['NONE', 'NONE', [], 'NONE', 0],
  ])('%s is a valid choice', async (_name, action, purposes, stored, count) => {
    const answer = await post(
      form,
      bodyFor(form, { action, purposeUUIDs: purposes.map((place) => form.purposeIds[place]) }),
    );
    expect(answer.statusCode, answer.body).toBe(201);
    const received = answer.json<{ action: string; purposeUUIDs: string[] }>();
    expect([received.action, received.purposeUUIDs.length]).toEqual([stored, count]);
  });

  it('treats ids in capital letters as equal', async () => {
    const answer = await post(
      form,
      bodyFor(form, {
        consentUUID: form.id.toUpperCase(),
        action: 'ACCEPT',
        purposeUUIDs: [form.purposeIds[0], form.purposeIds[0]!.toUpperCase()],
      }),
    );
    expect([answer.statusCode, answer.json<{ purposeUUIDs: string[] }>().purposeUUIDs]).toEqual([
      201,
      [form.purposeIds[0]],
    ]);
  });

  it.each([
    ['an unknown purpose', { action: 'ACCEPT', purposeUUIDs: [randomUUID()] }, 'consent.purposeUnknown'],
    ['ALL with some purposes', { action: 'ALL', purposeUUIDs: 0 }, 'consent.purposesOfAll'],
    ['NONE with a purpose', { action: 'NONE', purposeUUIDs: 0 }, 'consent.purposesOfNone'],
    ['ACCEPT without a purpose', { action: 'ACCEPT' }, 'consent.purposesOfAccept'],
    ['a version that never was', { consentVersion: 7 }, 'consent.versionUnknown'],
    ['a guardian without a name', { hasGuardian: true }, 'BAD_REQUEST'],
    ['an empty uid', { uid: ' ' }, 'BAD_REQUEST'],
    ['another action', { action: 'MAYBE' }, 'BAD_REQUEST'],
    ['half a surrogate pair', { name: '\ud800' }, 'BAD_REQUEST'],
  ])('with %s is refused, in the language of the caller', async (_name, more, code) => {
    const body = bodyFor(form, more);
    if ('purposeUUIDs' in body && body.purposeUUIDs === 0) body.purposeUUIDs = [form.purposeIds[0]!];
    const [th, en] = [
      await post(form, body, { 'accept-language': 'th' }),
      await post(form, body, { 'accept-language': 'en' }),
    ];
    expect([th.statusCode, th.json<{ code: string }>().code]).toEqual([400, code]);
    const reasons = (answer: typeof th) =>
      answer
        .json<{ issues: { reason: string }[] }>()
        .issues.map(({ reason }) => reason)
        .join();
    expect(reasons(th)).toMatch(/[\u0e00-\u0e7f]/);
    expect(reasons(en)).not.toMatch(/[\u0e00-\u0e7f]/);
  });

  it('is no larger than 16 KB', async () => {
    expect((await post(form, { ...bodyFor(form), more: 'x'.repeat(17_000) })).statusCode).toBe(413);
    expect((await post(form, '{"broken"', {})).statusCode).toBe(400);
    expect((await post(form, bodyFor(form), { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });

  it('of a form of another workspace, or of an unknown one, is not found', async () => {
    const other = await buildPerson(server, { role: 'Admin' });
    expect((await post({ ...form, workspaceId: other.workspaceId }, bodyFor(form))).statusCode).toBe(404);
    expect((await post({ ...form, workspaceId: 'none' }, bodyFor(form))).statusCode).toBe(404);
    expect((await post(form, bodyFor(form, { consentUUID: randomUUID() }))).statusCode).toBe(404);
  });

  it('is accepted by a workspace without the feature only where it withdraws', async () => {
    const own = await buildConsentForm(server, await buildPerson(server, { role: 'Admin' }));
    expect((await post(own, bodyFor(own))).statusCode).toBe(201);
    await sql`update workspaces set flags = flags || '{"consentEnabled": false}' where id = ${own.workspaceId}`.execute(
      server.owner,
    );
    await transact(server.deps, { workspaceId: own.workspaceId }, (trx) =>
      emit(
        trx,
        { workspaceId: own.workspaceId, personnelId: null, at: new Date() },
        { event: 'workspace.updated', entityId: own.workspaceId },
      ),
    );
    await until(async () => (await post(own, bodyFor(own))).statusCode === 409);
    expect((await post(own, bodyFor(own))).json()).toMatchObject({ code: 'consent.inactive' });
    expect((await post(own, bodyFor(own, { action: 'NONE' }))).statusCode).toBe(201);
    expect((await show(own)).statusCode).toBe(404);
    const withdrawing = await server.app.inject({
      url: `/api/v1/${own.workspaceId}/consent-versions/application/${own.applicationId}?deactivated=true`,
    });
    expect(withdrawing.json()).toMatchObject({ consentUUID: own.id, purposes: [] });
  });

  it('is not accepted by a deactivated form, even by a node that was not notified', async () => {
    const own = await buildConsentForm(server, person);
    expect((await post(own, bodyFor(own))).statusCode).toBe(201);
    await server.owner.updateTable('consents').set({ active: false }).where('id', '=', own.id).execute();
    const refused = await post(own, bodyFor(own));
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'consent.inactive']);
    expect((await show(own)).statusCode).toBe(404);
  });

  it('is accepted on the days of the form, in Bangkok', async () => {
    const own = await buildConsentForm(server, person, {
      draft: { effectiveFrom: '2026-12-01', effectiveTo: '2026-12-02' },
    });
    const at = async (time: string) => {
      server.clock.set(time);
      return [(await post(own, bodyFor(own))).statusCode, (await show(own)).statusCode];
    };
    expect(await at('2026-11-30T16:59:59.999Z')).toEqual([409, 404]);
    expect(await at('2026-11-30T17:00:00Z')).toEqual([201, 200]);
    expect(await at('2026-12-02T16:59:59.999Z')).toEqual([201, 200]);
    expect(await at('2026-12-02T17:00:00Z')).toEqual([409, 404]);
  });

  it('is answered by the version in force until the day on which a later one starts', async () => {
    server.clock.set('2026-10-31T10:00:00Z');
    const own = await buildConsentForm(server, person);
    await server.owner
      .updateTable('consentVersions')
      .set({ publishedAt: new Date('2026-10-01T00:00:00Z') })
      .where('consentId', '=', own.id)
      .execute();
    const take = async (version: number) =>
      (await post(own, bodyFor(own, { consentVersion: version }))).json<{ code?: string; consentVersion?: number }>();
    expect(await take(1)).toMatchObject({ consentVersion: 1 });
    await server.owner
      .insertInto('consentVersions')
      .values({
        workspaceId: own.workspaceId,
        id: idAt(new Date('2026-10-31T09:00:00Z')),
        consentId: own.id,
        version: 2,
        content: JSON.stringify({ ...own.content, title: { th: 'ใหม่', en: 'New' }, effectiveFrom: '2026-11-01' }),
        sha256: 'e'.repeat(64),
        publishedAt: new Date('2026-10-31T09:00:00Z'),
        publishedBy: person.personnelId,
      })
      .execute();
    await change(own, 'consent.published', { publishedVersion: 2, effectiveFrom: '2026-11-01' });
    await until(async () => (await take(2)).code === 'consent.versionUnknown');
    expect((await show(own)).json()).toMatchObject({ version: 1 });
    expect(await take(1)).toMatchObject({ consentVersion: 1 });
    server.clock.set('2026-10-31T17:00:00Z');
    // It may read the version only now.
    await until(async () => (await show(own)).json<{ version: number }>().version === 2);
    expect((await show(own)).json()).toMatchObject({ title: { en: 'New' } });
    // A page opened earlier can still be answered for a day.
    expect([await take(2), await take(1)]).toMatchObject([{ consentVersion: 2 }, { consentVersion: 1 }]);
    server.clock.set('2026-11-01T17:00:00Z');
    expect(await take(1)).toMatchObject({ code: 'consent.versionOutdated' });
  });

  it('may answer the previous version for a day, then is told to ask again', async () => {
    const own = await buildConsentForm(server, person);
    const published = new Date();
    await publishNext(own, published);
    expect((await post(own, bodyFor(own))).statusCode).toBe(201);
    expect((await post(own, bodyFor(own, { consentVersion: 2 }))).json()).toMatchObject({
      consentVersion: 2,
      sha256: 'f'.repeat(64),
    });
    server.clock.set(new Date(published.getTime() + 24 * 3_600_000));
    const late = await post(own, bodyFor(own), { 'accept-language': 'en' });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'consent.versionOutdated', details: { consentVersion: 2 } }),
    ]);
  });

  describe('that only takes away', () => {
    const declining = { action: 'NONE', purposeUUIDs: [] };
    const some = (of: BuiltForm, ...places: number[]) => ({
      action: 'ACCEPT',
      purposeUUIDs: places.map((place) => of.purposeIds[place]),
    });
    const codeOf = async (of: BuiltForm, uid: string, more: object, headers = {}) => {
      const answer = await post(of, bodyFor(of, { uid, ...more }), headers);
      return answer.json<{ code?: string }>().code ?? answer.statusCode;
    };
    const chosen = async (of: BuiltForm, uid: string) => {
      const { action, purposeUUIDs, consentVersion } = (await ask(of, { uid })).json<{
        action: string;
        purposeUUIDs: string[];
        consentVersion: number;
      }>();
      return [action, purposeUUIDs.map((id) => of.purposeIds.indexOf(id)), consentVersion];
    };

    it('is accepted for a version that was replaced long ago', async () => {
      const own = await buildConsentForm(server, person);
      const [uid, other] = [freshUid(), freshUid()];
      for (const one of [uid, other]) expect(await codeOf(own, one, some(own, 0, 1))).toBe(201);
      const published = new Date();
      await publishNext(own, published);
      server.clock.set(new Date(published.getTime() + 40 * 24 * 3_600_000));
      // One purpose less, and never one more, whoever asks.
      expect(await codeOf(own, uid, some(own, 0, 1, 2))).toBe('consent.versionOutdated');
      expect(await codeOf(own, freshUid(), some(own, 0))).toBe('consent.versionOutdated');
      expect(await codeOf(own, uid, { ...some(own, 0), source: 'other.example' })).toBe('consent.versionOutdated');
      expect(await chosen(own, uid)).toEqual(['ACCEPT', [0, 1], 1]);
      expect(await codeOf(own, uid, some(own, 0))).toBe(201);
      expect(await chosen(own, uid)).toEqual(['ACCEPT', [0], 1]);
      // Of two things at once the withdrawal counts, and the rest is asked again.
      expect(await chosen(own, other)).toEqual(['ACCEPT', [0, 1], 1]);
      const key = { 'idempotency-key': randomUUID() };
      for (let times = 0; times < 2; times += 1)
        expect(await codeOf(own, other, some(own, 1, 2), key)).toBe('consent.versionOutdated');
      expect(await chosen(own, other)).toEqual(['ACCEPT', [1], 1]);
      expect(await counterOf(own)).toMatchObject({ submissions: 4 });
      for (const one of [uid, other]) {
        expect(await codeOf(own, one, declining)).toBe(201);
        expect(await chosen(own, one)).toEqual(['NONE', [], 1]);
      }
      expect(await codeOf(own, uid, some(own, 0))).toBe('consent.versionOutdated');
    });

    it('does not prolong what remains', async () => {
      const own = await buildConsentForm(server, person, {
        draft: { effectiveFrom: '2026-12-01', effectiveTo: '2027-12-31' },
      });
      server.clock.set('2026-12-01T03:00:00Z');
      const uid = freshUid();
      await publishNext(own, server.deps.now());
      expect(await codeOf(own, uid, { ...some(own, 0, 1), consentVersion: 2 })).toBe(201);
      server.clock.set('2026-12-05T03:00:00Z');
      expect(await codeOf(own, uid, some(own, 0))).toBe(201);
      expect(await chosen(own, uid)).toEqual(['ACCEPT', [0], 2]);
    });

    it('is accepted by a deactivated form, once for each Idempotency-Key', async () => {
      const own = await buildConsentForm(server, person);
      const uid = freshUid();
      expect(await codeOf(own, uid, some(own, 0, 1))).toBe(201);
      // A node that was not notified yet, and one that was.
      await server.owner.updateTable('consents').set({ active: false }).where('id', '=', own.id).execute();
      const key = { 'idempotency-key': randomUUID() };
      const body = bodyFor(own, { uid: freshUid(), ...declining });
      const answers = [await post(own, body, key), await post(own, body, key)];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
      await change(own, 'consent.deactivated', { active: false });
      await until(async () => (await codeOf(own, uid, some(own, 0))) === 201);
      expect(await codeOf(own, uid, some(own, 0, 1))).toBe('consent.inactive');
      const mixed = await Promise.all([
        codeOf(own, uid, declining),
        codeOf(own, freshUid(), {}),
        codeOf(own, uid, declining),
      ]);
      expect(mixed).toEqual([201, 'consent.inactive', 201]);
      expect(await chosen(own, uid)).toEqual(['NONE', [], 1]);
    });

    it('is offered by a deactivated form to those who ask for it, without any purpose to allow', async () => {
      const own = await buildConsentForm(server, person, { draft: { askGuardian: true } });
      const requested = () =>
        server.app.inject({
          url: `/api/v1/${own.workspaceId}/consent-versions/application/${own.applicationId}?deactivated=true`,
        });
      expect((await requested()).body).toBe((await show(own)).body);
      await change(own, 'consent.deactivated', { active: false });
      await until(async () => (await show(own)).statusCode === 404);
      const open = (await requested()).json<PublicConsentForm>();
      expect(publicConsentForm.parse(open)).toMatchObject({
        consentUUID: own.id,
        version: 1,
        title: own.content.title,
        description: { th: thTexts.deactivated.description, en: enTexts.deactivated.description },
        purposes: [],
        askGuardian: false,
        theme: { declineLabel: { th: thTexts.deactivated.withdraw, en: enTexts.deactivated.withdraw } },
      });
    });

    it('is offered by a form whose version in force has ended, and by none that has not started', async () => {
      const own = await buildConsentForm(server, person, {
        draft: { effectiveFrom: '2026-12-01', effectiveTo: '2026-12-02' },
      });
      const requested = () =>
        server.app.inject({
          url: `/api/v1/${own.workspaceId}/consent-versions/application/${own.applicationId}?deactivated=true`,
        });
      server.clock.set('2026-11-30T03:00:00Z');
      expect((await requested()).statusCode).toBe(404);
      server.clock.set('2026-12-02T03:00:00Z');
      const live = await requested();
      expect(live.json()).toMatchObject({ purposes: own.purposeIds.map((uuid) => ({ uuid })) });
      server.clock.set('2026-12-03T03:00:00Z');
      expect((await show(own)).statusCode).toBe(404);
      const ended = await requested();
      expect(ended.headers.etag).not.toBe(live.headers.etag);
      expect(publicConsentForm.parse(ended.json())).toMatchObject({
        consentUUID: own.id,
        description: { th: thTexts.ended.description, en: enTexts.ended.description },
        purposes: [],
        theme: { declineLabel: { th: thTexts.deactivated.withdraw, en: enTexts.deactivated.withdraw } },
      });
    });

    it('is accepted outside the days of the form and through a closed channel', async () => {
      const own = await buildConsentForm(server, person, {
        draft: { effectiveFrom: '2026-12-01', effectiveTo: '2026-12-02' },
        settings: { channels: { web: true, api: false, mobile: false } },
      });
      server.clock.set('2026-12-01T03:00:00Z');
      const uid = freshUid();
      expect(await codeOf(own, uid, some(own, 0, 1))).toBe(201);
      expect(await codeOf(own, uid, { ...some(own, 0), collectionChannel: 'Custom API' })).toBe(201);
      expect(await codeOf(own, uid, { collectionChannel: 'Custom API' })).toBe('consent.channel');
      server.clock.set('2026-12-03T03:00:00Z');
      expect(await codeOf(own, uid, some(own, 0))).toBe('consent.notInForce');
      expect(await codeOf(own, uid, declining)).toBe(201);
      expect(await chosen(own, uid)).toEqual(['NONE', [], 1]);
    });
  });

  it('is accepted only through the channels of the form', async () => {
    const own = await buildConsentForm(server, person, {
      settings: { channels: { web: true, api: false, mobile: false } },
    });
    expect((await post(own, bodyFor(own))).statusCode).toBe(201);
    const refused = await post(own, bodyFor(own, { collectionChannel: 'Custom API' }));
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'consent.channel']);
    await change(own, 'consent.settingsChanged', {
      settings: JSON.stringify(consentSettings.parse({ level: 'open' })),
    });
    await until(async () => (await post(own, bodyFor(own, { collectionChannel: 'Custom API' }))).statusCode === 201);
  });
});

describe('Idempotency-Key', () => {
  const headers = () => ({ 'idempotency-key': randomUUID() });

  it('returns the first response again', async () => {
    const own = await buildConsentForm(server, person);
    const key = headers();
    const body = { ...bodyFor(own), action: 'ACCEPT', purposeUUIDs: own.purposeIds.slice(0, 2) };
    const first = await post(own, body, key);
    const again = await post(own, { ...body, purposeUUIDs: body.purposeUUIDs.toReversed() }, key);
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.json()).toEqual(first.json());
    expect(await counterOf(own)).toMatchObject({ submissions: 1, subjects: 1 });
  });

  it('refuses another body', async () => {
    const key = headers();
    expect((await post(form, bodyFor(form), key)).statusCode).toBe(201);
    const other = await post(form, bodyFor(form), key);
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'consent.idempotencyKey']);
  });

  it('works for simultaneous requests, in one batch', async () => {
    const own = await buildConsentForm(server, person);
    const keys = [headers(), headers(), headers()];
    const bodies = keys.map(() => bodyFor(own));
    const answers = await Promise.all(
      [...Array(30).keys()].map((index) => post(own, bodies[index % 3], keys[index % 3]!)),
    );
    for (const place of [0, 1, 2]) {
      const own = answers.filter((_one, index) => index % 3 === place);
      expect(own.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
      expect(new Set(own.map(({ json }) => json<{ id: string }>().id)).size).toBe(1);
    }
    expect(await counterOf(own)).toMatchObject({ submissions: 3, subjects: 3, acceptingAll: 3 });
  });

  it.each(['short', 'x'.repeat(201)])('%s is refused', async (key) => {
    expect((await post(form, bodyFor(form), { 'idempotency-key': key })).statusCode).toBe(400);
  });
});

describe('a token', () => {
  let own: BuiltForm;
  let secret: string;
  const b64 = (value: object | string) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const seconds = () => Math.floor(server.deps.now().getTime() / 1000);
  const claimsFor = (uid: string, more: object = {}) => ({
    sub: uid,
    exp: seconds() + 600,
    jti: randomUUID(),
    ...more,
  });
  const tokenOf = (claims: object, { key = secret, header = { alg: 'HS256', typ: 'JWT' } as object } = {}) => {
    const signed = `${b64(header)}.${b64(claims)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  async function guarded(): Promise<[BuiltForm, string]> {
    const created = await buildConsentForm(server, person, { settings: { level: 'token' } });
    const text = randomBytes(32).toString('base64url');
    await server.owner
      .updateTable('consents')
      .set({ secret: (await keyOf(created)).seal('consents.secret', created.id, text) })
      .where('id', '=', created.id)
      .execute();
    return [created, text];
  }
  beforeAll(async () => {
    [own, secret] = await guarded();
  });
  const withToken = async (uid: string, token: string | undefined, headers = {}) => {
    const answer = await post(own, bodyFor(own, { uid, token }), headers);
    return [answer.statusCode, answer.json<{ code?: string }>().code] as const;
  };

  it('is required, and valid once', async () => {
    const uid = freshUid();
    const token = tokenOf(claimsFor(uid, { aud: own.id, iat: seconds() }));
    expect(await withToken(uid, undefined)).toEqual([401, 'consent.tokenMissing']);
    expect(await withToken(uid, token)).toEqual([201, undefined]);
    expect(await withToken(uid, token)).toEqual([401, 'consent.tokenUsed']);
  });

  it('used at once by many is valid for exactly one', async () => {
    const uid = freshUid();
    const token = tokenOf(claimsFor(uid));
    const answers = await Promise.all([...Array(20).keys()].map(() => withToken(uid, token)));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
    expect(answers.filter(([, code]) => code === 'consent.tokenUsed')).toHaveLength(19);
  });

  it('with an Idempotency-Key may be sent again', async () => {
    const uid = freshUid();
    const body = bodyFor(own, { uid, token: tokenOf(claimsFor(uid)) });
    const key = { 'idempotency-key': randomUUID() };
    expect((await post(own, body, key)).statusCode).toBe(201);
    expect((await post(own, body, key)).statusCode).toBe(200);
    // A key refused for its token remains usable for a valid one.
    const other = { 'idempotency-key': randomUUID() };
    expect((await post(own, body, other)).statusCode).toBe(401);
    expect((await post(own, { ...body, token: tokenOf(claimsFor(uid)) }, other)).statusCode).toBe(201);
  });

  it('must be written in exact base64url', async () => {
    const uid = freshUid();
    const good = tokenOf(claimsFor(uid));
    const [head = '', body = '', signature = ''] = good.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 32 bytes leave two bits of the last letter unused: three other letters decode to the same signature.
    const last = alphabet.indexOf(signature.at(-1)!);
    const writings: Record<string, string> = {
      'bits that base64url leaves unused': `${head}.${body}.${signature.slice(0, -1)}${alphabet[last ^ 1]}`,
      padding: `${good}=`,
      'a line break': `${head}.${body}.${signature.slice(0, 20)}\n${signature.slice(20)}`,
      'a blank': `${good} `,
      'signs of plain base64': `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}=`,
    };
    for (const [name, token] of Object.entries(writings))
      expect(await withToken(uid, token), name).toEqual([401, 'consent.tokenInvalid']);
    expect(await withToken(uid, good)).toEqual([201, undefined]);
  });

  it('is refused if forged', async () => {
    const uid = freshUid();
    const none = `${b64({ alg: 'none', typ: 'JWT' })}.${b64(claimsFor(uid))}.`;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsSigned = `${b64({ alg: 'RS256', typ: 'JWT' })}.${b64(claimsFor(uid))}`;
    const [, otherSecret] = await guarded();
    const good = tokenOf(claimsFor(uid));
    const attempts: Record<string, string> = {
      none,
      'none with a signature': `${none}${good.split('.')[2]}`,
      None: `${b64({ alg: 'None' })}.${b64(claimsFor(uid))}.`,
      RS256: `${rsSigned}.${sign('sha256', Buffer.from(rsSigned), rsa.privateKey).toString('base64url')}`,
      'HS256 by the public key': tokenOf(claimsFor(uid), {
        key: rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string,
      }),
      HS512: (() => {
        const head = `${b64({ alg: 'HS512' })}.${b64(claimsFor(uid))}`;
        return `${head}.${createHmac('sha512', secret).update(head).digest('base64url')}`;
      })(),
      'a key in the header': tokenOf(claimsFor(uid), {
        key: 'mine',
        header: { alg: 'HS256', jwk: { kty: 'oct', k: b64('mine') } },
      }),
      'an unknown critical header': tokenOf(claimsFor(uid), { header: { alg: 'HS256', crit: ['x'], x: 1 } }),
      "another form's secret": tokenOf(claimsFor(uid), { key: otherSecret }),
      'changed claims': `${good.split('.')[0]}.${b64(claimsFor(uid, { sub: 'x' }))}.${good.split('.')[2]}`,
      'no signature': good.split('.').slice(0, 2).join('.'),
      'an empty secret': tokenOf(claimsFor(uid), { key: '' }),
      rubbish: 'a.b.c',
    };
    for (const [name, token] of Object.entries(attempts))
      expect(await withToken(uid, token), name).toEqual([401, 'consent.tokenInvalid']);
    expect(await withToken(uid, good)).toEqual([201, undefined]);
  });

  it('must name the person, the form, the expiry and its id', async () => {
    const uid = freshUid();
    const cases: [object, string][] = [
      [claimsFor('somebody else'), 'consent.tokenSubject'],
      [claimsFor(uid, { sub: undefined }), 'consent.tokenSubject'],
      [claimsFor(uid, { exp: seconds() - 60 }), 'consent.tokenExpired'],
      [claimsFor(uid, { exp: undefined }), 'consent.tokenExpired'],
      [claimsFor(uid, { exp: seconds() + 3700 }), 'consent.tokenTooLong'],
      [claimsFor(uid, { aud: form.id }), 'consent.tokenAudience'],
      [claimsFor(uid, { aud: [own.id, form.id] }), 'consent.tokenAudience'],
      [claimsFor(uid, { jti: undefined }), 'consent.tokenId'],
      [claimsFor(uid, { nbf: seconds() + 600 }), 'consent.tokenInvalid'],
    ];
    for (const [claims, code] of cases)
      expect(await withToken(uid, tokenOf(claims)), JSON.stringify(claims)).toEqual([401, code]);
  });

  it('is required by a look-up too, which does not use it up', async () => {
    const uid = freshUid();
    expect((await ask(own, { uid })).statusCode).toBe(401);
    const token = tokenOf(claimsFor(uid));
    expect((await ask(own, { uid, token })).statusCode).toBe(200);
    expect((await ask(own, { uid, token })).statusCode).toBe(200);
    expect((await ask(own, { uid: 'somebody else', token })).statusCode).toBe(401);
    expect(await withToken(uid, token)).toEqual([201, undefined]);
  });
});

describe('a look-up', () => {
  it('returns the last choice, and whether to ask again', async () => {
    const own = await buildConsentForm(server, person);
    const uid = freshUid();
    expect((await ask(own, { uid })).json()).toEqual({
      action: 'NO_ANSWER',
      purposeUUIDs: [],
      consentVersion: null,
      at: null,
      expiresAt: null,
      askAgain: true,
      knownBy: 'uid',
    });
    await post(own, bodyFor(own, { uid }));
    const { at } = (
      await post(own, bodyFor(own, { uid, action: 'ACCEPT', purposeUUIDs: [own.purposeIds[2]], source: 'แอป' }))
    ).json<{ at: string }>();
    expect((await ask(own, { uid: ` ${uid} ` })).json()).toEqual({
      action: 'ACCEPT',
      purposeUUIDs: [own.purposeIds[2]],
      consentVersion: 1,
      at,
      expiresAt: null,
      askAgain: false,
      knownBy: 'uid',
    });
    expect((await ask(own, { uid, source: 'www.example.co.th' })).json()).toMatchObject({ action: 'ALL' });
    expect((await ask(own, { uid, source: 'elsewhere' })).json()).toMatchObject({ action: 'NO_ANSWER' });
    // A version with other purposes asks again.
    const more = { ...own.content.purposes[0]!, id: randomUUID(), bit: 3 };
    await server.owner
      .insertInto('consentPurposes')
      .values({ workspaceId: own.workspaceId, consentId: own.id, purposeId: more.id, bit: 3 })
      .execute();
    await publishNext(own, new Date(), [...own.content.purposes.slice(0, 2), more]);
    expect((await ask(own, { uid })).json()).toMatchObject({ action: 'ACCEPT', askAgain: true });
    await post(own, bodyFor(own, { uid, consentVersion: 2, action: 'NONE' }));
    expect((await ask(own, { uid })).json()).toMatchObject({ action: 'NONE', consentVersion: 2, askAgain: false });
  });
});

describe('a look-up after purposes were republished', () => {
  const statusOf = async (of: BuiltForm, uid: string) => (await ask(of, { uid })).json<object>();
  const answered = async () => {
    const own = await buildConsentForm(server, person);
    const uid = freshUid();
    await post(own, bodyFor(own, { uid }));
    return { own, uid };
  };
  const rewordedFirst = ({ content: { purposes } }: BuiltForm) =>
    purposes.map((purpose, place) => (place === 0 ? { ...purpose, title: { th: 'ถ้อยคำอื่น', en: 'Other' } } : purpose));

  it('asks again for changed texts, which the grant does not cover, and not for unchanged texts', async () => {
    const { own, uid } = await answered();
    const refusing = freshUid();
    await post(own, bodyFor(own, { uid: refusing, action: 'NONE' }));
    await publishNext(own, new Date(), rewordedFirst(own));
    expect(await statusOf(own, uid)).toMatchObject({
      action: 'ACCEPT',
      purposeUUIDs: own.purposeIds.slice(1),
      askAgain: true,
    });
    expect(await statusOf(own, refusing)).toMatchObject({ action: 'NONE', purposeUUIDs: [], askAgain: true });
    await post(own, bodyFor(own, { uid, consentVersion: 2 }));
    expect(await statusOf(own, uid)).toMatchObject({ action: 'ALL', purposeUUIDs: own.purposeIds, askAgain: false });

    const same = await answered();
    await publishNext(same.own, new Date());
    expect(await statusOf(same.own, same.uid)).toMatchObject({ action: 'ALL', askAgain: false });
  });

  it('is not ALL once the form asks for more than was allowed', async () => {
    const own = await buildConsentForm(server, person);
    const uid = freshUid();
    const [first, ...more] = own.content.purposes;
    await server.owner
      .updateTable('consentVersions')
      .set({ content: JSON.stringify({ ...own.content, purposes: [first] }) })
      .where('consentId', '=', own.id)
      .execute();
    await post(own, bodyFor(own, { uid }));
    expect(await statusOf(own, uid)).toMatchObject({ action: 'ALL', askAgain: false });
    await publishNext(own, new Date(), [first!, ...more]);
    const some = { action: 'ACCEPT', purposeUUIDs: [first!.id], consentVersion: 1, askAgain: true };
    expect(await statusOf(own, uid)).toMatchObject(some);
    expect((await ask(own, { uid, source: 'www.example.co.th' })).json()).toMatchObject(some);
  });

  it('grants nothing if the texts of every purpose have changed', async () => {
    const { own, uid } = await answered();
    const others = own.content.purposes.map((one) => ({ ...one, description: { th: 'อื่น', en: 'Other' } }));
    await publishNext(own, new Date(), others);
    expect(await statusOf(own, uid)).toMatchObject({ action: 'NO_ANSWER', purposeUUIDs: [], askAgain: true });
  });

  it('does not ask again for an editorial change', async () => {
    const { own, uid } = await answered();
    await publishNext(own, new Date(), rewordedFirst(own), [own.purposeIds[0]!]);
    expect(await statusOf(own, uid)).toMatchObject({ action: 'ALL', purposeUUIDs: own.purposeIds, askAgain: false });
  });

  it('asks again if a purpose was removed; the grants remain valid meanwhile', async () => {
    const { own, uid } = await answered();
    await publishNext(own, new Date(), own.content.purposes.slice(0, 2));
    expect(await statusOf(own, uid)).toMatchObject({ action: 'ALL', purposeUUIDs: own.purposeIds, askAgain: true });
  });
});

describe('a look-up after the last day of the answered version', () => {
  it('returns no grant any more, but when it ended, and preserves a refusal', async () => {
    const own = await buildConsentForm(server, person, { draft: { effectiveTo: '2026-12-02' } });
    const [granting, refusing] = [freshUid(), freshUid()];
    server.clock.set('2026-12-02T16:00:00Z');
    await post(own, bodyFor(own, { uid: granting }));
    await post(own, bodyFor(own, { uid: refusing, action: 'NONE' }));
    const statusOf = async (uid: string, more = {}) => (await ask(own, { uid, ...more })).json<object>();
    expect(await statusOf(granting)).toMatchObject({
      action: 'ALL',
      purposeUUIDs: own.purposeIds,
      expiresAt: '2026-12-02',
      askAgain: false,
    });
    server.clock.set('2026-12-02T17:00:00Z');
    const ended = { action: 'NO_ANSWER', purposeUUIDs: [], consentVersion: 1, expiresAt: '2026-12-02', askAgain: true };
    expect(await statusOf(granting)).toMatchObject(ended);
    expect(await statusOf(granting, { source: 'www.example.co.th' })).toMatchObject(ended);
    expect(await statusOf(refusing)).toMatchObject({ action: 'NONE', expiresAt: '2026-12-02', askAgain: false });
  });
});

describe('a look-up by a version', () => {
  it('is answered for versions of the form, and for no other', async () => {
    const own = await buildConsentForm(server, person);
    const uid = freshUid();
    await post(own, bodyFor(own, { uid }));
    const byVersion = async (version: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/v1/${own.workspaceId}/user-consents/consent/${own.id}/version/${version}/get-user-consent`,
          payload: { uid },
        })
      ).statusCode;
    expect([await byVersion('1'), await byVersion('2'), await byVersion('999'), await byVersion('0')]).toEqual([
      200, 404, 404, 404,
    ]);
    await publishNext(own, new Date());
    expect([await byVersion('1'), await byVersion('2'), await byVersion('3')]).toEqual([200, 200, 404]);
  });
});

describe('the public form', () => {
  it('returns what is displayed, and nothing more', async () => {
    const answer = await show(form);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      workspaceUUID: form.workspaceId,
      consentUUID: form.id,
      version: 1,
      sha256: form.sha256,
      title: form.content.title,
      jwtRequired: false,
      logos: [],
    });
    expect(answer.body).not.toMatch(/dpo@controller|สมชาย|allowedOrigins|logoIds|"bit"/);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=60, stale-while-revalidate=300',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const etag = String(answer.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await show(form, { 'if-none-match': `"x", ${etag}` });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect((await show({ ...form, applicationId: randomUUID() })).statusCode).toBe(404);
  });

  it('serves the pictures that it uses, and no other file', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    // As saved by a camera or an editor: with the author, before the pixels.
    const note = 'Author\0Somchai, 13.7563 100.5018';
    const length = Buffer.alloc(4);
    length.writeUInt32BE(note.length);
    const dirty = Buffer.concat([
      png.subarray(0, 33),
      length,
      Buffer.from(`tEXt${note}`),
      Buffer.alloc(4),
      png.subarray(33),
    ]);
    const files = [randomUUID(), randomUUID()];
    const own = await buildConsentForm(server, person, {
      draft: {
        theme: {
          preset: 'white',
          background: '#ffffff',
          text: '#111111',
          acceptBackground: '#111111',
          acceptText: '#ffffff',
          declineBackground: '#ffffff',
          declineText: '#111111',
          acceptLabel: { th: '', en: '' },
          declineLabel: { th: '', en: '' },
          logoIds: [files[0]!],
        },
      },
    });
    for (const id of files) {
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: own.workspaceId,
          id,
          name: 'logo.png',
          type: 'image/png',
          size: dirty.length,
          sha256: 'ab',
          storageKey: `${own.workspaceId}/${id}`,
          ownerKind: 'consent.picture',
          ownerId: own.id,
        })
        .execute();
      const { Readable } = await import('node:stream');
      await server.deps.files.put(`${own.workspaceId}/${id}`, Readable.from([dirty]), {
        size: dirty.length,
        type: 'image/png',
      });
    }
    const { logos } = (await show(own)).json<{ logos: string[] }>();
    expect(logos).toEqual([`/consent/forms/logos/${own.workspaceId}/${own.id}/${files[0]}`]);
    const picture = await server.app.inject(logos[0]!);
    expect([
      picture.statusCode,
      picture.rawPayload.equals(png),
      picture.headers['content-type'],
      picture.headers['x-content-type-options'],
      picture.headers['cross-origin-resource-policy'],
    ]).toEqual([200, true, 'image/png', 'nosniff', 'cross-origin']);
    expect(
      (await server.app.inject({ url: logos[0]!, headers: { 'if-none-match': String(picture.headers.etag) } }))
        .statusCode,
    ).toBe(304);
    expect((await server.app.inject(logos[0]!.replace(files[0]!, files[1]!))).statusCode).toBe(404);
    expect((await server.app.inject(logos[0]!.replace(own.id, form.id))).statusCode).toBe(404);
  });
});

describe('other sites', () => {
  const site = 'https://shop.example';

  it('may call, without cookies, and read the responses and the errors', async () => {
    const response = await server.app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${form.workspaceId}/user-consents`,
      headers: {
        origin: site,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, idempotency-key',
      },
    });
    expect([response.statusCode, response.headers]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': site,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type, idempotency-key',
        'access-control-max-age': '86400',
        vary: 'Origin',
      }),
    ]);
    for (const answer of [
      await post(form, bodyFor(form), { origin: site, cookie: 'pokpong_session=x', 'sec-fetch-site': 'cross-site' }),
      await post(form, {}, { origin: site }),
      await show(form, { origin: site }),
      await ask(form, { uid: 'a' }, { origin: site }),
    ]) {
      expect(answer.headers['access-control-allow-origin']).toBe(site);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers.vary).toContain('Origin');
    }
  });

  it('that are not allowed are refused', async () => {
    const own = await buildConsentForm(server, person, { settings: { allowedOrigins: [site] } });
    for (const [origin, status] of [
      [site, 201],
      ['https://evil.example', 403],
      ['null', 403],
      [`${site}.evil.example`, 403],
      ['http://shop.example', 403],
    ] as const) {
      const answer = await post(own, bodyFor(own), { origin });
      expect([origin, answer.statusCode]).toEqual([origin, status]);
      expect(answer.headers['access-control-allow-origin']).toBe(status === 201 ? origin : undefined);
    }
    expect((await post(own, bodyFor(own))).statusCode).toBe(201);
    expect((await show(own, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await ask(own, { uid: 'a' }, { origin: 'https://evil.example' })).statusCode).toBe(403);
    const response = await server.app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${own.workspaceId}/user-consents/consent/${own.id}/version/1/get-user-consent`,
      headers: { origin: 'https://evil.example' },
    });
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  });
});

describe('the rate limit', () => {
  it('is per form and address, and returned', async () => {
    const slow = await buildServer({ CONSENT_RATE_PER_MINUTE: '3', MASTER_KEY }, { databaseUrl: server.databaseUrl });
    try {
      const call = () =>
        slow.app.inject({
          method: 'GET',
          url: `/api/v1/${form.workspaceId}/consent-versions/application/${form.applicationId}`,
        });
      await call();
      expect([(await call()).statusCode, (await call()).statusCode, (await call()).statusCode]).toEqual([
        200, 200, 200,
      ]);
      const refused = await call();
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
      const other = await slow.app.inject({
        method: 'GET',
        url: `/api/v1/${form.workspaceId}/consent-versions/application/${form.applicationId}`,
        remoteAddress: '10.1.2.3',
      });
      expect(other.statusCode).toBe(200);
    } finally {
      await slow.close();
    }
  });
});

describe('the rate limit of many addresses and nodes', () => {
  const node = (limit: string) =>
    buildServer({ CONSENT_RATE_PER_MINUTE: limit, MASTER_KEY }, { databaseUrl: server.databaseUrl });
  const showFrom = (on: TestServer, of: BuiltForm, remoteAddress: string) =>
    on.app
      .inject({
        method: 'GET',
        url: `/api/v1/${of.workspaceId}/consent-versions/application/${of.applicationId}`,
        remoteAddress,
      })
      .then(({ statusCode }) => statusCode);

  it('is one for a network of IPv6 addresses, and one for all nodes', async () => {
    const [one, other] = [await node('40'), await node('40')];
    try {
      const own = await buildConsentForm(server, person);
      // The first call of each reads the form, and counts as one for an unknown form.
      for (const on of [one, other]) await showFrom(on, own, '2001:db8::1');
      const answers: number[] = [];
      for (let call = 0; call < 70; call += 1)
        answers.push(await showFrom(call % 2 ? other : one, own, `2001:db8:1:2:${call + 1}::1`));
      const passed = answers.filter((status) => status === 200).length;
      // Each node admits a twentieth before it checks.
      expect(passed).toBeGreaterThanOrEqual(40);
      expect(passed).toBeLessThanOrEqual(44);
      expect(await showFrom(one, own, '2001:db8:1:3::1')).toBe(200);
    } finally {
      await one.close();
      await other.close();
    }
  });

  it('also applies to a uid, so that no stranger keeps its owner from choosing', async () => {
    const on = await node('60000');
    try {
      const own = await buildConsentForm(server, person);
      const send = (uid: string, remoteAddress: string, more: object = {}) =>
        on.app
          .inject({
            method: 'POST',
            url: `/api/v1/${own.workspaceId}/user-consents`,
            payload: bodyFor(own, { uid, ...more }),
            remoteAddress,
          })
          .then(({ statusCode }) => statusCode);
      const answers: number[] = [];
      for (let call = 0; call < 66; call += 1) answers.push(await send('one', '10.9.0.1'));
      expect(answers.filter((status) => status === 201)).toHaveLength(60);
      expect(answers.slice(60)).toEqual([429, 429, 429, 429, 429, 429]);
      expect(await send('one', '10.9.0.2')).toBe(201);
      // From many addresses the limit is reached after all, but not for a withdrawal.
      const many = await Promise.all(Array.from({ length: 600 }, (_, call) => send('one', `10.8.0.${call % 20}`)));
      expect(many).toContain(429);
      expect(await send('one', '10.9.0.2')).toBe(429);
      expect(await send('one', '10.9.0.2', { action: 'NONE' })).toBe(201);
      expect(await send('another', '10.9.0.1')).toBe(201);
    } finally {
      await on.close();
    }
  });
});

it('a form whose origins were stored before the current validation works as before', async () => {
  const own = await buildConsentForm(server, person);
  const settings = {
    ...consentSettings.parse({ level: 'open' }),
    allowedOrigins: ['https://*.example.com', 'https://shop.example'],
  };
  await change(own, 'consent.settingsChanged', { settings: JSON.stringify(settings) });
  await expect.poll(async () => (await show(own, { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await show(own, { origin: 'https://shop.example' })).statusCode).toBe(200);
  const call = await callerFor(server, person);
  const { allowedOrigins } = await call.consent.settings.get({ ws: own.workspaceId, id: own.id });
  expect(allowedOrigins).toEqual(settings.allowedOrigins);
});

describe('open screens', () => {
  it('are notified of the last of many submissions, and not of each', async () => {
    const own = await buildConsentForm(server, person);
    for (let round = 0; round < 40; round += 1) await post(own, bodyFor(own));
    const last = Date.now();
    const events = () =>
      server.owner
        .selectFrom('outbox')
        .select(['event', 'createdAt'])
        .where('entityId', '=', own.id)
        .where('event', 'like', 'userConsent.%')
        .orderBy('seq')
        .execute();
    await until(async () => (await events()).some(({ createdAt }) => new Date(createdAt).getTime() >= last));
    const emitted = await events();
    expect(emitted[0]!.event).toBe('userConsent.received');
    expect(emitted.slice(1).every(({ event }) => event === 'userConsent.counted')).toBe(true);
    expect(emitted.length).toBeLessThan(40);
  });
});

describe('people and webhooks', () => {
  const announce = () => announceSubmissions(server.deps, new AbortController().signal);
  /** How many announcements of the form there are in the outbox, and in the activity log. */
  const announced = async ({ id }: BuiltForm) => {
    const { rows } = await sql<{ emitted: number; logged: number }>`
      select (select count(*)::int from outbox where entity_id = ${id} and event = 'userConsent.received') as emitted,
        (select count(*)::int from activity_logs where entity_id = ${id} and event = 'userConsent.received') as logged`.execute(
      server.owner,
    );
    return [rows[0]!.emitted, rows[0]!.logged];
  };

  it('hear of the last submission of a form, once a quarter of an hour is over since the one before', async () => {
    const own = await buildConsentForm(server, person);
    const at = Date.now();
    const passed = (minutes: number) => server.clock.set(new Date(at + minutes * 60_000));
    passed(0);
    await post(own, bodyFor(own));
    expect(await announced(own)).toEqual([1, 1]);
    passed(5);
    await post(own, bodyFor(own, { action: 'NONE' }));
    await announce();
    expect(await announced(own)).toEqual([1, 1]);
    passed(16);
    await announce();
    expect(await announced(own)).toEqual([2, 2]);
    // Nothing came since.
    passed(40);
    await announce();
    expect(await announced(own)).toEqual([2, 2]);
  });

  it('hear once of a waiting submission that the next one announces too', async () => {
    const own = await buildConsentForm(server, person);
    const at = Date.now();
    for (const minutes of [0, 5, 20]) {
      server.clock.set(new Date(at + minutes * 60_000));
      await post(own, bodyFor(own));
    }
    await announce();
    expect(await announced(own)).toEqual([2, 2]);
    expect(await counterOf(own)).toMatchObject({ submissions: 3, unannounced: false });
  });
});

describe('every count', () => {
  /** The counts calculated from the submissions alone. */
  async function recount(of: BuiltForm) {
    const { rows } = await sql<Record<string, unknown>>`
      with own as (select * from user_consents where consent_id = ${of.id}),
      last as (select distinct on (uid) * from own order by uid, id desc)
      select (select count(*)::int from own) as submissions, (select count(*)::int from last) as subjects,
        (select count(*)::int from last where action = 'ALL') as all, (select count(*)::int from last where action = 'ACCEPT') as some, (select count(*)::int from last where action = 'NONE') as none,
        array(select (select count(*)::int from last where granted >> bit & 1 = 1) from generate_series(0, 2) as bit) as allowing,
        (select coalesce(jsonb_agg(d order by d), '[]') from (select jsonb_build_object('day', (at at time zone 'Asia/Bangkok')::date, 'version', version, 'action', action, 'changed', changed, 'source', source_id, 'n', count(*),
          'granted', jsonb_build_array(count(*) filter (where granted & 1 = 1), count(*) filter (where granted & 2 = 2), count(*) filter (where granted & 4 = 4))) as d
          from own group by (at at time zone 'Asia/Bangkok')::date, version, action, changed, source_id) as days) as days`.execute(
      server.owner,
    );
    return rows[0]!;
  }
  async function counted(of: BuiltForm) {
    const c = await counterOf(of);
    const { rows } = await sql<{
      days: unknown;
      inBlocks: number;
    }>`select coalesce((select jsonb_agg(d order by d) from (
      select jsonb_build_object('day', day, 'version', version, 'action', action, 'changed', changed, 'source', source_id, 'n', submissions,
        'granted', jsonb_build_array(coalesce(granted[1], 0), coalesce(granted[2], 0), coalesce(granted[3], 0))) as d from consent_days where consent_id = ${of.id}) as days), '[]') as days,
      (select coalesce(sum(submissions), 0)::int from consent_blocks where consent_id = ${of.id}) as in_blocks`.execute(
      server.owner,
    );
    expect(rows[0]!.inBlocks).toBe(c.submissions);
    return {
      submissions: c.submissions,
      subjects: c.subjects,
      all: c.acceptingAll,
      some: c.acceptingSome,
      none: c.declining,
      allowing: [0, 1, 2].map((bit) => (c.allowing as number[])[bit] ?? 0),
      days: rows[0]!.days,
    };
  }

  it('equals the submissions, whatever their order and batches', async () => {
    const own = await buildConsentForm(server, person);
    // Deterministic: the same every time, yet in every combination.
    let seed = 42;
    const pick = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    const choices = [[], [0], [1, 2], [0, 1, 2], [2]];
    const base = Date.parse('2026-11-20T16:50:00Z');
    for (let round = 0; round < 12; round += 1) {
      // Batches like in an import: subjects twice in one, times unordered, across midnight in Bangkok.
      await recordChoices(
        server,
        own,
        [...Array(1 + pick(90)).keys()].map(() => ({
          uid: `person-${pick(40)}`,
          granted: choices[pick(5)]!,
          at: new Date(base + pick(1_200_000)),
          source: `site ${pick(4)}`,
        })),
      );
      await Promise.all(
        [...Array(pick(40)).keys()].map(() => {
          const granted = choices[pick(5)]!;
          return post(
            own,
            bodyFor(own, {
              uid: `person-${pick(40)}`,
              source: `site ${pick(4)}`,
              action: granted.length === 0 ? 'NONE' : 'ACCEPT',
              purposeUUIDs: granted.map((place) => own.purposeIds[place]),
            }),
            pick(3) === 0 ? { 'idempotency-key': randomUUID() } : {},
          );
        }),
      );
    }
    expect(await counted(own)).toEqual(await recount(own));
    // "Changed" compares with the previous choice, as known when this one was written.
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from consent_subjects s join lateral (select * from user_consents u where u.consent_id = s.consent_id and u.uid = s.uid order by u.id desc limit 1) u on true
      where s.consent_id = ${own.id} and (s.user_consent_id, s.action, s.granted, s.at) is distinct from (u.id, u.action, u.granted, u.at)`.execute(
      server.owner,
    );
    expect(rows[0]!.wrong).toBe(0);
  });

  it('equals the submissions of batches that spread over hundreds of days', async () => {
    const own = await buildConsentForm(server, person);
    const choices = [[], [0], [1, 2], [0, 1, 2], [2]];
    const base = Date.parse('2025-11-20T16:50:00Z');
    for (let round = 0; round < 3; round += 1)
      await recordChoices(
        server,
        own,
        // Of a kind, some come once in a day and others twice.
        Array.from({ length: 500 }, (_none, row) => ({
          uid: `person-${(row * 7 + round) % 200}`,
          granted: choices[(row * 3 + (row >> 2) + round) % 5]!,
          at: new Date(base + (row % (250 - 60 * round)) * 86_400_000 + row * 1000 + round),
          source: `site ${row % 2}`,
        })),
        { imported: true },
      );
    expect(await counted(own)).toEqual(await recount(own));
    const { rows } = await sql<{ inDays: unknown; inBlocks: unknown; stored: unknown; present: unknown }>`
      select (select sum_counts(granted)::text from consent_days where consent_id = ${own.id}) as in_days,
        (select sum_counts(granted)::text from consent_blocks where consent_id = ${own.id}) as in_blocks,
        (select allowing::text from consent_counters where consent_id = ${own.id}) as stored,
        (select sum_counts(count_bits(granted, 1))::text from consent_subjects where consent_id = ${own.id}) as present`.execute(
      server.owner,
    );
    expect(rows[0]!.inBlocks).toEqual(rows[0]!.inDays);
    expect(rows[0]!.stored).toEqual(rows[0]!.present);
  });

  it('marks exactly those that differ from the previous choice', async () => {
    const own = await buildConsentForm(server, person);
    const uid = freshUid();
    const key = await keyOf(own);
    const at = (ms: number) => new Date(Date.parse('2026-11-21T05:00:00Z') + ms);
    const row = (ms: number, granted: number, id = idAt(at(ms))) => ({
      id,
      at: at(ms),
      version: 1,
      uid: uidHash(key, uid),
      identity: sealedIdentity.seal(key, id, { uid, name: '', guardian: null }),
      action: granted === 7 ? ('ALL' as const) : granted ? ('ACCEPT' as const) : ('NONE' as const),
      granted,
      hasGuardian: false,
      language: 'th' as const,
      channel: 'Import',
      knownBy: 'import' as const,
      source: '',
    });
    const write = (rows: ReturnType<typeof row>[]) =>
      recordUserConsents(server.deps.db, { workspaceId: own.workspaceId, consentId: own.id, now: at(0), rows });
    await write([row(30, 1), row(10, 7), row(20, 7)]);
    await write([row(40, 1), row(50, 0)]);
    await write([row(25, 0)]);
    const rows = await server.owner
      .selectFrom('userConsents')
      .select(['granted', 'changed'])
      .where('consentId', '=', own.id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ granted, changed }) => [granted, changed])).toEqual([
      [7, false],
      [7, false],
      [0, false],
      [1, true],
      [1, false],
      [0, true],
    ]);
    expect(await counterOf(own)).toMatchObject({ submissions: 6, subjects: 1, declining: 1, acceptingAll: 0 });
  });
});

describe('a closed workspace', () => {
  it('is answered with 409 by every public route, and the description of each says so', async () => {
    const logo = randomUUID();
    const owner = await buildPerson(server, { role: 'Admin' });
    const own = await buildConsentForm(server, owner, { draft: { theme: { ...DECORATION.white, logoIds: [logo] } } });
    const { workspaceId: ws, id } = own;
    await server.owner.updateTable('workspaces').set({ closedAt: new Date() }).where('id', '=', ws).execute();
    const calls: Record<string, () => ReturnType<typeof show>> = {
      '/api/v1/{ws}/user-consents': () => post(own, bodyFor(own)),
      '/api/v1/{ws}/user-consents/consent/{id}/version/{v}/get-user-consent': () => ask(own, { uid: freshUid() }),
      '/api/v1/{ws}/consent-versions/application/{id}': () => show(own),
      '/consent/forms/logos/{ws}/{consentId}/{fileId}': () =>
        server.app.inject({ method: 'GET', url: `/consent/forms/logos/${ws}/${id}/${logo}` }),
    };
    expect(Object.keys(calls)).toEqual(Object.keys(openapi));
    for (const [route, call] of Object.entries(calls)) {
      const answer = await call();
      expect([answer.statusCode, answer.json<{ code: string }>().code], route).toEqual([409, 'workspace.closed']);
      for (const operation of Object.values(openapi[route]!) as { responses: object }[])
        expect(Object.keys(operation.responses), route).toContain('409');
    }
  });
});

describe('a node that stops', () => {
  it('answers what it has accepted, and accepts no more', async () => {
    const own = await buildConsentForm(server, person);
    const other = await buildServer({ CONSENT_RATE_PER_MINUTE: '0', MASTER_KEY }, { databaseUrl: server.databaseUrl });
    const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const send = () =>
      fetch(`${address}/api/v1/${own.workspaceId}/user-consents`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyFor(own)),
      }).then(
        ({ status }) => status,
        () => 0,
      );
    expect(await send()).toBe(201);
    const under = [...Array(300).keys()].map(send);
    await Promise.race(under);
    await other.app.close();
    await other.close();
    const statuses = await Promise.all(under);
    const written = (await counterOf(own)).submissions;
    expect(statuses.filter((status) => status === 201).length + 1).toBe(written);
    expect(written).toBeGreaterThan(1);
  });
});
