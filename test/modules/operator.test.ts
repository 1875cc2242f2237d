import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { CHILD_ENVIRONMENT } from '../helpers/childEnvironment.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const ROOT = join(import.meta.dirname, '../..');
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const PASSWORD = 'ร่มเงาของเอกสารทั้งหลาย';

let database: TestDatabase;
let server: TestServer;
let person: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
  person = await buildPerson(server, { role: 'Staff' });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Runs a command like an operator, in a separate process. */
const admin = (words: string[], env: Record<string, string> = {}) => run('admin.ts', words, env);
const run = (script: string, words: string[], env: Record<string, string>): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', script), ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...CHILD_ENVIRONMENT,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://privacy.example.com',
      DATABASE_URL: database.url,
      DATA_DIR: server.deps.config.dataDir,
      MASTER_KEY,
      ...env,
    },
  });
const post = (procedure: string, input: object) =>
  server.app.inject({
    method: 'POST',
    url: `/trpc/${procedure}`,
    payload: input,
    headers: { origin: 'http://localhost:80' },
  });
const signIn = (email: string, password: string) => post('auth.signIn', { email, password });

describe('an operator', () => {
  it('gives somebody without mail a link for a new password, and removes the lock of failed attempts', async () => {
    const person = await buildPerson(server, { role: 'Staff' });
    const { stdout, stderr, status } = admin(['reset-password', person.email.toUpperCase()]);
    expect([stderr, status]).toEqual(['', 0]);
    const [, token] = /^https:\/\/privacy\.example\.com\/reset-password#token=([\w-]+)$/m.exec(stdout)!;
    expect((await post('auth.resetPassword', { token, password: PASSWORD })).statusCode).toBe(200);
    const verified = () =>
      server.owner.selectFrom('users').select('emailVerifiedAt').where('id', '=', person.userId).executeTakeFirst();
    expect(await verified()).toEqual({ emailVerifiedAt: null });
    const reader = await buildPerson(server, { workspaceId: person.workspaceId });
    const log = await (await callerFor(server, reader)).securityLog.list({ ws: person.workspaceId, topic: 'password' });
    expect(log.collection.map(({ event, title }) => [event, title])).toEqual([
      ['password.changed', 'Set a new password'],
      ['password.resetRequested', 'Operator created a password link'],
    ]);
    for (let tries = 0; tries < 11; tries += 1) await signIn(person.email, 'wrong');
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(429);
    expect(admin(['unlock', person.email]).status).toBe(0);
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(200);
    // The link of a mail proves the address.
    expect((await post('auth.requestPasswordReset', { email: person.email })).statusCode).toBe(200);
    const mailed = tokenIn((await mailsOf(server, person.email)).find(({ kind }) => kind === 'passwordReset'));
    expect((await post('auth.resetPassword', { token: mailed, password: PASSWORD })).statusCode).toBe(200);
    expect(await verified()).toEqual({ emailVerifiedAt: expect.any(String) });
  });

  it('makes somebody an Admin, immediately and with an entry in the activity log', async () => {
    const staff = await buildPerson(server, { role: 'Staff' });
    const second = await buildWorkspace(server, { organizationId: (await buildOrganization(server)).id });
    await buildPerson(server, { workspaceId: second.id, userId: staff.userId, email: staff.email });
    const { stderr, status } = admin(['make-admin', staff.email]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(second.id)]);
    expect(admin(['make-admin', staff.email, staff.workspaceId]).stdout).toMatch(
      /is an Admin of .* now; before: Staff/,
    );
    const { auth, activityLog } = await callerFor(server, staff);
    expect((await auth.profile({ ws: staff.workspaceId })).personnel.role_name).toBe('Admin');
    const log = await activityLog.list({ ws: staff.workspaceId });
    expect(JSON.stringify(log)).toContain('personnel.updated');
    expect(admin(['make-admin', staff.email, staff.workspaceId]).stderr).toMatch(/is an Admin of .* already/);
  });

  it('gives an account another address to sign in with, which ends its sessions', async () => {
    const staff = await buildPerson(server, { role: 'Staff' });
    const wanted = `${randomUUIDv7()}@test.example`;
    expect(admin(['change-email', staff.email, person.email]).stderr).toMatch(/There is an account/);
    expect(admin(['change-email', staff.email, 'nowhere']).stderr).toMatch(/is no email address/);
    expect(admin(['change-email', staff.email, wanted.toUpperCase()]).stdout).toContain(`signs in as ${wanted} now`);
    const account = await server.owner
      .selectFrom('users')
      .select(['email', 'emailVerifiedAt'])
      .where('id', '=', staff.userId)
      .executeTakeFirstOrThrow();
    expect(account).toEqual({ email: wanted, emailVerifiedAt: null });
    expect(
      await server.owner.selectFrom('sessions').select('handle').where('userId', '=', staff.userId).execute(),
    ).toEqual([]);
    const reader = await buildPerson(server, { workspaceId: staff.workspaceId });
    const log = await (await callerFor(server, reader)).securityLog.list({ ws: staff.workspaceId, topic: 'access' });
    expect(log.collection.map(({ event }) => event)).toEqual(['account.emailChanged']);
  });

  it('sets tier and flags of a workspace', async () => {
    const { id } = await buildWorkspace(server, { tier: 'Basic' });
    expect(admin(['set-tier', id, 'Pro']).stdout).toMatch(/: Pro\n {2}on {2}dashboardEnabled\n/);
    expect(admin(['set-flags', id, 'dpiaEnabled=off']).stdout).toMatch(/ {2}off dpiaEnabled\n/);
    expect(admin(['set-flags', id]).stderr).toMatch(/usage/);
  });

  it('permits one more organisation to sign up, and sets how many mails a workspace may send', async () => {
    const { stdout } = admin(['signup-link'], { SIGNUP: 'closed' });
    const [, token] = /^https:\/\/privacy\.example\.com\/signup#token=([\w-]+)$/m.exec(stdout)!;
    const somebody = {
      organizationName: 'Next',
      workspaceName: 'Main',
      name: 'Somebody',
      email: `${randomUUIDv7()}@test.example`,
    };
    expect((await post('auth.completeSignUp', { token, password: PASSWORD, ...somebody })).statusCode).toBe(200);
    expect(admin(['set-limits', person.workspaceId, 'mails=7', 'invitations=0']).stdout).toMatch(
      / {2}mails {8}7\n {2}recipients {3}500 \(default\)\n {2}invitations {2}0\n/,
    );
  });

  it('gets a sentence about what is not possible, and the available commands', () => {
    const unknown = admin(['reset-password', 'nobody@test.example']);
    expect([unknown.status, unknown.stderr]).toEqual([
      1,
      'There is no account with the address nobody@test.example.\n',
    ]);
    const unknownCommand = admin(['dance']);
    expect([unknownCommand.status, unknownCommand.stdout]).toEqual([1, '']);
    expect(unknownCommand.stderr).toMatch(/usage: npm run admin -- COMMAND\n {2}reset-password EMAIL/);
    const help = admin(['help']);
    expect([help.status, help.stderr, help.stdout]).toEqual([0, '', unknownCommand.stderr]);
  });

  it('gets the usage of a command with too few words or too many, which then does nothing', async () => {
    const links = async () => (await server.owner.selectFrom('signUps').select('tokenHash').execute()).length;
    const before = await links();
    const surplus = admin(['signup-link', 'extra', 'words'], { SIGNUP: 'closed' });
    expect([surplus.status, surplus.stdout, surplus.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^usage: npm run admin -- signup-link\n {2}prints a link .*\n$/),
    ]);
    expect(await links()).toBe(before);
    expect(admin(['change-email', 'one@test.example']).stderr).toMatch(
      /^usage: npm run admin -- change-email EMAIL NEW\n/,
    );
    expect(admin(['prepare-copy', '--wrong']).stderr).toMatch(/^usage: npm run admin -- prepare-copy /);
  });

  it('sets no limit that the product does not take', async () => {
    const tooMany = admin(['set-limits', person.workspaceId, 'mails=9', 'recipients=20000']);
    expect([tooMany.status, tooMany.stdout, tooMany.stderr]).toEqual([
      1,
      '',
      'recipients=20000: must be a whole number, 0 to 5,000. Nothing was changed.\n',
    ]);
    expect(admin(['set-limits', person.workspaceId, 'mails=1000001']).stderr).toMatch(
      /^mails=1000001: .* 0 to 1,000,000/,
    );
    expect(admin(['set-limits', person.workspaceId, 'recipients=5000']).stdout).toMatch(/ {2}recipients {3}5000\n/);
    expect(admin(['set-limits', person.workspaceId]).stdout).not.toMatch(/ {2}mails +9\n/);
  });

  it('makes no new installation by a command or a backup over a wrong folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pokpong-wrong-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const env = { DATABASE_URL: '', MASTER_KEY: '', DATA_DIR: join(folder, 'data') };
    const sentence = `DATA_DIR: ${env.DATA_DIR} has no database (postgres is missing in it). Name the folder that the product runs with, or DATABASE_URL; nothing was made.\n`;
    for (const command of ['check', 'nodes', 'signup-link']) {
      const { status, stdout, stderr } = admin([command], env);
      expect([status, stdout, stderr]).toEqual([1, '', sentence]);
    }
    const saved = run('backup.ts', [join(folder, 'backup')], env);
    expect([saved.status, saved.stderr]).toEqual([1, sentence]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is informed by every command that nothing was ever started over the database', async () => {
    const empty = await createEmptyDatabase();
    onTestFinished(() => empty.drop());
    for (const command of ['check', 'signup-link', 'prepare-copy']) {
      const { status, stdout, stderr } = admin([command], { DATABASE_URL: empty.url });
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        expect.stringMatching(/^The product was never started over this database\. .*\n$/),
      ]);
    }
  });

  it('prepares a copy before its first start, and lets it take the place of the original', async () => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    const env = { DATABASE_URL: copy.url };
    const prepared = admin(['prepare-copy'], env);
    expect([prepared.status, prepared.stderr]).toEqual([0, '']);
    expect(prepared.stdout).toMatch(
      /^Sessions, links .*\nAPI keys .*\nSecrets of .*\nNo mail and no report .*npm run admin -- take-over\n/,
    );
    expect(admin(['check'], env).stdout).toMatch(/warning {2}copy: this installation is a copy: it sends no mail/);
    expect(admin(['take-over'], env).stdout).toMatch(/^It sends again/);
    expect(admin(['take-over'], env).stdout).toMatch(/^This installation is no silent copy/);
    expect(admin(['check'], env).stdout).not.toContain('copy');
    // A node runs over the other one, which may be the original.
    expect(admin(['prepare-copy']).stderr).toMatch(/^A node runs over this database/);
  });

  it('sees which nodes run, and their health', () => {
    const nodes = admin(['nodes']);
    expect(nodes.stdout).toMatch(new RegExp(`\\b${process.pid}(?:\\.\\d+)?  .*\\n1 node runs\\.`));
    const good = admin(['check']);
    expect([good.status, good.stdout]).toEqual([
      0,
      expect.stringMatching(/ok {7}database: Postgres 1[5-9][^]*ok {7}migrations: none is missing/),
    ]);
    const wrong = admin(['check'], { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect([wrong.status, wrong.stdout]).toEqual([
      1,
      expect.stringMatching(/problem {2}mail: the mail server does not answer/),
    ]);
  });
});

it('every response contains its request id', async () => {
  const ids = await Promise.all(
    ['/api/v1/nothing', '/trpc/auth.nothing', '/api/docs'].map(
      async (url) => (await server.app.inject({ url })).headers['x-request-id'],
    ),
  );
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});
