import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPROVAL_STATUSES, type ApprovalStatus } from '../../shared/approvalLine/schema.ts';
import { INCIDENT_STATUSES, type IncidentStatus } from '../../shared/incident/status.ts';
import { buildPerson, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { callProcedure, type Input } from '../tenancy/calls.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

// Permissions of moves, for every state, action and role. The tables are written out here and not taken from the
// product: `null` is a permitted move (made by illegal-moves.test.ts), a number is the status of a refused one. Nothing
// changes, so one world is sufficient.

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await sharedServer();
  world = await buildWorld(server, 'ROLESWORLD');
});
afterAll(() => server.close());

type Code = 403 | 404 | 409 | null;
const fieldsOf = (path: string): Input => {
  const { ws: _ws, id: _id, rowVersion: _version, ...fields } = SAMPLES[path]!.input(world) as Input;
  return fields;
};

interface Try {
  as: Person;
  id: string;
  actions: Record<string, { procedure: string; fields: () => Input; expected: Code }>;
  rowVersion: number;
  /** Everything that a move could have changed. */
  look: () => Promise<string>;
}

/** Makes every refused move, and returns unexpected responses and changes of the record. */
async function faultsOf({ as, id, actions, rowVersion, look }: Try): Promise<string[]> {
  const faults: string[] = [];
  const before = await look();
  for (const [action, { procedure, fields, expected }] of Object.entries(actions)) {
    if (expected === null) continue;
    const answer = await callProcedure(server, as, procedure, { ...fields(), ws: world.ws, id, rowVersion });
    if (answer.status !== expected)
      faults.push(`${action}: ${answer.status} ${answer.code ?? ''} in place of ${expected}`);
    if ((await look()) !== before) faults.push(`${action}: the record was changed`);
  }
  return faults;
}
const mayMake = (actions: Try['actions']): string[] =>
  Object.entries(actions)
    .flatMap(([action, { expected }]) => (expected === null ? [action] : []))
    .sort();

