import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { modules } from '../../server/modules/index.ts';
import { MAIL_CONTEXT } from '../../server/platform/mail/content.ts';
import { createLive } from '../../server/platform/live/index.ts';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { ROLES } from '../../shared/registry/roles.ts';
import { buildPerson, buildServer, type Person, type TestServer, signInAgain } from '../factories.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { pdf } from '../helpers/samples.ts';
import { sized } from '../size.ts';
import { type Answer, callProcedure, callRest, type Input, restByPath, swapped } from '../tenancy/calls.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { withoutFilters } from '../tenancy/withoutFilters.ts';
import { buildWorld, hashesOf, idsOf, type World, worldInUse } from '../tenancy/world.ts';

const procedures = proceduresOf(appRouter).map(({ path, procedure, meta }) => ({
  path,
  type: procedure._def.type,
  access: meta.access,
}));
const withSample = procedures.filter(({ path }) => SAMPLES[path]);
const rows = withSample.filter(({ path }) => restByPath.has(path));

/** Names of inputs that contain a workspace. */
const WORKSPACE_NAMES = ['ws', 'workspace'];
const REFUSED = [400, 404, 409];

let server: TestServer;
let a: World;
let b: World;
/** Personnel of both workspaces. */
let both: Person;
let before: Record<string, string>;
let foreignIds: string[];
const leaks: string[] = [];
/** Values that B encrypted. */
let sealed: { data: string };

beforeAll(async () => {
  server = await buildServer();
  a = await buildWorld(server, 'ALPHAWORLD');
  b = await buildWorld(server, 'ZETASECRET');
  both = await buildPerson(server, { workspaceId: a.ws, role: 'Admin', name: 'ALPHAWORLD both' });
  await buildPerson(server, {
    workspaceId: b.ws,
    userId: both.userId,
    role: 'Admin',
    email: both.email,
    name: 'ZETASECRET both',
  });
  sealed = JSON.parse(
    (await callProcedure(server, b.people.Admin, 'crypto.encrypt', { workspace: b.ws, data: b.marker })).text,
  ) as { data: string };
  before = await hashesOf(server, b);
  home = worldInUse(server, 'OWNWORLD', async () => expect(await hashesOf(server, b)).toEqual(before));
  foreignIds = idsOf(b);
});
afterAll(() => server.close());

/** Records a response to somebody of A that reveals anything of B. */
function watch(what: string, answer: Answer): Answer {
  const text = answer.text.toLowerCase();
  if (text.includes(b.marker.toLowerCase())) leaks.push(`${what}: B's text in ${answer.text.slice(0, 300)}`);
  const id = foreignIds.find((one) => text.includes(one));
  if (id) leaks.push(`${what}: B's id ${id} in ${answer.text.slice(0, 300)}`);
  return answer;
}

const isEmpty = ({ text }: Answer) =>
  text === '[]' ||
  text === 'null' ||
  /"collection":\[\]|"nodes":\[\],"edges":\[\]/.test(text) ||
  text.includes('"exists":false');
const inputOf = (path: string, world: World): Input => SAMPLES[path]!.input(world) as Input;
/** The same input in a workspace that does not exist. */
const elsewhere = (input: Input): Input => {
  const nowhere = randomUUIDv7();
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, WORKSPACE_NAMES.includes(name) ? nowhere : value]),
  );
};

const isAccepted = (path: string, { status, code }: Answer) =>
  status === 200 || (code !== undefined && (SAMPLES[path]!.refused ?? []).includes(code));
let home: ReturnType<typeof worldInUse>;
/** A call by the Admin of a separate world. */
const callAtHome = (path: string, call: Call): Promise<Answer> =>
  home(
    (world) => call(world.people.Admin, path, inputOf(path, world)),
    (answer) => isAccepted(path, answer),
  );

type Call = (person: Person | null, path: string, input: Input) => Promise<Answer>;

