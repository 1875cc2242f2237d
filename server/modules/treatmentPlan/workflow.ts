import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { exceedsExpected, highestRisk, needsPlan, type RiskLevel } from '../../../shared/dpia/risk.ts';
import type { PlanAction, PlanStatus } from '../../../shared/treatmentPlan/status.ts';
import type { Caller } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { Workflow } from '../../platform/workflow/workflow.ts';
import { isAcceptedSince } from '../dpia/acceptance.ts';
import { planAssignees, soleManager } from './assignees.ts';
import { lockAssignable } from '../dpia/assignees.ts';
import * as clock from './clock.ts';
import type { PlanRow } from './queries.ts';
import { OWNERSHIP } from './record.ts';

interface Reasoned {
  readonly reason: string;
}

export interface PlanMoves {
  table: 'treatmentPlans';
  record: PlanRow;
  state: PlanStatus;
  action: PlanAction;
  actor: Caller;
  inputs: {
    start: object;
    resolve: { readonly p: RiskLevel; readonly m: RiskLevel; readonly d: RiskLevel; readonly detail: string };
    approve: Reasoned;
    revert: Reasoned;
    reject: Reasoned;
    reopen: Reasoned;
    reassign: { readonly assigneeId: string };
  };
  facts: { readonly hasLeft?: boolean; readonly takesOver?: boolean };
  notice: object;
}
type Columns = Updateable<DB['treatmentPlans']>;

const where = ({ actor }: { actor: Caller }) => ({ workspaceId: actor.workspaceId, at: actor.at });

/** @throws 400 without a reason */
function withReason({ input: { reason } }: { input: Reasoned }): PlanMoves['facts'] {
  if (reason === '') throw appError('treatmentPlan.reason', { at: 'reason' });
  return {};
}

/** How a treatment plan moves. The caller has locked it. */
export const planWorkflow: Workflow<PlanMoves> = {
  table: 'treatmentPlans',
  ...OWNERSHIP,
  written: ({ before, to }, columns) => ({ ...before, ...(columns as Partial<PlanRow>), status: to }),
  moves: {
    /** Starting an unassigned plan assigns it to the actor; one that a program starts stays unassigned. */
    start: {
      async prepare({ trx, actor, before: { assigneeId } }) {
        const { workspaceId, personnelId } = actor;
        return { takesOver: assigneeId === null && Boolean(await planAssignees.find(trx, workspaceId, personnelId)) };
      },
      columns: ({ actor, facts: { takesOver } }): Columns =>
        takesOver ? { assigneeId: actor.personnelId, assignedBy: actor.personnelId, assignedAt: actor.at } : {},
    },
    /** @throws 400 `treatmentPlan.actionFirst` without any action (spec 2 section 5) */
    resolve: {
      prepare({ before }) {
        if (before.actionCount === 0) throw appError('treatmentPlan.actionFirst');
        return {};
      },
      columns: ({ actor, input: { p, m, d, detail } }): Columns => ({
        residualP: p,
        residualM: m,
        residualD: d,
        resolution: detail,
        submittedBy: actor.personnelId,
        submittedAt: actor.at,
      }),
      effects: (step) => clock.endClock(step.trx, where(step), step.before.id, true),
    },
    /**
     * @throws 403 for the person who submitted it, unless nobody else could approve it; where the risk found is above
     * the one expected: 400 while nobody states why it is accepted, 409 for a high or extreme one until Top Management
     * has approved the assessment since the plan was submitted (docs/decisions/137)
     */
    approve: {
      async prepare({ trx, actor, before, input: { reason } }) {
        if (before.submittedBy === actor.personnelId && !(await soleManager(trx, actor)))
          throw appError('treatmentPlan.ownApproval');
        const found = highestRisk([before.residualP, before.residualM, before.residualD]);
        if (!found || !exceedsExpected(found, before.expectedRisk)) return {};
        if (reason === '') throw appError('treatmentPlan.aboveExpected', { at: 'reason' });
        const { dpiaId, submittedAt } = before;
        if (!needsPlan(found) || !actor.standing.flags.approvalLineEnable) return {};
        if (!(await isAcceptedSince(trx, actor.workspaceId, dpiaId, submittedAt!)))
          throw appError('treatmentPlan.acceptanceApproval');
        return {};
      },
      columns: ({ actor, input: { reason } }): Columns => ({ reason, closedBy: actor.personnelId, closedAt: actor.at }),
    },
    revert: {
      prepare: withReason,
      columns: ({ input: { reason } }): Columns => ({
        reason,
        residualP: null,
        residualM: null,
        residualD: null,
        submittedBy: null,
        submittedAt: null,
      }),
      effects: (step) => clock.resumeClock(step.trx, where(step), step.before.id),
    },
    reject: {
      prepare: withReason,
      columns: ({ actor, input: { reason } }): Columns => ({
        reason,
        closedBy: actor.personnelId,
        closedAt: actor.at,
      }),
      effects: (step) => clock.endClock(step.trx, where(step), step.before.id, false),
    },
    /** Where its assignee can no longer carry it out, it is nobody's: starting it assigns it. */
    reopen: {
      async prepare({ trx, actor, before: { assigneeId } }) {
        if (assigneeId === null) return {};
        return { hasLeft: !(await lockAssignable(trx, actor.workspaceId, [assigneeId])).has(assigneeId) };
      },
      columns: ({ input: { reason }, facts: { hasLeft } }): Columns => ({
        reason,
        ...(hasLeft && { assigneeId: null, assignedBy: null, assignedAt: null }),
        closedBy: null,
        closedAt: null,
        residualP: null,
        residualM: null,
        residualD: null,
        submittedBy: null,
        submittedAt: null,
      }),
      effects: (step) => clock.resumeClock(step.trx, where(step), step.before.id),
    },
    reassign: {
      columns: ({ actor, input: { assigneeId } }): Columns => ({
        assigneeId,
        assignedBy: actor.personnelId,
        assignedAt: actor.at,
      }),
    },
  },
};
