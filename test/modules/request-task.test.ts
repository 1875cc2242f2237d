import { createHash, randomUUIDv7 } from 'node:crypto';
import { text as streamText } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { sealedRecipients } from '../../server/modules/incidentNotification/recipients.ts';
import { refusedTasksOf } from '../../server/modules/requestTask/refused.ts';
import { openTasks } from '../../server/modules/requestTask/taskSource.ts';
import { runGathering } from '../../server/modules/requestTask/runGathering.ts';
import { uidHash } from '../../server/modules/userConsent/record.ts';
import { translate } from '../../server/platform/i18n.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { LOCALES } from '../../shared/locale.ts';
import type { Request, StatedKey } from '../../shared/request/schema.ts';
import type { PurposeDraft } from '../../shared/purpose/schema.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { buildConsentForm, buildConsentPurposes, recordChoices } from '../helpers/consents.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { waitForLocks } from '../helpers/lockWaits.ts';
import { completePurpose, wordsOf } from '../helpers/record.ts';
import { publishRegister as publish, publishWith } from '../helpers/publishedRegister.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let responsible: Person;
let manager: Person;
let form: BuiltRequestForm;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  ({ ws, dpo, staff, responsible, manager } = await buildTeam(server, {
    dpo: 'DPO',
    staff: 'Staff',
    responsible: 'Staff',
    manager: 'Top Management',
  }));
  form = await buildRequestForm(server, dpo);
});

const SUBJECT = {
  firstName: 'สมหญิง',
  lastName: 'รักไทย',
  email: 'somying@test.example',
  telephone: '0812345678',
  uid: 'HN-0042',
};
const api = (person: Person = dpo) => callerFor(server, person);
const workspaceKey = () =>
  withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
const tasksOf = async (person: Person = dpo) => (await api(person)).requestTask;

async function enter(codes: string[], more: object = {}): Promise<Request> {
  const { request } = await api();
  const { id } = await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: '2026-11-02T09:00:00+07:00',
    channel: 'COUNTER',
    subject: SUBJECT,
    rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนาเวชระเบียน' })),
    verified: true,
    ...more,
  });
  return request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId });
}

/** Confirms that what a request states is the data subject's, so that records are looked up by it. */
async function confirmKeys(
  { id }: Pick<Request, 'id'>,
  keys: readonly StatedKey[] = ['uid', 'email'],
): Promise<Request> {
  const { request } = await api();
  for (const key of keys) {
    const { rowVersion } = await request.get({ ws, id });
    await request.confirmKey({ ws, id, rowVersion, key, reason: 'ตรวจบัตรประชาชนแล้ว' });
  }
  return request.get({ ws, id });
}

/** Adds an application, by default that of the form, to the published register, with `responsible` for its data. */
const publishRegister = (changes: Partial<PurposeDraft> = {}, applicationId = form.applicationId) =>
  publish(server, dpo, applicationId, { responsiblePersonnelId: responsible.personnelId, ...changes });

const kinds = (tasks: { collection: readonly { kind: string; application: { name: string } | null }[] }) =>
  tasks.collection.map(({ kind }) => kind);

/** Creates the suggested tasks. @returns the first of them */
const firstTaskOf = async ({ id }: Request): Promise<string> =>
  (await (await tasksOf()).applyProposal({ ws, requestId: id })).collection[0]!.id;

