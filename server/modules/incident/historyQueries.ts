import { randomUUIDv7 } from 'node:crypto';
import { namedOf } from '../../platform/records/names.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Executor, Trx } from '../../../db/client.ts';
import type { IncidentDecision } from '../../../shared/incident/decision.ts';
import type { IncidentMove } from '../../../shared/incident/schema.ts';
import type { IncidentStatus } from '../../../shared/incident/status.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';

/** @returns the move as in `movesOf`, without the name of its person */
export async function insertMove(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  move: { action: string; from: IncidentStatus; to: IncidentStatus; reason?: string },
): Promise<Omit<IncidentMove, 'by'>> {
  const { action, from, to, reason = '' } = move;
  const moveId = randomUUIDv7();
  await trx
    .insertInto('incidentMoves')
    .values({ workspaceId, id: moveId, incidentId: id, action, fromStatus: from, toStatus: to, reason, by, at })
    .execute();
  return { id: moveId, action, from, to, reason, at: at.toISOString() };
}

/** Moves, oldest first. */
export async function movesOf(db: Executor, workspaceId: string, id: string): Promise<IncidentMove[]> {
  const rows = await db
    .selectFrom('incidentMoves as m')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'm.workspaceId').onRef('p.id', '=', 'm.by'))
    .select(['m.id', 'm.action', 'm.fromStatus', 'm.toStatus', 'm.reason', 'm.at', 'm.by', 'p.name'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.incidentId', '=', id)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
  return rows.map(({ fromStatus, toStatus, by, name, ...move }) => ({
    ...move,
    from: fromStatus,
    to: toStatus,
    by: namedOf(by, name),
  }));
}

/** @returns the decision as in `decisionsOf`, without the name of its person */
export async function insertDecision(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  decision: Pick<IncidentDecision, 'riskLevel' | 'description' | 'factors' | 'severity'>,
): Promise<Omit<IncidentDecision, 'by'>> {
  const { riskLevel, description, factors, severity } = decision;
  const decisionId = randomUUIDv7();
  await trx
    .insertInto('incidentDecisions')
    .values({
      workspaceId,
      id: decisionId,
      incidentId: id,
      riskLevel,
      description,
      factors: JSON.stringify(factors),
      severity: severity && JSON.stringify(severity),
      by,
      at,
    })
    .execute();
  return { id: decisionId, riskLevel, description, factors, severity, at: at.toISOString() };
}

/** Decisions on the risk, newest first. */
export async function decisionsOf(db: Executor, workspaceId: string, id: string): Promise<IncidentDecision[]> {
  const rows = await db
    .selectFrom('incidentDecisions as d')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'd.workspaceId').onRef('p.id', '=', 'd.by'))
    .select(['d.id', 'd.riskLevel', 'd.description', 'd.factors', 'd.severity', 'd.at', 'd.by', 'p.name'])
    .where('d.workspaceId', '=', workspaceId)
    .where('d.incidentId', '=', id)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map(({ riskLevel, factors, severity, by, name, ...decision }) => ({
    ...decision,
    riskLevel: riskLevel as RiskLevel,
    factors: factors as unknown as IncidentDecision['factors'],
    severity: severity as unknown as IncidentDecision['severity'],
    by: namedOf(by, name),
  }));
}
