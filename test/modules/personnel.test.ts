import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { join } from '../../server/platform/auth/queries.ts';
import { settleDelivery } from '../../server/platform/mail/deliveryWorkflow.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

let server: TestServer;
let organizationId: string;
let ws: string;
let admin: Person;
let dpo: Person;
let staff: Person;
let outsider: Person;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  organizationId = (await buildOrganization(server)).id;
  ws = (await buildWorkspace(server, { organizationId })).id;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  outsider = await buildPerson(server, { role: 'Admin' });
});

const as = async (person: Person | null) => (await callerFor(server, person)).personnel;
let counter = 0;
const fields = (overrides: object = {}) => ({
  name: 'มานะ รักงาน',
  position: 'เจ้าหน้าที่เวชระเบียน',
  phone: '0812345678',
  email: `new${(counter += 1)}@hospital.example`,
  role: 'Staff' as const,
  ...overrides,
});
const row = (id: string) =>
  server.owner.selectFrom('personnel').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lastEvent = () =>
  server.owner
    .selectFrom('activityLogs')
    .selectAll()
    .where('workspaceId', '=', ws)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Statements that wait for a lock. */
const countWaiting = async (): Promise<number> =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      server.owner,
    )
  ).rows.length;

async function buildDraftPurpose(responsiblePersonnelId: string, status = 'draft'): Promise<string> {
  const id = randomUUIDv7();
  await server.owner
    .insertInto('purposes')
    .values({
      workspaceId: ws,
      id,
      titleTh: 'ดูแลผู้ป่วย',
      titleEn: 'Care',
      descriptionTh: 'x',
      descriptionEn: 'x',
      responsiblePersonnelId,
      status,
    })
    .execute();
  return id;
}

describe('permissions', () => {
  it('to read and change personnel: Admin and DPO of the workspace, nobody else', async () => {
    const { personnelId: id, email } = staff;
    const calls = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.list({ ws }),
      () => api.get({ ws, id }),
      () => api.taskOverview({ ws, id }),
      () => api.create({ ws, ...fields() }),
      () => api.update({ ws, id, ...fields({ email }), rowVersion: 1 }),
      () => api.suspend({ ws, id, reason: 'ทดสอบ' }),
      () => api.unsuspend({ ws, id }),
      () => api.deactivate({ ws, id }),
      () => api.activate({ ws, id }),
    ];
    const others = (api: Awaited<ReturnType<typeof as>>) => [
      () => api.resendInvitation({ ws, id }),
      () => api.addExisting({ ws, email: 'x@x.example', role: 'Staff' }),
    ];
    const all = async (person: Person | null) => [...calls(await as(person)), ...others(await as(person))];
    for (const call of await all(null)) expect(await refusedWith(call())).toBe('UNAUTHORIZED');
    for (const call of await all(staff)) expect(await refusedWith(call())).toBe('FORBIDDEN');
    for (const call of await all(outsider)) expect(await refusedWith(call())).toBe('NOT_FOUND');
    for (const call of calls(await as(dpo))) await expect(call()).resolves.toBeTruthy();
  });

  it('to select a person: everybody in the workspace, and only active people', async () => {
    await buildPerson(server, { workspaceId: ws, role: 'Staff', status: 'suspended' });
    const picked = await (await as(staff)).pick({ ws });
    expect(picked.map(({ id }) => id).toSorted()).toEqual(
      [admin, dpo, staff].map(({ personnelId }) => personnelId).toSorted(),
    );
    expect(await refusedWith((await as(outsider)).pick({ ws }))).toBe('NOT_FOUND');
    expect(await refusedWith((await as(null)).pick({ ws }))).toBe('UNAUTHORIZED');
  });

  it('to filter a list by a person: also who left, behind those who are here, whatever their role', async () => {
    const left = await Promise.all(
      (['suspended', 'inactive'] as const).map((status) =>
        buildPerson(server, { workspaceId: ws, role: 'DPO', status }),
      ),
    );
    await (await as(admin)).create({ ws, ...fields() });
    const choices = await (await as(staff)).pick({ ws, withFormer: true });
    const idsOf = (active: boolean) => choices.filter((one) => one.active === active).map(({ id }) => id);
    expect(idsOf(true)).toEqual(choices.slice(0, idsOf(true).length).map(({ id }) => id));
    expect(idsOf(true).toSorted()).toEqual([admin, dpo, staff].map(({ personnelId }) => personnelId).toSorted());
    expect(idsOf(false)).toEqual(expect.arrayContaining(left.map(({ personnelId }) => personnelId)));
    const statuses = await Promise.all(
      idsOf(false).map(async (id) => (await (await as(admin)).get({ ws, id })).status),
    );
    expect(statuses).not.toContain('invited');
  });

  it('to reach a person of another workspace by id: nobody', async () => {
    const api = await as(admin);
    const id = outsider.personnelId;
    expect(await refusedWith(api.get({ ws, id }))).toBe('NOT_FOUND');
    expect(await refusedWith(api.update({ ws, id, ...fields(), rowVersion: 1 }))).toBe('NOT_FOUND');
    expect(await refusedWith(api.suspend({ ws, id, reason: 'x' }))).toBe('NOT_FOUND');
    expect(await refusedWith(api.suspend({ ws, id: staff.personnelId, reason: 'x', reassignTo: id }))).toBe(
      'BAD_REQUEST',
    );
  });

  it('to change an Admin: only an Admin', async () => {
    const second = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const api = await as(dpo);
    const id = second.personnelId;
    expect(await refusal(api.create({ ws, ...fields({ role: 'Admin' }) }))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'personnel.adminOnly',
    });
    expect(
      await refusedWith(api.update({ ws, id: staff.personnelId, ...fields({ role: 'Admin' }), rowVersion: 1 })),
    ).toBe('FORBIDDEN');
    expect(await refusedWith(api.update({ ws, id, ...fields(), rowVersion: 1 }))).toBe('FORBIDDEN');
    expect(await refusedWith(api.suspend({ ws, id, reason: 'x' }))).toBe('FORBIDDEN');
    expect(await refusedWith(api.deactivate({ ws, id }))).toBe('FORBIDDEN');
    const changed = await (await as(admin)).update({ ws, id, ...fields({ role: 'DPO' }), rowVersion: 1 });
    expect(changed.role).toBe('DPO');
  });
});

