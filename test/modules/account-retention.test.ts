import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountRetention, MEMBERLESS_DAYS } from '../../server/platform/auth/accountRetention.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, signInAgain, type TestServer } from '../factories.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');
const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());

const applyAfter = async (days: number) => {
  server.clock.set(new Date(NOW + days * DAY).toISOString());
  return accountRetention.apply(server.deps, new AbortController().signal);
};
const leave = (personnelId: string) => server.owner.deleteFrom('personnel').where('id', '=', personnelId).execute();
const remain = async () => new Set((await server.owner.selectFrom('users').select('id').execute()).map(({ id }) => id));

it('an account that belongs to no workspace is deleted after its time, with its sessions; others stay', async () => {
  const ws = (await buildWorkspace(server)).id;
  const [member, leaver, returning] = [
    await buildPerson(server, { workspaceId: ws }),
    await buildPerson(server, { workspaceId: ws }),
    await buildPerson(server, { workspaceId: ws }),
  ];
  for (const { personnelId } of [leaver, returning]) await leave(personnelId);
  expect(await applyAfter(0)).toBe(0);
  expect(await applyAfter(MEMBERLESS_DAYS)).toBe(0);
  // Added to another workspace meanwhile, and removed from that later: the time starts again.
  const again = await buildPerson(server, { userId: returning.userId });
  expect(await applyAfter(MEMBERLESS_DAYS + 1)).toBe(1);
  const ids = await remain();
  expect([member, leaver, returning].map(({ userId }) => ids.has(userId))).toEqual([true, false, true]);
  expect(
    await server.owner.selectFrom('sessions').select('handle').where('userId', '=', leaver.userId).execute(),
  ).toEqual([]);

  await leave(again.personnelId);
  expect(await applyAfter(MEMBERLESS_DAYS + 2)).toBe(0);
  expect(await applyAfter(2 * MEMBERLESS_DAYS + 1)).toBe(0);
  expect(await applyAfter(2 * MEMBERLESS_DAYS + 3)).toBe(1);
  expect((await remain()).has(returning.userId)).toBe(false);
});

it('the account of somebody whom every workspace has removed is deleted as well; activating invites them anew', async () => {
  server.clock.set(new Date(NOW + 100 * DAY).toISOString());
  const ws = (await buildWorkspace(server)).id;
  const admin = await buildPerson(server, { workspaceId: ws });
  const [removed, suspended, elsewhere] = [
    await buildPerson(server, { workspaceId: ws, role: 'Staff' }),
    await buildPerson(server, { workspaceId: ws, role: 'Staff' }),
    await buildPerson(server, { workspaceId: ws, role: 'Staff' }),
  ];
  await buildPerson(server, { userId: elsewhere.userId });
  const { personnel } = await callerFor(server, admin);
  for (const { personnelId } of [removed, elsewhere]) await personnel.deactivate({ ws, id: personnelId });
  await personnel.suspend({ ws, id: suspended.personnelId, reason: 'On leave' });
  await applyAfter(100);
  expect(await applyAfter(101 + MEMBERLESS_DAYS)).toBe(1);
  const ids = await remain();
  expect([removed, suspended, elsewhere].map(({ userId }) => ids.has(userId))).toEqual([false, true, true]);

  const id = removed.personnelId;
  const again = await callerFor(server, await signInAgain(server, admin));
  expect(await again.personnel.activate({ ws, id })).toMatchObject({ status: 'invited', email: removed.email });
  const [mail] = await mailsOf(server, removed.email);
  const { invitation } = (await callerFor(server, null)).auth;
  expect((await invitation.get({ token: tokenIn(mail) })).email).toBe(removed.email);
});
