import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { sealToken } from '../../server/modules/consentReceipt/token.ts';
import { sealedIdentity, uidHash } from '../../server/modules/userConsent/record.ts';
import { withdraw } from '../../server/modules/consentReceipt/withdrawal.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { choicesOf, type Receipt, receiptView } from '../../shared/consentReceipt/receipt.ts';
import { checkReceipt } from '../../shared/consentReceipt/check.ts';
import { publicKeys } from '../../server/platform/crypto/signingKeys.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm, recordChoices } from '../helpers/consents.ts';

let server: TestServer;
let admin: Person;
let form: BuiltForm;
beforeAll(async () => {
  server = await sharedServer();
  admin = await buildPerson(server);
  form = await buildConsentForm(server, admin);
});
afterAll(() => server.close());

const workspaceKey = (ws: string) =>
  withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
/** A link created by the organisation, for a data subject who has answered. */
async function linkFor(uid: string, of: BuiltForm = form) {
  const { address } = await (
    await callerFor(server, admin)
  ).consentReceipt.link({ ws: of.workspaceId, id: of.id, uid });
  return choicesOf(new URL(address).hash)!;
}
// Each from an address of its own: the limit of an address is a test below.
let addresses = 0;
const own = async (ip = `198.51.100.${100 + ((addresses += 1) % 100)}`) =>
  (await callerFor(server, null, { ip })).consentReceipt.choices;
const presentOf = async (uid: string, of: BuiltForm = form) =>
  server.owner
    .selectFrom('consentSubjects')
    .select(['action', 'granted', 'submissions', 'version'])
    .where('consentId', '=', of.id)
    .where('uid', '=', uidHash(await workspaceKey(of.workspaceId), uid))
    .executeTakeFirstOrThrow();
const allowedIn = (answer: { purposes: { id: string; allowed: boolean }[] }) =>
  answer.purposes.filter(({ allowed }) => allowed).map(({ id }) => id);

/** Sets the last day of a form's first version, without the procedures. */
const endsOn = (of: BuiltForm, day: string) =>
  server.owner
    .updateTable('consentVersions')
    .set({ content: JSON.stringify({ ...of.content, effectiveTo: day }) })
    .where('consentId', '=', of.id)
    .execute();

type Content = BuiltForm['content'];
/** Publishes the next version of a form, without the procedures. */
async function publish(of: BuiltForm, version: number, content: Partial<Content>): Promise<void> {
  await server.owner
    .insertInto('consentVersions')
    .values({
      workspaceId: of.workspaceId,
      id: randomUUID(),
      consentId: of.id,
      version,
      content: JSON.stringify({ ...of.content, ...content }),
      sha256: 'x',
      publishedBy: admin.personnelId,
    })
    .execute();
  await server.owner.updateTable('consents').set({ publishedVersion: version }).where('id', '=', of.id).execute();
}
const retitled = (of: BuiltForm, place: number, title: string): Content['purposes'] =>
  of.content.purposes.map((one, at) => (at === place ? { ...one, title: { th: title, en: title } } : one));
const receiptOf = async (of: BuiltForm, id: string) =>
  receiptView(
    (await (await callerFor(server, null)).consentReceipt.get({ ws: of.workspaceId, id }))
      .receipt as unknown as Receipt,
  );
/** What anyone can submit who knows a uid. */
const STRANGER = {
  name: 'คนอื่น',
  source: 'https://stranger.example',
  guardian: { firstName: 'ใคร', lastName: 'ไม่รู้', email: 'x@example.com', telephone: '' },
};

