import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import { missingProof } from '../../../shared/requestTask/kinds.ts';
import type { TaskWork } from '../../../shared/requestTask/schema.ts';
import type { TaskAction, TaskStatus } from '../../../shared/requestTask/status.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import type { Step, Workflow } from '../../platform/workflow/workflow.ts';
import { formerAssignee } from '../request/assignees.ts';
import type { TaskRow } from './queries.ts';
import { isWorkedOn, OWNERSHIP } from './record.ts';
import { type Details, sealedDetails } from './sealed.ts';

interface Keyed {
  readonly key: WorkspaceKey;
}
interface Work extends Keyed, TaskWork {}

export interface TaskMoves {
  table: 'requestTasks';
  record: TaskRow;
  state: TaskStatus;
  action: TaskAction;
  actor: PersonnelActor;
  inputs: {
    assign: { readonly assigneeId: string };
    start: object;
    record: Work;
    finish: Work;
    refuse: Keyed & { readonly groundCode: string; readonly reason: string };
    /** `dropped`: by the plan, which may ask for it again. */
    skip: Keyed & { readonly reason: string; readonly dropped?: true };
    reopen: Keyed & { readonly reason: string };
  };
  facts: { readonly assigneeId?: string | null };
  notice: object;
}
type Columns = Updateable<DB['requestTasks']>;

const detailed = ({ before }: Pick<Step<TaskMoves>, 'before'>, key: WorkspaceKey, changes: Partial<Details>): Buffer =>
  sealedDetails.seal(key, before.id, { ...sealedDetails.open(key, before.id, before.details), ...changes });

const closed = ({ actor }: Pick<Step<TaskMoves>, 'actor'>): Columns => ({
  closedBy: actor.personnelId,
  closedAt: actor.at,
});
const worked = (step: Pick<Step<TaskMoves, Work>, 'before' | 'input'>): Columns => {
  const { key, note, proof, fileId } = step.input;
  return { details: detailed(step, key, { note, proof }), fileId };
};

/** @throws 409 `requestTask.rightNotOpen` while its right is not open: submitted, or closed */
function assertWorkedOn({ before }: Pick<Step<TaskMoves>, 'before'>): TaskMoves['facts'] {
  if (!isWorkedOn(before.stage)) throw appError('requestTask.rightNotOpen');
  return {};
}

/** How one task moves. The caller has locked its request. */
export const taskWorkflow: Workflow<TaskMoves> = {
  table: 'requestTasks',
  ...OWNERSHIP,
  written({ before }, columns) {
    const { assigneeId = before.assigneeId } = columns as { assigneeId?: string | null };
    return { ...before, assigneeId };
  },
  moves: {
    assign: { prepare: assertWorkedOn, columns: ({ input }) => ({ assigneeId: input.assigneeId }) },
    /** Starting an unassigned task assigns it to the actor. */
    start: {
      prepare: assertWorkedOn,
      columns: ({ actor, before }) => (before.assigneeId === null ? { assigneeId: actor.personnelId } : {}),
    },
    record: { prepare: assertWorkedOn, columns: worked },
    /** @throws 400 naming the missing parts of the proof */
    finish: {
      prepare(step) {
        assertWorkedOn(step);
        const { before, input } = step;
        const { receipts } = sealedDetails.open(input.key, before.id, before.details);
        const missing = missingProof(before.kind, input.proof, {
          hasFile: input.fileId !== null,
          hasReceipts: receipts.length > 0,
        });
        if (missing.length > 0)
          throw appError('requestTask.proof', {
            issues: missing.map((part) => ({
              path: ['proof', part],
              key: part === 'hash' ? 'requestTask:hashOrFile' : 'errors:required',
            })),
          });
        return {};
      },
      columns: (step) => ({ ...worked(step), ...closed(step) }),
    },
    /** @throws 400 for a ground that the right does not have */
    refuse: {
      prepare(step) {
        assertWorkedOn(step);
        if (!groundsOf(step.before.code).some(({ code }) => code === step.input.groundCode))
          throw appError('requestTask.ground', { at: 'groundCode' });
        return {};
      },
      columns: (step) => ({
        ...closed(step),
        groundCode: step.input.groundCode,
        details: detailed(step, step.input.key, { reason: step.input.reason }),
      }),
    },
    skip: {
      prepare: assertWorkedOn,
      columns: (step) => ({
        ...closed(step),
        dropped: step.input.dropped ?? false,
        details: detailed(step, step.input.key, { reason: step.input.reason }),
      }),
    },
    /** Back to its former assignee, if they are still active. */
    reopen: {
      async prepare(step) {
        assertWorkedOn(step);
        return { assigneeId: await formerAssignee(step.trx, step.actor.workspaceId, step.before) };
      },
      columns: (step) => ({
        assigneeId: step.facts.assigneeId ?? null,
        closedBy: null,
        closedAt: null,
        dropped: false,
        groundCode: null,
        details: detailed(step, step.input.key, { reason: step.input.reason }),
      }),
    },
  },
};
