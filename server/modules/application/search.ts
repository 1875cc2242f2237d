import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { containing } from '../../platform/list/list.ts';

/**
 * A condition on rows of `table`, each of which is of an application: found by their own text, or by that of their
 * application. A union, because each half has its index.
 */
export function foundWithApplication(
  table: 'dpias' | 'treatment_plans',
  workspaceId: string,
  query: string,
): RawBuilder<SqlBool> {
  const pattern = containing(query);
  return sql<SqlBool>`${sql.raw(table)}.id in (
    select ${sql.raw(table)}_search(${pattern}, null)
    union
    select found.id from ${sql.raw(table)} found
     where found.workspace_id = ${workspaceId} and found.application_id in (select applications_search(${pattern}, null)))`;
}
