import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { withScope } from '../../db/client.ts';
import { submissions } from '../../server/modules/userConsent/subjectData.ts';
import { contentHash } from '../../server/platform/crypto/canonical.ts';
import type { ConsentContent } from '../../shared/consent/schema.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, type Choice, recordChoices } from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let admin: Person;
let ws: string;
let form: BuiltForm;
beforeAll(async () => {
  server = await sharedServer();
  admin = await buildPerson(server);
  ws = admin.workspaceId;
  form = await buildConsentForm(server, admin, { name: 'ฟอร์มสมาชิก' });
});
afterAll(() => server.close());

const call = (person = admin) => callerFor(server, person);
const history = async (more: Record<string, unknown> = {}, of = form) =>
  (await call()).userConsent.history({ ws, id: of.id, ...more } as never);
/** A second version of the form, with only the first purposes and an end. */
async function addVersion(
  of: BuiltForm,
  { purposes, effectiveTo }: { purposes: number; effectiveTo: string | null },
): Promise<ConsentContent> {
  const content = {
    ...of.content,
    title: { th: 'ขอความยินยอมอีกครั้ง', en: 'Once more' },
    purposes: of.content.purposes.slice(0, purposes),
    effectiveTo,
  };
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: ws,
      id: randomUUIDv7(),
      consentId: of.id,
      version: 2,
      content: JSON.stringify(content),
      sha256: contentHash(content),
    })
    .execute();
  await server.owner.updateTable('consents').set({ publishedVersion: 2 }).where('id', '=', of.id).execute();
  return content;
}
const readings = async () =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', ws)
    .where('event', '=', 'userConsent.read')
    .orderBy('id')
    .execute();

const minutes = (number: number) => new Date(Date.UTC(2026, 5, 1, 3) + number * 60_000);
/** 12,000 submissions of 3,000 subjects, some of whom change their minds; written like by ingest, in batches. */
async function fill(of: BuiltForm, count = 12_000): Promise<(Choice & { at: Date; changed: boolean })[]> {
  const last = new Map<string, string>();
  const all = Array.from({ length: count }, (_none, number) => {
    const uid = `u${(number * 7919) % 3000}`;
    // One in 400 is from a shop, all others from the site or the app.
    const source = number % 400 === 7 ? 'Shop' : number % 3 === 0 ? 'App' : 'Website';
    const granted = number % 5 === 0 ? [] : number % 7 === 0 ? [0, 2] : [0, 1, 2];
    const before = last.get(uid);
    last.set(uid, granted.join());
    return {
      uid,
      granted,
      source,
      at: minutes(number),
      version: number < 7000 ? 1 : 2,
      changed: before !== undefined && before !== granted.join(),
    };
  });
  for (let start = 0; start < all.length; start += 500) await recordChoices(server, of, all.slice(start, start + 500));
  return all;
}