describe("a data subject's own page", () => {
  it('is linked to by those who may publish, since the link changes what is allowed', async () => {
    await recordChoices(server, form, [{ uid: 'linked' }]);
    const { workspaceId } = admin;
    const by = async (role: 'DPO' | 'Top Management') =>
      (await callerFor(server, await buildPerson(server, { workspaceId, role }))).consentReceipt.link({
        ws: workspaceId,
        id: form.id,
        uid: 'linked',
      });
    await expect(by('Top Management')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await by('DPO')).address).toContain('#ws=');
  });

  it('displays the form in force, the current choice, and every previous one', async () => {
    await recordChoices(server, form, [
      {
        uid: 'shown@example.com',
        name: 'สมชาย',
        granted: [0, 1],
        at: new Date('2026-11-01T03:00:00Z'),
        knownBy: 'token',
      },
    ]);
    await recordChoices(server, form, [
      {
        uid: 'shown@example.com',
        name: 'สมชาย',
        granted: [1],
        at: new Date('2026-11-02T03:00:00Z'),
        knownBy: 'token',
      },
    ]);
    const answer = await (await own()).open(await linkFor('shown@example.com'));
    expect(answer).toMatchObject({
      uid: 'shown@example.com',
      name: 'สมชาย',
      title: form.content.title,
      closed: false,
      version: 1,
      chosenAt: '2026-11-02T03:00:00.000Z',
      controller: { email: 'dpo@controller.example' },
    });
    expect(allowedIn(answer)).toEqual([form.purposeIds[1]]);
    expect(answer.history.map(({ at, action, changed }) => [at, action, changed])).toEqual([
      ['2026-11-02T03:00:00.000Z', 'ACCEPT', true],
      ['2026-11-01T03:00:00.000Z', 'ACCEPT', false],
    ]);
  });

  it('changes a choice immediately, with a verifiable receipt, and the organisation sees it', async () => {
    await recordChoices(server, form, [
      {
        uid: 'changes',
        name: 'สมใจ',
        source: 'https://shop.example',
        knownBy: 'token',
        guardian: { firstName: 'มานี', lastName: 'ใจดี', email: 'm@example.com', telephone: '0812345678' },
      },
    ]);
    const link = await linkFor('changes');
    const before = await (await own()).open(link);
    const answer = await (
      await own()
    ).submit({ ...link, purposeUUIDs: [form.purposeIds[2]!], language: 'en', since: before.chosenAt });
    expect(allowedIn(answer)).toEqual([form.purposeIds[2]]);
    expect(await presentOf('changes')).toMatchObject({ action: 'ACCEPT', granted: 4, submissions: 2 });
    const row = await server.owner
      .selectFrom('userConsents')
      .selectAll()
      .where('id', '=', answer.history[0]!.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ channel: 'Withdrawal page', language: 'en', changed: true, hasGuardian: true });
    expect(sealedIdentity.open(await workspaceKey(form.workspaceId), row.id, row.identity)).toMatchObject({
      uid: 'changes',
      name: 'สมใจ',
      guardian: { firstName: 'มานี' },
    });
    // A site that only considers choices made there sees it too.
    const source = await server.owner
      .selectFrom('consentSources')
      .select('name')
      .where('consentId', '=', form.id)
      .where('id', '=', row.sourceId)
      .executeTakeFirstOrThrow();
    expect(source.name).toBe('https://shop.example');
    const { jws, superseded } = await (
      await callerFor(server, null)
    ).consentReceipt.get({ ws: form.workspaceId, id: answer.receipt.id });
    expect(superseded).toBe(false);
    expect((await checkReceipt({ jws }, (await publicKeys(server.deps)).keys)).ok).toBe(true);
    const issued = await server.owner
      .selectFrom('consentReceipts')
      .select('issuedBy')
      .where('id', '=', answer.receipt.id)
      .executeTakeFirstOrThrow();
    expect(issued.issuedBy).toBeNull();
    const found = await (await callerFor(server, admin)).consentReceipt.find({ ws: form.workspaceId, uid: 'changes' });
    expect(found.collection.map(({ channel }) => channel)).toEqual(['Withdrawal page', 'JS Web Form']);
  });

  it('withdraws everything and accepts everything in one call each', async () => {
    await recordChoices(server, form, [{ uid: 'both' }]);
    const link = await linkFor('both');
    await (await own()).submit({ ...link, purposeUUIDs: [] });
    expect(await presentOf('both')).toMatchObject({ action: 'NONE', granted: 0 });
    await (await own()).submit({ ...link, purposeUUIDs: [...form.purposeIds] });
    expect(await presentOf('both')).toMatchObject({ action: 'ALL', granted: 7, submissions: 3 });
  });

  it('works with a clock that is behind: the later choice counts', async () => {
    await recordChoices(server, form, [{ uid: 'ahead', at: new Date(Date.now() + 3_600_000) }]);
    await (await own()).submit({ ...(await linkFor('ahead')), purposeUUIDs: [] });
    expect(await presentOf('ahead')).toMatchObject({ action: 'NONE', granted: 0 });
  });

  it('issues receipts of own choices, the same one again, and of nobody else', async () => {
    const [mine] = await recordChoices(server, form, [{ uid: 'receipts' }]);
    const [others] = await recordChoices(server, form, [{ uid: 'somebody else' }]);
    const link = await linkFor('receipts');
    const first = await (await own()).receipt({ ...link, id: mine! });
    expect((await (await own()).receipt({ ...link, id: mine! })).id).toBe(first.id);
    expect((await (await own()).open(link)).history[0]!.receiptId).toBe(first.id);
    await expect((await own()).receipt({ ...link, id: others! })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('can be saved whatever strangers submit under the uid, who state nothing about its owner', async () => {
    const uid = 'besieged';
    const shop = 'https://shop.example';
    await recordChoices(server, form, [{ uid, name: 'สมใจ', source: shop, knownBy: 'token' }]);
    const link = await linkFor(uid);
    const opened = await (await own()).open(link);
    const besiege = (granted: number[]) => {
      const browser = randomUUIDv7();
      return recordChoices(server, form, [{ uid, granted, ...STRANGER, knownBy: 'browser', browser }]);
    };
    await besiege([1]);
    await besiege([]);
    const reduced = { ...link, purposeUUIDs: [form.purposeIds[0]!], since: opened.chosenAt };
    const saved = await (await own()).submit(reduced);
    expect([saved.name, allowedIn(saved)]).toEqual(['สมใจ', reduced.purposeUUIDs]);
    const row = await server.owner
      .selectFrom('userConsents as u')
      .innerJoin('consentSources as s', (join) =>
        join.onRef('s.consentId', '=', 'u.consentId').onRef('s.id', '=', 'u.sourceId'),
      )
      .select(['u.id', 'u.identity', 'u.hasGuardian', 's.name as source'])
      .where('u.id', '=', saved.history[0]!.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ hasGuardian: false, source: shop });
    expect(sealedIdentity.open(await workspaceKey(form.workspaceId), row.id, row.identity)).toEqual({
      uid,
      name: 'สมใจ',
      guardian: null,
    });
    expect(await receiptOf(form, saved.receipt.id)).toMatchObject({
      subject: { name: 'สมใจ' },
      guardian: null,
      method: `Withdrawal page · ${shop}`,
    });
    await besiege([0, 1, 2]);
    expect(allowedIn(await (await own()).submit({ ...link, purposeUUIDs: [], since: opened.chosenAt }))).toEqual([]);
  });

  it('states no name, guardian and source where only strangers can have stated them', async () => {
    const browser = randomUUIDv7();
    for (const known of [{ knownBy: 'browser', browser } as const, { knownBy: 'uid' } as const]) {
      const uid = `unproved ${known.knownBy}`;
      await recordChoices(server, form, [{ uid, ...STRANGER, ...known }]);
      const link = await linkFor(uid);
      expect(await (await own()).open(link)).toMatchObject({ uid, name: '' });
      const { receipt } = await (await own()).submit({ ...link, purposeUUIDs: [form.purposeIds[0]!] });
      expect(await receiptOf(form, receipt.id)).toMatchObject({
        subject: { uid, name: '' },
        guardian: null,
        method: 'Withdrawal page',
      });
    }
  });

  it('attributes to a guardian what they allowed, and to the data subject what they add alone', async () => {
    const minors = await buildConsentForm(server, admin, { draft: { askGuardian: true } });
    const uid = 'minor';
    const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'm@example.com', telephone: '0812345678' };
    await recordChoices(server, minors, [{ uid, granted: [0], guardian, knownBy: 'token' }]);
    const link = await linkFor(uid, minors);
    expect(await (await own()).open(link)).toMatchObject({ askGuardian: true });
    const ids = minors.purposeIds as [string, string, string];
    const choose = async (...purposeUUIDs: string[]) => {
      const { history, receipt } = await (await own()).submit({ ...link, purposeUUIDs });
      const { purposes } = await receiptOf(minors, receipt.id);
      return { id: history[0]!.id, by: purposes.map(({ indicatedBy }) => indicatedBy) };
    };
    expect((await choose(ids[0], ids[1])).by).toEqual(['guardian', 'subject', 'subject']);
    // So it stays when they choose again.
    const all = await choose(...ids);
    expect(all.by).toEqual(['guardian', 'subject', 'subject']);
    const { userConsent } = await callerFor(server, admin);
    const proof = await userConsent.get({ ws: minors.workspaceId, id: all.id });
    expect(proof).toMatchObject({ guardian, hasGuardian: true, alone: [ids[1], ids[2]] });
    // What was withdrawn in between, they add alone, too: nothing is the guardian's any more.
    await choose(ids[1]);
    const again = await choose(ids[0], ids[1]);
    expect(again.by).toEqual([null, null, null]);
    expect(await userConsent.get({ ws: minors.workspaceId, id: again.id })).toMatchObject({
      guardian: null,
      hasGuardian: false,
      alone: [],
    });
  });

  it('attributes choices from before guardians were stored with them by what was allowed ever since', async () => {
    const minors = await buildConsentForm(server, admin, { purposes: 2 });
    const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'm@example.com', telephone: '' };
    const choice = { uid: 'minor of then', guardian };
    const byLink = { channel: 'Withdrawal page', knownBy: 'link' } as const;
    await recordChoices(server, minors, [{ ...choice, granted: [0], knownBy: 'token', at: new Date('2026-11-01') }]);
    const [id] = await recordChoices(server, minors, [
      { ...choice, ...byLink, granted: [0, 1], at: new Date('2026-11-02') },
    ]);
    const { consentReceipt } = await callerFor(server, admin);
    const issued = await consentReceipt.issue({ ws: minors.workspaceId, id: id! });
    expect((await receiptOf(minors, issued.id)).purposes.map(({ indicatedBy }) => indicatedBy)).toEqual([
      'guardian',
      'subject',
    ]);
  });

  it('attributes them with the guardian where retention has removed what the guardian chose', async () => {
    const minors = await buildConsentForm(server, admin, { purposes: 2 });
    const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'm@example.com', telephone: '' };
    const choice = { uid: 'minor of long ago', guardian, granted: [0, 1] };
    const byLink = { channel: 'Withdrawal page', knownBy: 'link' } as const;
    const [removed] = await recordChoices(server, minors, [
      { ...choice, knownBy: 'token', at: new Date('2026-11-01') },
    ]);
    const [id] = await recordChoices(server, minors, [{ ...choice, ...byLink, at: new Date('2026-11-02') }]);
    await server.owner.deleteFrom('userConsents').where('id', '=', removed!).execute();
    const { consentReceipt } = await callerFor(server, admin);
    const issued = await consentReceipt.issue({ ws: minors.workspaceId, id: id! });
    expect((await receiptOf(minors, issued.id)).purposes.map(({ indicatedBy }) => indicatedBy)).toEqual([
      'guardian',
      'guardian',
    ]);
  });

  it('brings back nothing that is withdrawn by request at the same time', async () => {
    const uid = 'crossing';
    const crossed = await buildConsentForm(server, admin);
    await recordChoices(server, crossed, [{ uid, knownBy: 'token' }]);
    const link = await linkFor(uid, crossed);
    const { chosenAt } = await (await own()).open(link);
    const { purposeIds, workspaceId } = crossed;
    let saving: Promise<string> | undefined;
    await transact(server.deps, { workspaceId }, async (trx) => {
      await withdraw(server.deps, trx, {
        workspaceId,
        uids: [uid],
        by: admin.personnelId,
        choices: [{ consentId: crossed.id, purposeIds: [purposeIds[0]!] }],
      });
      const input = { ...link, purposeUUIDs: purposeIds.slice(0, 2), since: chosenAt };
      saving = (await own()).submit(input).then(
        () => 'saved',
        ({ code }: { code: string }) => code,
      );
      await expect
        .poll(async () => {
          const { rows } = await sql<{
            waiting: boolean;
          }>`select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()) as waiting`.execute(
            server.owner,
          );
          return rows[0]!.waiting;
        })
        .toBe(true);
    });
    expect(await saving).toBe('CONFLICT');
    expect(await presentOf(uid, crossed)).toMatchObject({ granted: 6 });
  });

  it('refuses ids that are not purposes of the form, and an outdated page', async () => {
    await recordChoices(server, form, [{ uid: 'careful' }]);
    const link = await linkFor('careful');
    const { chosenAt } = await (await own()).open(link);
    await expect((await own()).submit({ ...link, purposeUUIDs: [randomUUID()] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await (await own()).submit({ ...link, purposeUUIDs: [], since: chosenAt });
    await expect(
      (await own()).submit({ ...link, purposeUUIDs: [...form.purposeIds], since: chosenAt }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await presentOf('careful')).toMatchObject({ action: 'NONE', submissions: 2 });
  });
});

describe('a closed form', () => {
  it('permits data subjects to withdraw, but to add nothing', async () => {
    const closed = await buildConsentForm(server, admin);
    await recordChoices(server, closed, [{ uid: 'late', granted: [0, 1] }]);
    const link = await linkFor('late', closed);
    await server.owner.updateTable('consents').set({ active: false }).where('id', '=', closed.id).execute();
    expect((await (await own()).open(link)).closed).toBe(true);
    await expect((await own()).submit({ ...link, purposeUUIDs: [...closed.purposeIds] })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await (await own()).submit({ ...link, purposeUUIDs: [closed.purposeIds[0]!] });
    expect(await presentOf('late', closed)).toMatchObject({ action: 'ACCEPT', granted: 1 });
    // Ingest continues to refuse it.
    await expect(recordChoices(server, closed, [{ uid: 'late' }])).resolves.toEqual([expect.any(String)]);
    expect(await presentOf('late', closed)).toMatchObject({ granted: 1, submissions: 2 });
    await server.owner.updateTable('consents').set({ active: true }).where('id', '=', closed.id).execute();
    expect((await (await own()).open(link)).closed).toBe(false);
    await endsOn(closed, '2020-01-01');
    expect((await (await own()).open(link)).closed).toBe(true);
  });

  it('is any form of a workspace that does not use consent any more', async () => {
    const person = await buildPerson(server);
    const off = await buildConsentForm(server, person);
    await recordChoices(server, off, [{ uid: 'off', granted: [0, 1] }]);
    const { address } = await (
      await callerFor(server, person)
    ).consentReceipt.link({ ws: off.workspaceId, id: off.id, uid: 'off' });
    const link = choicesOf(new URL(address).hash)!;
    await sql`update workspaces set flags = flags || '{"consentEnabled": false}' where id = ${off.workspaceId}`.execute(
      server.owner,
    );
    expect((await (await own()).open(link)).closed).toBe(true);
    await expect((await own()).submit({ ...link, purposeUUIDs: [...off.purposeIds] })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await (await own()).submit({ ...link, purposeUUIDs: [off.purposeIds[0]!] });
    expect(await presentOf('off', off)).toMatchObject({ action: 'ACCEPT', granted: 1 });
  });

  it('grants nothing once the answered version has ended', async () => {
    const over = await buildConsentForm(server, admin);
    await recordChoices(server, over, [{ uid: 'over', granted: [0, 1] }]);
    await recordChoices(server, over, [{ uid: 'refused', granted: [] }]);
    const link = await linkFor('over', over);
    expect(await (await own()).open(link)).toMatchObject({ ended: null });
    await endsOn(over, '2020-01-01');
    const opened = await (await own()).open(link);
    expect(opened).toMatchObject({ ended: '2020-01-01', closed: true });
    expect(allowedIn(opened)).toEqual([]);
    await expect((await own()).submit({ ...link, purposeUUIDs: [over.purposeIds[0]!] })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await (await own()).open(await linkFor('refused', over))).toMatchObject({ ended: null });
  });

  it('does not grant a purpose whose text has changed until it is selected again', async () => {
    const reworded = await buildConsentForm(server, admin);
    await recordChoices(server, reworded, [{ uid: 'words' }]);
    const [first, ...others] = reworded.content.purposes;
    await publish(reworded, 2, {
      purposes: [{ ...first!, description: { th: 'ให้บริษัทอื่นด้วย', en: 'To other companies too' } }, ...others],
    });
    const link = await linkFor('words', reworded);
    expect(allowedIn(await (await own()).open(link))).toEqual(reworded.purposeIds.slice(1));
    await (await own()).submit({ ...link, purposeUUIDs: [...reworded.purposeIds] });
    expect(allowedIn(await (await own()).open(link))).toEqual(reworded.purposeIds);
  });

  it('displays the version in force, not one that starts later', async () => {
    const later = await buildConsentForm(server, admin);
    await recordChoices(server, later, [{ uid: 'early' }]);
    await publish(later, 2, { effectiveFrom: '2999-01-01' });
    const link = await linkFor('early', later);
    expect(await (await own()).open(link)).toMatchObject({ version: 1, closed: false });
    await (await own()).submit({ ...link, purposeUUIDs: [] });
    expect(await presentOf('early', later)).toMatchObject({ version: 1, action: 'NONE' });
  });

  it('states until when a purpose is allowed that a newer version does not contain', async () => {
    const limited = await buildConsentForm(server, admin);
    await recordChoices(server, limited, [{ uid: 'until', granted: [0, 1] }]);
    await endsOn(limited, '2999-06-30');
    await publish(limited, 2, { purposes: limited.content.purposes.filter(({ bit }) => bit !== 1) });
    const { purposes } = await (await own()).open(await linkFor('until', limited));
    expect(purposes.map(({ id, former, endsOn: day }) => [id, former, day])).toEqual([
      [limited.purposeIds[0], false, null],
      [limited.purposeIds[2], false, null],
      [limited.purposeIds[1], true, '2999-06-30'],
    ]);
  });

  it('preserves a purpose that a newer version does not contain until it is withdrawn', async () => {
    const changed = await buildConsentForm(server, admin);
    await recordChoices(server, changed, [{ uid: 'former', granted: [0, 1] }]);
    await publish(changed, 2, { purposes: changed.content.purposes.filter(({ bit }) => bit !== 1) });
    const link = await linkFor('former', changed);
    const opened = await (await own()).open(link);
    expect(opened.purposes.map(({ id, allowed, former, endsOn: day }) => [id, allowed, former, day])).toEqual([
      [changed.purposeIds[0], true, false, null],
      [changed.purposeIds[2], false, false, null],
      [changed.purposeIds[1], true, true, null],
    ]);
    const stored = await (
      await own()
    ).submit({ ...link, purposeUUIDs: [changed.purposeIds[1]!, changed.purposeIds[2]!] });
    expect(await presentOf('former', changed)).toMatchObject({ action: 'ACCEPT', granted: 6, version: 2 });
    const { receipt } = await (
      await callerFor(server, null)
    ).consentReceipt.get({ ws: changed.workspaceId, id: stored.receipt.id });
    expect(receipt['dpv:hasProcess']).toHaveLength(3);
    const removed = await (await own()).submit({ ...link, purposeUUIDs: [changed.purposeIds[2]!] });
    expect(removed.purposes.map(({ id }) => id)).toEqual([changed.purposeIds[0], changed.purposeIds[2]]);
    await expect((await own()).submit({ ...link, purposeUUIDs: [changed.purposeIds[1]!] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('a form with later versions', () => {
  it('displays earlier choices in the words of then, and signs them in these', async () => {
    const renamed = await buildConsentForm(server, admin);
    const uid = 'words of then';
    const [first, second] = renamed.content.purposes;
    const [id] = await recordChoices(server, renamed, [{ uid, granted: [0, 1], knownBy: 'token' }]);
    const link = await linkFor(uid, renamed);
    // The first is reworded; the second is dropped, and asked for again in other words from a later day on.
    await publish(renamed, 2, { purposes: retitled(renamed, 0, 'New words').filter(({ bit }) => bit !== 1) });
    await publish(renamed, 3, { purposes: retitled(renamed, 1, 'Later words'), effectiveFrom: '2999-01-01' });
    const opened = await (await own()).open(link);
    expect(opened.history[0]!.allowed).toEqual([first!.title, second!.title]);
    expect(opened.purposes.map(({ title, former }) => [title.en, former])).toEqual([
      ['New words', false],
      [renamed.content.purposes[2]!.title.en, false],
      [second!.title.en, true],
    ]);
    const found = await (await callerFor(server, admin)).consentReceipt.find({ ws: renamed.workspaceId, uid });
    expect(found.collection[0]!.purposes.map(({ title }) => title)).toEqual([first!.title, second!.title]);
    const { id: earlier } = await (await own()).receipt({ ...link, id: id! });
    expect((await receiptOf(renamed, earlier)).purposes.map(({ title }) => title)).toEqual(
      renamed.content.purposes.map(({ title }) => title),
    );
    const { receipt } = await (
      await own()
    ).submit({ ...link, purposeUUIDs: [renamed.purposeIds[0]!, renamed.purposeIds[1]!] });
    expect((await receiptOf(renamed, receipt.id)).purposes.map(({ title, state }) => [title.en, state])).toEqual([
      ['New words', 'given'],
      [renamed.content.purposes[2]!.title.en, 'refused'],
      [second!.title.en, 'given'],
    ]);
  });

  it('leaves what is kept as it was, also if the newest version has ended', async () => {
    const limited = await buildConsentForm(server, admin);
    const uid = 'kept';
    await recordChoices(server, limited, [{ uid, granted: [0, 1], knownBy: 'token' }]);
    await publish(limited, 2, { effectiveTo: '2020-01-01' });
    const link = await linkFor(uid, limited);
    const saved = await (await own()).submit({ ...link, purposeUUIDs: [limited.purposeIds[0]!] });
    expect(saved).toMatchObject({ closed: true, ended: null });
    expect(allowedIn(saved)).toEqual([limited.purposeIds[0]]);
    expect(await presentOf(uid, limited)).toMatchObject({ action: 'ACCEPT', granted: 1, version: 1 });
    // A refusal is one of everything that is displayed, and does not end.
    await (await own()).submit({ ...link, purposeUUIDs: [] });
    expect(await presentOf(uid, limited)).toMatchObject({ action: 'NONE', version: 2 });
  });
});

describe('a choice in the words of a version that was read before a later one came', () => {
  it('names what only the later one asks for, on every page and in the answer to the data subject', async () => {
    const grown = await buildConsentForm(server, admin);
    const { workspaceId, content } = grown;
    const uid = 'grown';
    await server.owner
      .updateTable('consentVersions')
      .set({
        content: JSON.stringify({ ...content, purposes: content.purposes.slice(0, 2), effectiveTo: '2999-01-01' }),
      })
      .where('consentId', '=', grown.id)
      .execute();
    await recordChoices(server, grown, [{ uid, granted: [0, 1] }]);
    const call = await callerFor(server, admin);
    // Read by this node.
    await call.userConsent.subject({ ws: workspaceId, uid });
    await publish(grown, 2, { effectiveTo: '2999-12-31' });
    await recordChoices(server, grown, [{ uid, granted: [0, 2] }]);
    expect(await presentOf(uid, grown)).toMatchObject({ version: 1, granted: 5 });
    const titles = [0, 2].map((place) => content.purposes[place]!.title);
    const named = (purposes: readonly { title: Content['title'] }[]) => purposes.map(({ title }) => title);
    const found = await call.consentReceipt.find({ ws: workspaceId, uid });
    expect(named(found.collection[0]!.purposes)).toEqual(titles);
    const { collection } = await call.userConsent.subject({ ws: workspaceId, uid });
    expect(named(collection[0]!.purposes)).toEqual(titles);
    const { history } = await (await own()).open(await linkFor(uid, grown));
    expect(history[0]!.allowed).toEqual(titles);
  });
});

describe('the link', () => {
  it('is created by users who may read the history, for data subjects who have answered, and is logged without the uid', async () => {
    await recordChoices(server, form, [{ uid: 'linked@example.com' }]);
    const staff = await buildPerson(server, { workspaceId: form.workspaceId, role: 'Staff' });
    await expect(
      (await callerFor(server, staff)).consentReceipt.link({
        ws: form.workspaceId,
        id: form.id,
        uid: 'linked@example.com',
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const call = await callerFor(server, admin);
    await expect(call.consentReceipt.link({ ws: form.workspaceId, id: form.id, uid: 'nobody' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const { address, expiresAt } = await call.consentReceipt.link({
      ws: form.workspaceId,
      id: form.id,
      uid: 'linked@example.com',
    });
    const url = new URL(address);
    // None of it is sent to a server: it is all in the fragment.
    expect([url.pathname, url.search]).toEqual(['/en/consent-choices', '']);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect(address).not.toContain('linked@example.com');
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select(['changes', 'subject'])
      .where('event', '=', 'userConsent.linked')
      .where('entityId', '=', form.id)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(logged)).not.toContain('linked@example.com');
  });

  it('expires after 30 days, and fails with one character altered, in another workspace, or for another form', async () => {
    await recordChoices(server, form, [{ uid: 'tokens' }]);
    const link = await linkFor('tokens');
    const open = async (input: { ws: string; token: string }) =>
      (await own()).open(input).then(
        () => 'opened',
        (error: { cause?: { problem?: { code?: string } } }) => error.cause?.problem?.code,
      );
    expect(await open(link)).toBe('opened');
    for (const place of [0, 1, 20, Math.floor(link.token.length / 2), link.token.length - 2, link.token.length - 1]) {
      for (const letter of ['A', 'B', '_']) {
        if (link.token[place] === letter) continue;
        expect(
          await open({ ...link, token: link.token.slice(0, place) + letter + link.token.slice(place + 1) }),
          `${letter} at ${place}`,
        ).toBe('consentChoices.invalid');
      }
    }
    const other = await buildPerson(server);
    for (const ws of [other.workspaceId, randomUUID()])
      expect(await open({ ...link, ws })).toBe('consentChoices.invalid');
    // Encrypted by the same workspace for another use, or for a form without this data subject.
    const key = await workspaceKey(form.workspaceId);
    const expiresAt = new Date(Date.now() + 60_000);
    expect(
      await open({
        ws: form.workspaceId,
        token: key
          .seal('userConsents.identity', form.id, JSON.stringify([form.id, 'tokens', expiresAt.getTime()]))
          .toString('base64url'),
      }),
    ).toBe('consentChoices.invalid');
    expect(
      await open({
        ws: form.workspaceId,
        token: sealToken(key, { consentId: randomUUID(), uid: 'tokens', expiresAt }),
      }),
    ).toBe('consentChoices.invalid');
    expect(
      await open({ ws: form.workspaceId, token: sealToken(key, { consentId: form.id, uid: 'tokens too', expiresAt }) }),
    ).toBe('consentChoices.invalid');
    server.clock.set(new Date(Date.now() + 31 * 86_400_000));
    try {
      expect(await open(link)).toBe('consentChoices.expired');
    } finally {
      server.clock.run();
    }
  });

  it('is rate-limited per address', async () => {
    const call = await own('198.51.100.9');
    const codes: string[] = [];
    for (let turn = 0; turn < 61; turn += 1)
      await call
        .open({ ws: form.workspaceId, token: 'A'.repeat(60) })
        .catch((error: { code: string }) => codes.push(error.code));
    expect(codes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'UNAUTHORIZED'));
    expect(codes[60]).toBe('TOO_MANY_REQUESTS');
  });
});
