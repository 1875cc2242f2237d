import { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { PROBLEM_KEYS, type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { systemActor } from '../../platform/actor.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { emit } from '../../platform/live/emit.ts';
import { readersOf } from '../../platform/mail/readers.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { failureMail, stoppedMail } from './mails.ts';
import { openWorkspaces } from './places.ts';
import * as queries from './queries.ts';
import type { Run } from './workflow.ts';

/** The subject of an announcement: what stopped a schedule, or the failures of one run. */
export const announcement = z.object({
  workspaceId: z.uuid(),
  organizationId: z.uuid(),
  scheduleId: z.uuid(),
  stopped: z.enum(PROBLEM_KEYS).nullable(),
  runAt: z.string().nullable(),
});
type Announcement = z.infer<typeof announcement>;

/** Queues a job that announces it to Admins of several workspaces, each under its own row level security. */
export async function announceLater(
  deps: Deps,
  trx: Trx,
  { workspaceId, organizationId, scheduleId }: Pick<Run, 'workspaceId' | 'organizationId' | 'scheduleId'>,
  what: { stopped: Problem } | { runAt: string },
): Promise<void> {
  const data = { workspaceId, organizationId, scheduleId, stopped: null, runAt: null, ...what };
  await deps.jobs.send(trx, 'schedule.announce', data satisfies Announcement, { key: scheduleId });
}

/** Announces the failed tasks of a run together, once its last task has ended. */
export async function announceIfOver(deps: Deps, trx: Trx, run: Run): Promise<void> {
  const { organizationId, scheduleId, runAt } = run;
  // Of two that end at the same time the second reads both.
  await oneAtATime(trx, organizationId, `end of a run of ${scheduleId}`);
  if (await queries.isRunOpen(trx, run)) return;
  const failures = await queries.failuresOf(trx, run);
  if (failures.length > 0) await announceLater(deps, trx, run, { runAt: new Date(runAt).toISOString() });
}

interface Failed {
  readonly problem: Problem;
  readonly count: number;
}
/** A workspace with its own failures. */
interface Place {
  readonly workspaceId: string;
  readonly failed: readonly Failed[];
}

/**
 * Notifies in each affected workspace and mails the Admins there, each person once. Started again after a node stopped
 * in the middle, it may repeat some of that.
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
  // A schedule without forms affects no workspace: the first one with an Admin is notified.
  const isNowhere = found.places.length === 0;
  const places = isNowhere
    ? (await openWorkspaces(deps, organizationId)).map((place) => ({ ...place, failed: [] }))
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
        const schedule = { id: scheduleId, workspaceId: place.workspaceId, name };
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
  /** Identifies one person in several workspaces. */
  readonly account: string;
}

async function adminsOf(deps: Deps, places: readonly Place[]): Promise<Admin[]> {
  const all: Admin[] = [];
  for (const { workspaceId } of places) {
    const rows = await transact(deps, { workspaceId }, (trx) =>
      activePersonnel(trx, workspaceId, rolesWith('admin.console')).select(['id', 'userId']).execute(),
    );
    all.push(...rows.map(({ id, userId }) => ({ workspaceId, id, account: userId ?? id })));
  }
  return all;
}

/** Failures in all workspaces that somebody administers, most frequent first. */
function failedFor(account: string, people: readonly Admin[], places: readonly Place[]): Failed[] {
  const own = new Set(people.filter((person) => person.account === account).map(({ workspaceId }) => workspaceId));
  const failed = places.filter(({ workspaceId }) => own.has(workspaceId)).flatMap((place) => place.failed);
  return [...Map.groupBy(failed, ({ problem }) => problem)]
    .map(([problem, rows]) => ({ problem, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count);
}
