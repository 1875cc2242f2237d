import type { ComingId, RouteId } from '../../../shared/registry/routes.ts';
import type comingTh from '../../../shared/locales/th/coming.ts';

type Topic = keyof (typeof comingTh)['topic'];

interface ComingRule {
  /** Whose words the page shows: locales `coming:topic.<topic>`. */
  readonly topic: Topic;
  /** The list that a detail page belongs to. */
  readonly list?: RouteId;
  /** What of today serves the same end, best first; the first that the person may open is offered. */
  readonly today: readonly RouteId[];
}

const LOG: readonly RouteId[] = ['activityLogs', 'applications', 'purposes'];

/** What each page of a later release tells, and where it leads meanwhile. */
export const COMING: Record<ComingId, ComingRule> = {
  schedules: { topic: 'schedules', list: 'admins', today: ['workspaces', ...LOG] },
  scheduleAdd: { topic: 'schedules', list: 'schedules', today: ['workspaces', ...LOG] },
  schedule: { topic: 'schedules', list: 'schedules', today: ['workspaces', ...LOG] },
};
