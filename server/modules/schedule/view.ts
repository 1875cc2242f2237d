import { isoTime } from '../../../db/values.ts';
import { nextRuns } from '../../../shared/schedule/runs.ts';
import { NEXT_RUNS, type Schedule, timingOf } from '../../../shared/schedule/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { ScheduleRow } from './queries.ts';

/**
 * A schedule as the API returns it: never with its password or key, nor with forms of workspaces that are not the
 * caller's.
 */
export function viewOf(
  { consents, createdAt, updatedAt, ...row }: ScheduleRow,
  places: readonly WorkspaceContext[],
  now: Date,
): Schedule {
  const used = new Set(consents.map(({ workspace }) => workspace));
  const workspaces = places.flatMap(({ workspace: { id, name } }) => (used.has(id) ? [{ id, name }] : []));
  const own = new Set(workspaces.map(({ id }) => id));
  return {
    ...row,
    nextRuns: row.active ? nextRuns(timingOf(row), now, NEXT_RUNS).map((run) => run.toISOString()) : [],
    workspaces,
    otherWorkspaces: used.size - own.size,
    consentIds: consents.flatMap(({ workspace, form }) => (own.has(workspace) ? [form] : [])),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