/** Tries every procedure of `paths` in B, and in A with what belongs to B. */
async function tryAll(
  label: string,
  call: Call,
  paths: typeof procedures,
  people: (Person | null)[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, access } of paths) {
    if (SAMPLES[path]!.bearer) continue;
    const own = inputOf(path, a);
    const foreign = inputOf(path, b);
    for (const person of people) {
      const who = `${label} ${path} as ${person?.role ?? 'nobody'}`;
      if (WORKSPACE_NAMES.some((name) => name in foreign)) {
        const there = watch(`${who} in B`, await call(person, path, foreign));
        const nowhere = await call(person, path, elsewhere(foreign));
        if (there.text !== nowhere.text || there.status !== nowhere.status)
          wrong.push(
            `${who} in B: ${there.status} ${there.text}, but where nothing is: ${nowhere.status} ${nowhere.text}`,
          );
        const expected = person ? 404 : 401;
        // A query about an address reads nothing of a workspace that the caller is not in.
        if (access !== 'open' && there.status !== expected && !isEmpty(there))
          wrong.push(`${who} in B: ${there.status} ${there.code}`);
      }
      if (!person) continue;
      for (const { what, input } of swapped(own, foreign, WORKSPACE_NAMES)) {
        const answer = watch(`${who} with B's ${what}`, await call(person, path, input));
        if (answer.status === 403 && person.role !== 'Admin') continue;
        if (!REFUSED.includes(answer.status) && !isEmpty(answer))
          wrong.push(`${who} with B's ${what}: ${answer.status} ${answer.code ?? answer.text.slice(0, 200)}`);
      }
    }
  }
  return wrong;
}

/** The roles with the most and the fewest permissions; in the long lane all. */
const TRIED = sized(0, 1) === 1 ? ROLES : (['Admin', 'Staff'] as const);
/** Signed in anew: some procedures end sessions. */
const peopleOfA = () => Promise.all(TRIED.map((role) => signInAgain(server, a.people[role])));
/** Who reaches past one of the two walls: who has the most rights, whom the fewest checks stop before the query. */
const reachingOfA = async () => (await peopleOfA()).slice(0, sized(1, ROLES.length));

