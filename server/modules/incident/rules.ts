import type { Trx } from '../../../db/client.ts';
import { isInOrder } from '../../../shared/incident/fields.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { type IncidentAction, type IncidentStatus, incidentStatus } from '../../../shared/incident/status.ts';
import { onlyOwn, rolesWith } from '../../../shared/registry/permissions.ts';
import type { Caller } from '../../platform/actor.ts';
import {
  allowedMoves as guardedMoves,
  assertMove as assertGuarded,
  transition,
  type Workflow,
} from '../../platform/workflow/workflow.ts';
import { appError } from '../../platform/errors.ts';
import { assigneesOf } from '../../platform/tasks/assigned.ts';

interface Standing {
  readonly status: IncidentStatus;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
}

/** Whether the caller can only read incidents that they reported or are assigned to. */
export const seesOwn = ({ standing }: Pick<Caller, 'standing'>): boolean => onlyOwn(standing.role, 'incident.read');

/** Whether the caller can read the incident. */
export const sees = (caller: Caller, { reporterId, assigneeId }: Omit<Standing, 'status'>): boolean =>
  !seesOwn(caller) || [reporterId, assigneeId].includes(caller.personnelId);

const OF_REPORTER: readonly IncidentAction[] = ['edit', 'submit', 'revise'];
const OF_ASSIGNEE: readonly IncidentAction[] = ['respond', 'resolve'];

/**
 * Who can make each move: somebody who can read every incident can make any, but reject what a colleague has not
 * submitted; otherwise the report belongs to its reporter, the response to the assignee.
 */
export const OWNERSHIP = {
  machine: incidentStatus,
  stateOf: ({ status }: Standing) => status,
  isOwn(caller: Caller, { status, reporterId, assigneeId }: Standing, action: IncidentAction): boolean {
    if (action === 'reject' && status === 'WAITING') return reporterId === null;
    if (!seesOwn(caller)) return true;
    if (OF_REPORTER.includes(action)) return reporterId === caller.personnelId;
    return !OF_ASSIGNEE.includes(action) || assigneeId === caller.personnelId;
  },
  notOwn: () => appError('incident.notYours'),
};

/** Moves that the caller can make now. */
export const allowedMoves = (caller: Caller, incident: Standing): IncidentAction[] =>
  guardedMoves(caller, OWNERSHIP, incident);

/** @throws 409 `illegalMove`, 403 where the caller cannot make the move */
export const assertMove = (caller: Caller, incident: Standing, action: IncidentAction) =>
  assertGuarded(caller, OWNERSHIP, incident, action);

interface RecordingMoves {
  table: 'incidents';
  record: Standing & { readonly id: string };
  state: IncidentStatus;
  action: IncidentAction;
  actor: Caller;
  inputs: { respond: object; notify: object };
  facts: object;
  notice: object;
}
/** Moves that do not change the incident: something is recorded beside it. */
const recordingWorkflow: Workflow<RecordingMoves> = {
  ...OWNERSHIP,
  table: 'incidents',
  moves: { respond: {}, notify: {} },
};

/** Locks an incident in its state while something is recorded beside it. @throws 409 `illegalMove`, 403 */
export async function holdFor(
  trx: Trx,
  caller: Caller,
  incident: RecordingMoves['record'],
  action: keyof RecordingMoves['inputs'],
): Promise<void> {
  await transition(trx, caller, recordingWorkflow, incident, action, {});
}

/** @throws 400 at each of these moments that is in the future by the server's time */
export function assertPast(now: Date, moments: Record<string, string>): void {
  const at = Object.entries(moments).flatMap(([field, moment]) =>
    Date.parse(moment) > now.getTime() ? [[field]] : [],
  );
  if (at.length > 0) throw appError('incident.inFuture', { at });
}

/**
 * When the organisation became aware, as it is stated on accepting; otherwise as the incident says.
 * @throws 400 at `discoveredAt` in the future, or before the incident happened
 */
export function awareAt(
  incident: Incident,
  { discoveredAt }: { discoveredAt?: string | undefined },
  now: Date,
): string {
  if (discoveredAt === undefined) return incident.discoveredAt;
  assertPast(now, { discoveredAt });
  if (!isInOrder({ occurredAt: incident.occurredAt, discoveredAt }))
    throw appError('incident.awareBeforeOccurred', { at: 'discoveredAt' });
  return new Date(discoveredAt).toISOString();
}

/** Those who can be assigned an incident. */
export const incidentAssignees = assigneesOf(rolesWith('incident.respond'), 'incident.assignee');

/**
 * Who is assigned an incident that is reopened: its assignee, or whoever reopens it where that one has left.
 * @throws 409 `incident.reopenByMember` for a program, to which nothing can be assigned
 */
export async function assigneeOnReopening(
  trx: Trx,
  { workspaceId, personnelId }: Caller,
  { assignee }: Pick<Incident, 'assignee'>,
): Promise<{ id: string; name: string }> {
  const former = assignee && (await incidentAssignees.find(trx, workspaceId, assignee.id));
  const found = former || (await incidentAssignees.find(trx, workspaceId, personnelId));
  if (!found) throw appError('incident.reopenByMember');
  return found;
}
