import { restore as restoreBackup, type RestoreOptions } from '../../db/backup/restore.ts';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';

/** What all modules declare. */
export const { outgoing } = collectModules(modules);

/** Restores a backup as `npm run restore` does, with what all modules declare. */
export const restore = (options: Omit<RestoreOptions, 'outgoing'>) => restoreBackup({ ...options, outgoing });
