import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { recordChanged } from '../../server/modules/approvalLine/changed.ts';
import { recordHashes } from '../../server/modules/ropa/documents/hash.ts';
import { systemActor } from '../../server/platform/actor.ts';
import { runExport } from '../../server/platform/exports/run.ts';
import { sweepFiles } from '../../server/platform/files/sweep.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import {
  bellOf,
  buildApplication,
  buildApprovalLine,
  buildCrew,
  buildFinishedExport,
  eventsOf,
} from '../helpers/approvals.ts';
import { completePurpose } from '../helpers/record.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'other', Person>;
let applicationId: string;

beforeAll(async () => {
  server = await sharedServer();
});
beforeEach(async () => {
  server.clock.run();
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'other');
  ({ id: applicationId } = await buildApplication(server, ws, { name: 'ทะเบียนผู้ป่วย' }));
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);
const three = () => idsOf(people.dpo, people.board, people.admin);
const exported = (more: Partial<Parameters<typeof buildFinishedExport>[2]> = {}) =>
  buildFinishedExport(server, ws, { applicationId, requestedBy: people.staff.personnelId, ...more });
const newLine = async (approverIds = three()) => {
  await exported();
  return (await as(people.staff)).create({ ws, reportType: 'ROPA', applicationId, approverIds, description: 'ฉบับแรก' });
};
const act = async (
  person: Person,
  id: string,
  status: 'APPROVED' | 'REJECTED' | 'REWORKED' = 'APPROVED',
  comment = status === 'APPROVED' ? '' : 'ขาดข้อมูล',
) => (await as(person)).act({ ws, id, status, comment });
const changeRecord = () =>
  server.owner.updateTable('applications').set({ description: 'เปลี่ยนไปแล้ว' }).where('id', '=', applicationId).execute();

