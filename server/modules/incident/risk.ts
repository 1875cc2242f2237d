import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { acceptIncident, decideRisk } from '../../../shared/incident/decision.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { severityOf } from '../../../shared/incident/severity.ts';
import type { Change } from '../../platform/live/emit.ts';
import { settleNotified, endClock, reopenClock } from './clock.ts';
import * as queries from './queries.ts';
import * as historyQueries from './historyQueries.ts';
import { announce, type IncidentHeadline } from './announce.ts';

type Decision = Pick<
  z.output<typeof acceptIncident> | z.output<typeof decideRisk>,
  'riskLevel' | 'riskDescription' | 'factors' | 'severity'
>;

/**
 * Stores a decision on the risk, with the calculation of its severity.
 * @returns the stored decision, and the changed fields of the incident
 */
export async function storeDecision(
  trx: Trx,
  actor: Actor,
  incident: Pick<Incident, 'id' | 'riskLevel'>,
  { riskLevel, riskDescription, factors, severity }: Decision,
) {
  const decision = await historyQueries.insertDecision(trx, actor, incident.id, {
    riskLevel,
    description: riskDescription,
    factors,
    severity: severity && { answers: severity, working: severityOf(severity) },
  });
  const changes: Change[] =
    incident.riskLevel === riskLevel ? [] : [{ field: 'riskLevel', old: incident.riskLevel, new: riskLevel }];
  return { decision, changes };
}

/**
 * Applies a decision on the risk to the deadline: no risk ends it, since nobody has to be notified; a risk that is
 * found later reopens it with the same due moment. A deadline that ended because the authority was notified stays
 * ended.
 */
export async function applyToClock(
  trx: Trx,
  actor: WithDeps,
  headline: IncidentHeadline,
  incident: Pick<Incident, 'id' | 'clock' | 'authorityNotifiedAt'>,
  riskLevel: Incident['riskLevel'],
): Promise<void> {
  const where = { workspaceId: actor.workspaceId, now: actor.at };
  if (riskLevel === 'NO_RISK') {
    if (await endClock(trx, where, headline.id, { at: actor.at, outcome: 'notNeeded' })) {
      await announce(trx, actor, headline, 'incident.clockEnded', {
        changes: [{ field: 'outcome', old: null, new: 'notNeeded' }],
      });
    }
  } else if (incident.clock.outcome === 'notNeeded') {
    await reopenClock(trx, where, incident);
    // The authority may have been notified without being required to.
    const outcome =
      incident.authorityNotifiedAt &&
      (await settleNotified(trx, where, headline.id, new Date(incident.authorityNotifiedAt)));
    if (!outcome) return;
    await queries.writeNotifiedLate(trx, where.workspaceId, headline.id, outcome === 'late');
    await announce(trx, actor, headline, 'incident.clockEnded', {
      changes: [{ field: 'outcome', old: null, new: outcome }],
    });
  }
}
