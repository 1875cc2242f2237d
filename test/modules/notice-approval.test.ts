import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { evidenceReport } from '../../server/modules/approvalLine/evidence.ts';
import { noticeHashes } from '../../server/modules/privacyNotice/approval/material.ts';
import { DAY } from '../../shared/duration.ts';
import type { Notice } from '../../shared/privacyNotice/schema.ts';
import {
  buildDataController,
  buildServer,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { publishNotice } from '../helpers/notices.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'board', Person>;
let published: Notice;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.run();
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', board: 'Top Management' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  published = await publishNotice(server, people.dpo, { dataControllerId, name: 'ประกาศสำหรับลูกค้า' });
});

const api = async (person: Person = people.dpo) => callerFor(server, await signInAgain(server, person));
const subject = () => ({ ws, reportType: 'NOTICE' as const, privacyNoticeId: published.id });

/** A draft of the next version, without a typed approver. */
async function draft(changes: object = { approver: { name: '', position: '' } }): Promise<Notice> {
  const { privacyNotice } = await api();
  const { rowVersion, draft: before } = await privacyNotice.get({ ws, id: published.id });
  return privacyNotice.update({ ws, id: published.id, rowVersion, ...before, ...changes });
}
async function makeDocument(): Promise<string> {
  const { export: exports } = await api();
  const started = await exports.start({ ws, kind: 'privacy-notice', subjectId: published.id, format: 'html' });
  const { status, file } = await ended(server, people.dpo, started.id);
  expect(status).toBe('done');
  const { token } = await signInAgain(server, people.dpo);
  return (await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${token}` } })).body;
}
const ask = async () =>
  (await api()).approvalLine.create({
    ...subject(),
    approverIds: [people.staff.personnelId, people.board.personnelId],
  });
const act = async (person: Person, id: string, status: 'APPROVED' | 'REJECTED' = 'APPROVED') =>
  (await api(person)).approvalLine.act({ ws, id, status, comment: status === 'APPROVED' ? '' : 'ยังไม่ครบ' });
const lineOf = async (id: string) => (await api()).approvalLine.get({ ws, id });
const get = async () => (await api()).privacyNotice.get({ ws, id: published.id });

describe('approval of a privacy notice', () => {
  it('is of a document in both languages, and publishing records who approved it last', async () => {
    const complete = await draft();
    expect(complete.problems.map(({ path }) => path.join('.'))).toEqual(['approver.name', 'approver.position']);
    expect(await refusal(ask())).toMatchObject({ code: 'approvalLine.noExport' });
    const html = await makeDocument();
    expect(html).toContain('<html lang="th">');
    expect(html.split('<div lang="en">')[1]).toContain('Needed for your contract');
    expect(await (await api()).approvalLine.readiness(subject())).toMatchObject({ ready: true });
    const line = await ask();
    expect(line).toMatchObject({
      reportType: 'NOTICE',
      application: { id: null, name: 'ประกาศสำหรับลูกค้า' },
      privacyNoticeId: published.id,
      version: 1,
      fromDraft: true,
      outdated: false,
    });
    const secondTime = 'approvalLine:problem.lineOpenNotice';
    expect(await refusal(ask())).toMatchObject({ code: 'approvalLine.lineOpen', text: secondTime });
    expect(await (await api()).approvalLine.readiness(subject())).toMatchObject({ ready: false, problem: secondTime });
    expect((await get()).approval).toMatchObject({ lineId: line.id, status: 'NEW', isCurrent: true, approver: null });
    await act(people.staff, line.id);
    expect(await act(people.board, line.id)).toMatchObject({ status: 'APPROVED', outdated: false });
    const approved = await get();
    const board = (await (await api()).personnel.list({ ws })).collection.find(
      ({ id }) => id === people.board.personnelId,
    )!;
    const approver = { name: board.name, position: board.position };
    expect(approved).toMatchObject({ problems: [], approval: { approver } });
    const { privacyNotice } = await api();
    const next = await privacyNotice.publish({ ws, id: published.id, rowVersion: approved.rowVersion });
    expect(next.publishedVersion).toBe(2);
    expect((await privacyNotice.report({ ws, id: published.id })).approver).toEqual(approver);
    const { content } = await privacyNotice.version({ ws, id: published.id, v: 2 });
    expect(content.approval).toMatchObject({ lineId: line.id, number: line.number });
    const after = await lineOf(line.id);
    expect(after).toMatchObject({ status: 'APPROVED', outdated: false, reopenedAt: null });
    // What was approved is the draft, also once it is published as it was.
    const code = new URL(after.checkUrl).hash.slice('#code='.length);
    const checked = await (await callerFor(server, null)).approvalLine.check({ code });
    expect(checked).toMatchObject({ status: 'APPROVED', version: 1, fromDraft: true, outdated: false });
    // A draft of the next version leaves the published one approved.
    await draft({ name: 'ประกาศสำหรับลูกค้าและผู้ติดต่อ' });
    expect(await lineOf(line.id)).toMatchObject({ status: 'APPROVED', outdated: false });
    expect((await get()).approval).toMatchObject({ isCurrent: false, approver: null });
  });

  it('is void once the notice changes: the line is reopened, and the typed approver counts', async () => {
    await draft();
    await makeDocument();
    const line = await ask();
    await act(people.staff, line.id);
    await act(people.board, line.id);
    await draft({ approver: { name: 'สมหญิง พิมพ์เอง', position: 'ผู้จัดการ' } });
    expect(await lineOf(line.id)).toMatchObject({ status: 'APPROVED', outdated: false });
    const changed = await draft({ reviewOn: '2027-11-20' });
    expect(await lineOf(line.id)).toMatchObject({ status: 'REWORKED', outdated: true });
    expect(changed.approval).toMatchObject({ approver: null });
    expect(await (await api()).approvalLine.readiness(subject())).toMatchObject({
      ready: false,
      problem: 'approvalLine:problem.documentOutdated',
    });
    const { privacyNotice } = await api();
    await privacyNotice.publish({ ws, id: published.id, rowVersion: (await get()).rowVersion });
    expect((await privacyNotice.report({ ws, id: published.id })).approver.name).toBe('สมหญิง พิมพ์เอง');
  });

  it('follows the register for a draft', async () => {
    await draft();
    await makeDocument();
    const line = await ask();
    const { purpose } = await api();
    const purposeId = (await get()).applications[0]!.purposes[0]!.id;
    const { draftOf } = await import('../../shared/purpose/fields.ts');
    const { rowVersion, content } = await purpose.get({ ws, id: purposeId });
    const description = { th: 'เพื่อดูแลลูกค้าหลังการขาย', en: 'To care for customers after a sale' };
    const saved = await purpose.update({ ws, id: purposeId, rowVersion, ...draftOf(content), description });
    await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
    expect(await lineOf(line.id)).toMatchObject({ status: 'REWORKED', outdated: true });
  });

  it('stays where only the product words it otherwise since: consent for a minor', async () => {
    const { id: minors } = await server.owner
      .selectFrom('catalogueItems')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'dataSubjectGroup')
      .where('nameTh', '=', 'ผู้เยาว์')
      .executeTakeFirstOrThrow();
    const { purpose } = await api();
    const purposeId = (await get()).applications[0]!.purposes[0]!.id;
    const { draftOf } = await import('../../shared/purpose/fields.ts');
    const { rowVersion, content } = await purpose.get({ ws, id: purposeId });
    const saved = await purpose.update({
      ws,
      id: purposeId,
      rowVersion,
      ...draftOf(content),
      dataSubjectGroupIds: [minors],
    });
    await purpose.publish({ ws, id: purposeId, rowVersion: saved.rowVersion });
    await draft();
    await makeDocument();
    const line = await ask();
    await act(people.staff, line.id);
    await act(people.board, line.id);
    const { current, valid } = await withScope(server.deps.db, { workspaceId: ws }, async (trx) =>
      (await noticeHashes(trx, ws, [published.id])).get(published.id)!,
    );
    const formerHash = [...valid].find((hash) => hash !== current)!;
    await server.owner
      .updateTable('approvalLines')
      .set({ recordSha256: formerHash })
      .where('id', '=', line.id)
      .execute();
    // Saving compares the line with the notice.
    await draft({ approver: { name: 'สมหญิง พิมพ์เอง', position: 'ผู้จัดการ' } });
    expect(await lineOf(line.id)).toMatchObject({ status: 'APPROVED', outdated: false, reopenedAt: null });
    expect(await get()).toMatchObject({ approval: { isCurrent: true, approver: { name: expect.any(String) } } });
    await draft({ reviewOn: '2027-11-20' });
    expect(await lineOf(line.id)).toMatchObject({ status: 'REWORKED', outdated: true });
  });

  it('is requested by readers of notices, for a notice of the workspace', async () => {
    const input = { ...subject(), approverIds: [people.board.personnelId] };
    expect(await refusal((await api(people.staff)).approvalLine.create(input))).toMatchObject({
      code: 'forbidden.role',
    });
    const { privacyNoticeId: _none, ...without } = input;
    expect((await refusal((await api()).approvalLine.create(without))).fields).toEqual(['applicationId']);
  });

  it('can be refused; deleting a notice cancels its line', async () => {
    await draft();
    await makeDocument();
    const line = await ask();
    const evidence = { line, organization: 'องค์กร', bytes: Buffer.alloc(0), type: 'text/html' };
    expect(evidenceReport(evidence, 'en', new Date()).blocks).toContainEqual(
      expect.objectContaining({
        rows: expect.arrayContaining([{ label: 'Privacy notice', value: 'ประกาศสำหรับลูกค้า' }]),
      }),
    );
    expect(await act(people.staff, line.id, 'REJECTED')).toMatchObject({ status: 'REJECTED' });
    expect((await get()).approval).toBeNull();
    const { privacyNotice, approvalLine } = await api();
    const other = await privacyNotice.create({
      ws,
      name: 'ประกาศที่จะลบ',
      kind: 'customer',
      dataControllerId: published.dataController.id,
    });
    const exports = (await api()).export;
    const started = await exports.start({ ws, kind: 'privacy-notice', subjectId: other.id, format: 'html' });
    await ended(server, people.dpo, started.id);
    const second = await approvalLine.create({
      ws,
      reportType: 'NOTICE',
      privacyNoticeId: other.id,
      approverIds: [people.board.personnelId],
    });
    await privacyNotice.remove({ ws, id: other.id });
    expect(await lineOf(second.id)).toMatchObject({
      status: 'CANCEL',
      privacyNoticeId: null,
      application: { id: null, name: 'ประกาศที่จะลบ' },
    });
    const log = await (await api()).activityLog.list({ ws, entityId: second.id });
    expect(log.collection.flatMap(({ changes }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'privacyNotice', old: 'ประกาศที่จะลบ', new: null }),
    );
  });

  it('is neither requested nor reminded of while the notice is withdrawn, and reminded again once it is restored', async () => {
    await draft();
    await makeDocument();
    const line = await ask();
    await (await api()).privacyNotice.remove({ ws, id: published.id });
    /** Reminders so far, as of this many days from now. */
    const remindedAfter = async (days: number) => {
      server.clock.set(new Date(server.deps.now().getTime() + days * DAY));
      await server.deps.alarm.ring();
      const { collection } = await (await api()).activityLog.list({ ws, entityId: line.id });
      return collection.filter(({ event }) => event === 'approvalLine.reminded').length;
    };
    expect(await remindedAfter(10)).toBe(0);
    expect(await refusal((await api()).approvalLine.readiness(subject()))).toMatchObject({
      code: 'privacyNotice.withdrawn',
    });
    const restored = (await get()).rowVersion;
    await (await api()).privacyNotice.restore({ ws, id: published.id, rowVersion: restored });
    expect(await remindedAfter(10)).toBe(1);
    await act(people.staff, line.id, 'REJECTED');
    await (await api()).privacyNotice.remove({ ws, id: published.id });
    expect(await refusal(ask())).toMatchObject({ code: 'privacyNotice.withdrawn' });
  });
});
