import { idsOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import type { PlanRow } from './queries.ts';

type Announced = Pick<PlanRow, 'id' | 'titleTh' | 'assigneeId'>;

/**
 * Writes an event of a plan. Those who manage plans can read it, and its assignee. `formerly`: the former assignee;
 * `notify`: who is notified in the bell.
 */
export const announcePlan = (
  trx: Trx,
  actor: Actor,
  plan: Announced,
  event: EventName & `treatmentPlan.${string}`,
  {
    formerly,
    notify = [],
    changes = [],
  }: { formerly?: string | null; notify?: readonly (string | null)[]; changes?: Change[] } = {},
): Promise<void> =>
  emit(trx, actor, {
    event,
    entityId: plan.id,
    subject: plan.titleTh,
    changes,
    recipients: idsOf([plan.assigneeId, formerly]),
    notify: idsOf(notify),
  });
