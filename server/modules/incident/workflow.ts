import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB } from '../../../db/client.ts';
import { factsOf, readClock } from '../../../shared/clock.ts';
import { isNotifiedLate } from '../../../shared/incident/clock.ts';
import type { acceptIncident, decideRisk } from '../../../shared/incident/decision.ts';
import type {
  assignIncident,
  Incident,
  moveWithReason,
  resolveIncident,
  verifyIncident,
} from '../../../shared/incident/schema.ts';
import {
  type IncidentAction,
  incidentStatus,
  type IncidentStatus,
  type Owed,
  owedOf,
  missingOf,
} from '../../../shared/incident/status.ts';
import { isNoReason } from '../../../shared/incidentNotification/letter.ts';
import type { Caller } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, changesBetween, emitRelease } from '../../platform/live/emit.ts';
import type { Step, Workflow, WrittenStep } from '../../platform/workflow/workflow.ts';
import { announce, type Announcement, officersOf } from './announce.ts';
import { moveClock, openDueOf, resumeClock, stopClock } from './clock.ts';
import * as queries from './queries.ts';
import * as historyQueries from './historyQueries.ts';
import { clockOf, headlineOf, type IncidentRecord, written } from './record.ts';
import { bundled, hourOf } from './report.ts';
import { applyToClock, storeDecision } from './risk.ts';
import { assigneeOnReopening, awareAt, incidentAssignees, OWNERSHIP } from './rules.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';

export interface IncidentMoves {
  table: 'incidents';
  record: IncidentRecord;
  state: IncidentStatus;
  action: IncidentAction;
  actor: Caller;
  inputs: {
    edit: { readonly columns: Updateable<DB['incidents']> };
    submit: object;
    accept: z.output<typeof acceptIncident>;
    reject: z.output<typeof moveWithReason>;
    revise: object;
    assign: z.output<typeof assignIncident>;
    decideRisk: z.output<typeof decideRisk>;
    resolve: z.output<typeof resolveIncident>;
    verify: z.output<typeof verifyIncident>;
    sendBack: z.output<typeof moveWithReason>;
    reopen: z.output<typeof moveWithReason>;
  };
  facts: {
    assignee?: { id: string; name: string };
    officers?: string[];
    decision?: Omit<Incident['decisions'][number], 'by'>;
    /** Changes beside the status. */
    changes?: Change[];
    lateReason?: string;
  };
  notice: Announcement;
}
type WrittenMove = WrittenStep<IncidentMoves>;

const clockKey = ({ actor }: Step<IncidentMoves>) => ({ workspaceId: actor.workspaceId, now: actor.at });
const reporterOf = ({ after }: WrittenMove) => after.reportedBy?.id ?? null;
const assigneeOf = ({ after }: WrittenMove) => after.assignee?.id ?? null;
const formerOf = ({ before }: Step<IncidentMoves>) => before.assignee?.id ?? null;

const withOfficers = async ({ trx, actor }: Step<IncidentMoves>) => ({
  officers: await officersOf(trx, actor.workspaceId),
});
const assigned = ({ before }: Step<IncidentMoves>, assignee: { id: string; name: string }) => ({
  assignee,
  changes:
    before.assignee?.id === assignee.id
      ? []
      : [{ field: 'assigneeId', old: before.assignee?.id ?? null, new: assignee.id }],
});
const riskApplied = (step: WrittenStep<IncidentMoves, { riskLevel: Incident['riskLevel'] }>) =>
  applyToClock(step.trx, step.actor, headlineOf(step.after), step.before, step.input.riskLevel);

/** Columns as the incident returns them. */
const viewOfColumns = ({ assigneeId: _assignee, ...columns }: Updateable<DB['incidents']>): Partial<Incident> =>
  Object.fromEntries(
    Object.entries(columns).map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
  );

