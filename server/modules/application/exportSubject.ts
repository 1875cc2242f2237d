import type { ExportSubjects } from '../../platform/exports/maker.ts';

/** Names the record that an export is of. */
export const exportSubjects: ExportSubjects = {
  application: async (trx, workspaceId, id) =>
    (
      await trx
        .selectFrom('applications')
        .select('name')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    )?.name,
};
