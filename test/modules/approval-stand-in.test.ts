import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { bellOf, buildApprovalLine, buildCrew } from '../helpers/approvals.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T02:00:00.000Z');
const at = (ms: number) => new Date(START + ms);

let server: TestServer;
let ws: string;
let people: Record<'staff' | 'admin' | 'dpo' | 'board' | 'deputy', Person>;

beforeAll(async () => {
  server = await buildServer();
});
beforeEach(async () => {
  server.clock.run();
  ({ id: ws } = await buildWorkspace(server));
  people = await buildCrew(server, ws, 'deputy');
  server.clock.set(at(0));
});
afterEach(async () => {
  await server.owner.deleteFrom('deadlines').execute();
  server.clock.run();
});
afterAll(() => server.close());

const as = async (person: Person) => (await callerFor(server, person)).approvalLine;
const idsOf = (...named: Person[]) => named.map(({ personnelId }) => personnelId);
const build = (approvers: Person[], more = {}) =>
  buildApprovalLine(server, ws, {
    requesterId: people.staff.personnelId,
    approverIds: idsOf(...approvers),
    at: at(0),
    ...more,
  });
const away = async (person: Person, delegate: Person, from = 0, until = 24 * HOUR) =>
  (await as(person)).absences.create({
    ws,
    delegateId: delegate.personnelId,
    fromAt: at(from).toISOString(),
    untilAt: at(until).toISOString(),
  });
const act = async (person: Person, id: string) => (await as(person)).act({ ws, id, status: 'APPROVED' });
const turnMails = async (person: Person) =>
  (await mailsOf(server, person.email)).filter(({ kind }) => kind === 'approval.turn').length;
const recipientsOf = async (lineId: string, event: string) =>
  (
    await server.owner
      .selectFrom('outbox')
      .select('recipients')
      .where('entityId', '=', lineId)
      .where('event', '=', event)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
  ).recipients!;

describe('one person counts once', () => {
  /**
   * Named as a substitute for the current approver, but with a role of their own: neither asked nor notified, with the
   * reason.
   */
  async function expectBarred(person: Person, lineId: string) {
    expect(await refusal(act(person, lineId))).toMatchObject({
      status: 'FORBIDDEN',
      code: 'approvalLine.standInBarred',
    });
    const fetched = await (await as(person)).get({ ws, id: lineId });
    expect(fetched).toMatchObject({ yourTurn: false, current: { delegate: null } });
    expect(fetched.allowed).not.toContain('approve');
    expect((await (await as(person)).list({ ws, waitingForMe: true })).collection).toEqual([]);
  }

  it('nobody is a substitute who has a step of the round themselves, completed or pending', async () => {
    await away(people.board, people.dpo);
    const later = await build([people.board, people.dpo]);
    await expectBarred(people.dpo, later.id);
    await (await as(people.staff)).remind({ ws, id: later.id });
    expect(await bellOf(server, later.id, people.dpo.personnelId)).toEqual([]);
    expect(await mailsOf(server, people.dpo.email)).toEqual([]);
    expect(await bellOf(server, later.id, people.board.personnelId)).toEqual(['reminded']);
    await (await as(people.admin)).cancel({ ws, id: later.id });

    const done = await build([people.dpo, people.board]);
    await act(people.dpo, done.id);
    await expectBarred(people.dpo, done.id);
    await act(people.board, done.id);
  });

  it('nor who asked for the line', async () => {
    await away(people.board, people.staff);
    const { id } = await build([people.board]);
    await expectBarred(people.staff, id);
  });

  it('nor who acted in the round for another', async () => {
    await away(people.board, people.deputy);
    await away(people.dpo, people.deputy);
    const { id } = await build([people.board, people.dpo]);
    expect((await act(people.deputy, id)).history[0]!.actedBy?.name).toBe('Deputy');
    await expectBarred(people.deputy, id);
    // And nobody assigns them a step after that: neither the requester, nor somebody who leaves.
    const { rowVersion } = await (await as(people.staff)).get({ ws, id });
    expect(
      await refusal(
        (await as(people.staff)).update({
          ws,
          id,
          rowVersion,
          approverIds: idsOf(people.board, people.deputy),
          description: '',
        }),
      ),
    ).toMatchObject({ code: 'approvalLine.actedForAnother', fields: ['approverIds.1'] });
    expect(
      await refusal(
        (await callerFor(server, people.admin)).personnel.suspend({
          ws,
          id: people.dpo.personnelId,
          reason: 'ลาออก',
          reassignTo: people.deputy.personnelId,
        }),
      ),
    ).toMatchObject({ code: 'approvalLine.heirInLine' });
  });

  it('is notified of pending steps only if they may act', async () => {
    const barred = await build([people.board, people.deputy]);
    const open = await build([people.board]);
    await away(people.board, people.deputy);
    expect(await turnMails(people.deputy)).toBe(1);
    expect(await bellOf(server, barred.id, people.deputy.personnelId)).toEqual([]);
    expect(await bellOf(server, open.id, people.deputy.personnelId)).toEqual(['updated']);
  });
});

