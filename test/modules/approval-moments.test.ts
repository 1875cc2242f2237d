import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
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
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;
const ROUNDS = 8;

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'deputy');
});
afterEach(async () => {
  await server.owner.deleteFrom('deadlines').execute();
  server.clock.run();
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);
const build = (approvers: Person[], more: Partial<Parameters<typeof buildApprovalLine>[2]> = {}) =>
  buildApprovalLine(server, ws, { requesterId: people.staff.personnelId, approverIds: idsOf(...approvers), ...more });
const act = async (person: Person, id: string, status: 'APPROVED' | 'REJECTED' = 'APPROVED') =>
  (await as(person)).act({ ws, id, status, comment: status === 'APPROVED' ? '' : 'ขาดข้อมูล' });
const away = async (person: Person, delegate: Person, from = -60_000, span = 24 * HOUR) => {
  const now = server.deps.now().getTime();
  return (await as(person)).absences.create({
    ws,
    delegateId: delegate.personnelId,
    fromAt: new Date(now + from).toISOString(),
    untilAt: new Date(now + from + span).toISOString(),
  });
};
const stepsOf = async (lineId: string) =>
  (
    await server.owner
      .selectFrom('approvalSteps')
      .select(['position', 'status', 'approverId', 'actedBy'])
      .where('lineId', '=', lineId)
      .orderBy('round')
      .orderBy('position')
      .execute()
  ).map(({ status }) => status);
const statusOf = async (lineId: string) =>
  (await server.owner.selectFrom('approvalLines').select('status').where('id', '=', lineId).executeTakeFirstOrThrow())
    .status;
const waitsOf = async (lineId: string) =>
  (await server.owner.selectFrom('deadlines').select('id').where('subjectId', '=', lineId).execute()).length;
const won = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status === 'fulfilled');
const whyNot = async (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (await refusal(Promise.reject(result.reason))).status : null;
const edit = async (person: Person, applicationId: string, description: string) => {
  const { application } = await callerFor(server, person);
  const { name, dataController, rowVersion } = await application.get({ ws, id: applicationId });
  return application.update({
    ws,
    id: applicationId,
    rowVersion,
    name,
    dataControllerId: dataController.id,
    description,
  });
};
/** Starts all calls while the line is locked, so that they compete for it, and unlocks it. */
async function meeting(lineId: string, ...calls: (() => Promise<unknown>)[]): Promise<PromiseSettledResult<unknown>[]> {
  const under: Promise<unknown>[] = [];
  let waiting = 0;
  await server.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('approvalLines').select('id').where('id', '=', lineId).forUpdate().execute();
    for (const call of calls) {
      waiting += 1;
      const one = call();
      const over = () => void (waiting -= 1);
      one.then(over, over);
      under.push(one);
      // In this order they wait for it, or complete without it.
      await until(async () => (await blocked()) >= waiting);
    }
  });
  return Promise.allSettled(under);
}
/** Connections that wait for another connection's lock. */
const blocked = async () =>
  Number(
    (
      await sql<{
        n: number;
      }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        server.owner,
      )
    ).rows[0]!.n,
  );

