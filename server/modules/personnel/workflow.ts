import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { type Personnel, personnelStatus, type PersonnelStatus } from '../../../shared/personnel/schema.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Caller } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, emit, masked } from '../../platform/live/emit.ts';
import { announceRevocation } from '../../platform/live/revoke.ts';
import { recordMoving, recordsChanged } from '../../platform/records/listener.ts';
import type { PreparedStep, Step, Workflow, WrittenStep } from '../../platform/workflow/workflow.ts';
import { assertRoom } from '../workspace/limits.ts';
import { notifyAccess } from './access.ts';
import { invite } from './invite.ts';
import * as queries from './queries.ts';
import { assertAdminRemains, assertNoAccountHere, officersChanged } from './rules.ts';
import { reassignAll, taskOverviewOf } from './tasks.ts';

/** A person, with their account. */
type PersonnelRecord = Personnel & { readonly userId?: string | null };

/** Who takes over the open tasks of somebody who leaves. */
interface Leaving {
  readonly reassignTo?: string | null | undefined;
}

export interface PersonnelMoves {
  table: 'personnel';
  record: PersonnelRecord;
  state: PersonnelStatus;
  action: keyof PersonnelMoves['inputs'] | 'accept';
  actor: Caller;
  inputs: {
    suspend: Leaving & { readonly reason: string };
    deactivate: Leaving;
    unsuspend: object;
    activate: object;
    resend: object;
  };
  facts: object;
  notice: { changes?: Change[] };
}

const statusChanged = ({ from, to }: PreparedStep<PersonnelMoves>): Change => ({ field: 'status', old: from, new: to });

/** A reason belongs to a suspension, and ends with it. */
const notSuspended = (): Updateable<DB['personnel']> => ({ suspendedReason: '', suspendedAt: null });

const left = async ({ trx, actor, before, from }: WrittenStep<PersonnelMoves>): Promise<void> => {
  if (from === 'invited') await queries.withdrawInvitations(trx, actor.workspaceId, before.id);
};
/** Whoever accepted their invitation before can work here again. */
const restored = async ({ trx, actor, before: { userId, name, role } }: WrittenStep<PersonnelMoves>): Promise<void> => {
  if (userId) await notifyAccess(trx, actor, { userId, name, role }, 'restored');
};
/** Sessions and sockets lose the workspace immediately. */
const revoked = async ({ trx, before: { userId } }: WrittenStep<PersonnelMoves>): Promise<void> => {
  if (userId) await announceRevocation(trx, { userId });
};

/**
 * How the status of people moves. The caller has locked the workspace and the person's row before it read them.
 */
export const personnelWorkflow: Workflow<PersonnelMoves> = {
  table: 'personnel',
  machine: personnelStatus,
  stateOf: ({ status }) => status,
  async written({ trx, actor, before, to }) {
    if (before.role === 'DPO') await officersChanged(trx, actor);
    await recordsChanged(trx, actor, 'personnel', [before.id]);
    return { ...before, status: to };
  },
  announce: ({ trx, actor, before }, event: EventName, notice) =>
    emit(trx, actor, { event, entityId: before.id, ...notice }),
  moves: {
    suspend: {
      prepare: handOver,
      columns: ({ actor, input }) => ({ suspendedReason: input.reason, suspendedAt: actor.at }),
      effects: left,
      event: 'personnel.suspended',
      notice: (step) => ({
        changes: [statusChanged(step), { field: 'suspendedReason', old: '', new: masked(step.input.reason) }],
      }),
      followUp: revoked,
    },
    deactivate: {
      prepare: handOver,
      columns: notSuspended,
      effects: left,
      event: 'personnel.updated',
      notice: (step) => ({ changes: [statusChanged(step)] }),
      followUp: revoked,
    },
    unsuspend: {
      columns: notSuspended,
      event: 'personnel.unsuspended',
      notice: (step) => ({ changes: [statusChanged(step)] }),
      followUp: restored,
    },
    activate: {
      async prepare({ trx, actor, before }) {
        await assertRoom(trx, actor.workspaceId, 'personnel');
        if (!before.userId) await assertNoAccountHere(actor, before.email);
        return {};
      },
      to: ({ before }) => (before.userId ? 'active' : 'invited'),
      columns: notSuspended,
      async effects({ trx, actor, before, to }) {
        if (to === 'invited') await invite(trx, actor, before);
      },
      event: 'personnel.updated',
      notice: (step) => ({ changes: [statusChanged(step)] }),
      followUp: restored,
    },
    resend: {
      async prepare({ actor, before }) {
        if (!before.userId) await assertNoAccountHere(actor, before.email);
        return {};
      },
      effects: ({ trx, actor, before }) => invite(trx, actor, before),
      event: 'personnel.invited',
    },
  },
};

/**
 * Refuses that the last Admin leaves, or somebody whose tasks nobody takes over; hands the tasks over.
 * @throws 409 `personnel.lastAdmin`; 409 `personnel.openTasks` with the task overview while there are open tasks and no
 * `reassignTo`; 400 when `reassignTo` is not another active person
 */
async function handOver({ trx, actor, before, input }: Step<PersonnelMoves, Leaving>): Promise<object> {
  const { workspaceId } = actor;
  const { id } = before;
  const { reassignTo } = input;
  await assertAdminRemains(trx, actor, before);
  const overview = await taskOverviewOf(trx, { deps: actor.deps, workspaceId, personnelId: id });
  await recordMoving(trx, actor, 'personnel', { id, partId: id, action: 'leave' });
  if (reassignTo) {
    const successor = reassignTo === id ? undefined : await queries.find(trx, workspaceId, reassignTo);
    if (successor?.person.status !== 'active') throw appError('personnel.reassignTo', { at: 'reassignTo' });
    if (overview.total > 0) await reassignAll(trx, actor, id, reassignTo);
  } else if (overview.total > 0) {
    throw appError('personnel.openTasks', { values: { number: overview.total }, details: { overview } });
  }
  return {};
}
