import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSession, resolveSession } from '../../server/platform/auth/sessions.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let first: string;
let second: string;
let admin: Person;
let staff: Person;
let stranger: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const built = await buildWorkspace(server, { name: 'ก สำนักงาน' });
  first = built.id;
  admin = await buildPerson(server, { workspaceId: first, role: 'Admin', name: 'สมหญิง ใจดี' });
  const { organizationId } = built;
  ({ id: second } = await buildWorkspace(server, { name: 'ข สาขา', organizationId }));
  await buildPerson(server, { workspaceId: second, userId: admin.userId, email: admin.email, role: 'Admin' });
  staff = await buildPerson(server, { workspaceId: second, role: 'Staff', name: 'มานี พนักงาน' });
  stranger = await buildPerson(server, { role: 'Admin', name: 'คนนอก' });
});

const calls = async (person = admin) => (await callerFor(server, person)).account;
const list = async (input: object = {}, person = admin) =>
  (await calls(person)).list({ ws: person.workspaceId, pageSize: 50, ...input });
/** Signs somebody in again. @returns the token */
const signIn = async (person: Person, kind: 'browser' | 'api' = 'browser') =>
  (
    await createSession(server.deps.authDb, server.deps.config, {
      userId: person.userId,
      kind,
      now: server.deps.now(),
    })
  ).token;
const isOpen = async (token: string) =>
  (await resolveSession(server.deps.authDb, server.deps.config, token, server.deps.now())) !== null;
const namesOf = async (input: object, person = admin) => (await list(input, person)).collection.map(({ name }) => name);
const sessionsOf = async (person: Person, by = admin) =>
  (await (await calls(by)).sessions({ ws: by.workspaceId, id: person.userId })).collection;

describe('people in the console', () => {
  test('are those of the caller’s workspaces, each once, with their open sessions', async () => {
    await signIn(staff);
    await signIn(staff, 'api');
    const { collection, meta } = await list({ sortBy: 'name', sortDirection: 'ASC' });
    expect(meta.totalItems).toBe(2);
    const [manee, own] = collection;
    expect(manee).toMatchObject({
      id: staff.userId,
      email: staff.email,
      workspaces: [{ id: second, name: 'ข สาขา', role: 'Staff' }],
    });
    expect(manee!.sessionCount).toBe((await sessionsOf(staff)).length);
    expect(manee!.sessionCount).toBeGreaterThanOrEqual(2);
    expect(own!.workspaces.map(({ id }) => id)).toEqual([first, second]);
    expect(own!.lastSeenAt).not.toBeNull();
    expect(await namesOf({}, stranger)).toEqual(['คนนอก']);
  });

  test('are searched, filtered, sorted and paged', async () => {
    expect(await namesOf({ query: 'มานี' })).toEqual(['มานี พนักงาน']);
    expect(await namesOf({ query: staff.email.toUpperCase() })).toEqual(['มานี พนักงาน']);
    expect(await namesOf({ workspaceId: first })).toEqual(['สมหญิง ใจดี']);
    expect(await namesOf({ workspaceId: stranger.workspaceId })).toEqual([]);
    expect(await namesOf({ pageSize: 1, currentPage: 2, sortBy: 'name', sortDirection: 'ASC' })).toEqual(['สมหญิง ใจดี']);
    await server.owner.deleteFrom('sessions').where('userId', '=', staff.userId).execute();
    expect(await namesOf({ signedIn: 'false' })).toEqual(['มานี พนักงาน']);
    expect(await namesOf({ signedIn: 'true' })).toEqual(['สมหญิง ใจดี']);
  });

  test('have sessions of which it is known when they end, and whether use moves that', async () => {
    const now = server.deps.now().getTime();
    const inHours = (hours: number) => new Date(now + hours * 3_600_000);
    const endsOf = async (idle: number, absolute: number) => {
      const ends = { idleExpiresAt: inHours(idle), expiresAt: inHours(absolute) };
      await server.owner.updateTable('sessions').set(ends).where('userId', '=', staff.userId).execute();
      const [session] = await sessionsOf(staff);
      return [session?.expiresAt, session?.endsAnyway];
    };
    expect(await endsOf(1, 10)).toEqual([inHours(1).toISOString(), false]);
    expect(await endsOf(5, 3)).toEqual([inHours(3).toISOString(), true]);
  });

  test('are restricted to Admins, and nobody of another organisation is returned', async () => {
    const { sessions, endSessions } = await calls(stranger);
    const wanted = { ws: stranger.workspaceId, id: staff.userId };
    expect((await refusal(sessions(wanted))).code).toBe('account.notFound');
    expect((await refusal(endSessions(wanted))).code).toBe('account.notFound');
    for (const role of ['DPO', 'Staff', 'Top Management'] as const) {
      const person = await buildPerson(server, { workspaceId: first, role });
      expect((await refusal(list({}, person))).status).toBe('FORBIDDEN');
      expect((await refusal((await calls(person)).endSessions({ ws: first, id: staff.userId }))).status).toBe(
        'FORBIDDEN',
      );
    }
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', staff.personnelId)
      .execute();
    expect((await refusal((await calls()).sessions({ ws: first, id: staff.userId }))).code).toBe('account.notFound');
  });
});

