import { randomUUIDv7 } from 'node:crypto';
import { callTRPCProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../server/platform/trpc/context.ts';
import { asAppError } from '../../server/platform/errors.ts';
import { proceduresOf, restCalls } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { defaultFlags, FLAGS } from '../../shared/registry/flags.ts';
import { flagOf, PERMISSIONS, type Permission, refusal } from '../../shared/registry/permissions.ts';
import { type Role, ROLES } from '../../shared/registry/roles.ts';
import { TIERS } from '../../shared/registry/tiers.ts';
import { sized } from '../size.ts';
import { buildPerson, sharedServer, buildWorkspace, contextFor, type Person, type TestServer } from '../factories.ts';

const procedures = proceduresOf(appRouter);
const isPermission = (access: string): access is Permission => access in PERMISSIONS;
const guarded = procedures.flatMap((one) =>
  isPermission(one.meta.access) ? [{ ...one, permission: one.meta.access }] : [],
);
/**
 * Procedures with one permission have one guard: the first is tested in every state of a workspace, the others in one
 * state only.
 */
const firstOfEach = guarded.filter(
  ({ permission }, place) => guarded.findIndex((one) => one.permission === permission) === place,
);
const guardedIn = (standing: number) => (standing === 0 || sized(0, 1) === 1 ? guarded : firstOfEach);
const namesWorkspace = (procedure: unknown) =>
  ((procedure as { _def: { inputs: { shape?: object }[] } })._def.inputs ?? []).some(
    ({ shape = {} }) => 'ws' in shape || 'workspace' in shape,
  );

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());

type Procedure = (typeof procedures)[number];

/** The status of calling a procedure in `ws` with unknown ids; null if it was permitted and succeeded. */
async function statusOf(
  { path, procedure }: Procedure,
  person: Person | null,
  ws: string,
  overrides: Partial<RequestContext> = {},
): Promise<string | null> {
  const nothing = randomUUIDv7();
  const ctx = await contextFor(server, person, overrides);
  try {
    await callTRPCProcedure({
      router: appRouter,
      path,
      type: procedure._def.type,
      ctx,
      getRawInput: async () => ({ ws, workspace: ws, id: nothing }),
      signal: undefined,
      batchIndex: 0,
    });
    return null;
  } catch (error) {
    return asAppError(error)?.status ?? `unexpected: ${String(error)}`;
  }
}

/** One person of each role in a workspace. */
async function crew(ws: string): Promise<Record<Role, Person>> {
  const people = {} as Record<Role, Person>;
  for (const role of ROLES) people[role] = await buildPerson(server, { workspaceId: ws, role });
  return people;
}

