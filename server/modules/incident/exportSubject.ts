import type { ExportSubjects } from '../../platform/exports/maker.ts';

/** Names the record that an export is of. */
export const exportSubjects: ExportSubjects = {
  incident: async (trx, workspaceId, id) =>
    (
      await trx
        .selectFrom('incidents')
        .select('title')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    )?.title,
};
