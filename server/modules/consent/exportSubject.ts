import type { ExportSubjects } from '../../platform/exports/maker.ts';

/** Names the record that an export is of. */
export const exportSubjects: ExportSubjects = {
  consent: async (trx, workspaceId, id) =>
    (
      await trx
        .selectFrom('consents')
        .select('name')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    )?.name,
};
