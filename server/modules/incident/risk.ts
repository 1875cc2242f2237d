import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { acceptIncident, decideRisk, Incident } from '../../../shared/incident/schema.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { severityOf } from '../../../shared/incident/severity.ts';
import type { Change } from '../../platform/live/emit.ts';
import { authorityTold, endClock, reopenClock } from './clock.ts';
import * as queries from './queries.ts';
import { tell, type Told } from './tell.ts';

type Decision = Pick<
  z.output<typeof acceptIncident> | z.output<typeof decideRisk>,
  'riskLevel' | 'riskDescription' | 'factors' | 'severity'
>;

/**
 * Keeps a decision on the risk for good, the working of its severity done here.
 * @returns what of the incident changes by it
 */
export async function decide(
  trx: Trx,
  actor: Actor,
  incident: Pick<Incident, 'id' | 'riskLevel'>,
  { riskLevel, riskDescription, factors, severity }: Decision,
) {
  const decision = await queries.insertDecision(trx, actor, incident.id, {
    riskLevel,
    description: riskDescription,
    factors,
    severity: severity && { answers: severity, working: severityOf(severity) },
  });
  const changes: Change[] =
    incident.riskLevel === riskLevel ? [] : [{ field: 'riskLevel', old: incident.riskLevel, new: riskLevel }];
  return { columns: { riskLevel, riskDescription }, decision, changes };
}

/**
 * Lets the clock follow a decision: nobody is to be told of what is no risk, and a risk that shows later starts the
 * clock anew with its due moment unchanged. One that ended because the authority was told stays.
 */
export async function settleClock(
  trx: Trx,
  actor: WithDeps,
  told: Told,
  incident: Pick<Incident, 'id' | 'clock' | 'authorityNotifiedAt'>,
  riskLevel: Incident['riskLevel'],
): Promise<void> {
  const where = { workspaceId: actor.workspaceId, now: actor.at };
  if (riskLevel === 'NO_RISK') {
    if (await endClock(trx, where, told.id, { at: actor.at, outcome: 'notNeeded' })) {
      await tell(trx, actor, told, {
        event: 'incident.clockEnded',
        changes: [{ field: 'outcome', old: null, new: 'notNeeded' }],
      });
    }
  } else if (incident.clock.outcome === 'notNeeded') {
    await reopenClock(trx, where, incident);
    // The authority may have been told though nothing asked for it.
    const outcome =
      incident.authorityNotifiedAt &&
      (await authorityTold(trx, where, told.id, new Date(incident.authorityNotifiedAt)));
    if (!outcome) return;
    await queries.writeLate(trx, where.workspaceId, told.id, outcome === 'late');
    await tell(trx, actor, told, {
      event: 'incident.clockEnded',
      changes: [{ field: 'outcome', old: null, new: outcome }],
    });
  }
}
