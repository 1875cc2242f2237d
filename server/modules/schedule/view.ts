import { isoTime } from '../../../db/values.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { nextRuns } from '../../../shared/schedule/runs.ts';
import { NEXT_RUNS, type Schedule, timingOf } from '../../../shared/schedule/schema.ts';
import type { Organization } from '../../platform/auth/places.ts';
import type { ScheduleRow } from './queries.ts';

/**
 * A schedule as the API returns it: never with its password or key, nor with forms of workspaces that are not the
 * caller's.
 */
export function viewOf(
  { consents, createdAt, updatedAt, ...row }: ScheduleRow,
  { owned }: Pick<Organization, 'owned'>,
  now: Date,
): Schedule {
  const used = new Set(consents.map(({ workspace }) => workspace));
  const places = owned.filter(({ workspace }) => used.has(workspace.id));
  const workspaces = places.map(({ workspace: { id, name } }) => ({ id, name }));
  const own = new Set(workspaces.map(({ id }) => id));
  return {
    ...row,
    nextRuns: row.active ? nextRuns(timingOf(row), now, NEXT_RUNS).map((run) => run.toISOString()) : [],
    workspaces,
    otherWorkspaces: used.size - own.size,
    resting: own.size > 0 && own.size === used.size && !places.some(({ standing }) => may(standing, 'admin.console')),
    consentIds: consents.flatMap(({ workspace, form }) => (own.has(workspace) ? [form] : [])),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