describe('sessions terminated by an Admin', () => {
  test('can be one, or all of a person; both are recorded in the logs and in the bell of that person', async () => {
    const [one, other] = [await signIn(staff), await signIn(staff, 'api')];
    const before = await sessionsOf(staff);
    const api = before.find(({ kind }) => kind === 'api')!;
    expect(await (await calls()).endSessions({ ws: first, id: staff.userId, handle: api.handle })).toEqual({
      sessions: 1,
    });
    expect([await isOpen(one), await isOpen(other)]).toEqual([true, false]);
    const again = (await calls()).endSessions({ ws: first, id: staff.userId, handle: api.handle });
    expect((await refusal(again)).code).toBe('account.sessionNotFound');
    expect(await (await calls()).endSessions({ ws: first, id: staff.userId })).toEqual({ sessions: before.length - 1 });
    expect(await isOpen(one)).toBe(false);
    expect(await sessionsOf(staff)).toEqual([]);
    expect(await (await calls()).endSessions({ ws: first, id: staff.userId })).toEqual({ sessions: 0 });

    const logged = await server.owner
      .selectFrom('activityLogs as l')
      .innerJoin('personalNotices as n', 'n.activityId', 'l.id')
      .select(['l.workspaceId', 'l.entityId', 'l.actorId', 'l.changes', 'n.personnelId'])
      .where('l.event', '=', 'personnel.signedOut')
      .where('l.workspaceId', '=', second)
      .orderBy('l.createdAt')
      .orderBy('l.id')
      .execute();
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({ entityId: staff.personnelId, personnelId: staff.personnelId });
    expect(logged[0]!.changes).toEqual([{ field: 'sessions', old: null, new: 1 }]);
    const security = await server.owner
      .selectFrom('securityLogs')
      .select(['subject', 'actorName'])
      .where('event', '=', 'personnel.signedOut')
      .where('sourceId', '=', second)
      .execute();
    expect(security).toHaveLength(2);
    expect(security[0]!.subject).toBe('มานี พนักงาน');
  });

  test("exclude the caller's current one, unless it is named", async () => {
    const other = await signIn(admin);
    const own = (await sessionsOf(admin)).filter(({ isOwn }) => isOwn);
    expect(own).toHaveLength(1);
    await (await calls()).endSessions({ ws: first, id: admin.userId });
    expect(await isOpen(other)).toBe(false);
    expect((await sessionsOf(admin)).map(({ handle }) => handle)).toEqual(own.map(({ handle }) => handle));
  });
});
