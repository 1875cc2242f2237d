import type { Trx } from '../../../db/client.ts';
import { type CompletenessItem, completenessOf, scoreOf } from '../../../shared/completeness/schema.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import { lockRow } from '../../platform/records/rows.ts';
import { factsOf } from './facts.ts';
import * as queries from './queries.ts';

/** Applications whose facts one statement reads. */
const BATCH = 200;

/** The completeness of one application's record, item by item; empty when it does not exist. */
export async function itemsOf(trx: Trx, workspaceId: string, applicationId: string): Promise<CompletenessItem[]> {
  const facts = (await factsOf(trx, workspaceId, [applicationId])).get(applicationId);
  return facts ? completenessOf(facts) : [];
}

/** Calculates and stores the scores of the applications. Call it in the transaction that changed their facts. */
export async function updateScores(trx: Trx, workspaceId: string, applicationIds: readonly string[]): Promise<void> {
  for (let start = 0; start < applicationIds.length; start += BATCH) {
    const facts = await factsOf(trx, workspaceId, applicationIds.slice(start, start + BATCH));
    await queries.keep(
      trx,
      workspaceId,
      [...facts].map(([id, own]) => ({ id, ...scoreOf(completenessOf(own)) })),
    );
  }
}

/**
 * Locks the applications that a change affects, or all of several changes, in a fixed order, until the transaction
 * ends. Changes that follow each other in one transaction are named together: locks that are taken change by change
 * are in no order.
 */
export async function lockTouched(
  trx: Trx,
  workspaceId: string,
  ...changes: readonly Parameters<typeof queries.touched>[2][]
): Promise<void> {
  const ids = new Set<string>();
  for (const by of changes) for (const id of await queries.touched(trx, workspaceId, by)) ids.add(id);
  for (const id of [...ids].toSorted()) await lockRow(trx, 'applications', workspaceId, id, 'change');
}

/**
 * Updates the scores of applications whose record has changed, and notifies listeners: approvals of documents that no
 * longer match are reopened in the name of `actor`. Call it in the same transaction, after the change.
 */
export async function applicationsChanged(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  await updateScores(trx, actor.workspaceId, applicationIds);
  await recordsChanged(trx, actor, 'application', applicationIds);
}

/**
 * The applications that a change affects: of purposes, a data controller or a storage system, of data sent to a
 * country, or those of processors when the data protection officer changes. With none of them: all of the workspace.
 */
export const touchedBy = queries.touched;
