import type { z } from 'zod';
import type { List } from '../../../shared/list.ts';
import type { bySchedule, listSchedules, Schedule } from '../../../shared/schedule/schema.ts';
import { stateOf } from '../../../shared/schedule/status.ts';
import { appError } from '../../platform/errors.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { type Organization, organizationsOf } from '../../platform/auth/places.ts';
import { compared, pageOfRows } from '../../platform/list/rows.ts';
import * as queries from './queries.ts';
import { viewOf } from './view.ts';

const thai = new Intl.Collator('th');
/** Later than every run: an inactive schedule has none. */
const NEVER = '9999';
const ORDER = {
  name: (a: Schedule, b: Schedule) => thai.compare(a.name, b.name),
  updatedAt: (a: Schedule, b: Schedule) => compared(a.updatedAt, b.updatedAt),
  nextRun: (a: Schedule, b: Schedule) => compared(a.nextRuns[0] ?? NEVER, b.nextRuns[0] ?? NEVER),
};

/** Schedules of all of the organisations, in one order; an organisation has at most 50. */
export async function list(ctx: SignedInContext, input: z.output<typeof listSchedules>): Promise<List<Schedule>> {
  const { query, state, frequency, workspaceId } = input;
  const now = ctx.deps.now();
  const all: Schedule[] = [];
  for (const organization of await organizationsOf(ctx, input.ws)) {
    const { id, place } = organization;
    const rows = await place.read((trx) => queries.listSchedules(trx, id, query));
    all.push(...rows.map((row) => viewOf(row, organization, now)));
  }
  const found = all
    .filter((schedule) => state === 'ALL' || stateOf(schedule) === state)
    .filter((schedule) => frequency === 'ALL' || schedule.frequency === frequency)
    .filter(({ workspaces }) => workspaceId === undefined || workspaces.some(({ id }) => id === workspaceId));
  return pageOfRows(found, input, ORDER);
}

/** A schedule and its organisation. @throws 404 */
export async function existing(
  ctx: SignedInContext,
  { id, ws }: z.output<typeof bySchedule>,
): Promise<{ row: queries.ScheduleRow; organization: Organization }> {
  for (const organization of await organizationsOf(ctx, ws)) {
    const row = await organization.place.read((trx) => queries.findSchedule(trx, organization.id, id));
    if (row) return { row, organization };
  }
  throw appError('schedule.notFound');
}

/** @throws 403 `schedule.elsewhere` while it has workspaces of which the caller is no Admin */
export function assertOwn({ deps }: SignedInContext, row: queries.ScheduleRow, organization: Organization): void {
  if (viewOf(row, organization, deps.now()).otherWorkspaces > 0) throw appError('schedule.elsewhere');
}

export async function get(ctx: SignedInContext, input: z.output<typeof bySchedule>): Promise<Schedule> {
  const { row, organization } = await existing(ctx, input);
  return viewOf(row, organization, ctx.deps.now());
}