describe('an absence', () => {
  const ringAt = async (ms: number) => {
    server.clock.set(at(ms));
    return (await server.deps.alarm.ring()).handled;
  };
  /** Events of absences in the order of their commits, with their named recipients. */
  const turns = async () =>
    (
      await server.owner
        .selectFrom('outbox')
        .select(['event', 'recipients'])
        .where('workspaceId', '=', ws)
        .where('event', 'in', ['approvalAbsence.began', 'approvalAbsence.ended'])
        .orderBy('seq')
        .execute()
    ).map(({ event, recipients }) => ({
      event: event.replace('approvalAbsence.', ''),
      recipients: (recipients as unknown as string[]).toSorted(),
    }));
  /** Switches the module like an Admin does. */
  const moduleOn = async (on: boolean) => {
    const { workspace } = await callerFor(server, people.admin);
    const { name, package: tier, encryptBoxUrl, rowVersion } = await workspace.get({ ws });
    await workspace.update({
      ws,
      name,
      package: tier,
      encryptBoxUrl,
      rowVersion,
      applyDefaults: false,
      approvalLineEnable: on,
    });
  };

  it('that starts later notifies the substitute when it starts, once, and everyone who may read the line', async () => {
    const line = await build([people.board]);
    await build([people.dpo, people.board]);
    await away(people.board, people.deputy, HOUR, 2 * HOUR);
    expect(await ringAt(HOUR - 1000)).toBe(0);
    expect(await turnMails(people.deputy)).toBe(0);
    expect(await ringAt(HOUR + 1000)).toBe(1);
    expect(await turnMails(people.deputy)).toBe(1);
    expect(await bellOf(server, line.id, people.deputy.personnelId)).toEqual(['updated']);
    expect(await recipientsOf(line.id, 'approvalLine.updated')).toContain(people.deputy.personnelId);
    // Also those of the line in which their turn is still pending.
    expect(await turns()).toEqual([
      { event: 'began', recipients: idsOf(people.board, people.deputy, people.staff, people.dpo).toSorted() },
    ]);
    expect(await ringAt(HOUR + 60_000)).toBe(0);
    expect(await turnMails(people.deputy)).toBe(1);
  });

  it.each([
    ['that has already started', 0],
    ['that starts later', HOUR],
  ])(
    '%s returns pending steps at its end: the bell of the absent person and all screens are updated, once',
    async (_, from) => {
      const line = await build([people.board]);
      await away(people.board, people.deputy, from, 2 * HOUR);
      await ringAt(HOUR + 1000);
      const before = await bellOf(server, line.id, people.board.personnelId);
      expect((await (await as(people.deputy)).get({ ws, id: line.id })).yourTurn).toBe(true);
      expect(await ringAt(2 * HOUR - 1000)).toBe(0);
      expect(await ringAt(2 * HOUR + 1000)).toBe(1);
      expect(await bellOf(server, line.id, people.board.personnelId)).toEqual([...before, 'updated']);
      expect(await recipientsOf(line.id, 'approvalLine.updated')).toEqual(
        expect.arrayContaining(idsOf(people.board, people.deputy, people.staff)),
      );
      expect((await turns()).at(-1)).toEqual({
        event: 'ended',
        recipients: idsOf(people.board, people.deputy, people.staff).toSorted(),
      });
      expect(await refusedWith((await as(people.deputy)).get({ ws, id: line.id }))).toBe('NOT_FOUND');
      expect((await (await as(people.board)).list({ ws, waitingForMe: true })).collection.map(({ id }) => id)).toEqual([
        line.id,
      ]);
      expect(await ringAt(3 * HOUR)).toBe(0);
      expect(
        await server.owner.selectFrom('deadlines').select('id').where('kind', '=', 'approval.absence').execute(),
      ).toEqual([]);
    },
  );

  it('that is cancelled returns them immediately; a future one had nothing to return', async () => {
    const line = await build([people.board]);
    const now = await away(people.board, people.deputy, 0, HOUR);
    await (await as(people.admin)).absences.end({ ws, id: now.id });
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['updated']);
    expect(await bellOf(server, now.id, people.deputy.personnelId)).toEqual([
      'approvalAbsence.changed',
      'approvalAbsence.ended',
    ]);
    expect(await recipientsOf(line.id, 'approvalLine.updated')).toEqual(
      expect.arrayContaining(idsOf(people.board, people.deputy, people.staff)),
    );
    const later = await away(people.board, people.deputy, HOUR, 2 * HOUR);
    await (await as(people.admin)).absences.end({ ws, id: later.id });
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['updated']);
    expect(await bellOf(server, later.id, people.deputy.personnelId)).toEqual([
      'approvalAbsence.changed',
      'approvalAbsence.cancelled',
    ]);
    expect(await ringAt(3 * HOUR)).toBe(0);
  });

  it('notifies nobody once it was cancelled, is over, or the substitute has left', async () => {
    await build([people.board]);
    const called = await away(people.board, people.deputy, HOUR, 2 * HOUR);
    await (await as(people.board)).absences.end({ ws, id: called.id });
    expect(
      await server.owner.selectFrom('deadlines').select('id').where('kind', '=', 'approval.absence').execute(),
    ).toEqual([]);
    await away(people.board, people.deputy, 3 * HOUR, 4 * HOUR);
    await ringAt(5 * HOUR);
    await away(people.board, people.deputy, 6 * HOUR, 7 * HOUR);
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', people.deputy.personnelId)
      .execute();
    await ringAt(6 * HOUR + 1000);
    expect(await turnMails(people.deputy)).toBe(0);
    expect(await turns()).toEqual([]);
  });

  it('that starts while the module is off is announced once it is on again; one that passed entirely in between is not', async () => {
    const line = await build([people.board, people.dpo]);
    await away(people.board, people.deputy, HOUR, 4 * HOUR);
    await away(people.dpo, people.deputy, HOUR, 2 * HOUR);
    await moduleOn(false);
    expect(await ringAt(HOUR + 1000)).toBe(0);
    expect(await ringAt(3 * HOUR)).toBe(0);
    expect(await turnMails(people.deputy)).toBe(0);
    await moduleOn(true);
    await ringAt(3 * HOUR + 1000);
    expect(await turnMails(people.deputy)).toBe(1);
    expect((await turns()).map(({ event }) => event)).toEqual(['began']);
    // And its end, which occurs while the module is off again.
    await moduleOn(false);
    expect(await ringAt(5 * HOUR)).toBe(0);
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual([]);
    await moduleOn(true);
    expect(await ringAt(5 * HOUR + 1000)).toBe(1);
    expect((await turns()).map(({ event }) => event)).toEqual(['began', 'ended']);
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual(['updated']);
    expect(await ringAt(6 * HOUR)).toBe(0);
  });

  it('starts and ends once with two nodes', async () => {
    const node = await buildServer({ DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
    try {
      const lines = [];
      for (let index = 0; index < 6; index += 1) lines.push(await build([people.board]));
      const others = await Promise.all(
        Array.from({ length: 8 }, () => buildPerson(server, { workspaceId: ws, role: 'Staff' })),
      );
      for (const other of others) await away(other, people.dpo, HOUR, 2 * HOUR);
      await away(people.board, people.deputy, HOUR, 2 * HOUR);
      for (const moment of [HOUR + 1000, 2 * HOUR + 1000]) {
        for (const one of [server, node]) one.clock.set(at(moment));
        for (let round = 0; round < 3; round += 1)
          await Promise.all([server, node].map(({ deps }) => deps.alarm.ring()));
      }
      const events = (await turns()).map(({ event }) => event);
      expect(events.toSorted()).toEqual([
        ...Array.from({ length: 9 }, () => 'began'),
        ...Array.from({ length: 9 }, () => 'ended'),
      ]);
      expect(await turnMails(people.deputy)).toBe(lines.length);
      for (const { id } of lines) expect(await bellOf(server, id, people.board.personnelId)).toEqual(['updated']);
    } finally {
      await node.close();
    }
  });
});

