import type { Trx } from '../../../db/client.ts';
import { type CompletenessItem, completenessOf, scoreOf } from '../../../shared/completeness/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { recordChanged } from '../approvalLine/changed.ts';
import * as queries from './queries.ts';

/** Applications judged by one statement. */
const BATCH = 200;

/** How complete one application's record is, item by item; empty when there is no such application. */
export async function itemsOf(trx: Trx, workspaceId: string, applicationId: string): Promise<CompletenessItem[]> {
  const facts = (await queries.factsOf(trx, workspaceId, [applicationId])).get(applicationId);
  return facts ? completenessOf(facts) : [];
}

/**
 * Judges the applications anew and keeps their scores. To be called in the transaction that changed what they are
 * judged by. `editor`: who changed it; approvals of their documents that no longer hold are then given back in his
 * name.
 */
export async function refresh(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
  editor?: WithDeps,
): Promise<void> {
  for (let start = 0; start < applicationIds.length; start += BATCH) {
    const facts = await queries.factsOf(trx, workspaceId, applicationIds.slice(start, start + BATCH));
    await queries.keep(
      trx,
      workspaceId,
      [...facts].map(([id, own]) => ({ id, ...scoreOf(completenessOf(own)) })),
    );
  }
  if (editor) await recordChanged(trx, editor, applicationIds);
}

/**
 * The same for all applications that a change touches: of a purpose, of a data controller, or the processors' when the
 * data protection officer changes. With none of them: of the whole workspace.
 */
export async function refreshTouched(
  trx: Trx,
  workspaceId: string,
  by: Parameters<typeof queries.touched>[2],
  editor?: WithDeps,
): Promise<void> {
  await refresh(trx, workspaceId, await queries.touched(trx, workspaceId, by), editor);
}
