import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Workflow, WorkflowTypes } from './workflow.ts';

interface Stored<Types extends WorkflowTypes> extends Pick<
  Workflow<Types>,
  'table' | 'key' | 'column' | 'stamp' | 'stateOf' | 'unversioned' | 'unchanged'
> {}

const columnOf = <Types extends WorkflowTypes>({ column }: Stored<Types>) =>
  column ?? { name: 'status', valueOf: (state: string): unknown => state };

/** The condition that the row is still as `before` has it. */
function isStillAs<Types extends WorkflowTypes>(
  { workspaceId }: Types['actor'],
  workflow: Stored<Types>,
  before: Types['record'],
): RawBuilder<unknown> {
  const { name, valueOf } = columnOf(workflow);
  const unchanged = Object.entries(workflow.unchanged?.(before) ?? {}).map(
    ([column, value]) => sql` and ${sql.ref(column)} is not distinct from ${value}`,
  );
  return sql`workspace_id = ${workspaceId} and ${sql.ref(workflow.key ?? 'id')} = ${before.id} and ${sql.ref(name)} = ${valueOf(workflow.stateOf(before))}${sql.join(unchanged, sql``)}`;
}

/** Writes the new state where the old one still stands. @returns whether it does */
export async function write<Types extends WorkflowTypes>(
  trx: Trx,
  actor: Types['actor'],
  workflow: Stored<Types>,
  { before, to }: { before: Types['record']; to: Types['state'] },
  columns: object,
): Promise<boolean> {
  const { name, valueOf } = columnOf(workflow);
  const stamped = workflow.stamp?.(actor) ?? { updatedBy: actor.personnelId, updatedAt: actor.at };
  const version = workflow.unversioned ? {} : { rowVersion: sql`row_version + 1` };
  const set = Object.entries({ ...columns, ...stamped, [name]: valueOf(to), ...version }).filter(
    ([, value]) => value !== undefined,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(workflow.table)} set ${sql.join(set.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where ${isStillAs(actor, workflow, before)}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Keeps the record in its state until the transaction ends, without writing it. @returns whether it is in it */
export async function hold<Types extends WorkflowTypes>(
  trx: Trx,
  actor: Types['actor'],
  workflow: Stored<Types>,
  before: Types['record'],
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(workflow.table)} where ${isStillAs(actor, workflow, before)} for no key update`.execute(
    trx,
  );
  return rows.length === 1;
}