describe('the history of a form', () => {
  let big: BuiltForm;
  let all: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    big = await buildConsentForm(server, admin, { name: 'ฟอร์มใหญ่' });
    await addVersion(big, { purposes: 3, effectiveTo: '2027-12-31' });
    all = await fill(big);
  });

  const blocks = async () =>
    Number(
      (
        await sql<{
          n: number;
        }>`select count(distinct block) as n from consent_blocks where consent_id = ${big.id}`.execute(server.owner)
      ).rows[0]!.n,
    );
  const expectPage = async (
    filters: Record<string, unknown>,
    wanted: (one: (typeof all)[number]) => boolean,
    pages: { currentPage: number; pageSize: number; sortDirection?: 'ASC' | 'DESC' }[],
  ) => {
    for (const page of pages) {
      const matching = all.filter(wanted);
      const ordered = page.sortDirection === 'ASC' ? matching : matching.toReversed();
      const answer = await history({ ...filters, ...page }, big);
      const start = (page.currentPage - 1) * page.pageSize;
      expect(answer.meta.totalItems, JSON.stringify(filters)).toBe(matching.length);
      expect(
        answer.collection.map(({ uid, at }) => `${uid} ${at}`),
        JSON.stringify({ filters, page }),
      ).toEqual(ordered.slice(start, start + page.pageSize).map(({ uid, at }) => `${uid} ${at.toISOString()}`));
    }
  };
  const everywhere = [1, 2, 37, 60, 118, 120, 121].flatMap((currentPage) =>
    (['ASC', 'DESC'] as const).map((sortDirection) => ({ currentPage, pageSize: 100, sortDirection })),
  );

  it('is divided into blocks, and any page of it is exact in both directions', async () => {
    expect(await blocks()).toBeGreaterThan(4);
    await expectPage({}, () => true, everywhere);
    await expectPage({}, () => true, [
      { currentPage: 1200, pageSize: 10 },
      { currentPage: 601, pageSize: 7 },
    ]);
  });

  it('is exact under every filter, also one with hardly any matches', async () => {
    const pages = [
      { currentPage: 1, pageSize: 100 },
      { currentPage: 2, pageSize: 13 },
      { currentPage: 3, pageSize: 10, sortDirection: 'ASC' as const },
    ];
    const some = big.purposeIds[1];
    await expectPage({ source: 'Shop' }, ({ source }) => source === 'Shop', pages);
    await expectPage({ action: 'NONE' }, ({ granted }) => granted!.length === 0, pages);
    await expectPage({ action: 'ACCEPT' }, ({ granted }) => granted!.length === 2, pages);
    await expectPage({ action: 'CHANGED' }, ({ changed }) => changed, pages);
    await expectPage({ version: 2 }, ({ version }) => version === 2, pages);
    await expectPage(
      { version: 1, action: 'ALL', source: 'App' },
      ({ version, granted, source }) => version === 1 && granted!.length === 3 && source === 'App',
      pages,
    );
    await expectPage({ purposeId: some }, ({ granted }) => granted!.includes(1), pages);
    await expectPage(
      { purposeId: some, source: 'Shop', version: 2 },
      ({ granted, source, version }) => granted!.includes(1) && source === 'Shop' && version === 2,
      pages,
    );
    await expectPage({ uid: 'u17' }, ({ uid }) => uid === 'u17', [
      { currentPage: 1, pageSize: 3 },
      { currentPage: 2, pageSize: 3 },
      { currentPage: 1, pageSize: 3, sortDirection: 'ASC' },
    ]);
    await expectPage({ source: 'Nowhere' }, () => false, [{ currentPage: 1, pageSize: 10 }]);
    await expectPage({ purposeId: randomUUIDv7() }, () => false, [{ currentPage: 1, pageSize: 10 }]);
  });

  it('can be limited to a time range, start inclusive and end exclusive', async () => {
    const pages = [
      { currentPage: 1, pageSize: 100 },
      { currentPage: 9, pageSize: 100 },
      { currentPage: 2, pageSize: 50, sortDirection: 'ASC' as const },
    ];
    for (const [from, to] of [
      [1234, 6789],
      [11_990, 12_500],
      [0, 5],
      [3000, 3001],
      [5000, undefined],
      [undefined, 4321],
    ] as const) {
      const range = {
        ...(from !== undefined && { from: minutes(from).toISOString() }),
        ...(to !== undefined && { to: minutes(to).toISOString().replace('Z', '+00:00') }),
      };
      const inside = ({ at }: { at: Date }) =>
        (from === undefined || at >= minutes(from)) && (to === undefined || at < minutes(to));
      await expectPage(range, inside, pages);
      await expectPage({ ...range, source: 'Shop' }, (one) => inside(one) && one.source === 'Shop', [
        { currentPage: 1, pageSize: 20 },
      ]);
    }
  });

  it('remains exact while submissions arrive, also of past days and after their blocks are rebuilt', async () => {
    const more = Array.from({ length: 4500 }, (_none, number) => ({
      uid: `late${number}`,
      at: minutes(20_000 + number),
      source: 'Website',
      version: 2,
      granted: [0, 1, 2],
      changed: false,
    }));
    for (let start = 0; start < more.length; start += 300) {
      await recordChoices(server, big, more.slice(start, start + 300));
      all.push(...more.slice(start, start + 300));
      if (start % 1500 === 0)
        await expectPage({}, () => true, [
          { currentPage: 1, pageSize: 100 },
          { currentPage: 40, pageSize: 100 },
        ]);
    }
    // An import of old ones, all into one block.
    const old = Array.from({ length: 6000 }, (_none, number) => ({
      uid: `old${number}`,
      at: minutes(2000 + number / 10_000),
      source: 'Paper',
      version: 1,
      granted: [0],
      changed: false,
    }));
    for (let start = 0; start < old.length; start += 1000)
      await recordChoices(server, big, old.slice(start, start + 1000));
    all.push(...old);
    const order = new Map(all.map((one, place) => [one, place]));
    all.sort((a, b) => a.at.getTime() - b.at.getTime() || order.get(a)! - order.get(b)!);
    const count = async () => (await history({ source: 'Paper' }, big)).meta.totalItems;
    expect(await count()).toBe(6000);
    expect(
      (await history({ from: minutes(1990).toISOString(), to: minutes(2010).toISOString() }, big)).meta.totalItems,
    ).toBe(6020);
    await sql`select split_consent_blocks(${ws}, ${big.id})`.execute(server.deps.db);
    expect(await count()).toBe(6000);
    const page = await history({ currentPage: 50, pageSize: 100, sortDirection: 'ASC' }, big);
    expect(page.meta.totalItems).toBe(all.length);
    expect(page.collection.map(({ at }) => at)).toEqual(all.slice(4900, 5000).map(({ at }) => at.toISOString()));
  });
});