describe('at the same moment', () => {
  it('approver and substitute make one step, and the other is notified that it was made', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = await build([people.board, people.dpo]);
      const absence = await away(people.board, people.deputy);
      const results = await Promise.allSettled([act(people.board, line.id), act(people.deputy, line.id, 'REJECTED')]);
      expect(won(results).filter(Boolean)).toHaveLength(1);
      expect(await stepsOf(line.id)).toEqual(won(results)[0] ? ['APPROVED', 'CURRENT'] : ['REJECTED', 'SKIPPED']);
      expect(await whyNot(results[won(results)[0] ? 1 : 0]!)).toMatch(/^(CONFLICT|FORBIDDEN)$/);
      await (await as(people.board)).absences.end({ ws, id: absence.id });
    }
  });

  it('an approver acting in turn and one acting early cause no gap', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = await build([people.board, people.dpo, people.admin]);
      const results = await Promise.allSettled(
        [people.admin, people.dpo, people.board].map((person) => act(person, line.id)),
      );
      expect(won(results)[2]).toBe(true);
      const steps = await stepsOf(line.id);
      const done = steps.filter((status) => status === 'APPROVED').length;
      expect(steps).toEqual(
        ['APPROVED', 'APPROVED', 'APPROVED']
          .slice(0, done)
          .concat(done < 3 ? ['CURRENT'] : [], ['WAITING', 'WAITING'].slice(0, Math.max(0, 2 - done))),
      );
      expect(won(results).filter(Boolean)).toHaveLength(done);
    }
  });

  it.each([
    ['acts first', true],
    ['is called off first', false],
  ])('one acts on a line that is cancelled, and it %s', async (_, first) => {
    const line = await build([people.board, people.dpo]);
    const acting = () => act(people.board, line.id);
    const cancelling = async () => (await as(people.staff)).cancel({ ws, id: line.id });
    const results = await meeting(line.id, ...(first ? [acting, cancelling] : [cancelling, acting]));
    expect(won(results)).toEqual([true, false]);
    expect(await whyNot(results[1]!)).toBe('CONFLICT');
    expect(await statusOf(line.id)).toBe(first ? 'PENDING' : 'CANCEL');
    expect(await stepsOf(line.id)).toEqual(first ? ['APPROVED', 'CURRENT'] : ['SKIPPED', 'SKIPPED']);
    expect(await eventsOf(server, line.id)).toEqual([first ? 'stepApproved' : 'cancelled']);
    expect(await waitsOf(line.id)).toBe(first ? 1 : 0);
  });

  it('one acts while their absence starts: the step is made once, and nobody waits for the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = await build([people.board, people.dpo]);
      server.clock.run();
      const absence = await away(people.board, people.deputy, HOUR, HOUR);
      server.clock.set(new Date(server.deps.now().getTime() + HOUR + 2000));
      const [acted, rings] = await Promise.all([act(people.board, line.id), server.deps.alarm.ring()]);
      expect(acted.history.map(({ status }) => status)).toEqual(['APPROVED', 'CURRENT']);
      expect(rings).toMatchObject({ handled: 1, failed: 0 });
      await (await as(people.board)).absences.end({ ws, id: absence.id });
    }
  });

  it.each([
    ['the approval', true],
    ['the change', false],
  ])(
    'the record changes with the last approval: whichever comes first (%s), nothing outdated remains approved',
    async (_, approvalFirst) => {
      const line = await build([people.board, people.dpo], { status: 'PENDING' });
      const approving = () => act(people.dpo, line.id);
      const changing = () => edit(people.admin, line.applicationId, 'เปิดเผยต่อหน่วยงานใหม่');
      const results = await meeting(line.id, ...(approvalFirst ? [approving, changing] : [changing, approving]));
      expect(won(results)).toEqual([true, approvalFirst]);
      expect(await statusOf(line.id)).toBe('REWORKED');
      expect(await eventsOf(server, line.id)).toEqual(approvalFirst ? ['approved', 'reopened'] : ['reopened']);
      expect(await bellOf(server, line.id, people.dpo.personnelId)).toContain('reopened');
    },
  );

  it('the same in whatever order it occurs', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const line = await build([people.board]);
      const [, changed] = await Promise.allSettled([
        act(people.board, line.id),
        edit(people.admin, line.applicationId, `รอบ ${round}`),
      ]);
      expect(changed.status).toBe('fulfilled');
      expect(await statusOf(line.id)).toBe('REWORKED');
    }
  });

  it('an approver leaves while a line is submitted again to them: neither waits for the other', async () => {
    const [locked, line] = [await build([people.deputy]), await build([people.board, people.deputy])];
    const { personnel } = await callerFor(server, people.admin);
    const reason = 'ลาออก';
    let calls: Promise<unknown>[] = [];
    await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('approvalLines').select('id').where('id', '=', locked.id).forUpdate().execute();
      const [id, reassignTo] = idsOf(people.deputy, people.dpo);
      calls = [personnel.suspend({ ws, id: id!, reason, reassignTo })];
      await until(async () => (await blocked()) >= 1);
      await (await as(people.board)).act({ ws, id: line.id, status: 'REWORKED', comment: 'ขาดข้อมูล' });
      calls.push((await as(people.staff)).resubmit({ ws, id: line.id, description: reason }));
      await until(async () => (await blocked()) >= 2);
    });
    const [left, again] = await Promise.allSettled(calls);
    expect(left!.status).toBe('fulfilled');
    const { reason: why } = again as PromiseRejectedResult;
    expect(await refusal(Promise.reject(why))).toMatchObject({ code: 'approvalLine.approverInactive' });
  });

  it('an approver is asked while leaving: the step is handed over with their others, or never theirs', async () => {
    const line = await build([people.board, people.dpo]);
    const { rowVersion } = await (await as(people.staff)).get({ ws, id: line.id });
    const naming = async () =>
      (await as(people.staff)).update({
        ws,
        id: line.id,
        rowVersion,
        approverIds: idsOf(people.board, people.deputy),
        description: '',
      });
    const leaving = async () =>
      (await callerFor(server, people.admin)).personnel.suspend({ ws, id: people.deputy.personnelId, reason: 'ลาออก' });
    for (const first of [naming, leaving]) {
      const results = await meeting(line.id, first, first === naming ? leaving : naming);
      // Named while they are still active: they can only leave with a successor. Inactive: they cannot be named.
      expect(won(results)).toEqual([true, false]);
      const { status } = await server.owner
        .selectFrom('personnel')
        .select('status')
        .where('id', '=', people.deputy.personnelId)
        .executeTakeFirstOrThrow();
      const { history } = await (await as(people.admin)).get({ ws, id: line.id });
      expect([
        status,
        history.some(({ approver, status }) => approver.id === people.deputy.personnelId && status === 'WAITING'),
      ]).toEqual(first === naming ? ['active', true] : ['suspended', false]);
      if (first === naming)
        await (
          await as(people.staff)
        ).update({
          ws,
          id: line.id,
          rowVersion: rowVersion + 1,
          approverIds: idsOf(people.board, people.dpo),
          description: '',
        });
    }
  });

  it('a line is requested while its record changes: it may be created, and nobody can approve it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { applicationId } = await build([people.board], { status: 'CANCEL' });
      await buildFinishedExport(server, ws, { applicationId, requestedBy: people.staff.personnelId });
      const [first] = await Promise.allSettled([
        (await as(people.staff)).create({ ws, reportType: 'ROPA', applicationId, approverIds: idsOf(people.board) }),
        edit(people.admin, applicationId, `รอบ ${round}`),
      ]);
      if (first.status === 'rejected') continue;
      const { id } = first.value;
      const { outdated, status } = await (await as(people.staff)).get({ ws, id });
      if (status === 'REWORKED') continue;
      // The export above contains no state of its record, so the line refers to the record at the time of the request.
      const answer = await refusedWith(act(people.board, id)).catch(() => null);
      expect([outdated, answer]).toEqual(outdated ? [true, 'CONFLICT'] : [false, null]);
    }
  });
});

