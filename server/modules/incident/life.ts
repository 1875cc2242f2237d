import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { DB, Trx } from '../../../db/client.ts';
import type {
  acceptIncident,
  assignIncident,
  decideRisk as decideRiskInput,
  Incident,
  IncidentAction,
  moveIncident,
  moveWithReason,
  resolveIncident,
  verifyIncident,
} from '../../../shared/incident/schema.ts';
import { isToldLate, type Owed, owedOf } from '../../../shared/incident/schema.ts';
import { readClock, factsOf } from '../../../shared/clock.ts';
import { targetsOf } from '../../../shared/status.ts';
import { isNoReason } from '../../../shared/incidentNotification/letter.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import type { Change } from '../../platform/live/emit.ts';
import { moveClock, resumeClock, stopClock } from './clock.ts';
import * as queries from './queries.ts';
import { clockOf, locked, standingOf, written } from './record.ts';
import { bundled, hourOf } from './report.ts';
import { decide, settleClock } from './risk.ts';
import { assertAssignable, assertMove, findAssignable } from './rules.ts';
import { actorOf, type PersonnelActor, type WithDeps } from '../../platform/actor.ts';
import { officersOf, tell, type Told } from './tell.ts';

// Every step of an incident's life. Each takes { id, rowVersion? } and more, answers the incident as it then is, and
// throws 404, 409 `illegalMove`, 409 `staleEdit` with the newer incident, or 403 for what is not the caller's to do.

/** What a step works with: the incident before it, and as those know it who are told afterwards. */
interface Step {
  readonly trx: Trx;
  readonly actor: WithDeps<PersonnelActor>;
  readonly before: Incident;
  readonly told: Told;
  readonly where: { workspaceId: string; now: Date };
}
interface Outcome {
  columns?: Updateable<DB['incidents']>;
  /** The same as the incident shows it. */
  shown?: Partial<Incident>;
  decision?: Omit<Incident['decisions'][number], 'by'>;
  reason?: string;
  changes?: Change[];
  /** The step may have moved the clock, which is read again. */
  clock?: true;
  /** Done once the step is written; tells of it. `clock` reads the clock as it then is. */
  tell(after: Told, changes: Change[], clock: () => Promise<Incident['clock']>): Promise<void>;
}

function step(
  ctx: WorkspaceContext,
  input: { id: string; rowVersion?: number | undefined },
  action: IncidentAction,
  take: (step: Step) => Promise<Outcome>,
): Promise<Incident> {
  return ctx.transaction(async (trx) => {
    const { incident: before, settings } = await locked(trx, ctx, input);
    const standing = standingOf(before);
    const [to] = targetsOf(assertMove(actorOf(ctx), standing, action)) as [Incident['status']];
    const actor = actorOf(ctx);
    const outcome = await take({
      trx,
      actor,
      before,
      told: standing,
      where: { workspaceId: ctx.workspace.id, now: actor.at },
    });
    await queries.update(trx, actor, before.id, {
      ...outcome.columns,
      ...(to === before.status ? {} : { status: to }),
    });
    const by = { id: ctx.personnel.id, name: ctx.personnel.name };
    const move = await queries.insertMove(trx, actor, before.id, {
      action,
      from: before.status,
      to,
      ...(outcome.reason ? { reason: outcome.reason } : {}),
    });
    const status: Change[] = to === before.status ? [] : [{ field: 'status', old: before.status, new: to }];
    const decisions = outcome.decision ? [{ ...outcome.decision, by }, ...before.decisions] : before.decisions;
    const after = written(ctx, before, actor.at, {
      ...outcome.shown,
      status: to,
      moves: [...before.moves, { ...move, by }],
      decisions,
    });
    const clock = () => clockOf(trx, ctx.workspace.id, { ...after, ...standingOf(after) }, settings);
    await outcome.tell(standingOf(after), [...status, ...(outcome.changes ?? [])], clock);
    return outcome.clock ? { ...after, clock: await clock() } : after;
  });
}

/** The reporter hands his report in to the data protection officer. */
export const submit = (ctx: WorkspaceContext, input: z.output<typeof moveIncident>): Promise<Incident> =>
  step(ctx, input, 'submit', async ({ trx, actor, before }) => {
    const officers = await officersOf(trx, ctx.workspace.id);
    return {
      columns: { submittedAt: actor.at },
      shown: { submittedAt: actor.at.toISOString() },
      async tell(told, changes) {
        const nth = 1 + (await queries.submittedBy(trx, ctx.workspace.id, ctx.personnel.id, hourOf(actor.at)));
        await tell(trx, actor, told, {
          event: 'incident.submitted',
          changes,
          notify: officers,
          ...bundled(nth, { step: 'submitted' as const, to: officers, dueAt: before.clock.dueAt }),
        });
      },
    };
  });

