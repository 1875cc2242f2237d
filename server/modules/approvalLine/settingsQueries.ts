import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Absence } from '../../../shared/approvalLine/absence.ts';
import { PENDING_APPROVAL } from '../../../shared/approvalLine/schema.ts';
import { REPORT_TYPES, type ReportType } from '../../../shared/approvalLine/subject.ts';
import { mayStandIn } from './people.ts';

/** The default of a workspace without settings. */
const REMIND_AFTER_DAYS = 2;

/** The days until a reminder; row version 0: no settings are stored yet. */
export async function find(trx: Trx, workspaceId: string): Promise<{ remindAfterDays: number; rowVersion: number }> {
  const row = await trx
    .selectFrom('approvalSettings')
    .select(['remindAfterDays', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ?? { remindAfterDays: REMIND_AFTER_DAYS, rowVersion: 0 };
}

/** Saves the settings over `rowVersion` (0: none are stored). @returns whether they were still at that version */
export async function save(
  trx: Trx,
  workspaceId: string,
  rowVersion: number,
  remindAfterDays: number,
  at: Date,
): Promise<boolean> {
  if (rowVersion === 0) {
    const result = await trx
      .insertInto('approvalSettings')
      .values({ workspaceId, remindAfterDays, updatedAt: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const saved = await trx
    .updateTable('approvalSettings')
    .set((eb) => ({ remindAfterDays, updatedAt: at, rowVersion: eb('rowVersion', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('rowVersion', '=', rowVersion)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

interface Person {
  id: string;
  name: string;
  position: string;
}

/** Default approvers who are still active, in order. */
export async function defaults(trx: Trx, workspaceId: string): Promise<Record<ReportType, Person[]>> {
  const rows = await trx
    .selectFrom('approvalDefaults as d')
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'd.workspaceId').onRef('p.id', '=', 'd.personnelId'),
    )
    .select(['d.reportType', 'p.id', 'p.name', 'p.position'])
    .where('d.workspaceId', '=', workspaceId)
    .where('p.status', '=', 'active')
    .orderBy('d.position')
    .execute();
  const of = (type: ReportType) =>
    rows.filter(({ reportType }) => reportType === type).map(({ id, name, position }) => ({ id, name, position }));
  return { ROPA: of('ROPA'), DPIA: of('DPIA'), NOTICE: of('NOTICE') };
}

export async function replaceDefaults(
  trx: Trx,
  workspaceId: string,
  lists: Record<ReportType, readonly string[]>,
): Promise<void> {
  await trx.deleteFrom('approvalDefaults').where('workspaceId', '=', workspaceId).execute();
  const rows = REPORT_TYPES.flatMap((reportType) =>
    lists[reportType].map((personnelId, index) => ({ workspaceId, reportType, position: index + 1, personnelId })),
  );
  if (rows.length > 0) await trx.insertInto('approvalDefaults').values(rows).execute();
}

/** Locks the lines that await somebody, until the transaction ends: nobody acts on them meanwhile. */
export const lockWaiting = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('approvalLines')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', 'in', [...PENDING_APPROVAL])
    .orderBy('id')
    .forUpdate()
    .execute();

/** When each waiting line is due by a period, as a query for `moveDeadlines`. */
export const dueTimes = (workspaceId: string, remindAfterDays: number) => sql`
  select s.line_id as subject_id, t.started_at, t.started_at + ${24 * remindAfterDays}::integer * interval '1 hour' as due_at
    from approval_steps s cross join lateral (select coalesce(s.reminded_at, s.since) as started_at) t where s.workspace_id = ${workspaceId} and s.status = 'CURRENT'`;

export interface AbsenceRow extends Omit<Absence, 'active' | 'yours'> {
  createdBy: string;
}

/**
 * Rows of absences `x`, with the two people of each, and what keeps the delegate from acting in the time that remains
 * after a moment.
 */
const absences = (at: Date) => sql`
  select x.id, json_build_object('id', p.id, 'name', p.name, 'position', p.position) as person, json_build_object('id', d.id, 'name', d.name, 'position', d.position) as delegate,
         x.from_at as "fromAt", x.until_at as "untilAt", x.note, x.ended_at as "endedAt", x.created_by as "createdBy",
         case when x.ended_at is not null or x.until_at <= ${at} then null
              when d.status <> 'active' then 'inactive'
              when exists (select from approval_absences y
                            where y.workspace_id = x.workspace_id and y.personnel_id = x.delegate_id and y.ended_at is null
                              and y.from_at < x.until_at and y.until_at > greatest(x.from_at, ${at})) then 'away' end as "delegateProblem"`;
const ABSENT = sql`
  approval_absences x
  join personnel p on (p.workspace_id, p.id) = (x.workspace_id, x.personnel_id)
  join personnel d on (d.workspace_id, d.id) = (x.workspace_id, x.delegate_id)`;

/** One absence at a moment; `of`: only where this person has a part in it. */
export async function absence(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
  of: string | null = null,
): Promise<AbsenceRow | undefined> {
  const { rows } =
    await sql<AbsenceRow>`${absences(at)} from ${ABSENT} where x.workspace_id = ${workspaceId} and x.id = ${id} and (${of}::uuid is null or ${of}::uuid in (x.personnel_id, x.delegate_id, x.created_by))`.execute(
      trx.withoutPlugins(),
    );
  return rows[0];
}

/** Absences in a list, beside those of the reader. */
const LISTED = 500;

/**
 * Absences that end after a moment: first current ones, then future ones, soonest first, then past ones, newest first.
 * `all`: of everybody, otherwise those that `me` has a part in. Current and future absences in which `me` is absent or
 * a delegate are always included, however many others there are.
 */
export async function absenceList(
  trx: Trx,
  workspaceId: string,
  { at, after, me, all }: { at: Date; after: Date; me: string; all: boolean },
): Promise<AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    with found as (
      select x.id, s.state, row_number() over (order by s.state, case when s.state = 2 then null else x.from_at end, coalesce(x.ended_at, x.until_at) desc, x.id) as place, ${me}::uuid in (x.personnel_id, x.delegate_id) as mine
        from approval_absences x cross join lateral (select case when x.ended_at is not null or x.until_at <= ${at} then 2 when x.from_at <= ${at} then 0 else 1 end as state) s
       where x.workspace_id = ${workspaceId} and coalesce(x.ended_at, x.until_at) > ${after} and (${all}::boolean or ${me}::uuid in (x.personnel_id, x.delegate_id, x.created_by)))
    ${absences(at)} from found f join (${ABSENT}) on x.workspace_id = ${workspaceId} and x.id = f.id where f.place <= ${LISTED} or (f.mine and f.state < 2) order by f.place`.execute(
    trx.withoutPlugins(),
  );
  return rows;
}

/** How many current and future absences a person has. */
export const countComing = async (trx: Trx, workspaceId: string, personnelId: string, at: Date): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom('approvalAbsences')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('personnelId', '=', personnelId)
        .where('endedAt', 'is', null)
        .where('untilAt', '>', at.toISOString())
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Whether one of `personnelIds` is away at any time in a period; cancelled absences do not count. */
export async function awayBetween(
  trx: Trx,
  workspaceId: string,
  personnelId: string,
  from: Date,
  until: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('approvalAbsences')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('personnelId', '=', personnelId)
    .where('endedAt', 'is', null)
    .where('fromAt', '<', until.toISOString())
    .where('untilAt', '>', from.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Current and future absences in which this person is the delegate of somebody who is active, in the order of their
 * ids.
 */
export const delegationsOf = (trx: Trx, workspaceId: string, personnelId: string, at: Date) =>
  trx
    .selectFrom('approvalAbsences as x')
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'x.workspaceId').onRef('p.id', '=', 'x.personnelId'),
    )
    .select(['x.id', 'x.personnelId', 'p.name', 'x.fromAt', 'x.untilAt', 'x.note'])
    .where('x.workspaceId', '=', workspaceId)
    .where('x.delegateId', '=', personnelId)
    .where('x.endedAt', 'is', null)
    .where('x.untilAt', '>', at.toISOString())
    .where('p.status', '=', 'active')
    .orderBy('x.id')
    .execute();

export async function insertAbsence(
  trx: Trx,
  absence: {
    workspaceId: string;
    id: string;
    personnelId: string;
    delegateId: string;
    fromAt: Date;
    untilAt: Date;
    note: string;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> {
  await trx.insertInto('approvalAbsences').values(absence).execute();
}

/** Ends an absence. @returns whether it had not ended yet */
export async function endAbsence(trx: Trx, workspaceId: string, id: string, at: Date): Promise<boolean> {
  const ended = await trx
    .updateTable('approvalAbsences')
    .set({ endedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('untilAt', '>', at.toISOString())
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** The absence, locked until the transaction ends. */
export const lockAbsence = (trx: Trx, workspaceId: string, id: string) =>
  trx
    .selectFrom('approvalAbsences')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Open lines in which it is the turn of this person themselves and the other can act as their delegate, in the order in
 * which lines are locked.
 */
export const turnsOf = (trx: Trx, workspaceId: string, personnelId: string, delegateId: string) =>
  trx
    .selectFrom('approvalSteps as s')
    .innerJoin('approvalLines as l', (join) =>
      join.onRef('l.workspaceId', '=', 's.workspaceId').onRef('l.id', '=', 's.lineId'),
    )
    .select(['l.id', 'l.number', 'l.applicationName', 'l.requesterId'])
    .where('s.workspaceId', '=', workspaceId)
    .where('s.approverId', '=', personnelId)
    .where('s.status', '=', 'CURRENT')
    .where(mayStandIn(sql`${delegateId}::uuid`))
    .orderBy('l.id')
    .execute();
