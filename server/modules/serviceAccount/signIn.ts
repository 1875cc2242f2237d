import type { ProgramAccounts } from '../../platform/auth/programAccounts.ts';

/** Keys of a paused service account are refused, and what it requested before is not carried out. */
export const programAccounts: ProgramAccounts = {
  active: (db, workspaceId, personnelId) =>
    db
      .selectFrom('serviceAccounts')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', personnelId)
      .where('active', '=', true),
};