describe('the proposal', () => {
  it('is derived from the published register, with whom and where the data is, for each right', async () => {
    const request = await enter(['ACCESS', 'ERASURE', 'WITHDRAWAL']);
    const tasks = await tasksOf();
    const drafted = await tasks.proposal({ ws, requestId: request.id });
    expect(drafted.additions).toEqual([]);
    expect(drafted.applications.find(({ own }) => own)).toMatchObject({ draft: 'ONLY', holds: false, chosen: true });

    const words = await wordsOf(server, ws);
    await publishRegister({
      piiCategoryIds: [words.sensitive],
      sensitiveExemptions: ['legalClaims'],
      thirdPartyDisclosure: true,
      thirdParties: [
        { name: 'Cloud Labs', countries: ['SG'], contract: 'DPA', contractExpiresOn: null, safeguard: 'contract' },
      ] as never,
    } as never);
    const proposal = await tasks.proposal({ ws, requestId: request.id });
    expect(proposal.applications.find(({ own }) => own)).toMatchObject({ draft: null, holds: true });
    const [access, erasure, withdrawal] = request.rights.map(({ id }) => id);
    expect(proposal.additions.map(({ rightId, kind }) => [rightId, kind])).toEqual([
      [access, 'SEARCH'],
      [access, 'EXPORT'],
      [erasure, 'ERASE'],
      [erasure, 'TELL_RECIPIENTS'],
      // The application uses consent too.
      [withdrawal, 'WITHDRAW'],
    ]);
    expect(proposal.additions[0]!.register).toMatchObject({
      recipients: [{ name: 'Cloud Labs', countries: ['SG'], internal: false }],
      thirdCountries: ['SG'],
      hasConsent: true,
      responsible: { id: responsible.personnelId },
    });
    expect(proposal.additions[0]!.register.piiCategories).toContainEqual(expect.objectContaining({ sensitive: true }));

    const applied = await tasks.applyProposal({ ws, requestId: request.id });
    expect(kinds(applied)).toEqual(['SEARCH', 'EXPORT', 'ERASE', 'TELL_RECIPIENTS', 'WITHDRAW']);
    expect(applied.outdated).toBe(0);
    for (const task of applied.collection) {
      expect(task.assignee?.id).toBe(responsible.personnelId);
      expect(task.clock).toEqual(request.rights.find(({ id }) => id === task.right.id)!.clock);
    }
    expect(kinds(await tasks.applyProposal({ ws, requestId: request.id })), 'again').toHaveLength(5);
  });

  it('names nobody as a recipient whom a purpose lists while it discloses and shares nothing', async () => {
    const internal = await buildRequestForm(server, dpo);
    await publishRegister({
      thirdParties: [
        { name: 'Lab', countries: ['SG'], contract: 'DPA', contractExpiresOn: null, safeguard: 'contract' },
      ],
      internalApplicationIds: [internal.applicationId],
    } as never);
    const request = await enter(['ERASURE']);
    const { additions } = await (await tasksOf()).proposal({ ws, requestId: request.id });
    expect(additions.map(({ kind }) => kind)).toEqual(['ERASE']);
    expect(additions[0]!.register).toMatchObject({ recipients: [], thirdCountries: [] });
  });

  it('can be limited to groups of data subjects and extended to further applications', async () => {
    const { purposeId } = await publishRegister();
    const other = await buildRequestForm(server, dpo);
    const { catalogue, purpose } = await api();
    const group = await catalogue.create({ ws, kind: 'dataSubjectGroup', name: { th: 'ผู้รับเหมา', en: 'Contractors' } });
    await publishRegister({ dataSubjectGroupIds: [group.id] }, other.applicationId);
    const request = await enter(['ACCESS']);
    const tasks = await tasksOf();
    const [usual] = (await purpose.get({ ws, id: purposeId })).content.dataSubjectGroups;
    const names = (proposal: { additions: readonly { application: { id: string } }[] }) => [
      ...new Set(proposal.additions.map(({ application }) => application.id)),
    ];
    const choose = (part: 'GROUP' | 'APPLICATION', id: string, chosen = true) =>
      tasks.choose({ ws, requestId: request.id, part, id, chosen });
    expect(names(await choose('APPLICATION', other.applicationId)).sort()).toEqual(
      [form.applicationId, other.applicationId].sort(),
    );
    expect(names(await choose('GROUP', group.id))).toEqual([other.applicationId]);
    await choose('APPLICATION', other.applicationId, false);
    await choose('GROUP', group.id, false);
    expect(names(await choose('GROUP', usual!.id))).toEqual([form.applicationId]);
    for (const part of ['GROUP', 'APPLICATION'] as const)
      expect(await refusal(choose(part, request.id))).toMatchObject({ fields: ['id'] });
  });

  it('states a chosen group that has left the register, and is no longer limited to it', async () => {
    const { purposeId } = await publishRegister();
    const { catalogue } = await api();
    const name = { th: 'ผู้รับเหมา', en: 'Contractors' };
    const { id } = await catalogue.create({ ws, kind: 'dataSubjectGroup', name });
    await publishRegister({ dataSubjectGroupIds: [id], title: name });
    const { id: requestId } = await enter(['ACCESS']);
    const tasks = await tasksOf();
    const ofGroup = { ws, requestId, part: 'GROUP', id } as const;
    const chosen = await tasks.choose({ ...ofGroup, chosen: true });
    expect(chosen.groups.find((group) => group.id === id)).toEqual({ id, name, inRegister: true });
    expect(chosen.additions[0]!.register.groups).toEqual([{ id, name }]);
    await tasks.applyProposal({ ws, requestId });

    await publishWith(server, dpo, form.applicationId, [purposeId]);
    const proposal = await tasks.proposal({ ws, requestId });
    expect(proposal.removals).toEqual([]);
    expect(proposal.changes.map(({ kind }) => kind)).toEqual(['SEARCH', 'EXPORT']);
    expect(proposal.changes[0]!.register.purposes.map((purpose) => purpose.id)).toEqual([purposeId]);
    expect(proposal.applications.find(({ own }) => own)).toMatchObject({ holds: true });
    expect(proposal.groupIds).toEqual([id]);
    expect(proposal.groups.find((group) => group.id === id)).toEqual({ id, name, inRegister: false });
    const unchosen = await tasks.choose({ ...ofGroup, chosen: false });
    expect(unchosen.groups.map((group) => group.id)).not.toContain(id);
    expect(unchosen.changes).toEqual(proposal.changes);
  });

  it('is limited by two people at once, without either undoing the choice of the other', async () => {
    const { purposeId } = await publishRegister();
    const other = await buildRequestForm(server, dpo);
    const { catalogue, purpose } = await api();
    const group = await catalogue.create({ ws, kind: 'dataSubjectGroup', name: { th: 'ผู้รับเหมา', en: 'Contractors' } });
    await publishRegister({ dataSubjectGroupIds: [group.id] }, other.applicationId);
    const [usual] = (await purpose.get({ ws, id: purposeId })).content.dataSubjectGroups;
    const { id: requestId } = await enter(['ACCESS']);
    const [mine, theirs] = [
      await tasksOf(),
      await tasksOf(await buildPerson(server, { workspaceId: ws, role: 'DPO' })),
    ];
    const groupsNow = async () => (await mine.proposal({ ws, requestId })).groupIds.toSorted();
    const choose = (tasks: typeof mine, id: string, chosen: boolean) =>
      tasks.choose({ ws, requestId, part: 'GROUP', id, chosen });
    // Both look at the same list before either has chosen.
    await Promise.all([choose(mine, group.id, true), choose(theirs, usual!.id, true)]);
    expect(await groupsNow()).toEqual([group.id, usual!.id].sort());
    await Promise.all([
      choose(mine, group.id, false),
      theirs.choose({ ws, requestId, part: 'APPLICATION', id: other.applicationId, chosen: true }),
    ]);
    expect(await groupsNow()).toEqual([usual!.id]);
    const { applications } = await mine.proposal({ ws, requestId });
    expect(applications.find(({ id }) => id === other.applicationId)?.chosen).toBe(true);
    // What somebody else has removed already is removed.
    expect((await choose(theirs, group.id, false)).groupIds).toEqual([usual!.id]);
  });

  it('displays what changed once the register is published again, and updates the tasks', async () => {
    const { purposeId } = await publishRegister();
    const request = await enter(['ERASURE', 'RESTRICTION']);
    const tasks = await tasksOf();
    const applied = await tasks.applyProposal({ ws, requestId: request.id });
    expect(kinds(applied)).toEqual(['ERASE', 'RESTRICT']);
    const [, { id: restrictId }] = applied.collection as [unknown, { id: string }];
    const mine = await tasksOf(responsible);
    const finished = await mine.finish({ ws, id: restrictId, proof: { method: 'ตั้งธงระงับใช้' } });
    const { purpose, application } = await api();
    const { content: _content, problems: _problems, ...before } = await purpose.get({ ws, id: purposeId });
    const draft = await completePurpose(server, ws);
    await purpose.update({
      ...draft,
      ws,
      id: purposeId,
      rowVersion: before.rowVersion,
      responsiblePersonnelId: responsible.personnelId,
      thirdPartyDisclosure: true,
      thirdParties: [{ name: 'Lab', countries: ['TH'], contract: 'DPA', contractExpiresOn: null, safeguard: null }],
    } as never);
    expect((await tasks.ofRequest({ ws, requestId: request.id })).outdated, 'a draft').toBe(0);
    const { rowVersion } = await application.get({ ws, id: form.applicationId });
    const touched = await application.get({ ws, id: form.applicationId });
    const saved =
      touched.status === 'draft'
        ? { rowVersion }
        : await application.update({
            ...touched,
            ws,
            id: form.applicationId,
            rowVersion,
            dataControllerId: touched.dataController.id,
            lineOfWorkId: null,
            dataSourceId: null,
            description: 'แก้ไขแล้ว',
            purposeIds: touched.purposes.map(({ id }) => id),
          } as never);
    await application.publish({ ws, id: form.applicationId, rowVersion: saved.rowVersion, publishPurposes: true });
    expect((await tasks.ofRequest({ ws, requestId: request.id })).outdated).toBe(3);
    const proposal = await tasks.proposal({ ws, requestId: request.id });
    expect(proposal.additions.map(({ kind }) => kind)).toEqual(['TELL_RECIPIENTS']);
    expect(proposal.changes).toMatchObject([{ kind: 'ERASE', fields: ['recipients'] }]);
    // What was done did not reach the new recipient: it is not passed off as done.
    const again = { kind: 'RESTRICT', status: 'DONE', fields: ['recipients'] };
    expect(proposal.reopenings).toMatchObject([again]);
    expect((await tasks.get({ ws, id: restrictId })).register).toEqual(finished.register);
    const updated = await tasks.applyProposal({ ws, requestId: request.id });
    expect(updated.outdated).toBe(0);
    const erase = await tasks.get({ ws, id: applied.collection[0]!.id });
    expect(erase.register!.recipients).toMatchObject([{ name: 'Lab' }]);
    // Only data of another group is requested: open tasks are no longer needed.
    const { catalogue } = await api();
    const group = await catalogue.create({ ws, kind: 'dataSubjectGroup', name: { th: 'ผู้รับเหมา', en: 'Contractors' } });
    const other = await buildRequestForm(server, dpo);
    await publishRegister({ dataSubjectGroupIds: [group.id] }, other.applicationId);
    const narrowed = { ws, requestId: request.id, part: 'GROUP', id: group.id } as const;
    await tasks.choose({ ...narrowed, chosen: true });
    expect(await tasks.get({ ws, id: restrictId })).toMatchObject({
      status: 'OPEN',
      register: { recipients: [{ name: 'Lab' }] },
      proof: { method: 'ตั้งธงระงับใช้' },
    });
    const skipped = async () => (await mine.skip({ ws, id: restrictId, reason: 'ระบบเลิกใช้แล้ว' })).status;
    expect(await skipped()).toBe('NOT_NEEDED');
    await tasks.applyProposal({ ws, requestId: request.id });
    expect((await tasks.get({ ws, id: erase.id })).status).toBe('NOT_NEEDED');

    // Of every group again, what the plan closed is opened again; what a person found unnecessary stays closed.
    const widened = await tasks.choose({ ...narrowed, chosen: false });
    expect(widened.additions).toEqual([]);
    expect(widened.reopenings).toMatchObject([
      { kind: 'ERASE', status: 'NOT_NEEDED', fields: [] },
      { kind: 'TELL_RECIPIENTS', status: 'NOT_NEEDED' },
    ]);
    const { collection, outdated } = await tasks.applyProposal({ ws, requestId: request.id });
    expect(outdated).toBe(0);
    expect(Object.fromEntries(collection.map(({ kind, status }) => [kind, status]))).toEqual({
      ERASE: 'OPEN',
      TELL_RECIPIENTS: 'OPEN',
      RESTRICT: 'NOT_NEEDED',
    });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from activity_logs where workspace_id = ${ws} and event = 'requestTask.reopened'`.execute(
      server.owner,
    );
    expect(rows[0]!.count, 'an entry for each person and time').toBe(2);
  });

  it('closes open tasks of an application that was deleted; these and the others keep its name', async () => {
    await publishRegister();
    const name = 'แอปฯ ที่เลิกใช้';
    const { applicationId } = await buildConsentPurposes(server, dpo, { name });
    await publishRegister({}, applicationId);
    const { id: requestId, rights } = await enter(['ACCESS']);
    const tasks = await tasksOf();
    const { application } = await api();
    await tasks.choose({ ws, requestId, part: 'APPLICATION', id: applicationId, chosen: true });
    const planned = (await tasks.applyProposal({ ws, requestId })).collection;
    const there = planned.filter((task) => task.application?.id === applicationId);
    expect(there.map(({ kind }) => kind)).toEqual(['SEARCH', 'EXPORT']);
    const reason = 'ขัดต่อคำสั่งศาล';
    await tasks.refuse({ ws, id: there[1]!.id, groundCode: 'LAW_AND_HARM', reason });
    for (const { id, application: one } of planned)
      if (one?.id !== applicationId) await tasks.skip({ ws, id, reason: 'ไม่มีข้อมูล' });

    await application.remove({ ws, id: applicationId });
    const former = { id: null, name };
    expect((await tasks.get({ ws, id: there[1]!.id })).application).toEqual(former);
    const submit = async () =>
      (await callerFor(server, staff)).request.changeStatus({ ws, id: requestId, action: 'SUBMIT', reason: 'ส่งแล้ว' });
    expect(await codeOf(submit())).toBe('requestTask.open');
    expect((await tasks.ofRequest({ ws, requestId })).outdated).toBe(1);
    const { removals } = await tasks.proposal({ ws, requestId });
    expect(removals).toMatchObject([{ taskId: there[0]!.id, kind: 'SEARCH', application: former }]);
    const { collection, outdated } = await tasks.applyProposal({ ws, requestId });
    expect(outdated).toBe(0);
    expect(collection.find(({ id }) => id === there[0]!.id)).toMatchObject({
      status: 'NOT_NEEDED',
      application: former,
    });
    expect((await submit()).rights.map(({ stage }) => stage)).toEqual(['APPROVE']);
    const refused = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
      refusedTasksOf(trx, ws, rights[0]!.id),
    );
    expect(refused).toEqual([{ kind: 'EXPORT', groundCode: 'LAW_AND_HARM', application: name }]);
  });
});

describe('a task', () => {
  it('is completed only with the proof of its kind, and its texts are encrypted', async () => {
    await publishRegister();
    const request = await enter(['ERASURE']);
    const mine = await tasksOf(responsible);
    const id = await firstTaskOf(request);
    await mine.start({ ws, id });
    const places = { LIVE: 'ERASED', COPIES: 'NONE', BACKUPS: 'ERASED' } as const;
    expect(await refusal(mine.finish({ ws, id, proof: { method: 'delete', places } }))).toMatchObject({
      code: 'requestTask.proof',
      fields: ['proof.places'],
    });
    expect(await refusal(mine.finish({ ws, id }))).toMatchObject({ fields: ['proof.method', 'proof.places'] });
    const done = await mine.finish({
      ws,
      id,
      note: 'ลบแฟ้มของสมหญิง',
      proof: { method: 'delete from patients', places: { ...places, PROCESSORS: 'NONE' } },
    });
    expect(done).toMatchObject({ status: 'DONE', closedBy: { id: responsible.personnelId }, note: 'ลบแฟ้มของสมหญิง' });
    const rows = await server.owner.selectFrom('requestTasks').selectAll().where('workspaceId', '=', ws).execute();
    const logs = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    const outbox = await server.owner.selectFrom('outbox').selectAll().where('workspaceId', '=', ws).execute();
    const content = JSON.stringify([rows, logs, outbox], (_, value) =>
      Buffer.isBuffer(value) ? value.toString() : value,
    );
    for (const secret of ['ลบแฟ้ม', 'delete from', 'สมหญิง', 'HN-0042']) expect(content).not.toContain(secret);
    expect(await codeOf(mine.finish({ ws, id }))).toBe('illegalMove');
    expect(await mine.reopen({ ws, id, reason: 'พบสำเนาอีก' })).toMatchObject({ status: 'OPEN', closedBy: null });
  });

  it('is refused with a ground of its right, and not needed with a reason', async () => {
    await publishRegister();
    const request = await enter(['RECTIFICATION']);
    const mine = await tasksOf(responsible);
    const id = await firstTaskOf(request);
    const reason = 'ข้อมูลถูกต้องแล้ว';
    expect(await codeOf(mine.refuse({ ws, id, groundCode: 'EXPRESSION', reason }))).toBe('requestTask.ground');
    expect(await codeOf(mine.skip({ ws, id, reason: ' ' }))).toBe('BAD_REQUEST');
    expect(await mine.refuse({ ws, id, groundCode: 'DATA_CORRECT', reason })).toMatchObject({
      status: 'REFUSED',
      groundCode: 'DATA_CORRECT',
      reason,
    });
  });

  it('is counted over all rights that are submitted together', async () => {
    await publishRegister();
    const request = await enter(['ACCESS', 'ERASURE']);
    await firstTaskOf(request);
    const { request: requests } = await api(staff);
    const rights = request.rights.map(({ id }) => id);
    const submit = (rightIds: string[]) =>
      refusal(requests.changeStatus({ ws, id: request.id, action: 'SUBMIT', reason: 'ส่งสำเนาแล้ว', rightIds }));
    const tasks = async (rightIds: string[]) => (await submit(rightIds)).details!.tasks as string[];
    const each = [await tasks([rights[0]!]), await tasks([rights[1]!])];
    expect(each.map((ids) => ids.length)).toEqual([2, 1]);
    expect((await tasks(rights)).toSorted()).toEqual(each.flat().toSorted());
  });

  it('prevents an answer from being submitted while it is open, and is inactive once that is', async () => {
    await publishRegister();
    const request = await enter(['OBJECTION']);
    const { request: requests, requestTask: tasks } = await api(staff);
    const submit = () => requests.changeStatus({ ws, id: request.id, action: 'SUBMIT', reason: 'หยุดใช้แล้ว' });
    const id = await firstTaskOf(request);
    expect(await codeOf(submit())).toBe('requestTask.open');
    await tasks.finish({ ws, id, proof: { method: 'ตั้งธงหยุดใช้' } });
    expect((await submit()).rights.map(({ stage }) => stage)).toEqual(['APPROVE']);
    expect(await codeOf(tasks.reopen({ ws, id, reason: 'แก้ไข' }))).toBe('requestTask.rightNotOpen');
    expect((await tasks.get({ ws, id })).allowed).toEqual([]);
  });

  it('of a right that was refused is nobody’s to do, nor does it hold up who leaves; reopened, it is again', async () => {
    await publishRegister();
    const request = await enter(['OBJECTION']);
    const id = await firstTaskOf(request);
    const open = async () => (await (await tasksOf(responsible)).list({ ws, mine: true } as never)).collection.length;
    const counted = () =>
      withScope(server.deps.db, { workspaceId: ws }, (trx) =>
        openTasks.count(trx, ws, responsible.personnelId, new Date()),
      );
    expect([await open(), (await counted()).active]).toEqual([1, 1]);
    const move = async (action: string, more: object) =>
      (await api()).request.changeStatus({ ws, id: request.id, action, ...more } as never);
    await move('REJECT', { groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล' });
    expect([await open(), (await counted()).active]).toEqual([0, 0]);
    await move('REOPEN', { reason: 'พบข้อมูล' });
    expect([await open(), (await counted()).active]).toEqual([1, 1]);
    expect((await (await tasksOf(responsible)).get({ ws, id })).allowed).toContain('start');
  });

  it('that is handed over while its former assignee starts it belongs to the other, and so does its right', async () => {
    await publishRegister();
    const admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
    const request = await enter(['OBJECTION']);
    const id = await firstTaskOf(request);
    const { request: requests } = await api();
    const suspend = async (person: Person, reassignTo: Person) =>
      (await callerFor(server, admin)).personnel.suspend({
        ws,
        id: person.personnelId,
        reason: 'ลาออก',
        reassignTo: reassignTo.personnelId,
      });
    let suspended: Promise<unknown> | undefined;
    let started: Promise<unknown> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('requestTasks').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      suspended = suspend(responsible, staff);
      await waitForLocks(server, 1, 'the handing over waits for the task');
      started = (await tasksOf(responsible)).start({ ws, id }).catch(() => {});
      await waitForLocks(server, 2, 'the start waits too');
    });
    await Promise.all([suspended, started]);
    expect((await (await tasksOf()).get({ ws, id })).assignee).toMatchObject({ id: staff.personnelId });

    const successor = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    await (await tasksOf()).skip({ ws, id, reason: 'ไม่มีข้อมูล' });
    let submitted: Promise<Request> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('requests').select('id').where('id', '=', request.id).forNoKeyUpdate().execute();
      submitted = requests.changeStatus({ ws, id: request.id, action: 'SUBMIT', reason: 'หยุดใช้แล้ว' });
      await waitForLocks(server, 1, 'the move waits for the request');
      suspended = suspend(staff, successor);
      await waitForLocks(server, 2, 'the handing over waits for it too');
    });
    await Promise.all([submitted, suspended]);
    const [right] = (await requests.get({ ws, id: request.id })).rights;
    expect(right).toMatchObject({ stage: 'APPROVE', assignee: { id: successor.personnelId } });
  });

  it('is nobody’s once it is reopened, by itself or with its right, after its assignee has left', async () => {
    await publishRegister();
    const tasks = await tasksOf();
    const finish = (id: string) => tasks.finish({ ws, id, proof: { method: 'ตั้งธงหยุดใช้' } });
    const reopen = async (id: string) => (await tasks.reopen({ ws, id, reason: 'แก้ไข' })).assignee;
    const closed = await firstTaskOf(await enter(['OBJECTION']));
    await finish(closed);
    expect(await reopen(closed)).toMatchObject({ id: responsible.personnelId });
    await finish(closed);
    const refused = await enter(['OBJECTION']);
    const open = await firstTaskOf(refused);
    const { request } = await api();
    const move = (action: string, more: object) =>
      request.changeStatus({ ws, id: refused.id, action, ...more } as never);
    await move('REJECT', { groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล' });
    await server.owner
      .updateTable('personnel')
      .set({ status: 'inactive' })
      .where('id', '=', responsible.personnelId)
      .execute();
    expect(await reopen(closed)).toBeNull();
    expect((await tasks.get({ ws, id: open })).assignee).toMatchObject({ id: responsible.personnelId });
    await move('REOPEN', { reason: 'พบข้อมูล' });
    const released = await tasks.get({ ws, id: open });
    expect(released).toMatchObject({ status: 'OPEN', assignee: null });
    expect(released.allowed).toContain('assign');
  });

  it('displays to its assignees as much of the request as it needs, and nothing to anybody else', async () => {
    await publishRegister();
    const request = await enter(['ACCESS']);
    const applied = await (await tasksOf()).applyProposal({ ws, requestId: request.id });
    const own = await api(responsible);
    const task = await own.requestTask.get({ ws, id: applied.collection[0]!.id });
    expect(task).toMatchObject({
      subject: SUBJECT,
      wish: { detail: 'ขอสำเนาเวชระเบียน' },
      opensRequest: false,
      allowed: ['start', 'finish', 'refuse', 'skip'],
    });
    expect(task).not.toHaveProperty('subject.guardian');
    expect(await codeOf(own.request.get({ ws, id: request.id }))).toBe('request.notFound');
    expect(await codeOf(own.requestTask.gatherings({ ws, requestId: request.id }))).toBe('request.notFound');
    expect((await own.requestTask.list({ ws })).collection).toHaveLength(2);
    expect(
      await codeOf(
        own.requestTask.assign({ ws, requestId: request.id, taskIds: [task.id], assigneeId: staff.personnelId }),
      ),
    ).toBe('requestTask.notYours');
    const stranger = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const theirs = await tasksOf(stranger);
    expect(await codeOf(theirs.get({ ws, id: task.id }))).toBe('requestTask.notFound');
    expect(await codeOf(theirs.ofRequest({ ws, requestId: request.id }))).toBe('request.notFound');
    expect((await theirs.list({ ws })).collection).toEqual([]);
    const board = await tasksOf(manager);
    expect(await codeOf(board.get({ ws, id: task.id }))).toMatch(/^forbidden/);
    expect(await codeOf(board.gather({ ws, requestId: request.id }))).toMatch(/^forbidden/);
    // Assigned to another in one step by whoever answers for the right, it is only theirs.
    const ids = applied.collection.map(({ id }) => id);
    await (await tasksOf(staff)).assign({ ws, requestId: request.id, taskIds: ids, assigneeId: stranger.personnelId });
    expect(await codeOf(own.requestTask.get({ ws, id: task.id }))).toBe('requestTask.notFound');
    expect((await theirs.list({ ws })).collection).toHaveLength(2);
    // Those who manage requests filter by assignee.
    const all = await tasksOf(dpo);
    const countOf = async ({ personnelId: assigneeId }: Person) =>
      (await all.list({ ws, assigneeId })).collection.length;
    expect([await countOf(stranger), await countOf(staff)]).toEqual([2, 0]);
    expect((await (await api()).personnel.taskOverview({ ws, id: stranger.personnelId })).modules).toEqual([
      { module: 'DSRM', pending: 0, active: 2 },
    ]);
  });

  it('is added manually, and notifies its assignee, then and before it is due', async () => {
    const request = await enter(['ACCESS']);
    const tasks = await tasksOf();
    const input = {
      ws,
      requestId: request.id,
      rightId: request.rights[0]!.id,
      title: 'แฟ้มกระดาษชั้น 3',
      assigneeId: responsible.personnelId,
    };
    const task = await tasks.add(input);
    expect(task).toMatchObject({ kind: 'OTHER', title: 'แฟ้มกระดาษชั้น 3', register: null });
    const bell = async () =>
      (
        await server.owner
          .selectFrom('personalNotices as n')
          .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
          .select(['l.event', 'l.subject'])
          .where('n.personnelId', '=', responsible.personnelId)
          .orderBy('l.createdAt')
          .execute()
      ).map(({ event, subject }) => `${event} ${subject}`);
    expect(await bell()).toEqual(['requestTask.assigned DSR-000001']);
    server.clock.set('2026-12-01T10:00:00+07:00');
    await server.deps.alarm.ring();
    expect(await bell()).toContain('requestTask.dueSoon DSR-000001');
    expect(await timesLeft(server, ws, 'requestTask.dueSoon')).toEqual([38]);
  });

  it('notifies its assignee that its right was closed, and reopened, and updates their screens by its other moves', async () => {
    const request = await enter(['ACCESS', 'OBJECTION']);
    const [access, objection] = request.rights.map(({ id }) => id);
    const tasks = await tasksOf();
    const [first] = [
      await tasks.add({
        ws,
        requestId: request.id,
        rightId: access!,
        title: 'แฟ้ม',
        assigneeId: responsible.personnelId,
      }),
      await tasks.add({
        ws,
        requestId: request.id,
        rightId: access!,
        title: 'กล่อง',
        assigneeId: responsible.personnelId,
      }),
      await tasks.add({ ws, requestId: request.id, rightId: access!, title: 'ตู้', assigneeId: staff.personnelId }),
      await tasks.add({ ws, requestId: request.id, rightId: objection!, title: 'ชั้น', assigneeId: staff.personnelId }),
    ];
    const bells = async ({ personnelId }: Person) =>
      (
        await server.owner
          .selectFrom('personalNotices as n')
          .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
          .select('l.event')
          .where('n.personnelId', '=', personnelId)
          .where('l.event', 'in', ['requestTask.closed', 'requestTask.reopened', 'requestTask.released'])
          .orderBy('l.createdAt')
          .orderBy('l.id')
          .execute()
      ).map(({ event }) => event);
    const refreshed = async () =>
      (
        await server.owner
          .selectFrom('outbox')
          .select('entityId')
          .where('workspaceId', '=', ws)
          .where('event', '=', 'requestTask.moved')
          .where('entityId', '=', first!.id)
          .execute()
      ).length;
    const move = async (action: string, more: object) =>
      (await api()).request.changeStatus({ ws, id: request.id, action, rightIds: [access!], ...more } as never);
    await move('REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
    expect([await refreshed(), await bells(responsible)]).toEqual([1, []]);
    await move('REJECT', { groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล' });
    expect([await refreshed(), await bells(responsible)]).toEqual([2, ['requestTask.closed']]);
    await move('REOPEN', { reason: 'พบข้อมูล' });
    expect(await bells(responsible)).toEqual(['requestTask.closed', 'requestTask.reopened']);
    // The assignee of the right is notified of that itself.
    expect(await bells(staff)).toEqual([]);
  });

  it('that goes to somebody else is announced to its former assignee: several of one request once', async () => {
    const request = await enter(['ACCESS']);
    const tasks = await tasksOf();
    const input = { ws, requestId: request.id, rightId: request.rights[0]!.id, assigneeId: responsible.personnelId };
    const added = [await tasks.add({ ...input, title: 'แฟ้ม' }), await tasks.add({ ...input, title: 'กล่อง' })];
    const taskIds = added.map(({ id }) => id);
    await tasks.assign({ ws, requestId: request.id, taskIds, assigneeId: dpo.personnelId });
    const bell = await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
      .select('l.changes')
      .where('n.personnelId', '=', responsible.personnelId)
      .where('l.event', '=', 'requestTask.released')
      .execute();
    expect(bell.map(({ changes }) => changes)).toEqual([[{ field: 'tasks', old: null, new: 2 }]]);
  });

  it('is added once where it is sent again after a lost answer, and its id opens nobody else’s task', async () => {
    const [request, other] = [await enter(['ACCESS']), await enter(['ACCESS'])];
    const tasks = await tasksOf();
    const id = randomUUIDv7();
    const inputOf = ({ id: requestId, rights }: Request) => ({
      ws,
      id,
      requestId,
      rightId: rights[0]!.id,
      title: 'แฟ้มกระดาษชั้น 3',
      assigneeId: responsible.personnelId,
    });
    const input = inputOf(request);
    const [added, again] = await Promise.all([tasks.add(input), tasks.add(input)]);
    expect([added.id, again]).toEqual([id, added]);
    expect(kinds(await tasks.ofRequest({ ws, requestId: request.id }))).toEqual(['OTHER']);
    const events = server.owner.selectFrom('outbox').select('event').where('workspaceId', '=', ws);
    expect(await events.where('event', 'in', ['requestTask.added', 'requestTask.assigned']).execute()).toHaveLength(2);
    const colleague = await tasksOf(await buildPerson(server, { workspaceId: ws, role: 'DPO' }));
    const refused = { status: 'BAD_REQUEST', fields: ['id'] };
    expect(await refusal(colleague.add(input))).toMatchObject(refused);
    expect(await refusal(tasks.add(inputOf(other)))).toMatchObject(refused);
  });
});

/** A notification of an incident to a data subject by mail, and what became of the mail. */
async function notifyOfIncident(
  email: string,
  mail: { state: string; answer?: string; answeredAt?: Date } = { state: 'sent' },
): Promise<void> {
  const { id: incidentId } = await buildIncident(server, ws, { title: 'ส่งผลตรวจผิดคน', status: 'ACTIVE' });
  const id = randomUUIDv7();
  const now = server.deps.now();
  await server.owner
    .insertInto('incidentNotifications')
    .values({
      workspaceId: ws,
      id,
      incidentId,
      recipientGroup: 'DATA_SUBJECT',
      channel: 'EMAIL',
      locale: 'th',
      recipients: sealedRecipients.seal(await workspaceKey(), id, [{ name: 'สมหญิง', email, phone: '' }]),
      recipientCount: 1,
      subject: 'แจ้งเหตุการละเมิดข้อมูลส่วนบุคคล',
      message: 'ผลตรวจของท่านถูกส่งผิดคน',
      status: 'SENT',
      notifiedAt: now,
      sentAt: now,
      sentBy: dpo.personnelId,
      settledAt: now,
      createdBy: dpo.personnelId,
      updatedBy: dpo.personnelId,
    })
    .execute();
  const of = { workspaceId: ws, entity: 'incidentNotification', entityId: incidentId, batchId: id, position: 0 };
  await server.owner
    .insertInto('mailDeliveries')
    .values({ ...of, mailId: randomUUIDv7(), settledAt: now, ...mail })
    .execute();
}

/** What the lead of the search calls each source. */
const SOURCES = {
  consent: { th: 'ความยินยอม', en: 'Consent' },
  userConsent: { th: 'ประวัติ', en: 'its history' },
  consentReceipt: { th: 'ใบรับ', en: 'receipts' },
  request: { th: 'คำขออื่น', en: 'other requests' },
  dataRightsProtocol: { th: 'ตัวแทนที่ได้รับมอบอำนาจ', en: 'authorised agents' },
  incident: { th: 'ผู้ขอรายงาน', en: 'reported' },
  incidentNotification: { th: 'ได้รับแจ้ง', en: 'was notified' },
};

describe('data stored by the platform itself', () => {
  it.each(LOCALES)('is described by all sources that are searched (%s)', (locale) => {
    const names = server.deps.modules.subjectData.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(SOURCES).toSorted());
    const lead = translate(locale, 'requestTask:gather.lead');
    for (const text of Object.values(SOURCES)) expect(lead).toContain(text[locale]);
  });

  it('is gathered from every module, stored encrypted with its hash and counts, and readable only with permission', async () => {
    const consent = await buildConsentForm(server, dpo);
    const [submission] = await recordChoices(server, consent, [{ uid: SUBJECT.uid, name: 'สมหญิง', granted: [0, 1] }]);
    await recordChoices(server, consent, [{ uid: SUBJECT.email, granted: [2] }, { uid: 'somebody else' }]);
    const { consentReceipt } = await api();
    await consentReceipt.issue({ ws, id: submission! });
    await notifyOfIncident(SUBJECT.email.toUpperCase());
    await notifyOfIncident(SUBJECT.email, { state: 'failed', answer: 'GIVEN_UP', answeredAt: server.deps.now() });
    await notifyOfIncident('other@test.example');
    const stranger = { firstName: 'ปรีชา', lastName: 'แปลกหน้า', uid: SUBJECT.uid, email: 'stranger@test.example' };
    await enter(['ACCESS'], { subject: { ...stranger, telephone: '' } });
    await confirmKeys(await enter(['ACCESS'], { subject: { ...SUBJECT, uid: '' } }), ['email']);
    await enter(['ACCESS'], { subject: { ...SUBJECT, uid: 'HN-1', email: 'other@test.example', telephone: '' } });
    // A family shares one phone number: the others' data is not theirs.
    const family = { firstName: 'มานะ', lastName: 'รักไทย', uid: 'HN-2', email: 'mana@test.example' };
    await enter(['ACCESS'], { subject: { ...family, telephone: SUBJECT.telephone } });
    await recordChoices(server, consent, [{ uid: SUBJECT.telephone, name: 'มานะ', granted: [1] }]);
    const request = await confirmKeys(await enter(['ACCESS']));
    const tasks = await tasksOf(staff);
    const started = await tasks.gather({ ws, requestId: request.id });
    expect(started).toMatchObject({ status: 'QUEUED', total: server.deps.modules.subjectData.length });
    expect(await codeOf(tasks.gather({ ws, requestId: request.id }))).toBe('requestTask.gathering');
    await runGathering(server.deps, ws, started.id, new AbortController().signal);
    const [done] = (await tasks.gatherings({ ws, requestId: request.id })).collection;
    expect(done).toMatchObject({ status: 'DONE', done: started.total });
    expect(Object.fromEntries(done!.counts.map(({ source, count }) => [source, count]))).toEqual({
      userConsent: 2,
      consent: 2,
      consentReceipt: 1,
      request: 2,
      incident: 0,
      incidentNotification: 2,
      dataRightsProtocol: 0,
    });
    const get = (person: Person, fileId: string) =>
      server.app.inject({ url: fileUrl(ws, fileId), headers: { authorization: `Bearer ${person.token}` } });
    const json = await get(dpo, done!.jsonFileId!);
    expect(createHash('sha256').update(json.rawPayload).digest('hex')).toBe(done!.sha256);
    const { sources } = JSON.parse(json.body) as { sources: { source: string; records: Record<string, unknown>[] }[] };
    expect(sources.find(({ source }) => source === 'userConsent')!.records).toMatchObject([
      { uid: SUBJECT.uid, name: 'สมหญิง', action: 'ACCEPT' },
      { uid: SUBJECT.email },
    ]);
    // A mail that never arrived notified nobody.
    expect(sources.find(({ source }) => source === 'incidentNotification')!.records).toMatchObject([
      { email: SUBJECT.email.toUpperCase(), delivery: 'ส่งแล้ว' },
      { email: SUBJECT.email, delivery: 'ส่งไม่สำเร็จ และติดต่อทางอื่นไม่ได้' },
    ]);
    // Who only states this user ID may be somebody else.
    const [stated, confirmed] = sources.find(({ source }) => source === 'request')!.records;
    expect(stated).not.toHaveProperty('name');
    expect(confirmed).toMatchObject({ email: SUBJECT.email });
    for (const text of ['ปรีชา', 'stranger@test.example', 'มานะ']) expect(json.body).not.toContain(text);
    expect(done!.counts.flatMap(({ by }) => by)).not.toContain('telephone');
    const view = await get(staff, done!.viewFileId!);
    expect(view.body).toContain('สมหญิง');
    for (const person of [manager, responsible]) expect((await get(person, done!.viewFileId!)).statusCode).toBe(404);
    const stored = await streamText(await server.deps.files.get(`${ws}/${done!.viewFileId!}`));
    expect(stored).not.toContain('สมหญิง');
  });

  it('is gathered only once a correction that goes on is stored, which counts from when it could begin', async () => {
    const { id, rowVersion } = await confirmKeys(await enter(['ACCESS']));
    const { request } = await api();
    const tasks = await tasksOf(staff);
    let corrected: Promise<unknown> | undefined;
    let gathered: Promise<{ id: string }> | undefined;
    await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('requests').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      corrected = request.update({ ws, id, rowVersion, subject: { ...SUBJECT, uid: 'HN-0043' }, rights: [] } as never);
      await waitForLocks(server, 1, 'the correction waits');
      server.clock.set('2026-11-02T10:05:00+07:00');
      gathered = tasks.gather({ ws, requestId: id });
      await waitForLocks(server, 2, 'the search waits for the correction');
    });
    await corrected;
    const { id: gatheringId } = (await gathered)!;
    const [correction] = (await request.get({ ws, id })).corrections.slice(-1);
    expect(Date.parse(correction!.at)).toBe(server.deps.now().getTime());
    await runGathering(server.deps, ws, gatheringId, new AbortController().signal);
    const [done] = (await tasks.gatherings({ ws, requestId: id })).collection;
    const headers = { authorization: `Bearer ${dpo.token}` };
    const { body } = await server.app.inject({ url: fileUrl(ws, done!.jsonFileId!), headers });
    expect(body).not.toContain(SUBJECT.uid);
  });
});

describe('a user ID, email or phone that anybody can state', () => {
  const gather = async (id: string) => {
    const tasks = await tasksOf(staff);
    const { id: gatheringId } = await tasks.gather({ ws, requestId: id });
    await runGathering(server.deps, ws, gatheringId, new AbortController().signal);
    return (await tasks.gatherings({ ws, requestId: id })).collection[0]!;
  };
  const found = ({ counts }: Awaited<ReturnType<typeof gather>>) =>
    counts.filter(({ count }) => count > 0).map(({ source }) => source);

  it('finds nobody and withdraws nothing until it is confirmed by those who manage requests, with a reason', async () => {
    await publishRegister();
    const consent = await buildConsentForm(server, dpo);
    for (const uid of [SUBJECT.uid, SUBJECT.email, SUBJECT.telephone])
      await recordChoices(server, consent, [{ uid, granted: [0] }]);
    const request = await enter(['WITHDRAWAL', 'ACCESS']);
    expect(request.knownKeys).toEqual([]);
    const unconfirmed = await gather(request.id);
    expect([found(unconfirmed), new Set(unconfirmed.counts.flatMap(({ by }) => by))]).toEqual([[], new Set()]);
    const applied = (await (await tasksOf()).applyProposal({ ws, requestId: request.id })).collection;
    const id = applied.find(({ kind }) => kind === 'WITHDRAW')!.id;
    const tasks = await tasksOf(responsible);
    const choices = [{ consentId: consent.id, purposeIds: [consent.purposeIds[0]!] }];
    expect((await tasks.consentChoices({ ws, id })).collection).toEqual([]);
    expect((await tasks.withdrawConsent({ ws, id, choices })).collection).toEqual([]);
    expect(await tasks.get({ ws, id })).toMatchObject({ subject: SUBJECT, knownKeys: [] });
    const { rowVersion } = await (await api()).request.get({ ws, id: request.id });
    const confirmed = { ws, id: request.id, rowVersion, key: 'uid' as const, reason: 'ตรงกับบัตร' };
    expect(await codeOf((await api(staff)).request.confirmKey(confirmed))).toMatch(/^forbidden/);
    const known = await (await api()).request.confirmKey(confirmed);
    expect(known).toMatchObject({
      knownKeys: ['uid'],
      corrections: [{ by: { id: dpo.personnelId }, changes: [{ field: 'uidKnown', new: { th: 'ตรงกับบัตร' } }] }],
    });
    server.clock.set('2026-11-02T10:05:00+07:00');
    const byUid = await gather(request.id);
    expect(new Set(byUid.counts.flatMap(({ by }) => by))).toEqual(new Set(['uid']));
    expect(found(byUid)).toEqual(expect.arrayContaining(['userConsent', 'consent']));
    // What was gathered by something that is not confirmed, as it once was, is no part of an answer.
    const { requestAnswer } = await api();
    const rightId = known.rights.find(({ code }) => code === 'ACCESS')!.id;
    const gathered = async () => (await requestAnswer.get({ ws, id: request.id, rightId })).gathered;
    expect(await gathered()).toMatchObject({ isOutdated: false, files: [{}, {}] });
    await server.owner.updateTable('requests').set({ knownKeys: [] }).where('id', '=', request.id).execute();
    expect(await gathered()).toEqual({ isOutdated: true, files: [] });
    await server.owner
      .updateTable('requests')
      .set({ knownKeys: ['uid'] })
      .where('id', '=', request.id)
      .execute();
    expect((await tasks.consentChoices({ ws, id })).collection).toHaveLength(1);
    await confirmKeys(request, ['telephone']);
    // Under the user ID and the phone, not under the email.
    expect((await tasks.withdrawConsent({ ws, id, choices })).collection).toHaveLength(2);
  });

  it('is confirmed for this value alone', async () => {
    const request = await confirmKeys(await enter(['ACCESS']));
    expect(request.knownKeys).toEqual(['email', 'uid']);
    const { update } = (await api()).request;
    const { id, rowVersion } = request;
    const changed = await update({ ws, id, rowVersion, subject: { ...SUBJECT, uid: 'HN-0043' }, rights: [] } as never);
    expect(changed.knownKeys).toEqual(['email']);
  });
});

describe('consent', () => {
  it('is withdrawn in the consent module, with a receipt as proof, and nothing twice', async () => {
    await publishRegister();
    const consent = await buildConsentForm(server, dpo);
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, name: 'สมหญิง', granted: [0, 1] }]);
    const request = await confirmKeys(await enter(['WITHDRAWAL']));
    const tasks = await tasksOf(responsible);
    const id = await firstTaskOf(request);
    const { collection } = await tasks.consentChoices({ ws, id });
    expect(collection).toMatchObject([{ consentId: consent.id, name: consent.name }]);
    expect(collection[0]!.purposes.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    const choices = [{ consentId: consent.id, purposeIds: [consent.purposeIds[0]!, consent.purposeIds[2]!] }];
    const [first] = (await tasks.withdrawConsent({ ws, id, choices })).collection;
    expect(first).toMatchObject({
      withdrawn: [consent.content.purposes[0]!.title],
      notAllowed: [consent.content.purposes[2]!.title],
    });
    const key = await workspaceKey();
    const present = () =>
      server.owner
        .selectFrom('consentSubjects')
        .select(['action', 'granted', 'submissions'])
        .where('consentId', '=', consent.id)
        .where('uid', '=', uidHash(key, SUBJECT.uid))
        .executeTakeFirstOrThrow();
    expect(await present()).toMatchObject({ action: 'ACCEPT', granted: 2, submissions: 2 });
    const [again] = (await tasks.withdrawConsent({ ws, id, choices })).collection;
    expect(again).toMatchObject({ withdrawn: [], receipt: null });
    expect((await present()).submissions).toBe(2);
    const task = await tasks.get({ ws, id });
    expect(task).toMatchObject({ status: 'INPROGRESS', receipts: [{ id: first!.receipt!.id, form: consent.name }] });
    const receipt = await (await callerFor(server, null)).consentReceipt.get({ ws, id: first!.receipt!.id });
    expect(receipt.superseded).toBe(false);
    // The receipts are the proof: nothing else is required.
    expect(await tasks.finish({ ws, id })).toMatchObject({ status: 'DONE' });
    const history = await (await api()).userConsent.subject({ ws, uid: SUBJECT.uid });
    expect(history.collection[0]).toMatchObject({ channel: 'Data subject request', knownBy: 'request' });
  });

  it('leaves of the rest only what is known to be the data subject’s; what others stated under the uid ends', async () => {
    await publishRegister();
    const consent = await buildConsentForm(server, dpo, { settings: { level: 'browser' } });
    const [first, second, third] = consent.content.purposes;
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, granted: [0, 1], knownBy: 'token' }]);
    const browser = randomUUIDv7();
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, granted: [0, 2], knownBy: 'browser', browser }]);
    const request = await confirmKeys(await enter(['WITHDRAWAL']));
    const tasks = await tasksOf(responsible);
    const id = await firstTaskOf(request);
    const [form] = (await tasks.consentChoices({ ws, id })).collection;
    expect(form!.purposes.map(({ allowed, confirmed }) => [allowed, confirmed])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
    const choices = [{ consentId: consent.id, purposeIds: [first!.id] }];
    const [done] = (await tasks.withdrawConsent({ ws, id, choices })).collection;
    expect(done).toMatchObject({ withdrawn: [first!.title], notAllowed: [], ended: [third!.title] });
    const standing = () =>
      server.owner.selectFrom('consentSubjects').select('granted').where('consentId', '=', consent.id).execute();
    expect(await standing()).toEqual([{ granted: 2 }]);
    const { receipt } = await (await callerFor(server, null)).consentReceipt.get({ ws, id: done!.receipt!.id });
    const given = JSON.stringify(receipt['dpv:hasProcess']).match(/dpv:ConsentGiven/g) ?? [];
    expect(given).toHaveLength(1);

    // Where a browser alone has answered, nothing remains that could be recorded as theirs.
    await recordChoices(server, consent, [{ uid: SUBJECT.email, granted: [1, 2], knownBy: 'browser', browser }]);
    const more = [{ consentId: consent.id, purposeIds: [second!.id] }];
    const { collection } = await tasks.withdrawConsent({ ws, id, choices: more });
    expect(collection.map(({ ended }) => ended)).toContainEqual([third!.title]);
    expect(await standing()).toEqual([{ granted: 0 }, { granted: 0 }]);
  });

  it('leaves the rest to the version that was answered, and names the data subject as who withdrew', async () => {
    await publishRegister();
    const consent = await buildConsentForm(server, dpo, { draft: { effectiveTo: '2027-06-30' } });
    const guardian = { firstName: 'มานี', lastName: 'ใจดี', email: 'manee@test.example', telephone: '' };
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, granted: [0, 1], guardian, knownBy: 'token' }]);
    await server.owner
      .insertInto('consentVersions')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        consentId: consent.id,
        version: 2,
        content: JSON.stringify({ ...consent.content, title: { th: 'ฉบับใหม่', en: 'New' }, effectiveTo: null }),
        sha256: 'd'.repeat(64),
        publishedBy: dpo.personnelId,
      })
      .execute();
    const request = await confirmKeys(await enter(['WITHDRAWAL']));
    const tasks = await tasksOf(responsible);
    const choices = [{ consentId: consent.id, purposeIds: [consent.purposeIds[0]!] }];
    const [done] = (await tasks.withdrawConsent({ ws, id: await firstTaskOf(request), choices })).collection;
    const stored = await server.owner
      .selectFrom('consentSubjects')
      .select(['version', 'granted'])
      .where('consentId', '=', consent.id)
      .execute();
    expect(stored).toEqual([{ version: 1, granted: 2 }]);
    const { receipt } = await (await callerFor(server, null)).consentReceipt.get({ ws, id: done!.receipt!.id });
    const statuses = receipt['dpv:hasProcess'] as { 'dpv:hasConsentStatus': { 'dpv:isIndicatedBy': string }[] }[];
    expect(statuses.map((one) => one['dpv:hasConsentStatus'][0]!['dpv:isIndicatedBy'].split(/[#/:-]/).at(-1))).toEqual([
      'subject',
      'guardian',
      'subject',
    ]);
  });

  it('is withdrawn for sites that only consider choices made there, and by tasks that concern only it', async () => {
    await publishRegister();
    const consent = await buildConsentForm(server, dpo);
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, source: 'https://a.example' }]);
    await recordChoices(server, consent, [{ uid: SUBJECT.uid, source: 'https://b.example' }]);
    const request = await confirmKeys(await enter(['OBJECTION', 'ACCESS']));
    const tasks = await tasksOf();
    const applied = (await tasks.applyProposal({ ws, requestId: request.id })).collection;
    const idOf = (kind: string) => applied.find((task) => task.kind === kind)!.id;
    const choices = [{ consentId: consent.id, purposeIds: [...consent.purposeIds] }];
    expect(await codeOf(tasks.withdrawConsent({ ws, id: idOf('SEARCH'), choices }))).toBe(
      'requestTask.notOnConsentStore',
    );
    await tasks.withdrawConsent({ ws, id: idOf('OBJECT'), choices });
    for (const source of ['https://a.example', 'https://b.example']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/v1/${ws}/user-consents/consent/${consent.id}/version/1/get-user-consent`,
        payload: { uid: SUBJECT.uid, source },
      });
      expect(answer.json(), answer.body).toMatchObject({ action: 'NONE' });
    }
  });
});