describe('every procedure', () => {
  it('declares its permission', () => {
    expect(procedures.length).toBeGreaterThan(40);
    for (const { path, meta } of procedures) {
      expect(
        meta?.access === 'open' || meta?.access === 'session' || isPermission(meta?.access ?? ''),
        `${path} says neither open, session nor a permission`,
      ).toBe(true);
    }
  });

  it('without authentication is one of a few', () => {
    // A new name in this list has to be a conscious decision.
    const open = procedures.filter(({ meta }) => meta.access === 'open').map(({ path }) => path);
    expect(open.sort()).toEqual(
      [
        'analytics.pageview',
        'approvalLine.check',
        'auth.acceptInvitation',
        'auth.completeSignUp',
        'auth.invitation.get',
        'auth.invitation.own',
        'auth.requestPasswordReset',
        'auth.resetPassword',
        'auth.signIn',
        'auth.signUp',
        'auth.signUpLink',
        'consentReceipt.choices.open',
        'consentReceipt.choices.receipt',
        'consentReceipt.choices.submit',
        'consentReceipt.get',
        'consentReceipt.open',
        'incidentReport.open',
        'incidentReport.submit',
        'requestAnswer.ready',
        'requestIdentity.answerFact',
        'requestIdentity.enterCode',
        'requestIdentity.overview',
        'requestIdentity.sendCode',
        'requestMessage.subject.read',
        'requestMessage.subject.withdraw',
        'requestMessage.subject.write',
        'shell.config',
        'shell.now',
        'shell.start',
      ].sort(),
    );
  });

  it('with a permission names the workspace it applies to', () => {
    expect(guarded.filter(({ procedure }) => !namesWorkspace(procedure)).map(({ path }) => path)).toEqual([]);
  });

  it('refuses a caller without a session unless it is public', async () => {
    const { id: ws } = await buildWorkspace(server);
    for (const one of procedures) {
      const status = await statusOf(one, null, ws);
      if (one.meta.access === 'open') expect(status ?? 'worked', one.path).not.toMatch(/^unexpected|UNAUTHORIZED/);
      else expect(status, one.path).toBe('UNAUTHORIZED');
    }
  });

  const standings = (['standard', 'special'] as const).flatMap((variant) =>
    TIERS.toReversed().map((tier, place) => ({ variant, tier, procedures: guardedIn(place) })),
  );
  it.each(standings)(
    'admits each role exactly as in the permission table ($tier, $variant variant)',
    async ({ variant, tier, procedures: tried }: (typeof standings)[number]) => {
      const { id: ws } = await buildWorkspace(server, { tier });
      const people = await crew(ws);
      const deps = { ...server.deps, config: { ...server.deps.config, variant } };
      for (const one of tried) {
        for (const role of ROLES) {
          const status = await statusOf(one, people[role], ws, { deps });
          const allowed = refusal({ role, flags: defaultFlags(tier), tier, variant }, one.permission) === null;
          expect(status ?? 'worked', `${one.path} (${one.permission}) as ${role}`).not.toMatch(
            /^unexpected|UNAUTHORIZED/,
          );
          expect(status === 'FORBIDDEN', `${one.path} (${one.permission}) as ${role}: ${status}`).toBe(!allowed);
        }
      }
      // No call has ended the workspace or a membership: then every response would be a refusal.
      for (const role of ROLES)
        expect(
          await statusOf(
            procedures.find(({ path }) => path === 'auth.profile')!,
            people[role],
            ws,
          ),
          role,
        ).toBeNull();
    },
  );

  it('for any personnel admits every role', async () => {
    const { id: ws } = await buildWorkspace(server);
    for (const one of procedures.filter(
      ({ meta, path }) => meta.access === 'session' && !path.startsWith('auth.signOut'),
    )) {
      const people = await crew(ws);
      for (const role of ROLES)
        expect((await statusOf(one, people[role], ws)) ?? 'worked', `${one.path} as ${role}`).not.toMatch(
          /^unexpected|UNAUTHORIZED|FORBIDDEN/,
        );
    }
  });

  const closing = FLAGS.map((flag) => ({
    flag,
    procedures: guarded.filter((one) => guardedIn(1).includes(one) || flagOf(one.permission) === flag),
  }));
  it.each(closing)(
    'is refused while its workspace flag $flag is off, and no other',
    async ({ flag, procedures: tried }) => {
      const { id: ws } = await buildWorkspace(server, { flags: { ...defaultFlags('Unlimit'), [flag]: false } });
      const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
      for (const one of tried) {
        const status = await statusOf(one, admin, ws);
        expect(status === 'FORBIDDEN', `${one.path}: ${status}`).toBe(flagOf(one.permission) === flag);
      }
    },
  );

  it.each(['suspended', 'inactive'] as const)(
    'is refused to %s personnel, as if there were no workspace',
    async (status) => {
      const { id: ws } = await buildWorkspace(server);
      const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', status });
      for (const one of procedures.filter(
        ({ meta, procedure }) => meta.access !== 'open' && namesWorkspace(procedure),
      )) {
        const answer = await statusOf(one, admin, ws);
        if (one.path === 'personnel.checkUser') continue; // judges the address first
        expect(answer, one.path).toBe('NOT_FOUND');
      }
    },
  );

  it('respects a role, a flag and a suspension that changed a moment ago', async () => {
    const { id: ws } = await buildWorkspace(server);
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const list = procedures.find(({ path }) => path === 'dataController.list')!;
    expect(await statusOf(list, admin, ws)).toBeNull();
    await server.owner.updateTable('personnel').set({ role: 'Staff' }).where('id', '=', admin.personnelId).execute();
    expect(await statusOf(list, admin, ws)).toBe('FORBIDDEN');
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', admin.personnelId)
      .execute();
    expect(await statusOf(list, admin, ws)).toBe('NOT_FOUND');
  });
});

describe('every REST call', () => {
  const calls = restCalls(appRouter);
  const urlOf = (url: string, ws: string) =>
    url.replace('{ws}', ws).replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'v' ? '1' : randomUUIDv7()));
  const send = (call: (typeof calls)[number], ws: string, person: Person | null) => {
    const { method } = call.meta.rest;
    const query = method === 'GET' ? `?ws=${ws}` : '';
    return server.app.inject({
      method,
      url: urlOf(call.url, ws) + query,
      ...(method === 'GET' ? {} : { payload: { ws, workspace: ws } }),
      headers: person ? { authorization: `Bearer ${person.token}` } : {},
    });
  };

  it('refuses a caller without a session unless it is public', async () => {
    const { id: ws } = await buildWorkspace(server);
    expect(calls.length).toBeGreaterThan(25);
    for (const call of calls) {
      const { statusCode } = await send(call, ws, null);
      if (call.meta.access === 'open') expect(statusCode, call.url).not.toBe(401);
      else expect(statusCode, `${call.meta.rest.method} ${call.url}`).toBe(401);
    }
  });

  it.each(ROLES)('admits %s exactly as in the permission table', async (role) => {
    const { id: ws } = await buildWorkspace(server);
    const person = await buildPerson(server, { workspaceId: ws, role });
    for (const call of calls) {
      const { access } = call.meta;
      if (!isPermission(access)) continue;
      const allowed = refusal({ role, flags: defaultFlags('Unlimit'), tier: 'Unlimit' }, access) === null;
      const { statusCode, body } = await send(call, ws, person);
      expect(statusCode === 403, `${call.meta.rest.method} ${call.url} as ${role}: ${statusCode} ${body}`).toBe(
        !allowed,
      );
      expect(statusCode, call.url).not.toBe(401);
    }
  });

  it('with another, an expired or a forged session is refused alike', async () => {
    const { id: ws } = await buildWorkspace(server);
    const person = await buildPerson(server, { workspaceId: ws });
    await server.owner
      .updateTable('sessions')
      .set({ expiresAt: new Date(0), idleExpiresAt: new Date(0) })
      .where('userId', '=', person.userId)
      .execute();
    const bodies = new Set<string>();
    for (const token of [person.token, 'made-up', '', 'x'.repeat(5000)]) {
      const answer = await server.app.inject({
        url: `/api/v1/${ws}/roles`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode, token.slice(0, 10)).toBe(401);
      bodies.add(answer.body);
    }
    expect(bodies.size).toBe(1);
  });
});