describe('requesting approval', () => {
  it('copies the newest document to a separate file, named by its hash', async () => {
    const older = await exported({ at: new Date(Date.now() - 60_000) });
    const newest = await exported();
    const line = await (
      await as(people.staff)
    ).create({ ws, reportType: 'ROPA', applicationId, approverIds: three(), description: 'ฉบับแรก' });
    expect(line).toMatchObject({
      number: 1,
      status: 'NEW',
      round: 1,
      version: 1,
      application: { id: applicationId, name: 'ทะเบียนผู้ป่วย' },
      requester: { name: 'Somsri' },
      outdated: false,
      steps: 3,
      approvedSteps: 0,
      yourTurn: false,
    });
    expect(line.current?.approver.name).toBe('Direk');
    expect(line.document.sha256).toBe(newest.sha256);
    expect([older.fileId, newest.fileId]).not.toContain(line.document.id);
    // The download equals what was generated, even after the export was deleted.
    await server.owner.updateTable('exports').set({ fileId: null }).where('id', '=', newest.id).execute();
    await server.deps.files.remove(newest.storageKey);
    const answer = await server.app.inject({
      url: line.document.url,
      headers: { authorization: `Bearer ${people.board.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(line.document.sha256);
    // A user without a role in the line gets neither.
    expect(
      (await server.app.inject({ url: line.document.url, headers: { authorization: `Bearer ${people.other.token}` } }))
        .statusCode,
    ).toBe(404);
  });

  it('permits a browser to display the document, under a policy without execution, and nothing else', async () => {
    const fetched = async (person: Person, url: string) =>
      server.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } });
    const line = await newLine();
    expect(line.document.viewUrl).toBe(`${line.document.url}&view=1`);
    const document = await fetched(people.board, line.document.viewUrl!);
    expect(document.statusCode).toBe(200);
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    });
    expect(document.headers['content-disposition']).toMatch(/^inline; filename=/);
    expect(document.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    expect(document.headers['content-security-policy']).not.toContain('script');
    // A PDF reader requests ranges.
    const part = await server.app.inject({
      url: line.document.viewUrl!,
      headers: { authorization: `Bearer ${people.board.token}`, range: 'bytes=0-3' },
    });
    expect([part.statusCode, part.body]).toEqual([206, '%PDF']);
    // Without a role in the line, or as another file of the workspace, it is not displayed.
    expect((await fetched(people.other, line.document.viewUrl!)).statusCode).toBe(404);
    const { fileId } = await exported();
    const plain = await fetched(people.dpo, `/files-api/v1/files/${fileId}?workspace=${ws}&view=1`);
    expect(plain.headers['content-disposition']).toMatch(/^attachment/);
    expect(plain.headers['content-security-policy']).toContain('sandbox');
    const type = async (media: string) => {
      await server.owner.updateTable('files').set({ type: media }).where('id', '=', line.document.id).execute();
      return (await as(people.board)).get({ ws, id: line.id });
    };
    // An HTML page is displayed in a sandbox; a sheet is downloaded.
    const page = await fetched(people.board, (await type('text/html; charset=utf-8')).document.viewUrl!);
    expect(page.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
    expect(page.headers['content-disposition']).toMatch(/^inline/);
    const sheet = await type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(sheet.document.viewUrl).toBeNull();
    expect((await fetched(people.board, `${sheet.document.url}&view=1`)).headers['content-disposition']).toMatch(
      /^attachment/,
    );
  });

  it('names the previously approved version, if there is one to compare with', async () => {
    const publish = (version: number) =>
      server.owner
        .updateTable('applications')
        .set({ publishedVersion: version })
        .where('id', '=', applicationId)
        .execute();
    const compared = async (id: string) => (await (await as(people.dpo)).get({ ws, id })).approvedVersion;
    const build = (status: 'APPROVED' | 'REJECTED' | 'NEW') =>
      buildApprovalLine(server, ws, {
        requesterId: people.staff.personnelId,
        approverIds: idsOf(people.dpo),
        applicationId,
        status,
      });
    const first = await build('APPROVED');
    expect(await compared(first.id)).toBeNull();
    // A rejected document was never approved; the same version has nothing to compare with.
    await publish(2);
    const rejected = await build('REJECTED');
    expect(await compared(rejected.id)).toBe(1);
    await publish(1);
    const same = await build('APPROVED');
    expect(await compared(same.id)).toBeNull();
    await publish(3);
    const third = await build('NEW');
    expect(await compared(third.id)).toBe(1);
    // Approved in a previous round and revoked since: that round's version counts.
    await server.owner
      .insertInto('approvalRounds')
      .columns(['workspaceId', 'lineId', 'round', 'fileId', 'sha256', 'version', 'requestedAt'])
      .expression((eb) =>
        eb
          .selectFrom('approvalLines')
          .select(['workspaceId', 'id', 'round', 'fileId', 'sha256', eb.lit(2).as('version'), 'requestedAt'])
          .where('id', '=', third.id),
      )
      .execute();
    expect(await compared(third.id)).toBe(1);
    await server.owner
      .updateTable('approvalSteps')
      .set({ status: 'APPROVED' })
      .where('lineId', '=', third.id)
      .execute();
    expect(await compared(third.id)).toBe(2);
  });

  it('states of a draft that it is one, and compares neither a draft nor an assessment', async () => {
    const application = (set: { status?: string; publishedVersion?: number }) =>
      server.owner.updateTable('applications').set(set).where('id', '=', applicationId).execute();
    const read = async (id: string) => (await as(people.dpo)).get({ ws, id });
    await application({ status: 'draft', publishedVersion: 3 });
    const draft = await newLine([people.dpo.personnelId]);
    expect(draft).toMatchObject({ version: 3, fromDraft: true });
    await act(people.dpo, draft.id);
    // What was approved is not version 3: from there to version 4 are not the changes since the approval.
    await application({ status: 'published', publishedVersion: 4 });
    const next = await newLine([people.dpo.personnelId]);
    expect(await read(next.id)).toMatchObject({ version: 4, fromDraft: false, approvedVersion: null });
    await act(people.dpo, next.id);
    await application({ status: 'draft' });
    const after = await newLine([people.dpo.personnelId]);
    expect(await read(after.id)).toMatchObject({ version: 4, fromDraft: true, approvedVersion: null });

    // Versions of an assessment are not those of its application.
    const assessment = (status: 'APPROVED' | 'NEW') =>
      buildApprovalLine(server, ws, {
        requesterId: people.staff.personnelId,
        approverIds: idsOf(people.dpo),
        applicationId,
        reportType: 'DPIA',
        status,
      });
    await assessment('APPROVED');
    await application({ publishedVersion: 5 });
    expect(await read((await assessment('NEW')).id)).toMatchObject({ version: 5, approvedVersion: null });
  });

  it('states of what its document was made, also where that is published before the approval is requested', async () => {
    const application = (set: { status: string; publishedVersion: number }) =>
      server.owner.updateTable('applications').set(set).where('id', '=', applicationId).execute();
    const caller = await callerFor(server, people.staff);
    const created = async () => {
      const { id } = await caller.approvalLine.create({
        ws,
        reportType: 'ROPA',
        applicationId,
        approverIds: idsOf(people.dpo),
      });
      await act(people.dpo, id);
      return caller.approvalLine.get({ ws, id });
    };
    await application({ status: 'draft', publishedVersion: 0 });
    const { id: exportId } = await caller.export.start({
      ws,
      kind: 'application-ropa',
      subjectId: applicationId,
      format: 'html',
    });
    await runExport(server.deps, ws, exportId, new AbortController().signal);
    await application({ status: 'published', publishedVersion: 1 });
    const line = await created();
    expect(line).toMatchObject({ version: 0, fromDraft: true, outdated: false });
    const code = new URL(line.checkUrl).hash.slice('#code='.length);
    const checked = await (await callerFor(server, null)).approvalLine.check({ code });
    expect(checked).toMatchObject({ version: 0, fromDraft: true });
    // An export of an earlier release does not name it.
    await server.owner
      .updateTable('exports')
      .set({ recordVersion: null, recordFromDraft: null })
      .where('id', '=', exportId)
      .execute();
    expect(await created()).toMatchObject({ version: 1, fromDraft: null });
    // Where the record is a draft now, that is what the document matches.
    await application({ status: 'draft', publishedVersion: 1 });
    expect(await created()).toMatchObject({ version: 1, fromDraft: true });
  });

  it('is refused with a catalogue message without a document', async () => {
    const caller = await as(people.staff);
    const input = { ws, reportType: 'ROPA' as const, applicationId };
    const refusedAs = async (code: string) => {
      expect(await refusal(caller.create({ ...input, approverIds: three() }))).toMatchObject({
        status: 'CONFLICT',
        code: `approvalLine.${code}`,
      });
      expect(await caller.readiness(input)).toMatchObject({ ready: false, problem: `approvalLine:problem.${code}` });
    };
    await refusedAs('noExport');
    await exported({ at: new Date(Date.now() - 90_000) });
    expect(await caller.readiness(input)).toMatchObject({
      ready: true,
      problem: null,
      document: { name: 'RoPA.pdf', format: 'pdf' },
      openLineId: null,
    });
    await exported({ status: 'running', at: new Date(Date.now() - 80_000) });
    await refusedAs('exportRunning');
    await exported({ status: 'failed', at: new Date(Date.now() - 70_000) });
    await refusedAs('exportFailed');
    const created = await exported({ at: new Date(Date.now() - 60_000) });
    await server.owner.updateTable('exports').set({ fileId: null }).where('id', '=', created.id).execute();
    await refusedAs('documentGone');
    const missing = await exported({ at: new Date(Date.now() - 50_000) });
    await server.deps.files.remove(missing.storageKey);
    expect(await refusal(caller.create({ ...input, approverIds: three() }))).toMatchObject({
      code: 'approvalLine.documentGone',
    });
    const other = await exported();
    await server.deps.files.put(other.storageKey, Buffer.from('something else'), { size: 14, type: 'application/pdf' });
    expect(await refusal(caller.create({ ...input, approverIds: three() }))).toMatchObject({
      code: 'approvalLine.documentGone',
    });
    expect(await refusal(caller.create({ ...input, reportType: 'DPIA', approverIds: three() }))).toMatchObject({
      code: 'approvalLine.noExport',
    });
    expect(await server.owner.selectFrom('approvalLines').select('id').where('workspaceId', '=', ws).execute()).toEqual(
      [],
    );
  });

  it('is refused if the record was changed after the export was made', async () => {
    const caller = await callerFor(server, people.staff);
    const { id } = await caller.export.start({
      ws,
      kind: 'application-ropa',
      subjectId: applicationId,
      format: 'html',
    });
    await runExport(server.deps, ws, id, new AbortController().signal);
    expect(await caller.approvalLine.readiness({ ws, reportType: 'ROPA', applicationId })).toMatchObject({
      ready: true,
    });
    await changeRecord();
    expect(
      await refusal(caller.approvalLine.create({ ws, reportType: 'ROPA', applicationId, approverIds: three() })),
    ).toMatchObject({ status: 'CONFLICT', code: 'approvalLine.documentOutdated' });
  });

  it.each(['current', 'former'] as const)(
    'and the approval stand through a review of the record, by the %s hash',
    async (hash) => {
      const caller = await callerFor(server, people.staff);
      const reviewed = async (nextOn: string) => {
        const { rowVersion } = await caller.application.get({ ws, id: applicationId });
        await caller.application.finishReview({ ws, id: applicationId, rowVersion, nextOn });
      };
      await reviewed('2028-01-15');
      const { id: exportId } = await caller.export.start({
        ws,
        kind: 'application-ropa',
        subjectId: applicationId,
        format: 'html',
      });
      await runExport(server.deps, ws, exportId, new AbortController().signal);
      const hashes = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
        recordHashes(trx, ws, [applicationId]),
      );
      const { current, valid } = hashes.get(applicationId)!;
      const recordSha256 = [...valid].find((one) => (one === current) === (hash === 'current'))!;
      await server.owner.updateTable('exports').set({ recordSha256 }).where('id', '=', exportId).execute();
      await reviewed('2029-01-15');

      const line = await caller.approvalLine.create({
        ws,
        reportType: 'ROPA',
        applicationId,
        approverIds: idsOf(people.dpo, people.board),
      });
      await server.owner.updateTable('approvalLines').set({ recordSha256 }).where('id', '=', line.id).execute();
      // By the former hash only as long as the date is the one that it was made with.
      if (hash === 'former')
        await server.owner
          .updateTable('applications')
          .set({ reviewOn: '2028-01-15' })
          .where('id', '=', applicationId)
          .execute();
      expect(await act(people.dpo, line.id)).toMatchObject({ status: 'PENDING', outdated: false });
      await reviewed('2030-01-15');
      expect(await act(people.board, line.id)).toMatchObject({ status: 'APPROVED', outdated: false });
      await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
        recordChanged(trx, systemActor(server.deps, ws, server.deps.now()), [applicationId]),
      );
      expect(await caller.approvalLine.get({ ws, id: line.id })).toMatchObject({ status: 'APPROVED', outdated: false });
      await changeRecord();
      expect(await caller.approvalLine.get({ ws, id: line.id })).toMatchObject({ outdated: true });
    },
  );

  it('names the approvers: active, each once, at most ten', async () => {
    await exported();
    const caller = await as(people.staff);
    const create = (approverIds: string[]) =>
      refusal(caller.create({ ws, reportType: 'ROPA', applicationId, approverIds }));
    const suspended = await buildPerson(server, { workspaceId: ws, role: 'DPO', status: 'suspended' });
    expect(await create([people.dpo.personnelId, suspended.personnelId])).toMatchObject({
      code: 'approvalLine.approverInactive',
      fields: ['approverIds.1'],
    });
    const stranger = await buildPerson(server, { role: 'DPO' });
    expect(await create([stranger.personnelId])).toMatchObject({ fields: ['approverIds.0'] });
    for (const list of [
      [],
      [people.dpo.personnelId, people.dpo.personnelId],
      Array.from({ length: 11 }, () => crypto.randomUUID()),
    ])
      await expect(caller.create({ ws, reportType: 'ROPA', applicationId, approverIds: list })).rejects.toThrow();
  });

  it('is possible once at a time for an application, and numbers lines without a gap', async () => {
    await exported();
    const create = async () =>
      (await as(people.staff)).create({ ws, reportType: 'ROPA', applicationId, approverIds: three() });
    const answers = await Promise.allSettled([create(), create(), create()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { id } = await server.owner
      .selectFrom('approvalLines')
      .select('id')
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    expect(await refusal(create())).toMatchObject({
      code: 'approvalLine.lineOpen',
      text: 'approvalLine:problem.lineOpen',
      details: { openLineId: id },
    });
    await (await as(people.staff)).cancel({ ws, id });
    expect((await create()).number).toBe(2);
  });

  it('permits the requester to approve too, and logs it', async () => {
    const line = await newLine(idsOf(people.staff, people.dpo));
    expect(line.yourTurn).toBe(true);
    const { changes } = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', line.id)
      .executeTakeFirstOrThrow();
    expect(changes).toContainEqual({ field: 'requesterApproves', old: null, new: true });
  });

  it('is never approved by the requester alone', async () => {
    expect(await refusal(newLine(idsOf(people.staff)))).toMatchObject({ code: 'approvalLine.onlyYourself' });
    const line = await newLine(idsOf(people.staff, people.dpo));
    expect(
      await refusal(
        (await as(people.staff)).update({
          ws,
          id: line.id,
          rowVersion: line.rowVersion,
          approverIds: idsOf(people.staff),
          description: '',
        }),
      ),
    ).toMatchObject({ code: 'approvalLine.onlyYourself' });
  });
});

describe('three approvers in sequence', () => {
  it('are asked one after the other, in the bell and by mail, as soon as the previous one has acted', async () => {
    const line = await newLine();
    const subjects = async (person: Person) => (await mailsOf(server, person.email)).map(({ kind }) => kind);
    expect(await subjects(people.dpo)).toEqual(['approval.turn']);
    expect(await subjects(people.board)).toEqual([]);
    expect(await bellOf(server, line.id, people.dpo.personnelId)).toEqual(['created']);

    const second = await act(people.dpo, line.id);
    expect(second).toMatchObject({ status: 'PENDING', approvedSteps: 1, yourTurn: false, decidedAt: null });
    expect(second.current?.approver.name).toBe('Boonmee');
    expect(await subjects(people.board)).toEqual(['approval.turn']);
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['stepApproved']);
    expect((await (await as(people.board)).list({ ws, waitingForMe: true })).collection.map(({ id }) => id)).toEqual([
      line.id,
    ]);
    expect((await (await as(people.dpo)).list({ ws, waitingForMe: true })).collection).toEqual([]);

    await act(people.board, line.id, 'APPROVED', 'เห็นชอบ');
    const done = await act(people.admin, line.id);
    expect(done).toMatchObject({ status: 'APPROVED', approvedSteps: 3, current: null, allowed: [] });
    expect(done.decidedAt).not.toBeNull();
    expect(done.history.map(({ status, comment, actedBy }) => [status, comment, actedBy])).toEqual([
      ['APPROVED', '', null],
      ['APPROVED', 'เห็นชอบ', null],
      ['APPROVED', '', null],
    ]);
    expect(await eventsOf(server, line.id)).toEqual(['created', 'stepApproved', 'stepApproved', 'approved']);
    expect(await bellOf(server, line.id, people.staff.personnelId)).toEqual([
      'stepApproved',
      'stepApproved',
      'approved',
    ]);
    expect(await subjects(people.staff)).toEqual(['approval.approved']);
    // Its participants, and nobody else, are named to the live layer.
    const { recipients } = await server.owner
      .selectFrom('outbox')
      .select('recipients')
      .where('entityId', '=', line.id)
      .where('event', '=', 'approvalLine.approved')
      .executeTakeFirstOrThrow();
    expect([...recipients!].sort()).toEqual([people.staff.personnelId, ...three()].sort());
    // Nobody is reminded of a closed line.
    expect(await server.owner.selectFrom('deadlines').select('id').where('subjectId', '=', line.id).execute()).toEqual(
      [],
    );
  });

  it('act only in their turn', async () => {
    const line = await newLine();
    expect(await refusal(act(people.board, line.id))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'approvalLine.notYourTurn',
    });
    expect(await refusal(act(people.staff, line.id))).toMatchObject({ code: 'approvalLine.notYourTurn' });
    expect(await refusedWith(act(people.other, line.id))).toBe('NOT_FOUND');
    await act(people.dpo, line.id);
    const again = await refusal(act(people.dpo, line.id));
    expect(again).toMatchObject({ status: 'CONFLICT', code: 'approvalLine.alreadyActed' });
    expect(again.details).toMatchObject({ current: { status: 'PENDING' } });
    expect(
      await refusal((await as(people.board)).act({ ws, id: line.id, status: 'APPROVED', rowVersion: line.rowVersion })),
    ).toMatchObject({ status: 'CONFLICT', code: 'staleEdit' });
  });

  it('make exactly one step with two clicks at once', async () => {
    const line = await newLine();
    const clicks = await Promise.allSettled(Array.from({ length: 4 }, () => act(people.dpo, line.id)));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // The same, naming the version they saw, like the screens.
    const { rowVersion } = await (await as(people.admin)).get({ ws, id: line.id });
    const named = await Promise.allSettled(
      Array.from({ length: 4 }, async () =>
        (await as(people.board)).act({ ws, id: line.id, status: 'APPROVED', rowVersion }),
      ),
    );
    expect(named.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      named
        .filter((one) => one.status === 'rejected')
        .map((one) => (one as PromiseRejectedResult).reason.cause?.status ?? ''),
    ).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
    const steps = await server.owner
      .selectFrom('approvalSteps')
      .select('status')
      .where('lineId', '=', line.id)
      .orderBy('position')
      .execute();
    expect(steps.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED', 'CURRENT']);
  });

  it('reject finally, with a reason', async () => {
    const line = await newLine();
    await expect((await as(people.dpo)).act({ ws, id: line.id, status: 'REJECTED' })).rejects.toThrow();
    await act(people.dpo, line.id);
    const over = await act(people.board, line.id, 'REJECTED', 'ไม่ครบ');
    expect(over.history.map(({ status }) => status)).toEqual(['APPROVED', 'REJECTED', 'SKIPPED']);
    expect(over.status).toBe('REJECTED');
    const [mail] = (await mailsOf(server, people.staff.email)).slice(-1);
    expect(mail).toMatchObject({ kind: 'approval.rejected' });
    expect(mail!.text).toContain('ไม่ครบ');
    expect(await bellOf(server, line.id, people.dpo.personnelId)).toEqual(['created', 'rejected']);
  });

  it('are not asked again about a file they sent back, unless a reason is given', async () => {
    const line = await newLine();
    await act(people.dpo, line.id, 'REWORKED', 'ขาดผู้ประมวลผล');
    const again = async (description?: string) =>
      (await as(people.staff)).resubmit({ ws, id: line.id, ...(description !== undefined && { description }) });
    expect((await (await as(people.staff)).readiness({ ws, reportType: 'ROPA', applicationId })).document?.sha256).toBe(
      line.document.sha256,
    );
    // No note, or the previous round's, gives them no reason.
    for (const note of [undefined, '', ' ฉบับแรก '])
      expect(await refusal(again(note))).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'approvalLine.sameDocument',
        fields: ['description'],
      });
    expect(await (await as(people.staff)).get({ ws, id: line.id })).toMatchObject({
      status: 'REWORKED',
      round: 1,
      rowVersion: (await (await as(people.dpo)).get({ ws, id: line.id })).rowVersion,
    });
    expect(await again('ผู้ประมวลผลอยู่ในข้อ 4')).toMatchObject({
      status: 'NEW',
      round: 2,
      description: 'ผู้ประมวลผลอยู่ในข้อ 4',
      document: { sha256: line.document.sha256 },
    });
    expect(await eventsOf(server, line.id)).toEqual(['created', 'reworked', 'resubmitted']);
  });

  it('send back, and are all asked again with a newer document', async () => {
    const line = await newLine();
    await act(people.dpo, line.id);
    const back = await act(people.board, line.id, 'REWORKED', 'ขาดผู้ประมวลผล');
    expect(back).toMatchObject({ status: 'REWORKED', current: null });
    const newer = await exported();
    expect(await refusedWith((await as(people.board)).cancel({ ws, id: line.id }))).toBe('FORBIDDEN');
    const again = await (await as(people.staff)).resubmit({ ws, id: line.id });
    expect(again).toMatchObject({
      id: line.id,
      number: line.number,
      status: 'NEW',
      round: 2,
      approvedSteps: 0,
      steps: 3,
      description: 'ฉบับแรก',
    });
    expect(again.document.sha256).toBe(newer.sha256);
    expect(again.history.map(({ round, status }) => `${round} ${status}`)).toEqual([
      '1 APPROVED',
      '1 REWORKED',
      '1 SKIPPED',
      '2 CURRENT',
      '2 WAITING',
      '2 WAITING',
    ]);
    expect(await eventsOf(server, line.id)).toEqual(['created', 'stepApproved', 'reworked', 'resubmitted']);
    // Previously decided documents remain available to participants of the line.
    expect(again.rounds).toMatchObject([
      {
        round: 1,
        version: 1,
        requestedAt: line.requestedAt,
        document: { id: line.document.id, sha256: line.document.sha256 },
      },
    ]);
    server.clock.set(new Date(Date.now() + 3 * 86_400_000));
    await sweepFiles(server.deps);
    server.clock.run();
    const fetched = async (person: Person) =>
      server.app.inject({ url: again.rounds[0]!.document.url, headers: { authorization: `Bearer ${person.token}` } });
    const stored = await fetched(people.board);
    expect(createHash('sha256').update(stored.rawPayload).digest('hex')).toBe(line.document.sha256);
    expect((await fetched(people.other)).statusCode).toBe(404);
    for (const person of [people.dpo, people.board, people.admin]) await act(person, line.id);
    expect((await (await as(people.staff)).get({ ws, id: line.id })).status).toBe('APPROVED');
  });
});

describe('the order of approvers', () => {
  const update = async (person: Person, id: string, approverIds: string[]) => {
    const { rowVersion } = await (await as(person)).get({ ws, id });
    return (await as(person)).update({ ws, id, rowVersion, approverIds, description: 'ฉบับแรก' });
  };

  it('may change for those who have not approved, and notifies the new one immediately', async () => {
    const line = await newLine();
    const changed = await update(people.staff, line.id, idsOf(people.board, people.admin, people.other));
    expect(changed.history.map(({ approver, status }) => `${approver.name} ${status}`)).toEqual([
      'Boonmee CURRENT',
      'Anong WAITING',
      'Other WAITING',
    ]);
    expect((await mailsOf(server, people.board.email)).map(({ kind }) => kind)).toEqual(['approval.turn']);
    expect(await bellOf(server, line.id, people.dpo.personnelId)).toEqual(['created', 'released']);
    expect(await refusedWith(act(people.dpo, line.id))).toBe('FORBIDDEN');
    await act(people.board, line.id);
    // An approver who has approved stays at their position.
    for (const list of [idsOf(people.admin, people.board), idsOf(people.admin, people.other), idsOf(people.other)])
      expect(await refusal(update(people.staff, line.id, list))).toMatchObject({
        code: 'approvalLine.approvedKeepPlace',
        fields: ['approverIds'],
      });
    expect(await refusal(update(people.staff, line.id, idsOf(people.board)))).toMatchObject({
      code: 'approvalLine.nobodyLeft',
    });
    const stored = await update(people.dpo, line.id, idsOf(people.board, people.other, people.admin));
    expect(stored.history.map(({ approver, status }) => `${approver.name} ${status}`)).toEqual([
      'Boonmee APPROVED',
      'Other CURRENT',
      'Anong WAITING',
    ]);
  });

  it('preserves the turn of the one who remains first, and cannot be changed by others', async () => {
    const line = await newLine();
    const before = line.history[0]!.since;
    const changed = await update(people.staff, line.id, idsOf(people.dpo, people.admin));
    expect(changed.history[0]).toMatchObject({ status: 'CURRENT', since: before });
    expect((await mailsOf(server, people.dpo.email)).map(({ kind }) => kind)).toEqual(['approval.turn']);
    expect(
      await refusal(
        (await as(people.staff)).update({ ws, id: line.id, rowVersion: line.rowVersion, approverIds: three() }),
      ),
    ).toMatchObject({ status: 'CONFLICT', code: 'staleEdit' });
    const approver = await secondLine();
    expect(await refusal(update(people.other, approver.id, idsOf(people.other, people.dpo)))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'approvalLine.notYours',
    });
  });

  const secondLine = () =>
    buildApprovalLine(server, ws, {
      requesterId: people.staff.personnelId,
      approverIds: idsOf(people.dpo, people.other),
    });
});

describe('a record that changes', () => {
  it("revokes the approval of its document, whatever the line's status", async () => {
    const line = await newLine();
    for (const person of [people.dpo, people.board, people.admin]) await act(person, line.id);
    const caller = await callerFor(server, people.staff);
    const purpose = await caller.purpose.create({ ws, ...(await completePurpose(server, ws)) });
    const application = await caller.application.get({ ws, id: applicationId });
    const fields = {
      ws,
      id: applicationId,
      name: application.name,
      description: application.description,
      dataControllerId: application.dataController.id,
      purposeIds: [purpose.id],
    };
    await caller.application.update({ ...fields, rowVersion: application.rowVersion });
    const back = await (await as(people.staff)).get({ ws, id: line.id });
    expect(back).toMatchObject({ status: 'REWORKED', outdated: true, decidedAt: null });
    expect(back.reopenedAt).not.toBeNull();
    expect(await eventsOf(server, line.id)).toEqual([
      'created',
      'stepApproved',
      'stepApproved',
      'approved',
      'reopened',
    ]);
    for (const person of [people.dpo, people.board, people.admin])
      expect(await bellOf(server, line.id, person.personnelId)).toContain('reopened');
    // Only a document of the record's current state can be submitted.
    const started = await caller.export.start({
      ws,
      kind: 'application-ropa',
      subjectId: applicationId,
      format: 'html',
    });
    expect(await refusal((await as(people.staff)).resubmit({ ws, id: line.id }))).toMatchObject({
      code: 'approvalLine.exportRunning',
    });
    await runExport(server.deps, ws, started.id, new AbortController().signal);
    const again = await (await as(people.staff)).resubmit({ ws, id: line.id });
    expect(again).toMatchObject({ status: 'NEW', round: 2, outdated: false, reopenedAt: null });
    // A purpose of it counts like the record; publishing itself changes no content.
    const found = await caller.purpose.get({ ws, id: purpose.id });
    await caller.purpose.publish({ ws, id: purpose.id, rowVersion: found.rowVersion });
    expect((await (await as(people.staff)).get({ ws, id: line.id })).status).toBe('NEW');
    const published = await caller.purpose.get({ ws, id: purpose.id });
    await caller.purpose.update({
      ws,
      id: purpose.id,
      rowVersion: published.rowVersion,
      ...(await completePurpose(server, ws)),
      description: { th: 'อื่น', en: 'Other' },
    });
    expect((await (await as(people.staff)).get({ ws, id: line.id })).status).toBe('REWORKED');
  });

  it('cannot be approved by a document of its earlier state', async () => {
    const line = await newLine();
    await changeRecord();
    expect((await (await as(people.dpo)).get({ ws, id: line.id })).outdated).toBe(true);
    const refused = await refusal(act(people.dpo, line.id));
    expect(refused).toMatchObject({ status: 'CONFLICT', code: 'approvalLine.documentOutdated' });
    expect(refused.details).toMatchObject({ current: { status: 'REWORKED' } });
    expect((await (await as(people.dpo)).get({ ws, id: line.id })).status).toBe('REWORKED');
    expect((await mailsOf(server, people.staff.email)).map(({ kind }) => kind)).toEqual(['approval.reopened']);
  });
});