/** How incidents move. The caller has read and locked the incident. */
export const incidentWorkflow: Workflow<IncidentMoves> = {
  table: 'incidents',
  machine: incidentStatus,
  stateOf: ({ status }) => status,
  isOwn: (actor, incident, action) => OWNERSHIP.isOwn(actor, headlineOf(incident), action),
  notOwn: OWNERSHIP.notOwn,
  async written({ trx, actor, before, from, to, action, input, facts }, columns) {
    // The history of an incident has its changes of state only.
    if (action === 'edit') return before;
    const by = { id: actor.personnelId, name: actor.name };
    const reason = reasonOf(input);
    const move = await historyQueries.insertMove(trx, actor, before.id, {
      action,
      from,
      to,
      ...(reason && { reason }),
    });
    return written(actor, before, {
      ...viewOfColumns(columns),
      ...(facts.assignee && { assignee: facts.assignee }),
      status: to,
      moves: [...before.moves, { ...move, by }],
      decisions: facts.decision ? [{ ...facts.decision, by }, ...before.decisions] : before.decisions,
    });
  },
  announce: ({ trx, actor, after, from, to, facts }, event, notice) =>
    announce(trx, actor, headlineOf(after), event, {
      ...notice,
      changes: [...(from === to ? [] : [{ field: 'status', old: from, new: to }]), ...(facts.changes ?? [])],
    }),
  moves: {
    /** Saves the fields; the service writes what belongs to them, and announces the change. */
    edit: { columns: ({ input }) => input.columns },
    /** The reporter submits the report to the data protection officer. */
    submit: {
      prepare: withOfficers,
      columns: ({ actor }) => ({ submittedAt: actor.at }),
      event: 'incident.submitted',
      async notice({ trx, actor, before, facts: { officers = [] } }) {
        const hour = hourOf(actor.at);
        const nth = 1 + (await queries.submittedBy(trx, actor.workspaceId, actor.personnelId, hour));
        const mail = { step: 'submitted' as const, to: officers, dueAt: before.clock.dueAt };
        return { notify: officers, ...bundled(nth, mail) };
      },
    },
    /**
     * The officer accepts the report, decides its risk and names an assignee.
     * @throws 409 `incident.incomplete` naming what a public report could not state, 400 for somebody who cannot be
     * assigned, and for an awareness in the future or before the incident
     */
    accept: {
      async prepare(step) {
        const { trx, actor, before, input } = step;
        assertComplete(before);
        const discoveredAt = awareAt(before, input, actor.at);
        const assignment = assigned(step, await incidentAssignees.require(trx, actor.workspaceId, input.assigneeId));
        const { decision, changes } = await storeDecision(trx, actor, before, input);
        const aware = changesBetween({ discoveredAt: before.discoveredAt }, { discoveredAt });
        return { ...assignment, decision, changes: [...changes, ...aware, ...assignment.changes] };
      },
      columns: ({ actor, before, input: { riskLevel, riskDescription, assigneeId, discoveredAt } }) => ({
        riskLevel,
        riskDescription,
        assigneeId,
        discoveredAt: new Date(discoveredAt ?? before.discoveredAt),
        acceptedAt: actor.at,
      }),
      // The officer has stated when the organisation became aware: it counts from now on.
      effects: (step) => moveClock(step.trx, clockKey(step), step.before),
      event: 'incident.accepted',
      async notice(step) {
        const { trx, actor, after, input } = step;
        const clock = () => clockOf(trx, actor.workspaceId, { ...after, ...headlineOf(after) }, after.settings);
        const dueAt = input.riskLevel === 'NO_RISK' ? undefined : (await clock()).dueAt;
        return {
          notify: [assigneeOf(step), reporterOf(step)],
          mail: { step: 'assigned', to: [assigneeOf(step)], dueAt },
        };
      },
      followUp: riskApplied,
    },
    /** The officer rejects the report; its deadline is paused. */
    reject: {
      effects: (step) => stopClock(step.trx, clockKey(step), step.before.id),
      event: 'incident.rejected',
      notice: (step) => ({ notify: [reporterOf(step)], mail: { step: 'rejected', to: [reporterOf(step)] } }),
    },
    /** The reporter revises a rejected report; the deadline resumes with the same due moment. */
    revise: {
      columns: () => ({ submittedAt: null }),
      effects: (step) => resumeClock(step.trx, clockKey(step), step.before.id),
      event: 'incident.revised',
      notice: (step) => ({ notify: [reporterOf(step)] }),
    },
    /** Names another assignee. @throws 400 for somebody who cannot be assigned */
    assign: {
      async prepare(step) {
        const { trx, actor, before, input } = step;
        if (before.assignee?.id === input.assigneeId) throw appError('incident.assignedAlready', { at: 'assigneeId' });
        return assigned(step, await incidentAssignees.require(trx, actor.workspaceId, input.assigneeId));
      },
      columns: ({ input: { assigneeId } }) => ({ assigneeId }),
      event: 'incident.assigned',
      notice: (step) => ({
        formerly: [formerOf(step)],
        notify: [assigneeOf(step), reporterOf(step)].filter((id) => id !== formerOf(step)),
        mail: { step: 'assigned', to: [assigneeOf(step)], dueAt: openDueOf(step.before.clock) },
      }),
      followUp(step) {
        const { id, title } = step.before;
        const facts = { event: 'incident.released', entityId: id, subject: title } as const;
        return emitRelease(step.trx, step.actor, facts, [formerOf(step)]);
      },
    },
    /** Decides the risk again. */
    decideRisk: {
      prepare: ({ trx, actor, before, input }) => storeDecision(trx, actor, before, input),
      columns: ({ input: { riskLevel, riskDescription } }) => ({ riskLevel, riskDescription }),
      event: 'incident.riskDecided',
      notice: (step) => ({ notify: [assigneeOf(step)] }),
      followUp: riskApplied,
    },
    /** The assignee submits the response for verification. */
    resolve: {
      prepare: withOfficers,
      columns: ({ actor, input: { resolution } }) => ({ resolution, respondedAt: actor.at }),
      event: 'incident.responded',
      notice: ({ before, facts: { officers = [] } }) => ({
        notify: officers,
        mail: { step: 'responded', to: officers, dueAt: openDueOf(before.clock) },
      }),
    },
    /**
     * The officer verifies the response and closes the incident. @throws 409 `incident.incomplete` as `accept`,
     * `incident.authorityNotTold` or `incident.subjectsNotTold` while somebody whom the risk requires to be notified
     * was not, 400 `incident.lateReasonMissing` where the authority was notified late, by either reading of the
     * deadline, without a reason
     */
    verify: {
      prepare({ actor, before, input }) {
        // An incident that was accepted before this rule can still lack it.
        assertComplete(before);
        return { lateReason: lateReasonOf(before, actor.at, input.lateReason) };
      },
      columns: ({ actor, facts: { lateReason } }) => ({ lateReason, resolvedAt: actor.at }),
      event: 'incident.resolved',
      notice: (step) => ({
        notify: [reporterOf(step), assigneeOf(step)],
        mail: { step: 'resolved', to: [reporterOf(step)] },
      }),
    },
    /** The officer sends the response back. */
    sendBack: {
      columns: () => ({ respondedAt: null }),
      event: 'incident.sentBack',
      notice: (step) => ({
        notify: [assigneeOf(step)],
        mail: { step: 'sentBack', to: [assigneeOf(step)], dueAt: openDueOf(step.before.clock) },
      }),
    },
    /** The officer reopens a closed incident, and becomes its assignee where the former one has left. */
    reopen: {
      prepare: async (step) => assigned(step, await assigneeOnReopening(step.trx, step.actor, step.before)),
      columns: ({ facts }) => ({ respondedAt: null, resolvedAt: null, assigneeId: facts.assignee!.id }),
      event: 'incident.reopened',
      notice: (step) => ({
        notify: [assigneeOf(step), reporterOf(step)],
        mail: { step: 'reopened', to: [assigneeOf(step)], dueAt: openDueOf(step.before.clock) },
      }),
    },
  },
};