describe('a row of the history', () => {
  it('contains who, what, when and from where, with the purposes and the end of the answered version', async () => {
    const own = await buildConsentForm(server, admin, { purposes: 2 });
    await addVersion(own, { purposes: 1, effectiveTo: '2027-12-31' });
    await recordChoices(server, own, [
      {
        uid: 'เลขที่ 1',
        at: minutes(1),
        name: 'สมหญิง ใจดี',
        granted: [1],
        source: 'หน้าเว็บ',
        language: 'en',
        guardian: { firstName: 'สมศรี', lastName: 'ใจดี', email: 'som@example.com', telephone: '0812345678' },
      },
      { uid: 'เลขที่ 2', at: minutes(2), granted: [0], version: 2, channel: 'Mobile App' },
    ]);
    const { collection } = await history({ sortDirection: 'ASC' }, own);
    const title = (place: number) => own.content.purposes[place]!.title;
    expect(collection[0]).toMatchObject({
      uid: 'เลขที่ 1',
      name: 'สมหญิง ใจดี',
      action: 'ACCEPT',
      changed: false,
      version: 1,
      expiresAt: null,
      source: 'หน้าเว็บ',
      channel: 'JS Web Form',
      language: 'en',
      hasGuardian: true,
      purposes: [{ id: own.purposeIds[1], title: title(1) }],
    });
    expect(collection[1]).toMatchObject({
      uid: 'เลขที่ 2',
      name: '',
      version: 2,
      expiresAt: '2027-12-31',
      channel: 'Mobile App',
      hasGuardian: false,
      purposes: [{ id: own.purposeIds[0], title: title(0) }],
    });
    // By the address of integrators: of one version.
    const answer = await server.app.inject({
      url: `/api/v1/${ws}/user-consents/consent/${own.id}/version/2?pageSize=5`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      collection: [collection[1]],
      meta: { currentPage: 1, pageSize: 5, totalPage: 1, totalItems: 1 },
    });
  });

  it('contains what is allowed beside the answered version, and no end of a refusal', async () => {
    const own = await buildConsentForm(server, admin, { purposes: 2 });
    await addVersion(own, { purposes: 1, effectiveTo: '2027-12-31' });
    const [, id] = await recordChoices(server, own, [
      { uid: 'ข้ามฉบับ', at: minutes(1), granted: [1] },
      { uid: 'ข้ามฉบับ', at: minutes(2), granted: [0, 1], version: 2 },
      { uid: 'ข้ามฉบับ', at: minutes(3), granted: [], version: 2 },
    ]);
    const title = (place: number) => own.content.purposes[place]!.title;
    const both = [
      { id: own.purposeIds[0], title: title(0), former: false },
      { id: own.purposeIds[1], title: title(1), former: true },
    ];
    const { collection } = await history({}, own);
    expect(collection.map(({ purposes, expiresAt }) => ({ purposes, expiresAt }))).toEqual([
      { purposes: [], expiresAt: null },
      { purposes: both, expiresAt: '2027-12-31' },
      { purposes: [{ id: own.purposeIds[1], title: title(1), former: false }], expiresAt: null },
    ]);
    expect((await (await call()).userConsent.get({ ws, id: id! })).purposes).toEqual(both);
    const subject = await (await call()).userConsent.subject({ ws, uid: 'ข้ามฉบับ' });
    expect(subject.collection.map(({ added, withdrawn }) => ({ added, withdrawn }))).toEqual([
      { added: [], withdrawn: [title(0), title(1)] },
      { added: [title(0)], withdrawn: [] },
      { added: [title(1)], withdrawn: [] },
    ]);
    const found = await withScope(server.deps.db, { workspaceId: ws }, async (trx) =>
      submissions.find(
        trx,
        {
          workspaceId: ws,
          key: await server.deps.keyring.workspaceKey(trx, ws),
          locale: 'th',
          now: server.deps.now(),
          signal: new AbortController().signal,
        },
        { uid: 'ข้ามฉบับ', email: '', requestId: randomUUIDv7() },
      ),
    );
    expect(found.records.map(({ allowed }) => allowed)).toEqual([[title(1).th], [title(0).th, title(1).th], []]);
  });

  it('contains sources that appeared after a form stored 200 separately, and finds them too', async () => {
    const own = await buildConsentForm(server, admin, { purposes: 1 });
    await recordChoices(
      server,
      own,
      Array.from({ length: 230 }, (_none, number) => ({
        uid: `s${number}`,
        source: `source ${String(number).padStart(3, '0')}`,
        at: minutes(number),
      })),
    );
    const named = await (await call()).userConsent.sources({ ws, id: own.id });
    expect(named).toHaveLength(200);
    const late = Array.from({ length: 230 }, (_none, number) => `source ${String(number).padStart(3, '0')}`).filter(
      (name) => !named.includes(name),
    );
    expect(late).toHaveLength(30);
    for (const source of [named[0]!, late[0]!, late[29]!]) {
      const { collection, meta } = await history({ source }, own);
      expect(meta.totalItems).toBe(1);
      expect(collection[0]!.source).toBe(source);
    }
    const { otherSources, sources } = await (await call()).userConsent.insight({ ws, id: own.id });
    expect(otherSources).toBe(30);
    expect(sources).toHaveLength(200);
  });

  it('is refused for a form that is not of the workspace', async () => {
    const stranger = await buildPerson(server);
    expect(
      (await refusal((await call(stranger)).userConsent.history({ ws: stranger.workspaceId, id: form.id }))).status,
    ).toBe('NOT_FOUND');
    expect((await refusal((await call()).userConsent.history({ ws, id: randomUUIDv7() }))).status).toBe('NOT_FOUND');
  });
});

