import type { Trx } from '../../../db/client.ts';
import type { Flag, Flags } from '../../../shared/registry/flags.ts';
import { type DeadlineKind, replanDeadlines } from './deadlines.ts';

/**
 * Deadlines of which nobody is told while their module is switched off in the workspace. A reminder of an approval is
 * not among them: its handler begins the wait anew, for nobody was waited for meanwhile.
 */
const MODULE: Partial<Record<DeadlineKind, Flag>> = {
  'incident.authority': 'dataBreachEnabled',
  'approval.absence': 'approvalLineEnable',
};

/** Whether nobody is told of deadlines of this kind for now. */
export async function isSilent(trx: Trx, workspaceId: string, kind: DeadlineKind): Promise<boolean> {
  const flag = MODULE[kind];
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
  workspaceId: string,
  before: Flags,
  after: Flags,
  now: Date,
): Promise<void> {
  const kinds = (Object.keys(MODULE) as DeadlineKind[]).filter(
    (kind) => after[MODULE[kind]!] && !before[MODULE[kind]!],
  );
  if (kinds.length > 0) await replanDeadlines(trx, { workspaceId, kinds, now });
}
