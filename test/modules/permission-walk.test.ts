import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAppError } from '../../server/errors.ts';
import { callTRPCProcedure } from '@trpc/server';
import { proceduresOf } from '../../server/rest.ts';
import { appRouter } from '../../server/router.ts';
import { defaultFlags, FLAGS } from '../../shared/flags.ts';
import { PERMISSIONS, type Permission, refusal } from '../../shared/permissions.ts';
import { ROLES } from '../../shared/roles.ts';
import { buildPerson, buildServer, buildWorkspace, contextFor, type Person, type TestServer } from '../factories.ts';

const procedures = proceduresOf(appRouter).filter(({ procedure }) => procedure._def.type !== 'subscription');
const isPermission = (access: string): access is Permission => access in PERMISSIONS;

let server: TestServer;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());

/** The status of calling `path` in `ws` as `person` with ids that name nothing; null when it was let in and worked. */
async function statusOf(path: string, type: 'query' | 'mutation', person: Person | null, ws: string): Promise<string | null> {
  const nothing = randomUUIDv7();
  const ctx = await contextFor(server, person);
  try {
    await callTRPCProcedure({ router: appRouter, path, type, ctx, getRawInput: async () => ({ ws, workspace: ws, id: nothing }), signal: undefined, batchIndex: 0 });
    return null;
  } catch (error) {
    return asAppError(error)?.status ?? `unexpected: ${String(error)}`;
  }
}

describe('every procedure', () => {
  it('declares who may call it', () => {
    expect(procedures.length).toBeGreaterThan(40);
    for (const { path, meta } of procedures) {
      expect(meta?.access === 'open' || meta?.access === 'session' || isPermission(meta?.access ?? ''), `${path} says neither open, session nor a permission`).toBe(true);
    }
  });

  it('refuses a caller without a session unless it is open', async () => {
    const { id: ws } = await buildWorkspace(server);
    for (const { path, procedure, meta } of procedures) {
      const status = await statusOf(path, procedure._def.type as 'query', null, ws);
      if (meta.access === 'open') expect(status ?? 'worked', path).not.toMatch(/^unexpected/);
      else expect(status, path).toBe('UNAUTHORIZED');
    }
  });

  it.each(ROLES)('lets %s in exactly where the permission table does', async (role) => {
    for (const { path, procedure, meta } of procedures) {
      if (!isPermission(meta.access)) continue;
      // A workspace of its own for each call: some of them would end it.
      const { id: ws } = await buildWorkspace(server);
      const person = await buildPerson(server, { workspaceId: ws, role });
      const status = await statusOf(path, procedure._def.type as 'query', person, ws);
      const allowed = refusal({ role, flags: defaultFlags('Unlimit'), tier: 'Unlimit' }, meta.access) === null;
      expect(status ?? 'worked', `${path} (${meta.access}) as ${role}`).not.toMatch(/^unexpected|UNAUTHORIZED/);
      expect(status === 'FORBIDDEN', `${path} (${meta.access}) as ${role}: ${status}`).toBe(!allowed);
    }
  }, 120_000);

  it('is closed while its workspace flag is off', async () => {
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, false]));
    const { id: ws } = await buildWorkspace(server, { flags });
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    for (const { path, procedure, meta } of procedures) {
      if (!isPermission(meta.access) || !('flag' in PERMISSIONS[meta.access])) continue;
      expect(await statusOf(path, procedure._def.type as 'query', admin, ws), path).toBe('FORBIDDEN');
    }
  });
});
