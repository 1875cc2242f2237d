import type { Updateable } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { IncidentStatus } from '../../../shared/incident/status.ts';

/** What notifications of an incident go by. */
export interface NotifiableIncident {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly status: IncidentStatus;
  readonly riskLevel: RiskLevel | null;
  readonly reporterId: string | null;
  readonly assigneeId: string | null;
  readonly occurredAt: string;
  readonly discoveredAt: string;
  readonly createdAt: string;
  readonly lateReason: string;
  readonly authorityNotifiedAt: string | null;
  readonly subjectsNotifiedAt: string | null;
  readonly notifiedLate: boolean;
}

const INCIDENT = [
  'id',
  'number',
  'title',
  'status',
  'riskLevel',
  'reporterId',
  'assigneeId',
  'occurredAt',
  'discoveredAt',
  'createdAt',
  'lateReason',
  'authorityNotifiedAt',
  'subjectsNotifiedAt',
  'notifiedLate',
] as const;
const incident = (db: Executor, workspaceId: string, id: string) =>
  db.selectFrom('incidents').select(INCIDENT).where('workspaceId', '=', workspaceId).where('id', '=', id);

export const findNotifiable = async (db: Executor, workspaceId: string, id: string) =>
  (await incident(db, workspaceId, id).executeTakeFirst()) as NotifiableIncident | undefined;
/** Locked until the transaction ends, so that notifications of it are counted one at a time. */
export const lockNotifiable = async (trx: Trx, workspaceId: string, id: string) =>
  (await incident(trx, workspaceId, id).forNoKeyUpdate().executeTakeFirst()) as NotifiableIncident | undefined;

/**
 * Stores when a group was notified, and why late. The row version stays: no editor of the incident's fields has missed
 * a change.
 */
export async function writeNotified(
  trx: Trx,
  workspaceId: string,
  id: string,
  values: Pick<
    Updateable<DB['incidents']>,
    'authorityNotifiedAt' | 'subjectsNotifiedAt' | 'notifiedLate' | 'lateReason' | 'updatedAt'
  >,
): Promise<void> {
  await trx.updateTable('incidents').set(values).where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}