describe('a line does not block', () => {
  it('on somebody removed without a handover: requester, Admin and DPO ask another approver', async () => {
    for (const replacing of [people.staff, people.admin, people.dpo]) {
      const line = await build([people.board, people.admin]);
      await server.owner
        .updateTable('personnel')
        .set({ status: 'inactive' })
        .where('id', '=', people.board.personnelId)
        .execute();
      const before = await (await as(replacing)).get({ ws, id: line.id });
      expect(before.allowed).toEqual(expect.arrayContaining(['edit', 'cancel']));
      const after = await (
        await as(replacing)
      ).update({
        ws,
        id: line.id,
        rowVersion: before.rowVersion,
        approverIds: idsOf(people.deputy, people.admin),
        description: '',
      });
      expect(after.current?.approver.id).toBe(people.deputy.personnelId);
      expect((await act(people.deputy, line.id)).current?.approver.id).toBe(people.admin.personnelId);
      await server.owner
        .updateTable('personnel')
        .set({ status: 'active' })
        .where('id', '=', people.board.personnelId)
        .execute();
    }
  });

  it('on an approver who is deactivated: they hand over like a suspended one', async () => {
    const line = await build([people.board, people.dpo]);
    const { personnel } = await callerFor(server, people.admin);
    expect(await refusal(personnel.deactivate({ ws, id: people.board.personnelId }))).toMatchObject({
      status: 'CONFLICT',
      code: 'personnel.openTasks',
    });
    await personnel.deactivate({ ws, id: people.board.personnelId, reassignTo: people.deputy.personnelId });
    expect((await act(people.deputy, line.id)).current?.approver.id).toBe(people.dpo.personnelId);
  });

  it('on a record whose responsible person leaves: another one is a change, and the line returns to its requester', async () => {
    const { id: applicationId } = await buildApplication(server, ws);
    const { purpose, personnel } = await callerFor(server, people.admin);
    const { id: purposeId } = await purpose.create({
      ws,
      ...(await completePurpose(server, ws)),
      responsibleDepartmentId: null,
      responsiblePersonnelId: people.deputy.personnelId,
    });
    await server.owner
      .insertInto('applicationPurposes')
      .values({ workspaceId: ws, applicationId, purposeId, position: 0 })
      .execute();
    const line = await build([people.board, people.dpo], { applicationId, status: 'APPROVED' });
    await personnel.suspend({
      ws,
      id: people.deputy.personnelId,
      reason: 'ลาออก',
      reassignTo: people.staff.personnelId,
    });
    expect(await statusOf(line.id)).toBe('REWORKED');
    expect(await bellOf(server, line.id, people.staff.personnelId)).toContain('reopened');
  });

  it('on a requester who has left: Admin and DPO resubmit, change and cancel it', async () => {
    const line = await build([people.board, people.admin], { status: 'REWORKED' });
    await (
      await callerFor(server, people.admin)
    ).personnel.suspend({ ws, id: people.staff.personnelId, reason: 'ลาออก' });
    const again = await (await as(people.dpo)).resubmit({ ws, id: line.id, description: 'ส่งแทนผู้ขอที่พ้นหน้าที่' });
    expect(again).toMatchObject({ status: 'NEW', round: 2 });
    expect((await act(people.board, line.id)).status).toBe('PENDING');
    expect((await (await as(people.admin)).cancel({ ws, id: line.id })).status).toBe('CANCEL');
  });

  it('whose requester has left: Admin and DPO are notified of each result', async () => {
    const { personnel } = await callerFor(server, people.admin);
    const lines = [];
    for (const decided of ['APPROVED', 'REWORKED'] as const) lines.push({ decided, line: await build([people.board]) });
    const changed = await build([people.board], { status: 'APPROVED' });
    await personnel.suspend({ ws, id: people.staff.personnelId, reason: 'ลาออก' });
    for (const { decided, line } of lines)
      await (await as(people.board)).act({ ws, id: line.id, status: decided, comment: 'ขาดข้อมูล' });
    await edit(people.dpo, changed.applicationId, 'เปิดเผยต่อหน่วยงานใหม่');
    const mailed = async (person: Person) => (await mailsOf(server, person.email)).map(({ kind }) => kind);
    const results = ['approval.approved', 'approval.reworked'];
    expect(await mailed(people.admin)).toEqual([...results, 'approval.reopened']);
    // Who changed the record knows.
    expect(await mailed(people.dpo)).toEqual(results);
    expect(await mailed(people.staff)).toEqual([]);
    const [approved, reworked] = lines.map(({ line }) => line.id);
    for (const person of [people.admin, people.dpo]) {
      expect(await bellOf(server, approved!, person.personnelId)).toEqual(['approved']);
      expect(await bellOf(server, reworked!, person.personnelId)).toEqual(['reworked']);
    }
    expect(await bellOf(server, changed.id, people.admin.personnelId)).toEqual(['reopened']);
  });

  it('nor is it left without an approver', async () => {
    const line = await build([people.board, people.dpo], { status: 'PENDING' });
    const { rowVersion } = await (await as(people.staff)).get({ ws, id: line.id });
    const order = async (...approvers: Person[]) =>
      (await as(people.staff)).update({
        ws,
        id: line.id,
        rowVersion,
        approverIds: idsOf(...approvers),
        description: '',
      });
    expect(await refusal(order(people.board))).toMatchObject({
      code: 'approvalLine.nobodyLeft',
      fields: ['approverIds'],
    });
    await expect(order()).rejects.toThrow();
    expect(await refusal(order(people.dpo))).toMatchObject({ code: 'approvalLine.approvedKeepPlace' });
  });

  it('on a workspace that was downgraded and upgraded again: it continues where it was', async () => {
    const line = await build([people.board, people.dpo]);
    const tier = async (to: 'Basic' | 'Unlimit') => {
      const { workspace } = await callerFor(server, people.admin);
      const { name, encryptBoxUrl, rowVersion } = await workspace.get({ ws });
      await workspace.update({ ws, name, package: to, encryptBoxUrl, rowVersion, applyDefaults: true });
    };
    await tier('Basic');
    for (const call of [
      () => act(people.board, line.id),
      async () => (await as(people.staff)).cancel({ ws, id: line.id }),
      async () => (await as(people.admin)).get({ ws, id: line.id }),
    ])
      expect(await refusedWith(call())).toBe('FORBIDDEN');
    expect(await refusedWith((await callerFor(server, null)).approvalLine.check({ code: line.checkCode }))).toBe(
      'NOT_FOUND',
    );
    await tier('Unlimit');
    expect((await act(people.board, line.id)).current?.approver.id).toBe(people.dpo.personnelId);
  });

  it('on a deleted export: the submitted document remains, and only a new document can be submitted again', async () => {
    const line = await build([people.board, people.dpo]);
    const { fileId } = await server.owner
      .selectFrom('exports')
      .select('fileId')
      .where('id', '=', line.exportId)
      .executeTakeFirstOrThrow();
    await server.owner.deleteFrom('exports').where('id', '=', line.exportId).execute();
    await server.owner.deleteFrom('files').where('id', '=', fileId).execute();
    const fetched = await act(people.board, line.id);
    const { statusCode } = await server.app.inject({
      url: fetched.document.url,
      headers: { authorization: `Bearer ${people.dpo.token}` },
    });
    expect(statusCode).toBe(200);
    await (await as(people.dpo)).act({ ws, id: line.id, status: 'REWORKED', comment: 'ขาดผู้ประมวลผล' });
    expect(await refusal((await as(people.staff)).resubmit({ ws, id: line.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'approvalLine.noExport',
    });
    await buildFinishedExport(server, ws, { applicationId: line.applicationId, requestedBy: people.staff.personnelId });
    expect((await (await as(people.staff)).resubmit({ ws, id: line.id })).round).toBe(2);
  });

  it('on a deleted application: it is readable, can be cancelled, and nobody can approve it any more', async () => {
    const line = await build([people.board]);
    await server.owner.deleteFrom('applications').where('id', '=', line.applicationId).execute();
    expect(await (await as(people.board)).get({ ws, id: line.id })).toMatchObject({
      application: { id: null },
      outdated: true,
    });
    expect(await refusal(act(people.board, line.id))).toMatchObject({ code: 'approvalLine.documentOutdated' });
    expect(await refusal((await as(people.staff)).resubmit({ ws, id: line.id }))).toMatchObject({
      code: 'approvalLine.documentGone',
    });
    expect((await (await as(people.staff)).cancel({ ws, id: line.id })).status).toBe('CANCEL');
  });
});

describe('forged input', () => {
  it('for the public verification is refused before any look-up, or found nowhere', async () => {
    const line = await build([people.board], { status: 'APPROVED' });
    const ask = async (code: unknown) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/trpc/approvalLine.check',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ code }),
      });
      return [answer.statusCode, answer.body] as const;
    };
    expect((await ask(line.checkCode))[0]).toBe(200);
    const turned = line.checkCode.replace(/./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const [code, status] of [
      [turned, 404],
      [line.checkCode.toLowerCase() === line.checkCode ? turned : line.checkCode.toLowerCase(), 404],
      [line.id, 404],
      [line.fileId, 404],
      ['_'.repeat(40), 404],
      [line.sha256, 400],
      [`${line.checkCode} `, 400],
      [`${line.checkCode}%`, 400],
      ["' or 1=1 --", 400],
      ['\u0000'.repeat(32), 400],
      ['ก'.repeat(32), 400],
      ['A'.repeat(10_000), 400],
      ['', 400],
      [null, 400],
      [[line.checkCode], 400],
      [{ $ne: '' }, 400],
    ] as const) {
      const [found, body] = await ask(code);
      expect([String(JSON.stringify(code)).slice(0, 60), found]).toEqual([
        String(JSON.stringify(code)).slice(0, 60),
        status,
      ]);
      expect(body).not.toContain(line.sha256);
      expect(body.length).toBeLessThan(2000);
    }
    // Beyond the maximum body size, the connection is not even read to its end.
    for (const letters of [20_000, 3_000_000]) expect((await ask('A'.repeat(letters)))[0]).toBe(413);
  });

  it('as an id opens nothing of another workspace', async () => {
    const { id: elsewhere } = await buildWorkspace(server);
    const others = await buildCrew(server, elsewhere, 'deputy');
    const line = await build([people.board]);
    for (const id of [line.id, line.fileId, line.exportId, line.applicationId]) {
      expect(await refusedWith((await callerFor(server, others.admin)).approvalLine.get({ ws: elsewhere, id }))).toBe(
        'NOT_FOUND',
      );
      expect(
        await refusedWith(
          (await callerFor(server, others.admin)).approvalLine.act({ ws: elsewhere, id, status: 'APPROVED' }),
        ),
      ).toBe('NOT_FOUND');
    }
  });
});