describe('an incident', () => {
  const ROLES = ['Admin', 'DPO', 'reporter', 'assignee', 'other Staff', 'Top Management'] as const;
  type Who = (typeof ROLES)[number];
  const PROCEDURES: Record<string, string> = {
    edit: 'incident.update',
    submit: 'incident.submit',
    accept: 'incident.accept',
    reject: 'incident.reject',
    revise: 'incident.revise',
    assign: 'incident.assign',
    respond: 'incident.activities.add',
    resolve: 'incident.resolve',
    decideRisk: 'incident.decideRisk',
    verify: 'incident.verify',
    sendBack: 'incident.sendBack',
    reopen: 'incident.reopen',
    notify: 'incidentNotification.create',
  };
  const OPEN: Record<IncidentStatus, readonly string[]> = {
    WAITING: ['edit', 'submit'],
    PENDING: ['edit', 'accept', 'reject'],
    ACTIVE: ['edit', 'assign', 'respond', 'resolve', 'decideRisk', 'notify'],
    RESPONDED: ['edit', 'assign', 'verify', 'sendBack', 'decideRisk', 'notify'],
    RESOLVED: ['reopen', 'notify'],
    REJECTED: ['revise'],
  };
  /** The moves open to Staff in general: of a report and of a response. The others are the officers'. */
  const OF_STAFF = ['edit', 'submit', 'revise', 'respond', 'resolve'];
  const OF_REPORTER = ['edit', 'submit', 'revise'];
  const OF_ASSIGNEE = ['respond', 'resolve'];

  function expected(who: Who, state: IncidentStatus, action: string): Code {
    if (who === 'Top Management') return 403;
    const officer = who === 'Admin' || who === 'DPO';
    if (!officer && !OF_STAFF.includes(action)) return 403;
    // Staff without a role in it do not learn that there is such an incident.
    if (who === 'other Staff') return 404;
    // Officers reject what the public form brought, not what a colleague has yet to submit.
    if (state === 'WAITING' && action === 'reject') return 403;
    if (!OPEN[state].includes(action)) return 409;
    if (officer) return null;
    // A submitted report is corrected by the officers.
    if (who === 'reporter' && action === 'edit') return state === 'WAITING' ? null : 403;
    return (who === 'reporter' ? OF_REPORTER : OF_ASSIGNEE).includes(action) ? null : 403;
  }

  let people: Record<Who, Person>;
  beforeAll(async () => {
    const [reporter, assignee] = [
      await buildPerson(server, { workspaceId: world.ws, role: 'Staff' }),
      await buildPerson(server, { workspaceId: world.ws, role: 'Staff' }),
    ];
    people = {
      Admin: world.people.Admin,
      DPO: world.people.DPO,
      reporter,
      assignee,
      'other Staff': world.people.Staff,
      'Top Management': world.people['Top Management'],
    };
    await server.owner
      .updateTable('incidents')
      .set({ reporterId: reporter.personnelId, assigneeId: assignee.personnelId })
      .where('workspaceId', '=', world.ws)
      .execute();
  });

  /** The row, its clock, and the number of all incident-related rows. */
  const look = async (id: string) => {
    const { owner } = server;
    const rows = await Promise.all([
      owner.selectFrom('incidents').selectAll().where('id', '=', id).execute(),
      owner.selectFrom('deadlines').selectAll().where('subjectId', '=', id).execute(),
      ...(['incidentMoves', 'incidentDecisions', 'incidentActivities', 'incidentNotifications'] as const).map((table) =>
        owner
          .selectFrom(table as 'incidentMoves')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('incidentId', '=', id)
          .execute(),
      ),
      owner
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('entityId', '=', id)
        .execute(),
    ]);
    return JSON.stringify(rows);
  };

  describe.each(INCIDENT_STATUSES)('that is %s', (state) => {
    it.each(ROLES)('accepts only the moves permitted for %s', async (who) => {
      const id = world.incidentIds[state];
      const as = people[who];
      const actions = Object.fromEntries(
        Object.entries(PROCEDURES).map(([action, procedure]) => [
          action,
          { procedure, fields: () => fieldsOf(procedure), expected: expected(who, state, action) },
        ]),
      );
      const { rowVersion } = await server.owner
        .selectFrom('incidents')
        .select('rowVersion')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(await faultsOf({ as, id, actions, rowVersion, look: () => look(id) })).toEqual([]);
      // Every move that is not refused is offered by the record.
      const record = await callProcedure(server, as, 'incident.get', { ws: world.ws, id });
      if (who === 'Top Management' || who === 'other Staff')
        expect(record.status).toBe(who === 'other Staff' ? 404 : 403);
      else expect((JSON.parse(record.text) as { allowed: string[] }).allowed.toSorted()).toEqual(mayMake(actions));
    });
  });
});