/** The reason of a move in the history. */
const reasonOf = (input: unknown): string => {
  const { reason, note } = input as { reason?: string; note?: string };
  return reason ?? note ?? '';
};

function assertComplete(incident: Incident): void {
  const missing = missingOf(incident);
  if (missing.length > 0)
    throw appError('incident.incomplete', {
      issues: missing.map((field) => ({ path: [field], key: 'errors:required' })),
    });
}

const UNNOTIFIED = { AUTHORITY: 'authorityNotTold', SUBJECTS: 'subjectsNotTold' } as const satisfies Record<
  Owed,
  string
>;

/** Why the authority was notified late, if it was. @throws as `verify` does */
function lateReasonOf(before: Incident, at: Date, reason: string): string {
  const [owed] = owedOf(before);
  if (owed) throw appError(`incident.${UNNOTIFIED[owed]}`);
  const lateReason = reason || before.lateReason;
  const refused = (text: TextOf<'incident.lateReasonMissing'>) =>
    appError('incident.lateReasonMissing', { text, issues: [{ path: ['lateReason'], key: text }] });
  const isLate =
    readClock(factsOf(before.clock), at.getTime()).state === 'late' ||
    (before.authorityNotifiedAt !== null && isNotifiedLate(before.clock, Date.parse(before.authorityNotifiedAt)));
  if (isLate && !lateReason) throw refused('incident:refusal.lateReasonMissing');
  if (isLate && isNoReason(lateReason)) throw refused('incidentNotification:lateReasonSample');
  return lateReason;
}
