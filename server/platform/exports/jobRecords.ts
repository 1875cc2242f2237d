import type { JobRecordKinds } from '../jobs/jobRecord.ts';
import { EXPORT_PROBLEMS, type ExportProblemCode } from '../../../shared/export/schema.ts';
import { transitionIfOpen } from '../workflow/workflow.ts';
import { retry } from './service.ts';
import { locked } from './states.ts';
import { exportWorkflow } from './workflow.ts';

const problemOf = (code: string): ExportProblemCode => EXPORT_PROBLEMS.find((one) => one === code) ?? 'failed';

/** Exports as the jobs of them are listed, cancelled and started again. */
export const jobRecords = {
  'export.run': {
    async states(trx, workspaceId, ids) {
      const rows = await trx
        .selectFrom('exports')
        .select(['id', 'status', 'done', 'total', 'errorCode'])
        .where('workspaceId', '=', workspaceId)
        .where('id', 'in', [...ids])
        .execute();
      return new Map(
        rows.map(({ id, status, done, total, errorCode }) => [
          id,
          { done, total, error: status === 'failed' ? problemOf(errorCode ?? 'failed') : null },
        ]),
      );
    },
    async cancel(trx, actor, id) {
      const row = await locked(trx, actor.workspaceId, id);
      return row !== undefined && (await transitionIfOpen(trx, actor, exportWorkflow, row, 'cancel', {})) !== undefined;
    },
    retry,
  },
} satisfies JobRecordKinds;
