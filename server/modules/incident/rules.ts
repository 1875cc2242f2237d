import type { Trx } from '../../../db/client.ts';
import { type IncidentAction, type IncidentStatus, incidentStatus } from '../../../shared/incident/status.ts';
import { onlyOwn, PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Caller } from '../../platform/actor.ts';
import {
  allowedMoves as guardedMoves,
  assertMove as assertGuarded,
  transition,
  type Workflow,
} from '../../platform/workflow/workflow.ts';
import { appError } from '../../platform/errors.ts';

interface Standing {
  readonly status: IncidentStatus;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
}

/** Whether the caller reaches only what they reported or is charged with. */
export const seesOwn = ({ standing }: Pick<Caller, 'standing'>): boolean => onlyOwn(standing.role, 'incident.read');

/** Whether the caller may see the incident at all. */
export const sees = (caller: Caller, { reporterId, assigneeId }: Omit<Standing, 'status'>): boolean =>
  !seesOwn(caller) || [reporterId, assigneeId].includes(caller.personnelId);

const OF_REPORTER: readonly IncidentAction[] = ['edit', 'submit', 'revise'];
const OF_ASSIGNEE: readonly IncidentAction[] = ['respond', 'resolve'];

/** Whose each move is: who sees every incident may make any; else a report is its reporter's, the response the assignee's. */
export const OWNERSHIP = {
  machine: incidentStatus,
  stateOf: ({ status }: Standing) => status,
  isOwn(caller: Caller, { reporterId, assigneeId }: Standing, action: IncidentAction): boolean {
    if (!seesOwn(caller)) return true;
    if (OF_REPORTER.includes(action)) return reporterId === caller.personnelId;
    return !OF_ASSIGNEE.includes(action) || assigneeId === caller.personnelId;
  },
  notOwn: () => appError('incident.notYours'),
};

/** Moves that the caller may make now. */
export const allowedMoves = (caller: Caller, incident: Standing): IncidentAction[] =>
  guardedMoves(caller, OWNERSHIP, incident);

/** @throws 409 `illegalMove`, 403 for what is not the caller's to do */
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
/** Moves that leave the incident as it is: something is recorded beside it. */
const recordingWorkflow: Workflow<RecordingMoves> = {
  ...OWNERSHIP,
  table: 'incidents',
  moves: { respond: {}, notify: {} },
};

/** Keeps an incident in its state while something is recorded beside it. @throws 409 `illegalMove`, 403 */
export async function holdFor(
  trx: Trx,
  caller: Caller,
  incident: RecordingMoves['record'],
  action: keyof RecordingMoves['inputs'],
): Promise<void> {
  await transition(trx, caller, recordingWorkflow, incident, action, {});
}

/** @throws 400 at each of these moments that lies after the server's present */
export function assertPast(now: Date, moments: Record<string, string>): void {
  const at = Object.entries(moments).flatMap(([field, moment]) =>
    Date.parse(moment) > now.getTime() ? [[field]] : [],
  );
  if (at.length > 0) throw appError('incident.inFuture', { at });
}

/** The person, if they are active and of a role that responds to incidents; they stay so until the transaction ends. */
export async function findAssignable(
  trx: Trx,
  workspaceId: string,
  personnelId: string,
): Promise<{ id: string; name: string } | null> {
  const person = await trx
    .selectFrom('personnel')
    .select(['name', 'role', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .forShare()
    .executeTakeFirst();
  const roles: readonly Role[] = PERMISSIONS['incident.respond'].roles;
  return person?.status === 'active' && roles.includes(person.role as Role)
    ? { id: personnelId, name: person.name }
    : null;
}

/** The same. @throws 400 unless the person is active and of a role that responds to incidents */
export async function assertAssignable(
  trx: Trx,
  workspaceId: string,
  personnelId: string,
  field = 'assigneeId',
): Promise<{ id: string; name: string }> {
  const person = await findAssignable(trx, workspaceId, personnelId);
  if (!person) throw appError('incident.assignee', { at: field });
  return person;
}