describe('an approval line', () => {
  const ROLES = [
    'requester',
    'current approver',
    'later approver',
    'earlier approver',
    'stand-in',
    'DPO without a part',
    'other Staff',
    'Top Management',
  ] as const;
  type Who = (typeof ROLES)[number];
  const DECIDE = ['approve', 'reject', 'rework'];
  const OPEN: Record<ApprovalStatus, readonly string[]> = {
    NEW: ['edit', 'remind', 'cancel', ...DECIDE],
    PENDING: ['edit', 'remind', 'cancel', ...DECIDE],
    REWORKED: ['resubmit', 'cancel'],
    APPROVED: [],
    REJECTED: [],
    CANCEL: [],
  };

  function expected(who: Who, state: ApprovalStatus, action: string): Code {
    const decides = DECIDE.includes(action);
    // A pure approver does not manage lines; a user without a role in one does not learn of it.
    if (who === 'Top Management') return decides ? 404 : 403;
    if (who === 'other Staff') return 404;
    if (!OPEN[state].includes(action)) return 409;
    if (!decides) return who === 'requester' || who === 'DPO without a part' ? null : 403;
    if (who === 'current approver' || who === 'stand-in') return null;
    // An approver who has approved is told so, and not that it is not their turn.
    return who === 'earlier approver' ? 409 : 403;
  }

  let people: Record<Who, Person>;
  const lines = {} as Record<ApprovalStatus, string>;
  beforeAll(async () => {
    const { ws } = world;
    const staff = () => buildPerson(server, { workspaceId: ws, role: 'Staff' });
    people = {
      requester: await staff(),
      'current approver': await staff(),
      'later approver': await staff(),
      'earlier approver': await staff(),
      'stand-in': await staff(),
      'DPO without a part': await buildPerson(server, { workspaceId: ws, role: 'DPO' }),
      'other Staff': await staff(),
      'Top Management': await buildPerson(server, { workspaceId: ws, role: 'Top Management' }),
    };
    const now = server.deps.now();
    const away = people['current approver'].personnelId;
    await server.owner
      .insertInto('approvalAbsences')
      .values({
        workspaceId: ws,
        id: randomUUIDv7(),
        personnelId: away,
        delegateId: people['stand-in'].personnelId,
        note: '',
        createdBy: away,
        createdAt: now,
        fromAt: new Date(now.getTime() - 60_000),
        untilAt: new Date(now.getTime() + 3_600_000),
      })
      .execute();
    const [earlier, current, later] = [
      people['earlier approver'],
      people['current approver'],
      people['later approver'],
    ].map(({ personnelId }) => personnelId) as [string, string, string];
    for (const status of APPROVAL_STATUSES) {
      // In a new line nobody has approved; in an approved one all have.
      const approverIds = status === 'NEW' ? [current, later] : [earlier, current, later];
      lines[status] = (
        await buildApprovalLine(server, ws, {
          requesterId: people.requester.personnelId,
          approverIds,
          status,
          ...(status === 'NEW' || status === 'APPROVED' ? {} : { approved: 1 }),
        })
      ).id;
    }
  });

  const look = async (id: string) => {
    const { owner } = server;
    const rows = await Promise.all([
      owner.selectFrom('approvalLines').selectAll().where('id', '=', id).execute(),
      owner
        .selectFrom('approvalSteps')
        .selectAll()
        .where('lineId', '=', id)
        .orderBy('round')
        .orderBy('position')
        .execute(),
      owner.selectFrom('approvalRounds').selectAll().where('lineId', '=', id).execute(),
      owner
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('entityId', '=', id)
        .execute(),
    ]);
    return JSON.stringify(rows);
  };

  describe.each(APPROVAL_STATUSES)('that is %s', (state) => {
    it.each(ROLES.filter((who) => who !== 'earlier approver' || state !== 'NEW'))(
      'accepts only the moves permitted for the %s',
      async (who) => {
        const id = lines[state];
        const as = people[who];
        const act = (status: string) => ({
          procedure: 'approvalLine.act',
          fields: () => ({ status, comment: 'ความเห็น' }),
        });
        const moves: Record<string, { procedure: string; fields: () => Input }> = {
          edit: {
            procedure: 'approvalLine.update',
            fields: () => ({
              approverIds: [people['later approver'].personnelId, world.people.DPO.personnelId],
              description: 'แก้ไข',
            }),
          },
          remind: { procedure: 'approvalLine.remind', fields: () => ({}) },
          approve: act('APPROVED'),
          reject: act('REJECTED'),
          rework: act('REWORKED'),
          cancel: { procedure: 'approvalLine.cancel', fields: () => ({}) },
          resubmit: { procedure: 'approvalLine.resubmit', fields: () => ({ description: 'แก้ไขแล้ว' }) },
        };
        const actions = Object.fromEntries(
          Object.entries(moves).map(([action, move]) => [action, { ...move, expected: expected(who, state, action) }]),
        );
        const { rowVersion } = await server.owner
          .selectFrom('approvalLines')
          .select('rowVersion')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(await faultsOf({ as, id, actions, rowVersion, look: () => look(id) })).toEqual([]);
        const { approvalLine } = await callerFor(server, as);
        if (who === 'Top Management' || who === 'other Staff')
          expect((await callProcedure(server, as, 'approvalLine.get', { ws: world.ws, id })).status).toBe(404);
        else expect((await approvalLine.get({ ws: world.ws, id })).allowed.toSorted()).toEqual(mayMake(actions));
      },
    );
  });
});