describe('the proof of one submission', () => {
  it('is the stored part of the answered version, with its hash; a change of it is detected', async () => {
    const own = await buildConsentForm(server, admin, { purposes: 2, name: 'หลักฐาน' });
    const guardian = { firstName: 'สมศรี', lastName: 'ใจดี', email: 'som@example.com', telephone: '0812345678' };
    const [id] = await recordChoices(server, own, [{ uid: 'p1', granted: [0], guardian }]);
    await addVersion(own, { purposes: 1, effectiveTo: null });
    const proof = await (await call()).userConsent.get({ ws, id: id! });
    expect(proof).toMatchObject({
      id,
      uid: 'p1',
      version: 1,
      guardian,
      consent: { id: own.id, name: 'หลักฐาน' },
      receipts: [],
      shown: { content: own.content, sha256: own.sha256, intact: true },
    });
    // As somebody with access to the database could.
    await sql`update consent_versions set content = jsonb_set(content, '{description,th}', '"อื่น"') where consent_id = ${own.id} and version = 1`.execute(
      server.owner,
    );
    expect((await (await call()).userConsent.get({ ws, id: id! })).shown).toMatchObject({
      intact: false,
      sha256: own.sha256,
      content: { description: { th: 'อื่น' } },
    });
    expect((await refusal((await call()).userConsent.get({ ws, id: randomUUIDv7() }))).status).toBe('NOT_FOUND');
  });
});

