import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrateTo } from '../../db/migrator.ts';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { fileUrl, viewUrl } from '../../shared/fileUrl.ts';
import { defaultFlags, type Flags } from '../../shared/registry/flags.ts';
import { createEmptyDatabase } from '../database.ts';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildWorkedRequest } from '../helpers/answers.ts';
import { buildApprovalLine, buildCrew, buildFinishedExport } from '../helpers/approvals.ts';
import { giveFile } from '../helpers/fileOwners.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { pdf } from '../helpers/samples.ts';

const { fileOwners } = collectModules(modules);
type Name = 'admin' | 'dpo' | 'staff' | 'board' | 'other';
const EVERYBODY: readonly Name[] = ['admin', 'dpo', 'staff', 'board', 'other'];

let server: TestServer;
let ws: string;
let people: Record<Name, Person>;
let stranger: Person;

beforeAll(async () => {
  server = await sharedServer();
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'other');
  stranger = await buildPerson(server);
});
afterAll(() => server.close());

/** The answer of a right that none of these Staff members answers. */
async function buildAnswerOfStaff(): Promise<string> {
  const assignee = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  const { id, rightId } = await buildWorkedRequest(server, { dpo: people.dpo, staff: assignee });
  const { requestAnswer } = await callerFor(server, assignee);
  const saved = await requestAnswer.save({ ws, id, rightId, message: 'ตอบแล้ว', withheld: '', rowVersion: 0 });
  return saved.id!;
}
/** A request of a data subject. */
const buildRequest = async (): Promise<string> => {
  const form = await buildRequestForm(server, people.dpo);
  const { request } = await callerFor(server, people.dpo);
  const { id } = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'สมหญิง', lastName: 'ใจดี', email: 'somying@test.example' },
    rights: [{ rightRequestId: form.rightIds.ACCESS! }],
  });
  return id;
};

/** An action of a treatment plan assigned to Staff. */
async function buildPlanAction(): Promise<string> {
  const { id: dataControllerId } = await buildDataController(server, ws);
  const api = await callerFor(server, people.dpo);
  const name = `ระบบตรวจ ${randomUUIDv7()}`;
  const application = await api.application.create({ ws, name, description: 'ตรวจ', dataControllerId });
  const { id } = await buildPublishedDpia(server, {
    ws,
    applicationId: application.id,
    plans: [{ title: 'ฐานข้อมูลรั่ว', responsibleId: people.staff.personnelId, expectedOn: '2030-12-01' }],
  });
  const [plan] = (await api.treatmentPlan.listOf({ ws, id })).collection;
  await api.treatmentPlan.move({ ws, id: plan!.id, action: 'start' });
  const action = { date: '2026-01-05', time: '09:30', detail: 'ปิดสิทธิ' };
  const { actions } = await api.treatmentPlan.addAction({ ws, id: plan!.id, ...action });
  return actions[0]!.id;
}

/** A record of each declared kind, and the readers of its files; anybody else gets `refused`. */
const RECORDS: Record<string, { build?: () => Promise<string>; readers: readonly Name[]; refused?: 403 | 404 }> = {
  'approvalLine.document': {
    build: async () =>
      (
        await buildApprovalLine(server, ws, {
          requesterId: people.staff.personnelId,
          approverIds: [people.board.personnelId],
        })
      ).id,
    readers: ['admin', 'dpo', 'staff', 'board'],
    refused: 404,
  },
  'consent.picture': { readers: EVERYBODY },
  // Rendered with the viewer's name, never downloadable.
  'request.identity': { readers: [] },
  'consentImport.table': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'consentImport.rejects': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'requestImport.table': { readers: ['admin', 'dpo'], refused: 403 },
  'requestImport.rejects': { readers: ['admin', 'dpo'], refused: 403 },
  'dataController.logo': { readers: EVERYBODY },
  'requestForm.logo': { readers: EVERYBODY },
  'request.attachment': { build: buildRequest, readers: ['admin', 'dpo'], refused: 404 },
  'requestMessage.attachment': { build: buildRequest, readers: ['admin', 'dpo'], refused: 404 },
  'export.document': {
    build: async () =>
      (
        await buildFinishedExport(server, ws, {
          applicationId: randomUUIDv7(),
          requestedBy: people.admin.personnelId,
        })
      ).id,
    readers: ['admin', 'dpo', 'staff', 'other'],
    refused: 403,
  },
  'schedule.copy': { readers: ['admin', 'dpo'], refused: 403 },
  'incident.evidence': {
    build: async () => (await buildIncident(server, ws, { reporterId: people.staff.personnelId })).id,
    readers: ['admin', 'dpo', 'staff'],
    refused: 404,
  },
  'requestTask.proof': {
    build: async () => (await buildRequestTask()).taskId,
    readers: ['admin', 'dpo', 'staff'],
    refused: 404,
  },
  'dpia.annex': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'dpia.consultation': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'dpia.dataFlow': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'treatmentPlan.action': { build: buildPlanAction, readers: ['admin', 'dpo', 'staff'], refused: 404 },
  'requestTask.gathered': {
    build: async () => (await buildRequestTask()).requestId,
    readers: ['admin', 'dpo', 'staff'],
    refused: 404,
  },
  'personnel.photo': { readers: EVERYBODY },
  // Staff who answer the right know of it, and still may not download it.
  'requestAnswer.original': { build: buildAnswerOfStaff, readers: ['admin', 'dpo'], refused: 404 },
  'requestAnswer.redacted': { build: buildAnswerOfStaff, readers: ['admin', 'dpo'], refused: 404 },
  'requestAnswer.package': { build: buildAnswerOfStaff, readers: ['admin', 'dpo'], refused: 404 },
  'recordImport.table': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
  'recordImport.rejects': { readers: ['admin', 'dpo', 'staff', 'other'], refused: 403 },
};