describe('somebody who no longer takes part in a line', () => {
  it('is notified live: an approver removed from the order, and their substitute', async () => {
    const line = await build([people.dpo, people.board, people.admin]);
    await away(people.dpo, people.deputy);
    const { rowVersion } = await (await as(people.staff)).get({ ws, id: line.id });
    await (
      await as(people.staff)
    ).update({ ws, id: line.id, rowVersion, approverIds: idsOf(people.admin), description: '' });
    expect(await recipientsOf(line.id, 'approvalLine.updated')).toEqual(
      expect.arrayContaining(idsOf(people.dpo, people.board, people.deputy, people.admin, people.staff)),
    );
    expect(await refusedWith((await as(people.board)).get({ ws, id: line.id }))).toBe('NOT_FOUND');
    // In the bell too, whose turn it was; the others had not been asked yet.
    for (const person of [people.dpo, people.deputy])
      expect((await bellOf(server, line.id, person.personnelId)).at(-1)).toBe('released');
    expect(await recipientsOf(line.id, 'approvalLine.released')).toEqual(idsOf(people.dpo, people.deputy));
    expect(await bellOf(server, line.id, people.board.personnelId)).toEqual([]);
  });

  it('and an approver who handed their step over', async () => {
    const line = await build([people.board, people.dpo]);
    await (
      await callerFor(server, people.admin)
    ).personnel.suspend({ ws, id: people.board.personnelId, reason: 'ลาออก', reassignTo: people.deputy.personnelId });
    expect(await recipientsOf(line.id, 'approvalLine.updated')).toEqual(
      expect.arrayContaining(idsOf(people.board, people.deputy)),
    );
  });
});
