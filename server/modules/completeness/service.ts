import type { Trx } from '../../../db/client.ts';
import { type CompletenessItem, completenessOf, scoreOf } from '../../../shared/completeness/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import { lockRow } from '../../platform/records/rows.ts';
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
 * judged by.
 */
export async function updateScores(trx: Trx, workspaceId: string, applicationIds: readonly string[]): Promise<void> {
  for (let start = 0; start < applicationIds.length; start += BATCH) {
    const facts = await queries.factsOf(trx, workspaceId, applicationIds.slice(start, start + BATCH));
    await queries.keep(
      trx,
      workspaceId,
      [...facts].map(([id, own]) => ({ id, ...scoreOf(completenessOf(own)) })),
    );
  }
}

/** Locks the applications that a change touches, in one order, for the rest of the transaction. */
export async function lockTouched(
  trx: Trx,
  workspaceId: string,
  by: Parameters<typeof queries.touched>[2],
): Promise<void> {
  const ids = await queries.touched(trx, workspaceId, by);
  for (const id of ids.toSorted()) await lockRow(trx, 'applications', workspaceId, id, 'change');
}

/**
 * Keeps the scores of applications whose record reads otherwise now, and calls whoever hears of it: approvals of
 * documents that no longer hold are reopened in the name of `actor`. To be called in the same transaction, after the
 * change.
 */
export async function applicationsChanged(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  await updateScores(trx, actor.workspaceId, applicationIds);
  await recordsChanged(trx, actor, 'application', applicationIds);
}

/**
 * The applications that a change touches: of a purpose, of a data controller, of a storage system, or the processors'
 * when the data protection officer changes. With none of them: all of the workspace.
 */
export const touchedBy = queries.touched;
