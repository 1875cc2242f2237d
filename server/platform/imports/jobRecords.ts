import { sql } from 'kysely';
import { AT_WORK } from '../../../shared/import/schema.ts';
import { type JobRecordKinds, statesFrom } from '../jobs/jobRecord.ts';

/** Imports, for the list of their jobs; whoever requested one cancels it on its own page. */
export const jobRecords = {
  'import.run': {
    workedOn: {
      table: 'imports',
      // The work of a closed workspace rests until that is open again (docs/decisions/034).
      where: sql`status in (${sql.join(AT_WORK.map((status) => sql.lit(status)))})
        and workspace_id not in (select closed_workspaces())`,
      since: 'updatedAt',
    },
    states: statesFrom('imports', ['status', 'done', 'total'], ({ status, done, total }) => ({
      done,
      total,
      error: status === 'failed' ? 'unreadable' : null,
    })),
  },
} satisfies JobRecordKinds;
