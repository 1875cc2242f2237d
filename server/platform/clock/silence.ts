import type { Trx } from '../../../db/client.ts';
import type { Flag, Flags } from '../../../shared/registry/flags.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import { replanDeadlines } from './deadlines.ts';

/**
 * Whether nobody in the workspace is notified of deadlines that depend on `flag`: it is off, or the workspace is
 * closed.
 */
export async function isSilent(trx: Trx, workspaceId: string, flag: Flag | undefined): Promise<boolean> {
  const { flags, closedAt } = await trx
    .selectFrom('workspaces')
    .select(['flags', 'closedAt'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return closedAt !== null || (flag !== undefined && (flags as Partial<Flags>)[flag] !== true);
}

/**
 * What passed while a module was off is notified once it is back: of each deadline the newest. To be called in the
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

/** The same once a workspace that was closed is open again. To be called in the transaction that opens it. */
export async function workspaceReopened(
  trx: Trx,
  { clocks }: ModuleRegistry,
  { workspaceId, flags, now }: { workspaceId: string; flags: Flags; now: Date },
): Promise<void> {
  const kinds = [...clocks].flatMap(([kind, { flag }]) => (!flag || flags[flag] ? [kind] : []));
  if (kinds.length > 0) await replanDeadlines(trx, { workspaceId, kinds, now });
}
