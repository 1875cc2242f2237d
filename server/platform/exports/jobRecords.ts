import type { JobRecordKinds } from '../jobs/jobRecord.ts';
import { EXPORT_PROBLEMS, type ExportProblemCode, OPEN_EXPORTS } from '../../../shared/export/schema.ts';
import { emit } from '../live/emit.ts';
import { moduleOf } from './access.ts';
import { retry } from './service.ts';

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
      const row = await trx
        .updateTable('exports')
        .set({ status: 'failed', errorCode: 'cancelled', finishedAt: actor.at })
        .where('workspaceId', '=', actor.workspaceId)
        .where('id', '=', id)
        .where('status', 'in', [...OPEN_EXPORTS])
        .returning(['kind', 'subject', 'requestedBy'])
        .executeTakeFirst();
      if (!row) return false;
      await emit(trx, actor, {
        event: 'export.failed',
        entityId: id,
        ...moduleOf(row.kind),
        subject: row.subject,
        recipients: [row.requestedBy],
      });
      return true;
    },
    retry,
  },
} satisfies JobRecordKinds;
