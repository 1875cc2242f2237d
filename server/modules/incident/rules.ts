import type { Trx } from '../../../db/client.ts';
import { type IncidentAction, type IncidentStatus, incidentStatus } from '../../../shared/incident/schema.ts';
import { may, onlyOwn, PERMISSIONS } from '../../../shared/registry/permissions.ts';
import { movesFrom } from '../../../shared/status.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';

interface Standing {
  readonly status: IncidentStatus;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
}

/** Whether the caller reaches only what he reported or is charged with. */
export const seesOwn = (ctx: WorkspaceContext): boolean => onlyOwn(ctx.standing.role, 'incident.read');

/** Whether the caller may see the incident at all. */
export const sees = (ctx: WorkspaceContext, { reporterId, assigneeId }: Omit<Standing, 'status'>): boolean =>
  !seesOwn(ctx) || [reporterId, assigneeId].includes(ctx.personnel.id);

const OF_REPORTER: readonly IncidentAction[] = ['edit', 'submit', 'revise'];
const OF_ASSIGNEE: readonly IncidentAction[] = ['respond', 'resolve'];

/**
 * Whether it is the caller's to do: a report is its reporter's, the response is the assignee's; who sees every incident
 * may do either.
 */
function isHis(ctx: WorkspaceContext, { reporterId, assigneeId }: Standing, action: IncidentAction): boolean {
  if (!seesOwn(ctx)) return true;
  if (OF_REPORTER.includes(action)) return reporterId === ctx.personnel.id;
  return !OF_ASSIGNEE.includes(action) || assigneeId === ctx.personnel.id;
}

/** Moves that the caller may make now. */
export const allowedMoves = (ctx: WorkspaceContext, incident: Standing): IncidentAction[] =>
  movesFrom(incidentStatus, incident.status).filter(
    (action) => may(ctx.standing, incidentStatus[incident.status][action]!.permission) && isHis(ctx, incident, action),
  );

/** @returns the status that it leads to. @throws 409 `illegalMove`, 403 for what is not the caller's to do */
export function assertMove(ctx: WorkspaceContext, incident: Standing, action: IncidentAction): IncidentStatus {
  const move = incidentStatus[incident.status][action];
  if (!move)
    throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove', details: { status: incident.status } });
  if (!may(ctx.standing, move.permission)) throw errors.forbidden({ code: 'forbidden.role' });
  if (!isHis(ctx, incident, action))
    throw errors.forbidden({ code: 'incident.notYours', key: 'incident:refusal.notYours' });
  return move.to;
}

/** @throws 400 at each of these moments that lies after the server's present */
export function assertPast(now: Date, moments: Record<string, string>): void {
  const issues = Object.entries(moments).flatMap(([field, at]) =>
    Date.parse(at) > now.getTime() ? [{ path: [field], key: 'incident:inFuture' }] : [],
  );
  if (issues.length > 0) throw errors.badRequest({ code: 'incident.inFuture', issues });
}

/** The person, if he is active and of a role that responds to incidents; he stays so until the transaction ends. */
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
  if (!person) throw errors.field(field, 'incident:refusal.assigneeCannot', 'incident.assignee');
  return person;
}
