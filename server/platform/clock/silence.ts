import type { Trx } from '../../../db/client.ts';
import type { Flag, Flags } from '../../../shared/registry/flags.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import { replanDeadlines } from './deadlines.ts';

/** Whether `flag` is off in the workspace, so that nobody is notified of deadlines that depend on it. */
export async function isSilent(trx: Trx, workspaceId: string, flag: Flag | undefined): Promise<boolean> {
  if (!flag) return false;
  const { flags } = await trx
    .selectFrom('workspaces')
    .select('flags')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return (flags as Partial<Flags>)[flag] !== true;
}

/**
 * What passed while a module was off is told once it is back: of each deadline the newest. To be called in the
 * transaction that changes the flags.
 */
export async function flagsChanged(
  trx: Trx,
  { clocks }: ModuleRegistry,
  { workspaceId, before, after, now }: { workspaceId: string; before: Flags; after: Flags; now: Date },
): Promise<void> {
  const kinds = [...clocks].flatMap(([kind, { flag }]) => (flag && after[flag] && !before[flag] ? [kind] : []));
  if (kinds.length > 0) await replanDeadlines(trx, { workspaceId, kinds, now });
}
