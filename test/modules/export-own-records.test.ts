import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_KIND_KEYS, EXPORT_KINDS, type ExportKind } from '../../shared/export/schema.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { may, onlyOwn } from '../../shared/registry/permissions.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { buildPerson, callerFor, type Person, sharedServer, type TestServer } from '../factories.ts';
import { buildFinishedExport } from '../helpers/approvals.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff', Person>;
beforeAll(async () => {
  server = await sharedServer();
  ({ ws, ...people } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
});
afterAll(() => server.close());

/** An export of the whole workspace, without the work of making it. */
async function buildExport(kind: ExportKind, requester: Person, status: 'done' | 'failed' = 'done') {
  const { id, fileId } = await buildFinishedExport(server, ws, {
    applicationId: randomUUIDv7(),
    requestedBy: requester.personnelId,
    status,
  });
  await server.owner.updateTable('exports').set({ kind, subjectId: null, subject: '' }).where('id', '=', id).execute();
  return { id, url: fileUrl(ws, fileId) };
}
const statusOf = async (person: Person, url: string) =>
  (await server.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })).statusCode;
const callerOf = async (person: Person) => (await callerFor(server, person)).export;

it('who reads only their own treatment plans sees none of the exports that others requested', async () => {
  const { id, url } = await buildExport('treatment-plans', people.dpo);
  const failed = await buildExport('treatment-plans', people.dpo, 'failed');
  const staff = await callerOf(people.staff);
  const listed = (await staff.list({ ws, kind: 'treatment-plans' })).collection;
  expect(listed).toEqual([]);
  expect((await staff.list({ ws })).meta.totalItems).toBe(0);
  expect((await refusal(staff.get({ ws, id }))).status).toBe('NOT_FOUND');
  expect((await refusal(staff.retry({ ws, id: failed.id }))).status).toBe('NOT_FOUND');
  expect((await refusal(staff.clear({ ws, id }))).status).toBe('NOT_FOUND');
  expect(await statusOf(people.staff, url)).toBe(404);

  const own = await buildExport('treatment-plans', people.staff);
  expect((await staff.list({ ws })).collection.map((item) => item.id)).toEqual([own.id]);
  expect((await staff.get({ ws, id: own.id })).requestedBy.id).toBe(people.staff.personnelId);
  expect(await statusOf(people.staff, own.url)).toBe(200);
  const dpo = await callerOf(people.dpo);
  expect((await dpo.list({ ws, kind: 'treatment-plans' })).meta.totalItems).toBe(3);
  expect(await statusOf(people.dpo, own.url)).toBe(200);
});

it('of every kind, exports of others are seen only by roles that read all of its records', async () => {
  const standing = { role: 'Staff', flags: defaultFlags('Unlimit'), tier: 'Unlimit' } as const;
  const staff = await callerOf(people.staff);
  const hidden: ExportKind[] = [];
  for (const kind of EXPORT_KIND_KEYS) {
    const { id, url } = await buildExport(kind, people.dpo);
    const { permission, records } = EXPORT_KINDS[kind];
    const isPermitted = may(standing, permission);
    const isVisible = isPermitted && !onlyOwn('Staff', records);
    if (isPermitted && !isVisible) hidden.push(kind);
    expect(
      (await staff.list({ ws, kind })).collection.some((item) => item.id === id),
      kind,
    ).toBe(isVisible);
    expect(await statusOf(people.staff, url), kind).toBe(isVisible ? 200 : isPermitted ? 404 : 403);
  }
  expect(hidden).toEqual(['treatment-plans']);
  // A file that resumes another run's may contain what only the requester's former role read (010).
  for (const kind of hidden) {
    const maker = await server.deps.modules.exports.get(kind)!();
    expect(maker.resumes, kind).toBeUndefined();
  }
});

it('an export of all records is lost to a requester who reads only their own by now', async () => {
  const demoted = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const { id, url } = await buildExport('treatment-plans', demoted);
  await server.owner.updateTable('exports').set({ allRecords: true }).where('id', '=', id).execute();
  expect(await statusOf(demoted, url)).toBe(200);
  await server.owner.updateTable('personnel').set({ role: 'Staff' }).where('id', '=', demoted.personnelId).execute();
  expect(await statusOf(demoted, url)).toBe(404);
  const calls = await callerOf(demoted);
  expect((await calls.list({ ws, kind: 'treatment-plans' })).collection).toEqual([]);
  expect((await refusal(calls.get({ ws, id }))).status).toBe('NOT_FOUND');
});
