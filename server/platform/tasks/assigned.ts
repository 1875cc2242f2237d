import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor, WithDeps } from '../actor.ts';
import { activePersonnel } from '../auth/personnel.ts';
import { appError } from '../errors.ts';
import type { TaskSource } from './taskSource.ts';

interface Assignee {
  readonly id: string;
  readonly name: string;
}

/** Who can be charged with one kind of work. */
interface Assignees {
  readonly roles: readonly Role[];
  /** The person, if they can be; they do not leave before the transaction ends. */
  find(trx: Trx, workspaceId: string, personnelId: string): Promise<Assignee | undefined>;
  /** The same. @throws 400 at `field` for somebody who cannot be, or nobody */
  require(trx: Trx, workspaceId: string, personnelId: string | undefined, field?: string): Promise<Assignee>;
}

/** Active people of these roles; `error` is the answer where somebody else is to be charged. */
export function assigneesOf(roles: readonly Role[], error: ErrorCode): Assignees {
  const find: Assignees['find'] = (trx, workspaceId, personnelId) =>
    activePersonnel(trx, workspaceId, roles)
      .select(['id', 'name'])
      .where('id', '=', personnelId)
      .forShare()
      .executeTakeFirst();
  return {
    roles,
    find,
    async require(trx, workspaceId, personnelId, field = 'assigneeId') {
      const person = personnelId === undefined ? undefined : await find(trx, workspaceId, personnelId);
      if (!person) throw appError(error, { at: field });
      return person;
    },
  };
}

/** Tables whose rows are assigned to somebody. */
type AssignedTable = { [Table in keyof DB]: 'assigneeId' extends keyof DB[Table] ? Table : never }[keyof DB];

interface AssignedRows<Table extends AssignedTable, Column extends keyof Selectable<DB[Table]> & string> extends Pick<
  TaskSource,
  'module'
> {
  readonly assignees: Assignees;
  readonly table: Table & string;
  /** The column of the state, and the states in which a row is still to be worked on. */
  readonly state: keyof Selectable<DB[Table]> & string;
  readonly open: readonly string[];
  /** The records that the rows are parts of, by their column: they are locked first, as by whoever moves a part. */
  readonly partOf?: { readonly records: keyof DB & string; readonly column: keyof Selectable<DB[Table]> & string };
  /** What else holds for the rows that count. */
  readonly condition?: (workspaceId: string) => RawBuilder<SqlBool>;
  /** The open rows, by the sum of those in some states. */
  readonly counts: (of: (...states: string[]) => number) => { pending: number; active: number };
  /** What is written beside the new assignee. */
  readonly stamp?: (actor: PersonnelActor) => object;
  /** What `announce` gets of the rows that have another assignee now. */
  readonly columns: readonly Column[];
  readonly announce: (
    trx: Trx,
    actor: WithDeps<PersonnelActor>,
    rows: readonly Pick<Selectable<DB[Table]>, Column>[],
    people: { readonly from: string; readonly to: string },
  ) => Promise<void>;
}

/** The tasks of people to whom rows of a table are assigned. */
export function assignedTasks<Table extends AssignedTable, Column extends keyof Selectable<DB[Table]> & string>({
  module,
  assignees,
  table,
  state,
  open,
  partOf,
  condition = () => sql`true`,
  counts,
  stamp,
  columns,
  announce,
}: AssignedRows<Table, Column>): TaskSource {
  const openOf = (workspaceId: string, personnelId: string) => sql`
    workspace_id = ${workspaceId} and assignee_id = ${personnelId} and ${sql.ref(state)} = any(${[...open]}::text[]) and ${condition(workspaceId)}`;
  return {
    module,
    roles: assignees.roles,
    async count(trx, workspaceId, personnelId) {
      const { rows } = await sql<{ state: string; count: number }>`
        select ${sql.ref(state)} as state, count(*) as count from ${sql.table(table)}
         where ${openOf(workspaceId, personnelId)} group by 1`.execute(trx);
      const of = (...states: string[]) =>
        rows.reduce((sum, row) => sum + (states.includes(row.state) ? Number(row.count) : 0), 0);
      return counts(of);
    },
    async reassign(trx, actor, from, to) {
      if (partOf)
        await sql`
          select from ${sql.table(partOf.records)} where workspace_id = ${actor.workspaceId} and id in (
            select ${sql.ref(partOf.column)} from ${sql.table(table)} where ${openOf(actor.workspaceId, from)})
           order by id for no key update`.execute(trx);
      const set = { assigneeId: to, ...stamp?.(actor), updatedBy: actor.personnelId, updatedAt: actor.at };
      const written = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
      const { rows } = await sql<Pick<Selectable<DB[Table]>, Column>>`
        update ${sql.table(table)} set ${sql.join(written)}, row_version = row_version + 1
         where ${openOf(actor.workspaceId, from)}
        returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(trx);
      if (rows.length === 0) return;
      await assignees.require(trx, actor.workspaceId, to, 'reassignTo');
      await announce(trx, actor, rows, { from, to });
    },
  };
}