describe('every procedure', () => {
  it('has a sample', () => {
    expect(procedures.map(({ path }) => path).filter((path) => !SAMPLES[path])).toEqual([]);
    const known = new Set(procedures.map(({ path }) => path));
    expect(
      Object.keys(SAMPLES).filter((path) => !known.has(path)),
      'samples of procedures that are not there',
    ).toEqual([]);
  });

  it('works in its own workspace, without data of any other', async () => {
    const wrong: string[] = [];
    for (const { path } of withSample) {
      const call: Call = (person, ...rest) => callProcedure(server, person, ...rest);
      const answer = watch(`${path} at home`, await callAtHome(path, call));
      if (!isAccepted(path, answer))
        wrong.push(`${path}: ${answer.status} ${answer.code} ${answer.text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses what belongs to another workspace', async () => {
    const call: Call = (person, path, input) => callProcedure(server, person, path, input);
    // The one who ends their session is last.
    expect(
      await tryAll(
        'tRPC',
        call,
        withSample.filter(({ path }) => !path.startsWith('auth.signOut')),
        [null, ...(await peopleOfA())],
      ),
    ).toEqual([]);
  });

  it('separates the two workspaces of one person', async () => {
    const wrong: string[] = [];
    for (const { path } of withSample) {
      if (SAMPLES[path]!.bearer || path.startsWith('auth.signOut')) continue;
      // The console reaches every workspace in which its caller is Admin, such as both of these.
      if (path === 'consentAdmin.export') continue;
      for (const { what, input } of swapped(inputOf(path, a), inputOf(path, b), WORKSPACE_NAMES)) {
        const answer = await callProcedure(server, both, path, input);
        if (
          ![...REFUSED, 403].includes(answer.status) &&
          !isEmpty(answer) &&
          !answer.text.includes('"inWorkspace":false')
        )
          wrong.push(`${path} with B's ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('refuses the same over REST', async () => {
    const call: Call = (person, path, input) => callRest(server, person, path, input);
    expect(
      await tryAll(
        'REST',
        call,
        rows.filter(({ path }) => !path.startsWith('auth.signOut')),
        [null, a.people.Admin, a.people.Staff],
      ),
    ).toEqual([]);
  });

  it('ends only the session of its caller', async () => {
    // B's workspace is not theirs: that call is refused; the other ends only their own session.
    for (const path of ['auth.signOutPersonnel', 'auth.signOut']) {
      const other = await server.owner
        .selectFrom('sessions')
        .select('handle')
        .where('userId', 'in', [b.people.Admin.userId, b.people.DPO.userId])
        .execute();
      watch(path, await callProcedure(server, a.people['Top Management'], path, { ws: b.ws }));
      expect(
        await server.owner
          .selectFrom('sessions')
          .select('handle')
          .where('userId', 'in', [b.people.Admin.userId, b.people.DPO.userId])
          .execute(),
      ).toEqual(other);
    }
  });
});

describe('files', () => {
  const headers = (person: Person) => ({ authorization: `Bearer ${person.token}`, 'accept-language': 'en' });
  const form = (fields: Record<string, string>) => {
    const boundary = 'tenancy-boundary';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
    return {
      type: `multipart/form-data; boundary=${boundary}`,
      payload: Buffer.concat([Buffer.from(parts.join('') + head), pdf('own'), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    };
  };

  it('of another workspace cannot be downloaded, by any address', async () => {
    const own = await server.app.inject({ url: fileUrl(a.ws, a.fileId), headers: headers(a.people.Admin) });
    expect(own.statusCode).toBe(200);
    for (const person of await peopleOfA()) {
      for (const url of [fileUrl(b.ws, b.fileId), fileUrl(a.ws, b.fileId), fileUrl(b.ws, a.fileId)]) {
        const answer = await server.app.inject({ url, headers: headers(person) });
        expect(answer.statusCode, `${url} as ${person.role}`).toBe(404);
        watch(url, { status: 404, text: answer.body });
      }
    }
    expect((await server.app.inject({ url: fileUrl(b.ws, b.fileId) })).statusCode).toBe(401);
    // A member of both must still name the correct one.
    expect((await server.app.inject({ url: fileUrl(a.ws, b.fileId), headers: headers(both) })).statusCode).toBe(404);
  });

  it('cannot be stored in another workspace, nor encrypted or decrypted with its key', async () => {
    for (const url of [
      '/files-api/v1/upload',
      '/encrypt-decrypt-api/v1/encrypt-file',
      '/encrypt-decrypt-api/v1/decrypt-file',
    ]) {
      for (const inAddress of [true, false]) {
        const send = (workspace: string, person: Person | null) => {
          const { type, payload } = form(inAddress ? {} : { workspace });
          return server.app.inject({
            method: 'POST',
            url: inAddress ? `${url}?workspace=${workspace}` : url,
            payload,
            headers: { ...(person ? headers(person) : {}), 'content-type': type },
          });
        };
        const there = await send(b.ws, a.people.Admin);
        const nowhere = await send(randomUUIDv7(), a.people.Admin);
        expect([there.statusCode, there.body], url).toEqual([404, nowhere.body]);
        expect((await send(b.ws, null)).statusCode, url).toBe(401);
      }
    }
  });

  it('encrypted by one workspace cannot be opened by another', async () => {
    for (const person of [a.people.Admin, both]) {
      const opened = watch(
        'decrypt',
        await callProcedure(server, person, 'crypto.decrypt', { workspace: a.ws, data: sealed.data }),
      );
      expect(opened.code).toBe('crypto.otherWorkspace');
    }
  });
});

describe('live events', () => {
  it('of another workspace never reach a socket', async () => {
    // Nodes read the same outbox: this one listens on a port.
    const live = createLive({
      config: server.deps.config,
      databaseUrl: server.databaseUrl,
      systemDb: server.deps.systemDb,
      authDb: server.deps.authDb,
      log: server.deps.log,
      now: server.deps.now,
    });
    const app = await buildApp({ deps: { ...server.deps, poke: live.poke }, hub: live.hub, modules });
    await live.start();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const [mine, theirs] = [
      await LiveSocket.open(port, a.people.Admin.token),
      await LiveSocket.open(port, b.people.Admin.token),
    ];
    try {
      await mine.subscribe(a.ws);
      await theirs.subscribe(b.ws);
      await mine.subscribe(b.ws);
      expect(mine.replies.some((reply) => JSON.stringify(reply).includes('workspace.notFound'))).toBe(true);
      const change = (world: World) =>
        callProcedure(server, world.people.Admin, 'dataController.create', inputOf('dataController.create', world));
      await server.owner.transaction().execute((trx) =>
        trx
          .insertInto('outbox')
          .values({
            workspaceId: b.ws,
            event: 'dataController.updated',
            entity: 'dataController',
            entityId: b.controllerId,
          })
          .execute(),
      );
      await change(a);
      live.poke();
      for (let turn = 0; turn < 100 && (theirs.records.length === 0 || mine.records.length === 0); turn += 1)
        await sleep(50);
      expect(theirs.records).toContain(b.controllerId);
      expect(mine.records.length).toBeGreaterThan(0);
      watch('socket', { status: 200, text: JSON.stringify([mine.events, mine.replies]) });
    } finally {
      await server.owner
        .deleteFrom('outbox')
        .where('workspaceId', '=', b.ws)
        .where('entityId', '=', b.controllerId)
        .execute();
      await Promise.all([mine.close(), theirs.close()]);
      await live.stop();
      await app.close();
    }
  });
});

describe('stored mails', () => {
  it('about accounts are displayed only to a user who is Admin wherever their owner belongs', async () => {
    const letter = async (to: string, marker: string) => {
      const id = randomUUIDv7();
      const payload = server.deps.keyring.system.seal(
        MAIL_CONTEXT,
        id,
        JSON.stringify({ to, locale: 'th', subject: `${marker} reset`, text: 'link' }),
      );
      await server.owner
        .insertInto('mails')
        .values({ id, workspaceId: null, kind: 'passwordReset', status: 'kept', payload })
        .execute();
      return id;
    };
    const ofStaff = await letter(a.people.Staff.email, a.marker);
    const ofB = await letter(b.people.DPO.email, b.marker);
    // Their account also opens B, where A's Admin has no membership.
    const ofBoth = await letter(both.email, b.marker);
    const { text } = watch(
      'mails',
      await callProcedure(server, a.people.Admin, 'mail.outbox.list', { ws: a.ws, pageSize: 100 }),
    );
    expect(text).toContain(ofStaff);
    for (const id of [ofB, ofBoth, b.mailId]) {
      expect(text).not.toContain(id);
      expect(
        watch('mail', await callProcedure(server, a.people.Admin, 'mail.outbox.get', { ws: a.ws, id })).status,
      ).toBe(404);
    }
    await server.owner.deleteFrom('mails').where('id', 'in', [ofStaff, ofB, ofBoth]).execute();
  });
});

describe('the queries alone', () => {
  it('separate tenants without row-level security in the database', async () => {
    // The superuser bypasses every policy: only the filters of each query remain.
    const deps = { ...server.deps, db: server.owner };
    const call: Call = (person, path, input) => callProcedure(server, person, path, input, { deps });
    expect(
      await tryAll(
        'unwalled',
        call,
        withSample.filter(({ path }) => !path.startsWith('auth.signOut')),
        await reachingOfA(),
      ),
    ).toEqual([]);
    for (const { path } of withSample) {
      if (path.startsWith('auth.')) continue;
      watch(`unwalled ${path} at home`, await callAtHome(path, call));
    }
  });
});

describe('row-level security alone', () => {
  it('separates tenants without a workspace filter in any query', async () => {
    const plugin = withoutFilters();
    const deps = { ...server.deps, db: server.deps.db.withPlugin(plugin) };
    const call: Call = (person, path, input) => callProcedure(server, person, path, input, { deps });
    expect(
      await tryAll(
        'unfiltered',
        call,
        withSample.filter(({ path }) => !path.startsWith('auth.signOut')),
        await reachingOfA(),
      ),
    ).toEqual([]);
    // The test is not trivial: the filters existed, and own data is still found.
    expect(plugin.removed).toBeGreaterThan(30);
    for (const { path } of withSample) {
      if (path.startsWith('auth.')) continue;
      watch(`unfiltered ${path} at home`, await callAtHome(path, call));
    }
    const list = await call(a.people.Admin, 'dataController.list', { ws: a.ws });
    expect(list.text).toContain(a.marker);

    const app = await buildApp({
      deps,
      modules,
      hub: createLive({
        config: deps.config,
        databaseUrl: server.databaseUrl,
        systemDb: deps.systemDb,
        authDb: deps.authDb,
        log: deps.log,
        now: deps.now,
      }).hub,
    });
    const file = await app.inject({
      url: fileUrl(a.ws, b.fileId),
      headers: { authorization: `Bearer ${a.people.Admin.token}` },
    });
    expect(file.statusCode).toBe(404);
    await app.close();
  });

  it('is what separates them then: without it the same query returns both', async () => {
    const plugin = withoutFilters();
    const row = await server.owner
      .withPlugin(plugin)
      .selectFrom('dataControllers')
      .select('workspaceId')
      .distinct()
      .where('workspaceId', '=', a.ws)
      .execute();
    expect(plugin.removed).toBe(1);
    expect(row.length).toBeGreaterThan(1);
  });
});

describe('afterwards', () => {
  it('nobody of A has read data of B', () => {
    expect(leaks).toEqual([]);
  });
  it('every row of B is unchanged', async () => {
    expect(await hashesOf(server, b)).toEqual(before);
  });
  it('only B decrypts what it had encrypted', async () => {
    const { text } = await callProcedure(server, b.people.Admin, 'crypto.decrypt', {
      workspace: b.ws,
      data: sealed.data,
    });
    expect(JSON.parse(text)).toEqual({ data: b.marker });
  });
});