describe('an invitation', () => {
  it('is a pending record, a token of which only the hash is stored, and a mail with the link', async () => {
    server.clock.set('2026-11-21T03:00:00Z');
    const created = await (await as(dpo)).create({ ws, ...fields({ email: 'Somebody@Hospital.example' }) });
    server.clock.run();
    expect(created).toMatchObject({
      status: 'invited',
      email: 'somebody@hospital.example',
      invitationExpiresAt: '2026-11-28T03:00:00.000Z',
    });
    const { tokenHash } = await server.owner
      .selectFrom('invitations')
      .select('tokenHash')
      .where('personnelId', '=', created.id)
      .executeTakeFirstOrThrow();
    const mail = await server.owner
      .selectFrom('mails')
      .selectAll()
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    expect(mail.kind).toBe('invitation');
    expect(mail.payload.toString('latin1')).not.toContain('somebody');
    const text = server.deps.keyring.system.open('mails.payload', mail.id, mail.payload);
    const token = /invitation#token=([\w-]{43})/.exec(text)?.[1] ?? '';
    expect(createHash('sha256').update(token).digest('hex')).toBe(tokenHash);
    expect(await lastEvent()).toMatchObject({ event: 'personnel.invited', entityId: created.id, subject: '' });
  });

  it('is refused for an existing address, with the field named', async () => {
    const refused = await refusal((await as(dpo)).create({ ws, ...fields({ email: staff.email.toUpperCase() }) }));
    expect(refused).toMatchObject({ status: 'CONFLICT', code: 'personnel.emailTaken', fields: ['email'] });
    await expect((await as(dpo)).create({ ws, ...fields({ email: outsider.email }) })).resolves.toMatchObject({
      status: 'invited',
    });
  });

  it('displays what became of its mail, and that nothing sends it', async () => {
    const api = await as(dpo);
    const created = await api.create({ ws, ...fields() });
    expect(created.invitationMail).toBe('kept');
    const set = (state: string) =>
      server.owner
        .updateTable('mailDeliveries')
        .set({ state })
        .where('entityId', '=', created.id)
        .where('superseded', '=', false)
        .execute();
    await set('waiting');
    const config = { ...server.deps.config, nodeEnv: 'production' as const };
    const { personnel } = await callerFor(server, dpo, { deps: { ...server.deps, config } });
    expect((await personnel.get({ ws, id: created.id })).invitationMail).toBe('noServer');
    const { mailId } = await server.owner
      .selectFrom('mailDeliveries')
      .select('mailId')
      .where('entityId', '=', created.id)
      .executeTakeFirstOrThrow();
    const outcome = { status: 'failed', reason: 'EENVELOPE 550' } as const;
    await server.deps.systemDb.transaction().execute((trx) => settleDelivery(trx, mailId, outcome, server.deps.now()));
    expect((await api.get({ ws, id: created.id })).invitationMail).toBe('failed');
    await api.resendInvitation({ ws, id: created.id });
    expect((await api.get({ ws, id: created.id })).invitationMail).toBe('kept');
    expect((await api.get({ ws, id: staff.personnelId })).invitationMail).toBeNull();
  });

  it('is refused for the account of somebody who is here under another address', async () => {
    const api = await as(dpo);
    const { name, position, role, rowVersion } = await api.get({ ws, id: staff.personnelId });
    const moved = { ws, id: staff.personnelId, name, position, role, rowVersion, phone: '0812345678' };
    await api.update({ ...moved, email: 'married@hospital.example' });
    expect(await refusal(api.create({ ws, ...fields({ email: staff.email }) }))).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.accountHere',
      fields: ['email'],
    });
    const invited = await api.create({ ws, ...fields() });
    const corrected = { ...fields({ email: staff.email }), ws, id: invited.id, rowVersion: invited.rowVersion };
    expect((await refusal(api.update(corrected))).code).toBe('personnel.accountHere');
    // An account that got the address since cannot accept, and is told why.
    await server.owner
      .updateTable('users')
      .set({ email: invited.email, emailVerifiedAt: new Date() })
      .where('id', '=', staff.userId)
      .execute();
    const { auth } = await callerFor(server, staff);
    expect((await refusal(auth.invitation.join({ workspaceId: ws }))).code).toBe('auth.alreadyJoined');
    // Nor is it invited again.
    const { id } = invited;
    const refused = { status: 'CONFLICT', code: 'personnel.accountHere' };
    expect(await refusal(api.resendInvitation({ ws, id }))).toMatchObject(refused);
    await api.deactivate({ ws, id });
    expect(await refusal(api.activate({ ws, id }))).toMatchObject(refused);
    expect((await api.get({ ws, id })).status).toBe('inactive');
  });

  it('whose link was looked up before the address was corrected no longer lets anybody in', async () => {
    const api = await as(dpo);
    const invited = await api.create({ ws, ...fields() });
    const tokenHashes = async () =>
      (
        await server.owner.selectFrom('invitations').select('tokenHash').where('personnelId', '=', invited.id).execute()
      ).map((one) => one.tokenHash);
    const [tokenHash] = await tokenHashes();
    const joined = (accepted: { email: string; tokenHash?: string }) =>
      server.deps.authDb
        .transaction()
        .execute(async (trx) => {
          const facts = { workspaceId: ws, personnelId: invited.id, ...accepted };
          if (!(await join(trx, facts, outsider.userId, server.deps.now()))) throw new Error('refused');
        })
        .then(
          () => true,
          () => false,
        );
    const corrected = { ...fields({ email: 'right@hospital.example' }), ws, id: invited.id };
    await api.update({ ...corrected, rowVersion: invited.rowVersion });
    for (const accepted of [{ email: invited.email }, { email: invited.email, tokenHash: tokenHash! }])
      expect(await joined(accepted)).toBe(false);
    expect(await row(invited.id)).toMatchObject({ status: 'invited', userId: null });
    const [replaced] = await tokenHashes();
    await api.resendInvitation({ ws, id: invited.id });
    const [newest] = await tokenHashes();
    const email = 'right@hospital.example';
    expect(await joined({ email, tokenHash: replaced! })).toBe(false);
    expect(await joined({ email, tokenHash: newest! })).toBe(true);
  });

  it.each(['activate', 'resendInvitation'] as const)(
    'mailed to a former address does not open the one that replaces it beside %s',
    async (move) => {
      const api = await as(dpo);
      const [former, corrected] = [fields(), fields()];
      const { id } = await api.create({ ws, ...former });
      if (move === 'activate') await api.deactivate({ ws, id });
      const { rowVersion } = await api.get({ ws, id });
      const calls = [() => api.update({ ws, id, ...corrected, rowVersion }), () => api[move]({ ws, id })];
      // Both have begun before either gets the person's row.
      const { results } = await server.owner.transaction().execute(async (trx) => {
        await trx.selectFrom('personnel').select('id').where('id', '=', id).forNoKeyUpdate().execute();
        const started: Promise<unknown>[] = [];
        for (const call of calls) {
          started.push(call());
          await expect.poll(countWaiting).toBe(started.length);
        }
        return { results: Promise.all(started) };
      });
      await results;
      expect(await row(id)).toMatchObject({ status: 'invited', email: corrected.email });
      const { invitation } = (await callerFor(server, null)).auth;
      for (const mail of await mailsOf(server, former.email))
        expect((await refusal(invitation.get({ token: tokenIn(mail) }))).code).toBe('auth.invitationInvalid');
      const newest = (await mailsOf(server, corrected.email)).at(-1);
      expect((await invitation.get({ token: tokenIn(newest) })).email).toBe(corrected.email);
    },
  );

  it('mailed to another address than the person has now opens nothing', async () => {
    const wanted = fields();
    const { id } = await (await as(dpo)).create({ ws, ...wanted });
    const [mail] = await mailsOf(server, wanted.email);
    const { invitation } = (await callerFor(server, null)).auth;
    expect((await invitation.get({ token: tokenIn(mail) })).email).toBe(wanted.email);
    await server.owner.updateTable('personnel').set({ email: fields().email }).where('id', '=', id).execute();
    expect((await refusal(invitation.get({ token: tokenIn(mail) }))).code).toBe('auth.invitationInvalid');
  });

  it('sent again invalidates the previous link', async () => {
    const api = await as(dpo);
    const { id } = await api.create({ ws, ...fields() });
    const tokens = () =>
      server.owner.selectFrom('invitations').select('tokenHash').where('personnelId', '=', id).execute();
    const before = await tokens();
    await api.resendInvitation({ ws, id });
    const after = await tokens();
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(await refusedWith(api.resendInvitation({ ws, id: staff.personnelId }))).toBe('CONFLICT');
  });

  it('is sent to the new address if that is corrected before acceptance', async () => {
    const api = await as(dpo);
    const person = await api.create({ ws, ...fields() });
    const { name, position, phone, role } = person;
    await api.update({
      ws,
      id: person.id,
      name,
      position,
      phone,
      role,
      email: 'corrected@hospital.example',
      rowVersion: 1,
    });
    const mails = await server.owner
      .selectFrom('mails')
      .select(['id', 'payload'])
      .where('workspaceId', '=', ws)
      .orderBy('createdAt')
      .execute();
    expect(mails).toHaveLength(2);
    expect(server.deps.keyring.system.open('mails.payload', mails[1]!.id, mails[1]!.payload)).toContain(
      'corrected@hospital.example',
    );
    expect(
      await server.owner.selectFrom('invitations').selectAll().where('personnelId', '=', person.id).execute(),
    ).toHaveLength(1);
  });

  it('of two at once at the limit of the package only one succeeds', async () => {
    const small = (await buildWorkspace(server, { tier: 'Basic' })).id;
    const boss = await buildPerson(server, { workspaceId: small, role: 'Admin' });
    for (let n = 0; n < 8; n += 1) await buildPerson(server, { workspaceId: small, role: 'Staff' });
    const results = await Promise.allSettled([
      (await as(boss)).create({ ws: small, ...fields() }),
      (await as(boss)).create({ ws: small, ...fields() }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = await refusal((await as(boss)).create({ ws: small, ...fields() }));
    expect(refused).toMatchObject({ status: 'CONFLICT', code: 'personnel.limit', details: { limit: 10, used: 10 } });
    const list = await (await as(boss)).list({ ws: small, role: 'Staff' });
    const leaving = list.collection.find(({ status }) => status === 'active')!;
    await (await as(boss)).deactivate({ ws: small, id: leaving.id });
    await (await as(boss)).create({ ws: small, ...fields() });
    expect(await refusal((await as(boss)).activate({ ws: small, id: leaving.id }))).toMatchObject({
      code: 'personnel.limit',
    });
  });

  it('of two at once for one address only one succeeds', async () => {
    const same = fields();
    const results = await Promise.allSettled([
      (await as(dpo)).create({ ws, ...same }),
      (await as(admin)).create({ ws, ...same }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a colleague', () => {
  it('of another workspace of the organisation becomes active here immediately', async () => {
    const sister = (await buildWorkspace(server, { organizationId })).id;
    const colleague = await buildPerson(server, { workspaceId: sister, role: 'DPO', name: 'ปิติ' });
    const { name: workspace } = await (await callerFor(server, dpo)).workspace.get({ ws });
    const added = await (await as(dpo)).addExisting({ ws, email: colleague.email, role: 'Staff' });
    expect(added).toMatchObject({ name: 'ปิติ', status: 'active', role: 'Staff', email: colleague.email });
    expect((await (await callerFor(server, colleague)).workspace.get({ ws })).role).toBe('Staff');
    expect((await lastEvent())?.event).toBe('personnel.joined');
    const [mail, ...others] = await mailsOf(server, colleague.email);
    expect([mail?.kind, others]).toEqual(['access.added', []]);
    expect(mail!.text).toContain(`${workspace} ในบทบาท เจ้าหน้าที่ `);
    expect(mail!.text).toContain(`/organization?workspace=${ws}`);
    expect(await refusal((await as(dpo)).addExisting({ ws, email: colleague.email, role: 'Staff' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.emailTaken',
    });
    expect(await refusedWith((await as(dpo)).addExisting({ ws, email: colleague.email, role: 'Admin' }))).toBe(
      'FORBIDDEN',
    );
  });

  it('of another organisation is indistinguishable from an unknown address', async () => {
    const unknown = await refusal((await as(dpo)).addExisting({ ws, email: 'nobody@nowhere.example', role: 'Staff' }));
    const foreign = await refusal((await as(dpo)).addExisting({ ws, email: outsider.email, role: 'Staff' }));
    expect(unknown).toEqual(foreign);
    expect(unknown).toMatchObject({ status: 'NOT_FOUND', code: 'personnel.notFound' });
  });

  it('is not somebody in whose record an Admin only entered the address', async () => {
    const sister = (await buildWorkspace(server, { organizationId })).id;
    const crony = await buildPerson(server, { workspaceId: sister, role: 'Staff' });
    await server.owner
      .updateTable('personnel')
      .set({ email: 'director@hospital.example' })
      .where('id', '=', crony.personnelId)
      .execute();
    expect(
      await refusedWith((await as(dpo)).addExisting({ ws, email: 'director@hospital.example', role: 'Staff' })),
    ).toBe('NOT_FOUND');
  });
});

describe('asking whether an address is known', () => {
  it('returns accounts of the own organisation, and of no other', async () => {
    const sister = await buildPerson(server, { workspaceId: (await buildWorkspace(server, { organizationId })).id });
    const api = await as(staff);
    expect(await api.checkUser({ ws, email: dpo.email })).toEqual({ exists: true, inWorkspace: true });
    expect(await api.checkUser({ ws, email: sister.email })).toEqual({ exists: true, inWorkspace: false });
    expect(await api.checkUser({ email: sister.email })).toEqual({ exists: true, inWorkspace: false });
    // Without a workspace: any in which the caller is active.
    expect(await api.checkUser({ email: dpo.email })).toEqual({ exists: true, inWorkspace: true });
    expect(await (await as(sister)).checkUser({ email: dpo.email })).toEqual({ exists: true, inWorkspace: false });
    const nobody = { exists: false, inWorkspace: false };
    expect(await api.checkUser({ ws, email: outsider.email })).toEqual(nobody);
    expect(await api.checkUser({ ws, email: 'nobody@nowhere.example' })).toEqual(nobody);
    expect(await api.checkUser({ email: outsider.email })).toEqual(nobody);
    expect(await refusedWith(api.checkUser({ ws: outsider.workspaceId, email: outsider.email }))).toBe('NOT_FOUND');
    expect(await refusedWith((await as(null)).checkUser({ email: dpo.email }))).toBe('UNAUTHORIZED');
  });

  it('is the same over REST', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/v1/check-users?email=${encodeURIComponent(dpo.email)}&ws=${ws}`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(answer.json()).toEqual({ exists: true, inWorkspace: true });
  });
});

describe('a workspace', () => {
  it('always has an active Admin', async () => {
    const api = await as(admin);
    const { personnelId: id, email } = admin;
    await buildPerson(server, { workspaceId: ws, role: 'Admin', status: 'suspended' });
    const lastAdmin = { status: 'CONFLICT', code: 'personnel.lastAdmin' };
    expect(await refusal(api.suspend({ ws, id, reason: 'x' }))).toMatchObject(lastAdmin);
    expect(await refusal(api.deactivate({ ws, id }))).toMatchObject(lastAdmin);
    expect(await refusal(api.update({ ws, id, ...fields({ email, role: 'DPO' }), rowVersion: 1 }))).toMatchObject(
      lastAdmin,
    );
    expect((await row(id)).status).toBe('active');
  });

  it('retains one of two Admins who remove each other at the same moment', async () => {
    const other = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const results = await Promise.allSettled([
      (await as(admin)).suspend({ ws, id: other.personnelId, reason: 'x' }),
      (await as(other)).update({ ws, id: admin.personnelId, ...fields({ email: admin.email }), rowVersion: 1 }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('suspension', () => {
  it('and deactivation end with a mail to the address that the person signs in with', async () => {
    const api = await as(dpo);
    const id = staff.personnelId;
    await server.owner.updateTable('personnel').set({ email: 'typed@hospital.example' }).where('id', '=', id).execute();
    await api.suspend({ ws, id, reason: 'ลาออกจากหน้าที่' });
    await api.deactivate({ ws, id });
    await api.activate({ ws, id });
    await api.suspend({ ws, id, reason: 'ลาออกจากหน้าที่' });
    await api.unsuspend({ ws, id });
    const mails = await mailsOf(server, staff.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['access.restored', 'access.restored']);
    expect(mails[1]!.text).toContain(`/organization?workspace=${ws}`);
    expect(await mailsOf(server, 'typed@hospital.example')).toEqual([]);
    // Whoever cannot sign in is not invited to.
    await api.suspend({ ws, id, reason: 'ลาออกจากหน้าที่' });
    await server.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', staff.userId).execute();
    await api.unsuspend({ ws, id });
    expect(await mailsOf(server, staff.email)).toHaveLength(2);
  });

  it('takes effect at the next call of an open session, until it ends', async () => {
    const member = await callerFor(server, staff);
    await expect(member.role.list({ ws })).resolves.toMatchObject({ meta: { totalItems: 4 } });
    const suspended = await (await as(dpo)).suspend({ ws, id: staff.personnelId, reason: 'ลาออกจากหน้าที่' });
    expect(suspended).toMatchObject({
      status: 'suspended',
      suspendedReason: 'ลาออกจากหน้าที่',
      suspendedAt: expect.any(String),
    });
    expect(await refusedWith((await callerFor(server, staff)).role.list({ ws }))).toBe('NOT_FOUND');
    const event = await lastEvent();
    expect(event?.event).toBe('personnel.suspended');
    expect(JSON.stringify(event?.changes)).not.toContain('ลาออก');
    await (await as(dpo)).unsuspend({ ws, id: staff.personnelId });
    await expect((await callerFor(server, staff)).role.list({ ws })).resolves.toMatchObject({
      meta: { totalItems: 4 },
    });
    expect((await row(staff.personnelId)).suspendedReason).toBe('');
  });

  it('requires a reason', async () => {
    expect(await refusal((await as(dpo)).suspend({ ws, id: staff.personnelId, reason: ' ' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['reason'],
    });
  });

  it('waits until open tasks are handed over to another active person, who receives them in the same step', async () => {
    const api = await as(dpo);
    const id = staff.personnelId;
    const drafts = [await buildDraftPurpose(id), await buildDraftPurpose(id)];
    await buildDraftPurpose(id, 'published');
    const overview = { total: 2, modules: [{ module: 'BUSINESS', pending: 0, active: 2 }] };
    expect(await api.taskOverview({ ws, id })).toEqual(overview);
    expect(await refusal(api.suspend({ ws, id, reason: 'x' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.openTasks',
      details: { overview },
    });
    expect(await refusal(api.deactivate({ ws, id }))).toMatchObject({ code: 'personnel.openTasks' });
    const inactive = await buildPerson(server, { workspaceId: ws, status: 'inactive' });
    for (const reassignTo of [id, inactive.personnelId, randomUUIDv7()]) {
      expect(await refusal(api.suspend({ ws, id, reason: 'x', reassignTo }))).toMatchObject({
        status: 'BAD_REQUEST',
        fields: ['reassignTo'],
      });
    }
    const successor = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    await api.suspend({ ws, id, reason: 'x', reassignTo: successor.personnelId });
    const moved = await server.owner
      .selectFrom('purposes')
      .select(['id', 'rowVersion'])
      .where('responsiblePersonnelId', '=', successor.personnelId)
      .execute();
    const { collection } = await (await callerFor(server, successor, { locale: 'en' })).notification.list({ ws });
    expect(collection.map(({ title }) => title)).toEqual(['Purpose “ดูแลผู้ป่วย” assigned', 'Purpose “ดูแลผู้ป่วย” assigned']);
    expect(moved.map((purpose) => purpose.id).toSorted()).toEqual(drafts.toSorted());
    expect(moved.every(({ rowVersion }) => rowVersion === 2)).toBe(true);
    expect(await api.taskOverview({ ws, id })).toEqual({ total: 0, modules: [] });
  });

  it('and activation follow the state table', async () => {
    const api = await as(dpo);
    const id = staff.personnelId;
    expect(await refusedWith(api.unsuspend({ ws, id }))).toBe('CONFLICT');
    expect(await refusedWith(api.activate({ ws, id }))).toBe('CONFLICT');
    await api.deactivate({ ws, id });
    expect(await refusedWith(api.suspend({ ws, id, reason: 'x' }))).toBe('CONFLICT');
    expect((await api.activate({ ws, id })).status).toBe('active');
    const invited = await api.create({ ws, ...fields() });
    expect(await refusedWith(api.suspend({ ws, id: invited.id, reason: 'x' }))).toBe('CONFLICT');
    await api.deactivate({ ws, id: invited.id });
    expect(
      await server.owner.selectFrom('invitations').selectAll().where('personnelId', '=', invited.id).execute(),
    ).toEqual([]);
    expect((await api.activate({ ws, id: invited.id })).status).toBe('invited');
    expect(
      await server.owner.selectFrom('invitations').selectAll().where('personnelId', '=', invited.id).execute(),
    ).toHaveLength(1);
  });
});

describe('a new role', () => {
  it('takes effect at the next call', async () => {
    expect(await refusedWith((await as(staff)).list({ ws }))).toBe('FORBIDDEN');
    await (
      await as(admin)
    ).update({ ws, id: staff.personnelId, ...fields({ email: staff.email, role: 'DPO' }), rowVersion: 1 });
    await expect((await as(staff)).list({ ws })).resolves.toBeTruthy();
  });

  it('is refused to an edit based on an older version', async () => {
    const api = await as(admin);
    const id = staff.personnelId;
    await (await as(dpo)).update({ ws, id, ...fields({ email: staff.email, name: 'ชื่อใหม่' }), rowVersion: 1 });
    const { name } = await api.get({ ws, id: dpo.personnelId });
    expect(
      await refusal(api.update({ ws, id, ...fields({ email: staff.email, role: 'DPO' }), rowVersion: 1 })),
    ).toMatchObject({
      code: 'staleEdit',
      details: {
        current: { name: 'ชื่อใหม่', role: 'Staff', rowVersion: 2, updatedBy: { id: dpo.personnelId, name } },
      },
    });
    const changes = (await lastEvent())?.changes as { field: string; new: string }[];
    expect(changes.find(({ field }) => field === 'name')?.new).toBe('ช•••');
  });
});

describe('the directory', () => {
  it('searches, filters by role and status, and leaves out Admins on request', async () => {
    await buildPerson(server, { workspaceId: ws, role: 'Top Management', name: 'ชูใจ', status: 'inactive' });
    const api = await as(dpo);
    const names = async (input: object) => (await api.list({ ws, ...input })).meta.totalItems;
    expect(await names({})).toBe(4);
    expect(await names({ query: 'ชูใจ' })).toBe(1);
    expect(await names({ query: staff.email.slice(0, 12).toUpperCase() })).toBe(1);
    expect(await names({ query: 'officer' })).toBe(4);
    expect(await names({ role: 'Top Management' })).toBe(1);
    expect(await names({ status: 'ACTIVE' })).toBe(3);
    expect(await names({ showAdmin: false })).toBe(3);
    expect(await names({ showAdmin: 'false' })).toBe(3);
  });

  it('leaves out all Admins if configured', async () => {
    const hidden = await buildServer({ SHOW_ADMIN_PERSONNEL: 'false' }, { databaseUrl: server.databaseUrl });
    try {
      const page = await (await callerFor(hidden, dpo)).personnel.list({ ws, showAdmin: true });
      expect(page.collection.map(({ role }) => role).toSorted()).toEqual(['DPO', 'Staff']);
    } finally {
      await hidden.close();
    }
  });
});