/** A task of a request whose right is answered by `staff`. */
async function buildRequestTask(): Promise<{ requestId: string; taskId: string }> {
  const form = await buildRequestForm(server, people.dpo);
  const { request, requestTask } = await callerFor(server, people.dpo);
  const { id, rights } = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'สมหญิง', lastName: 'ใจดี', email: 'somying@test.example', telephone: '', uid: '' },
    rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
    verified: true,
  });
  await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: people.staff.personnelId });
  const task = await requestTask.add({ ws, requestId: id, rightId: rights[0]!.id, title: 'ค้นแฟ้ม' });
  return { requestId: id, taskId: task.id };
}

/** A file that none of these people has uploaded. */
async function buildFile(uploadedBy: string | null = null): Promise<string> {
  const id = randomUUIDv7();
  const storageKey = `${ws}/${id}`;
  const bytes = pdf(id);
  await server.deps.files.put(storageKey, bytes, { size: bytes.length, type: 'application/pdf' });
  await server.owner
    .insertInto('files')
    .values({
      workspaceId: ws,
      id,
      name: 'a.pdf',
      type: 'application/pdf',
      size: bytes.length,
      sha256: 'a'.repeat(64),
      storageKey,
      uploadedBy,
    })
    .execute();
  return id;
}
const get = (person: Person, url: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
const statuses = async (fileId: string) =>
  Object.fromEntries(
    await Promise.all(
      EVERYBODY.map(async (name) => [name, (await get(people[name], fileUrl(ws, fileId))).statusCode] as const),
    ),
  );
const expected = (readers: readonly Name[], refused: number) =>
  Object.fromEntries(EVERYBODY.map((name) => [name, readers.includes(name) ? 200 : refused]));
const flagged = (flags: Partial<Flags>) =>
  server.owner
    .updateTable('workspaces')
    .set({ flags: JSON.stringify({ ...defaultFlags('Unlimit'), ...flags }) })
    .where('id', '=', ws)
    .execute();

it('every declared kind of owner is tested here', () => {
  expect([...fileOwners.keys()].sort()).toEqual(Object.keys(RECORDS).sort());
});

describe.each([...fileOwners.values()])('a file of $kind', (declared) => {
  const { build, readers, refused = 404 } = RECORDS[declared.kind]!;
  const owned = async () => {
    const ownerId = (await build?.()) ?? randomUUIDv7();
    const fileId = await buildFile();
    await giveFile(server, declared, ownerId, fileId);
    return fileId;
  };

  it('is restricted to its readers', async () => {
    expect(await statuses(await owned())).toEqual(expected(readers, refused));
  });

  it('is refused in another workspace', async () => {
    const fileId = await owned();
    for (const named of [ws, stranger.workspaceId])
      expect((await get(stranger, fileUrl(named, fileId))).statusCode).toBe(404);
    expect((await server.app.inject({ url: fileUrl(ws, fileId) })).statusCode).toBe(401);
  });

  it.skipIf(readers.length === 0)('is displayed inline by a browser only if that is declared', async () => {
    const fileId = await owned();
    const { headers } = await get(people.admin, viewUrl(ws, fileId));
    expect(String(headers['content-disposition'])).toMatch(new RegExp(`^${declared.disposition};`));
    expect(String((await get(people.admin, fileUrl(ws, fileId))).headers['content-disposition'])).toMatch(
      /^attachment;/,
    );
  });

  if (readers !== EVERYBODY)
    it('is refused to everybody while its module is switched off', async () => {
      const fileId = await owned();
      const off = Object.fromEntries(Object.keys(defaultFlags('Unlimit')).map((flag) => [flag, false]));
      await flagged(off);
      for (const status of Object.values(await statuses(fileId))) expect([403, 404]).toContain(status);
      await flagged({});
    });

  if (build)
    it('is refused to everybody once its record was deleted', async () => {
      const fileId = await buildFile();
      await giveFile(server, declared, randomUUIDv7(), fileId);
      expect(await statuses(fileId)).toEqual(expected([], 404));
    });
});

it('a file of an undeclared kind of owner is not found, whoever uploaded it', async () => {
  const fileId = await buildFile(people.admin.personnelId);
  await giveFile(server, { kind: 'unknown' }, randomUUIDv7(), fileId);
  expect(await statuses(fileId)).toEqual(expected([], 404));
  await server.owner.updateTable('files').set({ ownerId: null }).where('id', '=', fileId).execute();
  expect(await statuses(fileId)).toEqual(expected([], 404));
});

it('an unattached file is restricted to its uploader, whatever others may do', async () => {
  expect(await statuses(await buildFile(people.other.personnelId))).toEqual(expected(['other'], 404));
  expect(await statuses(await buildFile())).toEqual(expected([], 404));
});

describe('files from before owners existed', () => {
  it('belong to the record that displays them, first to the one with the fewest readers; others remain inaccessible', async () => {
    const database = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    try {
      await migrateTo(database.url, '012_bounds');
      await client.connect();
      const [workspace, person, id] = [randomUUIDv7(), randomUUIDv7(), () => randomUUIDv7()];
      const organization = id();
      await client.query(`insert into organizations (id, name) values ($1, 'o')`, [organization]);
      await client.query(
        `insert into workspaces (id, organization_id, name, package, flags) values ($1, $2, 'w', 'Pro', '{}')`,
        [workspace, organization],
      );
      await client.query(
        `insert into personnel (workspace_id, id, email, name, role, status) values ($1, $2, 'a@test.example', 'a', 'Admin', 'active')`,
        [workspace, person],
      );
      const file = async (attached = true) => {
        const fileId = id();
        await client.query(
          `insert into files (workspace_id, id, name, type, size, sha256, storage_key, attached) values ($1, $2, 'a', 'b', 1, 'c', 'd', $3)`,
          [workspace, fileId, attached],
        );
        return fileId;
      };
      const [logo, photo, both, document, list, table, rejects, orphan, draft] = [
        await file(),
        await file(),
        await file(),
        await file(),
        await file(),
        await file(),
        await file(),
        await file(),
        await file(false),
      ];
      const [controller, other, exported, listed, imported, incident] = [id(), id(), id(), id(), id(), id()];
      for (const [controllerId, logoId] of [
        [controller, logo],
        [other, both],
      ])
        await client.query(
          `insert into data_controllers (workspace_id, id, name_th, contact_person, address, phone, email, logo_id) values ($1, $2, 'a', 'a', 'a', '021234567', 'a@test.example', $3)`,
          [workspace, controllerId, logoId],
        );
      await client.query(`update personnel set photo_id = $1 where id = $2`, [photo, person]);
      for (const [exportId, kind, documentId] of [
        [exported, 'ropa', document],
        [listed, 'activity-logs', list],
      ])
        await client.query(
          `insert into exports (workspace_id, id, kind, format, locale, status, file_id, requested_by, finished_at) values ($1, $2, $3, 'xlsx', 'th', 'done', $4, $5, '2026-11-01T00:00:00Z')`,
          [workspace, exportId, kind, documentId, person],
        );
      await client.query(
        `insert into imports (workspace_id, id, kind, file_id, rejects_file_id, file_name, locale, requested_by) values ($1, $2, 'user-consents', $3, $4, 'a', 'th', $5)`,
        [workspace, imported, table, rejects, person],
      );
      await client.query(
        `insert into incidents (workspace_id, id, number, source, status, title, reporter, cause, breach_kinds, discovered_at, occurred_at, attachment_id) values ($1, $2, 1, 'MANUAL_REPORT', 'PENDING', 'a', '', 'OTHER', '{}', now(), now(), $3)`,
        [workspace, incident, both],
      );
      await migrate(database.url);
      const { rows } = await client.query<{ id: string; kind: string | null; owner: string | null; days: boolean }>(
        `select id, owner_kind as kind, owner_id as owner, retained_from is not null as days from files`,
      );
      expect(new Map(rows.map(({ id: fileId, kind, owner, days }) => [fileId, [kind, owner, days]]))).toEqual(
        new Map([
          [logo, ['dataController.logo', controller, false]],
          [photo, ['personnel.photo', person, false]],
          [both, ['incident.evidence', incident, false]],
          // A document of the record exists as long as its export.
          [document, ['export.document', exported, false]],
          [list, ['export.document', listed, true]],
          [table, ['consentImport.table', imported, false]],
          [rejects, ['consentImport.rejects', imported, false]],
          [orphan, ['unknown', null, false]],
          [draft, [null, null, false]],
        ]),
      );
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
