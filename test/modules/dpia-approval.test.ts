import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { evidenceReport } from '../../server/modules/approvalLine/evidence.ts';
import { type Treatment, worstCase } from '../../shared/dpia/content.ts';
import type { Role } from '../../shared/registry/roles.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { completeDpiaDraft } from '../helpers/dpiaContents.ts';
import { ended } from '../helpers/exports.ts';
import { draftDpia } from '../helpers/publishDpia.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let applicationId: string;
let people: Record<'dpo' | 'staff' | 'board', Person>;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', board: 'Top Management' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  ({ id: applicationId } = await (
    await callerFor(server, people.dpo)
  ).application.create({ ws, name: 'ระบบตรวจพันธุกรรม', description: 'ตรวจพันธุกรรม', dataControllerId }));
});

/** A complete draft that accepts a high risk. @param treatment other values of its plan */
async function acceptingDraft(treatment: Partial<Treatment> = {}) {
  const { dpia } = await callerFor(server, people.dpo);
  const { id, framework } = await dpia.create({ ws, applicationId, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม' });
  const { draft, rowVersion } = await dpia.get({ ws, id });
  const answered = await dpia.update({
    ws,
    id,
    rowVersion,
    ...draft,
    dataRisk: framework.dataRisk.flatMap(({ questions }) =>
      questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' as const, note: '' })),
    ),
  });
  const started = await dpia.start({ ws, id, rowVersion: answered.rowVersion });
  return dpia.update({
    ws,
    id,
    rowVersion: started.rowVersion,
    ...completeDpiaDraft(),
    dataRisk: started.draft.dataRisk,
    items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' as const, note: '' })),
    worstCases: [
      worstCase.parse({
        id: randomUUIDv7(),
        title: { th: 'ผลตรวจรั่วไหล', en: '' },
        sources: [{ id: randomUUIDv7(), text: 'แฮกเกอร์' }],
        threats: [{ id: randomUUIDv7(), text: 'เจาะระบบ' }],
        initial: { likelihood: 4, impact: 5 },
        residual: { likelihood: 3, impact: 5 },
        treatment: {
          method: 'ACCEPTANCE',
          detail: 'ยอมรับจนกว่าจะเปลี่ยนระบบ',
          expected: { likelihood: 3, impact: 5 },
          expectedOn: '2030-01-31',
          responsibleId: people.staff.personnelId,
          ...treatment,
        },
      }),
    ],
  });
}

async function exportReport(id: string): Promise<void> {
  const { export: exports } = await callerFor(server, people.staff);
  const started = await exports.start({ ws, kind: 'dpia-report', subjectId: id, format: 'html' });
  expect((await ended(server, people.staff, started.id)).status).toBe('done');
}

const ask = async (approver: Person) =>
  (await callerFor(server, people.staff)).approvalLine.create({
    ws,
    reportType: 'DPIA',
    applicationId,
    approverIds: [approver.personnelId],
  });

async function approve(approver: Person, { id, rowVersion }: { id: string; rowVersion: number }) {
  return (await callerFor(server, approver)).approvalLine.act({ ws, id, rowVersion, status: 'APPROVED', comment: '' });
}
/** Completes the plans that block the next version. */
async function carryOutPlans(dpiaId: string): Promise<void> {
  const mine = (await callerFor(server, people.staff)).treatmentPlan;
  const theirs = (await callerFor(server, people.dpo)).treatmentPlan;
  for (const { id } of (await theirs.listOf({ ws, id: dpiaId })).collection) {
    await mine.changeStatus({ ws, id, status: 'INPROGRESS' });
    await mine.addAction({ ws, id, date: '2026-11-01', time: '09:30', detail: 'ปิดสิทธิที่ไม่ได้ใช้' });
    await mine.resolve({ ws, id, p: 'LOW', m: 'LOW', d: 'LOW', detail: 'ทดสอบแล้ว' });
    await theirs.changeStatus({ ws, id, status: 'RESOVLED' });
  }
}

/** The lines of the report about its approval. @param version 0: the draft */
async function approvalLines(id: string, version: number): Promise<string[]> {
  const { sections } = await (await callerFor(server, people.staff)).dpia.report({ ws, id, version });
  return sections[0]!.lines;
}
const publish = async (id: string) => (await callerFor(server, people.dpo)).dpia.publish({ ws, id });
const lineOf = async (id: string) => (await callerFor(server, people.staff)).approvalLine.get({ ws, id });

describe('approval of an impact assessment', () => {
  it('is of its newest report, and publishing changes nothing of what was approved', async () => {
    expect(await refusal(ask(people.board))).toMatchObject({ code: 'approvalLine.noExport' });
    const { id } = await acceptingDraft();
    expect(await refusal(ask(people.board))).toMatchObject({ code: 'approvalLine.noExport' });
    await exportReport(id);
    const { approvalLine } = await callerFor(server, people.staff);
    expect(await approvalLine.readiness({ ws, reportType: 'DPIA', applicationId })).toMatchObject({ ready: true });
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceApproval' });
    expect(await approvalLines(id, 0)).toContain('เนื้อหานี้ยังไม่ได้รับอนุมัติผ่านสายการอนุมัติ');
    const line = await ask(people.board);
    expect(line).toMatchObject({ version: 0, fromDraft: true });
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceApproval' });
    expect(await approve(people.board, line)).toMatchObject({ status: 'APPROVED', outdated: false });
    expect(await publish(id)).toMatchObject({ status: 'PUBLISHED', publishedVersion: 1 });
    expect(await lineOf(line.id)).toMatchObject({ status: 'APPROVED', outdated: false, reopenedAt: null });
  });

  it('counts in the role in which somebody approved, whatever they are by the time it is published', async () => {
    const become = (person: Person, role: Role) =>
      server.owner.updateTable('personnel').set({ role }).where('id', '=', person.personnelId).execute();
    const { id } = await acceptingDraft();
    await exportReport(id);
    await approve(people.dpo, await ask(people.dpo));
    const officer = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    await become(people.dpo, 'Top Management');
    const { dpia } = await callerFor(server, officer);
    expect(await refusal(dpia.publish({ ws, id }))).toMatchObject({ code: 'dpia.acceptanceApproval' });
    await approve(people.board, await ask(people.board));
    await become(people.board, 'Staff');
    expect(await dpia.publish({ ws, id })).toMatchObject({ status: 'PUBLISHED' });
  });

  it('is included in its report: what a version contains remains, whatever happens to the line and the next draft', async () => {
    const { id, draft } = await acceptingDraft();
    await exportReport(id);
    const line = await ask(people.board);
    await approve(people.board, line);
    const approval = (await approvalLines(id, 0))[1]!;
    expect(approval).toMatch(
      new RegExp(`^Person \\d+ \\| Officer \\(ผู้ตรวจสอบ\\) \\| ${line.number} \\| \\d+ .+ \\d{4}`),
    );
    await publish(id);
    const { dpia } = await callerFor(server, people.dpo);
    expect((await dpia.version({ ws, id, v: 1 })).content.approvals).toEqual([
      expect.objectContaining({ line: line.number, name: approval.split(' | ')[0], standsInFor: null }),
    ]);
    await carryOutPlans(id);
    const { rowVersion } = await dpia.newVersion({ ws, id });
    await dpia.update({ ws, id, rowVersion, ...draft, reason: 'เหตุผลใหม่' });
    expect(await approvalLines(id, 0)).toContain('เนื้อหานี้ยังไม่ได้รับอนุมัติผ่านสายการอนุมัติ');
    expect((await approvalLines(id, 1)).filter((one) => one === approval)).toHaveLength(1);
  });

  it('stays in the report of a version as it was, whatever those who approved are by now', async () => {
    const { id } = await acceptingDraft();
    await exportReport(id);
    await approve(people.board, await ask(people.board));
    await publish(id);
    await exportReport(id);
    await approve(people.dpo, await ask(people.dpo));
    const before = await approvalLines(id, 1);
    expect(before[1]).toContain('(ผู้ตรวจสอบ)');
    expect(before[2]).toContain('(DPO)');
    const change = (person: Person, values: { role: Role; name?: string; position?: string }) =>
      server.owner.updateTable('personnel').set(values).where('id', '=', person.personnelId).execute();
    // Stored with the version; the later approval has the role in which it was granted.
    await change(people.board, { role: 'Staff', name: 'ชื่อใหม่', position: 'ตำแหน่งใหม่' });
    await change(people.dpo, { role: 'Staff' });
    expect((await approvalLines(id, 1)).slice(0, 3)).toEqual(before.slice(0, 3));
  });

  it('of a published version stays in its report, after the line is submitted again for the next one and discarded', async () => {
    const { id } = await draftDpia(server, people.dpo, { ws, applicationId });
    await publish(id);
    await exportReport(id);
    const line = await ask(people.board);
    expect(line).toMatchObject({ version: 1, fromDraft: false });
    await approve(people.board, line);
    const approval = (await approvalLines(id, 1))[1]!;
    expect(approval).toContain(`| ${line.number} |`);
    const { dpia } = await callerFor(server, people.dpo);
    await dpia.newVersion({ ws, id });
    expect(await lineOf(line.id)).toMatchObject({ status: 'REWORKED' });
    await exportReport(id);
    const { approvalLine } = await callerFor(server, people.staff);
    await approvalLine.resubmit({ ws, id: line.id, description: 'ฉบับที่ 2' });
    expect(await approvalLines(id, 1)).toContain(approval);
    expect(await approvalLines(id, 0)).toContain('เนื้อหานี้ยังไม่ได้รับอนุมัติผ่านสายการอนุมัติ');
    await approvalLine.cancel({ ws, id: line.id });
    expect(await approvalLines(id, 1)).toContain(approval);
  });

  it('of a line that was discarded after some of its approvers approved is not in the report', async () => {
    const { id } = await draftDpia(server, people.dpo, { ws, applicationId });
    await publish(id);
    await exportReport(id);
    const { approvalLine } = await callerFor(server, people.staff);
    const approverIds = [people.board.personnelId, people.dpo.personnelId];
    const line = await approvalLine.create({ ws, reportType: 'DPIA', applicationId, approverIds });
    await approve(people.board, line);
    expect((await approvalLines(id, 1))[1]).toContain(`| ${line.number} |`);
    await approvalLine.cancel({ ws, id: line.id });
    expect(await approvalLines(id, 1)).toContain('เนื้อหานี้ยังไม่ได้รับอนุมัติผ่านสายการอนุมัติ');
  });

  it('requires Top Management to accept a high risk', async () => {
    const { id } = await acceptingDraft();
    await exportReport(id);
    await approve(people.dpo, await ask(people.dpo));
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceApproval' });
  });

  it('is required, or stated, whatever the method of a plan that expects a high risk', async () => {
    const { id } = await acceptingDraft({ method: 'REDUCTION', expected: { likelihood: 3, impact: 4 } });
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceApproval' });
    await exportReport(id);
    await approve(people.board, await ask(people.board));
    expect(await publish(id)).toMatchObject({ status: 'PUBLISHED' });
    const lower = await acceptingDraft({ method: 'REDUCTION', expected: { likelihood: 2, impact: 4 } });
    expect(await publish(lower.id)).toMatchObject({ status: 'PUBLISHED' });
    const stated = await acceptingDraft({ method: 'TRANSFERENCE' });
    await sql`update workspaces set flags = jsonb_set(flags, '{approvalLineEnable}', 'false') where id = ${ws}`.execute(
      server.owner,
    );
    expect(await refusal(publish(stated.id))).toMatchObject({ code: 'dpia.acceptanceReason' });
  });

  it('is stated where the workspace has no approval lines, and kept with the version and in its report', async () => {
    const { id } = await acceptingDraft();
    await sql`update workspaces set flags = jsonb_set(flags, '{approvalLineEnable}', 'false') where id = ${ws}`.execute(
      server.owner,
    );
    const { dpia } = await callerFor(server, people.dpo);
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceReason', status: 'BAD_REQUEST' });
    const acceptance = 'กรรมการผู้จัดการยอมรับเมื่อ 20 พ.ย. 2569 จนกว่าจะเปลี่ยนระบบ';
    expect(await dpia.publish({ ws, id, acceptance })).toMatchObject({ status: 'PUBLISHED', publishedVersion: 1 });
    expect((await dpia.version({ ws, id, v: 1 })).content).toMatchObject({ acceptance, approvals: [] });
    const { sections } = await dpia.report({ ws, id, version: 1 });
    expect(sections.flatMap(({ lines }) => lines)).toContainEqual(expect.stringContaining(acceptance));
  });

  it('is required again for a high risk found above the expected one, after the plan was submitted', async () => {
    const { id } = await acceptingDraft();
    await exportReport(id);
    await approve(people.board, await ask(people.board));
    await publish(id);
    const mine = (await callerFor(server, people.staff)).treatmentPlan;
    const theirs = (await callerFor(server, people.dpo)).treatmentPlan;
    const [plan] = (await theirs.listOf({ ws, id })).collection;
    await mine.move({ ws, id: plan!.id, action: 'start' });
    await mine.addAction({ ws, id: plan!.id, date: '2026-11-01', time: '09:30', detail: 'ปิดสิทธิที่ไม่ได้ใช้' });
    await mine.resolve({ ws, id: plan!.id, p: 'EXTREME', m: 'LOW', d: 'LOW', detail: 'ยังเจาะระบบได้' });
    const accept = () => theirs.move({ ws, id: plan!.id, action: 'approve', reason: 'เปลี่ยนระบบปีหน้า' });
    expect(await refusal(accept())).toMatchObject({ code: 'treatmentPlan.acceptanceApproval', status: 'CONFLICT' });
    await exportReport(id);
    await approve(people.dpo, await ask(people.dpo));
    expect(await refusal(accept())).toMatchObject({ code: 'treatmentPlan.acceptanceApproval' });
    await approve(people.board, await ask(people.board));
    expect(await accept()).toMatchObject({ status: 'RESOVLED', closedBy: { id: people.dpo.personnelId } });
  });

  it('is void once the assessment changes: the line is reopened, and the report outdated', async () => {
    const { id, draft, rowVersion } = await acceptingDraft();
    await exportReport(id);
    const line = await ask(people.board);
    await approve(people.board, line);
    const { dpia } = await callerFor(server, people.dpo);
    await dpia.update({ ws, id, rowVersion, ...draft, reason: 'เหตุผลใหม่' });
    expect(await refusal(publish(id))).toMatchObject({ code: 'dpia.acceptanceApproval' });
    const reopened = await lineOf(line.id);
    expect(reopened).toMatchObject({ status: 'REWORKED', outdated: true });
    const { approvalLine } = await callerFor(server, people.staff);
    expect(await approvalLine.readiness({ ws, reportType: 'DPIA', applicationId })).toMatchObject({
      ready: false,
      problem: 'approvalLine:problem.documentOutdated',
    });
  });

  it('is cancelled when the assessment is deleted, also when it was sent back; reminders end', async () => {
    const { dpia, application } = await callerFor(server, people.dpo);
    const reminders = () =>
      server.owner
        .selectFrom('deadlines')
        .select('subjectId')
        .where('workspaceId', '=', ws)
        .where('kind', '=', 'approval.step')
        .execute();
    const { id } = await acceptingDraft();
    await exportReport(id);
    const line = await ask(people.board);
    expect((await refusal(ask(people.board))).text).toBe('approvalLine:problem.lineOpenDpia');
    expect(await reminders()).toHaveLength(1);
    await dpia.remove({ ws, id });
    expect(await lineOf(line.id)).toMatchObject({ status: 'CANCEL', application: { id: applicationId } });
    expect(await reminders()).toEqual([]);
    const other = await acceptingDraft();
    await exportReport(other.id);
    const second = await ask(people.board);
    await dpia.update({ ws, ...other.draft, id: other.id, rowVersion: other.rowVersion, reason: 'เหตุผลใหม่' });
    expect(await lineOf(second.id)).toMatchObject({ status: 'REWORKED' });
    await dpia.remove({ ws, id: other.id });
    expect(await lineOf(second.id)).toMatchObject({ status: 'CANCEL' });
    expect(await application.remove({ ws, id: applicationId })).toEqual({ id: applicationId });
  });

  it('stays, and is marked, when the approved assessment is deleted, whatever happens to others of the application', async () => {
    const { dpia } = await callerFor(server, people.dpo);
    const { id } = await acceptingDraft();
    await exportReport(id);
    const line = await ask(people.board);
    await approve(people.board, line);
    await dpia.remove({ ws, id });
    const marked = await lineOf(line.id);
    expect(marked).toMatchObject({ status: 'APPROVED', outdated: true });
    expect(marked.reopenedAt).not.toBeNull();
    // Nothing is left of which a new document could be approved.
    const evidence = { line: marked, organization: '', bytes: Buffer.from(''), type: 'text/html' };
    const written = JSON.stringify(evidenceReport(evidence, 'th', server.deps.now()).blocks);
    expect(written).toContain('ข้อมูลต้นทางของเอกสารนี้ลบไปแล้ว');
    expect(written).not.toContain('ต้องขออนุมัติใหม่');
    await acceptingDraft();
    expect(await lineOf(line.id)).toEqual(marked);
  });
});