/**
 * The officer takes the report on: its risk is decided and somebody is charged with it.
 * @throws 409 `incident.incomplete` naming what a public report could not say, 400 for somebody who cannot be charged
 */
export const accept = (ctx: WorkspaceContext, input: z.output<typeof acceptIncident>): Promise<Incident> =>
  step(ctx, input, 'accept', async ({ trx, actor, before, where }) => {
    const missing = [
      ...(before.applications.length === 0 ? ['applicationIds'] : []),
      ...(before.dataSubjectGroups.length === 0 ? ['dataSubjectGroupIds'] : []),
    ];
    if (missing.length > 0)
      throw errors.conflict({
        code: 'incident.incomplete',
        key: 'incident:refusal.incomplete',
        issues: missing.map((field) => ({ path: [field], key: 'errors:required' })),
      });
    const assignee = await assertAssignable(trx, ctx.workspace.id, input.assigneeId);
    const { columns, decision, changes } = await decide(trx, actor, before, input);
    return {
      columns: { ...columns, assigneeId: input.assigneeId, acceptedAt: actor.at },
      shown: { ...columns, assignee, acceptedAt: actor.at.toISOString() },
      decision,
      clock: true,
      changes: [...changes, { field: 'assigneeId', old: before.assignee?.id ?? null, new: input.assigneeId }],
      async tell(told, all, clock) {
        // What a stranger says of its start counts from now on: the officer has seen it.
        await moveClock(trx, where, before);
        const dueAt = input.riskLevel === 'NO_RISK' ? undefined : (await clock()).dueAt;
        await tell(trx, actor, told, {
          event: 'incident.accepted',
          changes: all,
          notify: [told.assigneeId, told.reporterId],
          mail: { step: 'assigned', to: [told.assigneeId], dueAt },
        });
        await settleClock(trx, actor, told, before, input.riskLevel);
      },
    };
  });

/** The officer does not take the report on; its clock stands. */
export const reject = (ctx: WorkspaceContext, input: z.output<typeof moveWithReason>): Promise<Incident> =>
  step(ctx, input, 'reject', async ({ trx, actor, before, where }) => {
    await stopClock(trx, where, before.id);
    return {
      reason: input.reason,
      clock: true,
      tell: (told, changes) =>
        tell(trx, actor, told, {
          event: 'incident.rejected',
          changes,
          notify: [told.reporterId],
          mail: { step: 'rejected', to: [told.reporterId] },
        }),
    };
  });

/** The reporter takes up what was not taken on; the clock goes on, due when it was. */
export const revise = (ctx: WorkspaceContext, input: z.output<typeof moveIncident>): Promise<Incident> =>
  step(ctx, input, 'revise', async ({ trx, actor, before, where }) => {
    await resumeClock(trx, where, before.id);
    return {
      columns: { submittedAt: null },
      shown: { submittedAt: null },
      clock: true,
      tell: (told, changes) =>
        tell(trx, actor, told, { event: 'incident.revised', changes, notify: [told.reporterId] }),
    };
  });

/** Charges somebody else with the incident. @throws 400 for somebody who cannot be */
export const assign = (ctx: WorkspaceContext, input: z.output<typeof assignIncident>): Promise<Incident> =>
  step(ctx, input, 'assign', async ({ trx, actor, before }) => {
    const former = before.assignee?.id ?? null;
    if (former === input.assigneeId)
      throw errors.field('assigneeId', 'incident:refusal.assignedAlready', 'incident.assignedAlready');
    const assignee = await assertAssignable(trx, ctx.workspace.id, input.assigneeId);
    return {
      columns: { assigneeId: input.assigneeId },
      shown: { assignee },
      changes: [{ field: 'assigneeId', old: former, new: input.assigneeId }],
      tell: (told, changes) =>
        tell(trx, actor, told, {
          event: 'incident.assigned',
          changes,
          formerly: [former],
          notify: [told.assigneeId, former, told.reporterId],
          mail: { step: 'assigned', to: [told.assigneeId], dueAt: openDue(before) },
        }),
    };
  });

/** Decides the risk anew. */
export const decideRisk = (ctx: WorkspaceContext, input: z.output<typeof decideRiskInput>): Promise<Incident> =>
  step(ctx, input, 'decideRisk', async ({ trx, actor, before }) => {
    const { columns, decision, changes } = await decide(trx, actor, before, input);
    return {
      columns,
      shown: columns,
      decision,
      changes,
      clock: true,
      async tell(told, all) {
        await tell(trx, actor, told, { event: 'incident.riskDecided', changes: all, notify: [told.assigneeId] });
        await settleClock(trx, actor, told, before, input.riskLevel);
      },
    };
  });

