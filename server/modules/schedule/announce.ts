import { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { PROBLEM_KEYS, type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { systemActor } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf } from '../../platform/mail/readers.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { failureMail, stoppedMail } from './mails.ts';
import * as queries from './queries.ts';
import type { Run } from './states.ts';

const ADMINS: readonly Role[] = PERMISSIONS['admin.console'].roles;

/** What is announced: what stopped a schedule, or what of one run was not delivered. */
export const announcement = z.object({
  workspaceId: z.uuid(),
  organizationId: z.uuid(),
  scheduleId: z.uuid(),
  stopped: z.enum(PROBLEM_KEYS).nullable(),
  runAt: z.string().nullable(),
});
type Announcement = z.infer<typeof announcement>;

/** Leaves a job that announces it: to Admins of several workspaces, each behind its own wall. */
export async function announceLater(
  deps: Deps,
  trx: Trx,
  { workspaceId, organizationId, scheduleId }: Pick<Run, 'workspaceId' | 'organizationId' | 'scheduleId'>,
  what: { stopped: Problem } | { runAt: string },
): Promise<void> {
  const data = { workspaceId, organizationId, scheduleId, stopped: null, runAt: null, ...what };
  await deps.jobs.send(trx, 'schedule.announce', data satisfies Announcement, { key: scheduleId });
}

/** Once the last task of a run has ended: announces those that failed, together. */
export async function announceIfOver(deps: Deps, trx: Trx, run: Run): Promise<void> {
  const { organizationId, scheduleId, runAt } = run;
  // Of two that end at the same time the second sees both.
  await oneAtATime(trx, organizationId, `end of a run of ${scheduleId}`);
  if (await queries.isRunOpen(trx, run)) return;
  const failures = await queries.failuresOf(trx, run);
  if (failures.length > 0) await announceLater(deps, trx, run, { runAt: new Date(runAt).toISOString() });
}

interface Failed {
  readonly problem: Problem;
  readonly count: number;
}
/** A workspace where it is announced, and what failed of its own. */
interface Place {
  readonly workspaceId: string;
  readonly failed: readonly Failed[];
}

/**
 * Rings in each workspace that it concerns and writes to the Admins there, to each person once. Begun again after a node
 * died in the middle, it may do some of that twice.
 */
export async function announce(deps: Deps, { workspaceId, organizationId, scheduleId, ...what }: Announcement) {
  const of = { organizationId, scheduleId };
  const found = await transact(deps, { workspaceId }, async (trx) => {
    const row = await queries.findSchedule(trx, organizationId, scheduleId);
    const { runAt } = what;
    return (
      row && { name: row.name, places: runAt === null ? placesOf(row) : await failedPlaces(trx, { ...of, runAt }) }
    );
  });
  // The schedule was deleted meanwhile.
  if (!found) return;
  const { name } = found;
  // One without forms concerns no workspace: the first in which there is somebody who can look at it.
  const isNowhere = found.places.length === 0;
  const places = isNowhere
    ? (await queries.openWorkspaces(deps, organizationId)).map((place) => ({ ...place, failed: [] }))
    : found.places;
  const people = await adminsOf(deps, places);
  const written = new Set<string>();
  for (const place of places) {
    const own = people.filter((person) => person.workspaceId === place.workspaceId);
    const fresh = own.filter(({ account }) => !written.has(account));
    if (own.length === 0 || (isNowhere && fresh.length === 0)) continue;
    for (const { account } of fresh) written.add(account);
    await transact(deps, place, async (trx) => {
      await ring(deps, trx, place, { scheduleId, name, stopped: what.stopped, notify: own.map(({ id }) => id) });
      for (const reader of await readersOf(
        deps,
        trx,
        place.workspaceId,
        fresh.map(({ id }) => id),
      )) {
        const { account } = fresh.find(({ id }) => id === reader.personnelId)!;
        const schedule = { id: scheduleId, name };
        const mail = what.stopped
          ? stoppedMail(deps.config, reader, { ...schedule, problem: what.stopped })
          : failureMail(deps.config, reader, { ...schedule, failed: failedFor(account, people, places) });
        await deps.mailer.enqueue(trx, { ...mail, workspaceId: place.workspaceId });
      }
    });
  }
  deps.mailer.kick();
}

const ring = (
  deps: Deps,
  trx: Trx,
  { workspaceId, failed }: Place,
  {
    scheduleId,
    name,
    stopped,
    notify,
  }: { scheduleId: string; name: string; stopped: Problem | null; notify: string[] },
) => {
  const code = PROBLEMS[stopped ?? failed[0]!.problem].code;
  const count = failed.reduce((sum, one) => sum + one.count, 0);
  return emit(trx, systemActor(deps, workspaceId), {
    event: stopped ? 'schedule.stopped' : 'schedule.failed',
    entityId: scheduleId,
    subject: name,
    changes: [
      { field: 'reportCode', old: null, new: code },
      ...(stopped ? [] : [{ field: 'failed', old: null, new: count }]),
    ],
    notify,
  });
};

const placesOf = ({ consents }: queries.ScheduleRow): Place[] =>
  [...new Set(consents.map(({ workspace }) => workspace))].map((workspaceId) => ({ workspaceId, failed: [] }));

async function failedPlaces(trx: Trx, run: Parameters<typeof queries.failuresOf>[1]): Promise<Place[]> {
  const byWorkspace = Map.groupBy(await queries.failuresOf(trx, run), ({ workspaceId }) => workspaceId);
  return [...byWorkspace].map(([workspaceId, failed]) => ({ workspaceId, failed }));
}

interface Admin {
  readonly workspaceId: string;
  readonly id: string;
  /** By which one person is known in several workspaces. */
  readonly account: string;
}

async function adminsOf(deps: Deps, places: readonly Place[]): Promise<Admin[]> {
  const all: Admin[] = [];
  for (const { workspaceId } of places) {
    const rows = await transact(deps, { workspaceId }, (trx) =>
      trx
        .selectFrom('personnel')
        .select(['id', 'userId'])
        .where('workspaceId', '=', workspaceId)
        .where('status', '=', 'active')
        .where('role', 'in', [...ADMINS])
        .execute(),
    );
    all.push(...rows.map(({ id, userId }) => ({ workspaceId, id, account: userId ?? id })));
  }
  return all;
}

/** What failed in all workspaces that somebody administers, the most frequent first. */
function failedFor(account: string, people: readonly Admin[], places: readonly Place[]): Failed[] {
  const own = new Set(people.filter((person) => person.account === account).map(({ workspaceId }) => workspaceId));
  const failed = places.filter(({ workspaceId }) => own.has(workspaceId)).flatMap((place) => place.failed);
  return [...Map.groupBy(failed, ({ problem }) => problem)]
    .map(([problem, rows]) => ({ problem, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
}