describe('the history of one data subject', () => {
  it('covers all forms, newest first, and contains what each choice added and withdrew', async () => {
    const one = await buildConsentForm(server, admin, { purposes: 3, name: 'ก' });
    const other = await buildConsentForm(server, admin, { purposes: 1, name: 'ข' });
    const uid = `ราย ${randomUUIDv7()}`;
    const at = (hour: number) => new Date(Date.UTC(2026, 6, 1, hour));
    await recordChoices(server, one, [{ uid, granted: [0, 1], at: at(1) }]);
    await recordChoices(server, other, [{ uid, at: at(2) }]);
    await recordChoices(server, one, [
      { uid, granted: [1, 2], at: at(3) },
      { uid: `${uid} อื่น`, at: at(3) },
    ]);
    await recordChoices(server, one, [{ uid, granted: [], at: at(4) }]);
    const titles = (places: number[]) => places.map((place) => one.content.purposes[place]!.title);
    const answer = await server.app.inject({
      url: `/api/v1/${ws}/user-consents/uid/${encodeURIComponent(uid)}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { collection, meta } = answer.json() as Awaited<
      ReturnType<Awaited<ReturnType<typeof call>>['userConsent']['subject']>
    >;
    expect(meta).toEqual({ currentPage: 1, pageSize: 10, totalPage: 1, totalItems: 4 });
    expect(
      collection.map(({ consent, action, added, withdrawn, changed }) => ({
        form: consent.name,
        action,
        added,
        withdrawn,
        changed,
      })),
    ).toEqual([
      { form: 'ก', action: 'NONE', added: [], withdrawn: titles([1, 2]), changed: true },
      { form: 'ก', action: 'ACCEPT', added: titles([2]), withdrawn: titles([0]), changed: true },
      { form: 'ข', action: 'ALL', added: [other.content.purposes[0]!.title], withdrawn: [], changed: false },
      { form: 'ก', action: 'ACCEPT', added: titles([0, 1]), withdrawn: [], changed: false },
    ]);
    const second = await (
      await call()
    ).userConsent.subject({ ws, uid, pageSize: 2, currentPage: 2, sortDirection: 'ASC' });
    expect(second.collection.map(({ action }) => action)).toEqual(['ACCEPT', 'NONE']);
    expect(second.collection[0]!.withdrawn).toEqual(titles([0]));
    expect((await (await call()).userConsent.subject({ ws, uid: 'nobody' })).collection).toEqual([]);
  });

  it('logs who read it, of which form and when, never of whom; paging is one reading', async () => {
    const own = await buildConsentForm(server, admin, { purposes: 1, name: 'อ่านแล้ว' });
    const uid = 'ผู้ถูกอ่าน';
    const [id] = await recordChoices(server, own, [{ uid }]);
    const before = (await readings()).length;
    const mine = async () => (await readings()).slice(before);
    await history({}, own);
    expect(await mine()).toEqual([]);
    await history({ uid }, own);
    await history({ uid, sortDirection: 'ASC' }, own);
    await (await call()).userConsent.get({ ws, id: id! });
    await (await call()).userConsent.subject({ ws, uid });
    expect(await mine()).toMatchObject([
      { entity: 'userConsent', entityId: own.id, actorId: admin.personnelId, subject: 'อ่านแล้ว', changes: [] },
    ]);
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    await (await call(dpo)).userConsent.subject({ ws, uid });
    expect((await mine()).map(({ actorId }) => actorId)).toEqual([admin.personnelId, dpo.personnelId]);
    expect(JSON.stringify(await mine())).not.toContain(uid);
    // Ten minutes later it is another reading.
    server.clock.set(new Date(Date.now() + 11 * 60_000));
    try {
      await (await call()).userConsent.get({ ws, id: id! });
      expect(await mine()).toHaveLength(3);
    } finally {
      server.clock.run();
    }
  });
});

describe('forms to select from', () => {
  it('are returned to users who may read the dashboard', async () => {
    const top = await buildPerson(server, { workspaceId: ws, role: 'Top Management' });
    const staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const { collection } = await (await call(top)).userConsent.forms({ ws, query: 'สมาชิก' });
    expect(collection).toEqual([
      { id: form.id, name: 'ฟอร์มสมาชิก', publishedVersion: 1, versionInForce: 1, active: true },
    ]);
    expect((await (await call(top)).userConsent.forms({ ws, id: form.id })).meta.totalItems).toBe(1);
    expect((await refusal((await call(staff)).userConsent.forms({ ws }))).status).toBe('FORBIDDEN');
  });
});