/** The assignee hands in what was done. */
export const resolve = (ctx: WorkspaceContext, input: z.output<typeof resolveIncident>): Promise<Incident> =>
  step(ctx, input, 'resolve', async ({ trx, actor, before }) => {
    const officers = await officersOf(trx, ctx.workspace.id);
    return {
      columns: { resolution: input.resolution, respondedAt: actor.at },
      shown: { resolution: input.resolution, respondedAt: actor.at.toISOString() },
      tell: (told, changes) =>
        tell(trx, actor, told, {
          event: 'incident.responded',
          changes,
          notify: officers,
          mail: { step: 'responded', to: officers, dueAt: openDue(before) },
        }),
    };
  });

const NOT_TOLD = { AUTHORITY: 'authorityNotTold', SUBJECTS: 'subjectsNotTold' } as const satisfies Record<Owed, string>;

/**
 * The officer finds it done and closes it. @throws 409 `incident.authorityNotTold` or `incident.subjectsNotTold` while
 * somebody whom the risk asks to be told was not, 400 `incident.lateReasonMissing` where the authority was told late,
 * by either reading of the deadline, and nobody said why
 */
export const verify = (ctx: WorkspaceContext, input: z.output<typeof verifyIncident>): Promise<Incident> =>
  step(ctx, input, 'verify', async ({ trx, actor, before }) => {
    const { state } = readClock(factsOf(before.clock), actor.at.getTime());
    const [owed] = owedOf(before);
    if (owed) throw errors.conflict({ code: `incident.${NOT_TOLD[owed]}`, key: `incident:refusal.${NOT_TOLD[owed]}` });
    const lateReason = input.lateReason || before.lateReason;
    const refused = (key: string) =>
      errors.badRequest({ code: 'incident.lateReasonMissing', key, issues: [{ path: ['lateReason'], key }] });
    const late =
      state === 'late' ||
      (before.authorityNotifiedAt !== null && isToldLate(before.clock, Date.parse(before.authorityNotifiedAt)));
    if (late && !lateReason) throw refused('incident:refusal.lateReasonMissing');
    if (late && isNoReason(lateReason)) throw refused('incidentNotification:lateReasonSample');
    return {
      columns: { lateReason, resolvedAt: actor.at },
      shown: { lateReason, resolvedAt: actor.at.toISOString() },
      reason: input.note,
      tell: (told, changes) =>
        tell(trx, actor, told, {
          event: 'incident.resolved',
          changes,
          notify: [told.reporterId, told.assigneeId],
          mail: { step: 'resolved', to: [told.reporterId] },
        }),
    };
  });

/** The officer wants more done. */
export const sendBack = (ctx: WorkspaceContext, input: z.output<typeof moveWithReason>): Promise<Incident> =>
  step(ctx, input, 'sendBack', async ({ trx, actor, before }) => ({
    columns: { respondedAt: null },
    shown: { respondedAt: null },
    reason: input.reason,
    tell: (told, changes) =>
      tell(trx, actor, told, {
        event: 'incident.sentBack',
        changes,
        notify: [told.assigneeId],
        mail: { step: 'sentBack', to: [told.assigneeId], dueAt: openDue(before) },
      }),
  }));

/**
 * The officer opens what was closed. Where whoever was charged with it is gone, it is the officer's own until he
 * charges somebody else.
 */
export const reopen = (ctx: WorkspaceContext, input: z.output<typeof moveWithReason>): Promise<Incident> =>
  step(ctx, input, 'reopen', async ({ trx, actor, before }) => {
    const former = before.assignee?.id ?? null;
    const assignee = (former && (await findAssignable(trx, ctx.workspace.id, former))) || {
      id: ctx.personnel.id,
      name: ctx.personnel.name,
    };
    const assigneeId = assignee.id;
    return {
      columns: { respondedAt: null, resolvedAt: null, assigneeId },
      shown: { respondedAt: null, resolvedAt: null, assignee },
      ...(assigneeId === former ? {} : { changes: [{ field: 'assigneeId', old: former, new: assigneeId }] }),
      reason: input.reason,
      tell: (told, changes) =>
        tell(trx, actor, told, {
          event: 'incident.reopened',
          changes,
          notify: [told.assigneeId, told.reporterId],
          mail: { step: 'sentBack', to: [told.assigneeId], dueAt: openDue(before) },
        }),
    };
  });

/** When the authority must be told by, while its clock runs. */
const openDue = ({ clock }: Incident): string | undefined =>
  clock.endedAt === null && clock.stoppedAt === null ? clock.dueAt : undefined;
