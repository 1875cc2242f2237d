import { sql } from 'kysely';
import { OPEN_EXPORTS } from '../../../shared/export/status.ts';
import { type JobRecordKinds, statesFrom } from '../jobs/jobRecord.ts';
import { EXPORT_PROBLEMS, type ExportProblemCode } from '../../../shared/export/schema.ts';
import { transitionIfOpen } from '../workflow/workflow.ts';
import { retry } from './service.ts';
import { locked } from './states.ts';
import { exportWorkflow } from './workflow.ts';

const problemOf = (code: string): ExportProblemCode => EXPORT_PROBLEMS.find((one) => one === code) ?? 'failed';

/** Exports, for the list of their jobs, which can be cancelled and started again. */
export const jobRecords = {
  'export.run': {
    workedOn: {
      table: 'exports',
      where: sql`status in (${sql.join(OPEN_EXPORTS.map((status) => sql.lit(status)))})`,
      since: 'createdAt',
    },
    states: statesFrom('exports', ['status', 'done', 'total', 'errorCode'], ({ status, done, total, errorCode }) => ({
      done,
      total,
      error: status === 'failed' ? problemOf(errorCode ?? 'failed') : null,
    })),
    async cancel(trx, actor, id) {
      const row = await locked(trx, actor.workspaceId, id);
      return row !== undefined && (await transitionIfOpen(trx, actor, exportWorkflow, row, 'cancel', {})) !== undefined;
    },
    retry,
  },
} satisfies JobRecordKinds;
