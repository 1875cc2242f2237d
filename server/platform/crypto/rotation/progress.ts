import { sql } from 'kysely';
import type { Trx } from '../../../../db/client.ts';
import { type Deps, transact } from '../../trpc/context.ts';

/** Where encrypting again goes on: behind this row of this column. */
export interface Position {
  readonly column: string;
  readonly after: string | null;
  /** The first, by default. */
  readonly round?: number;
  /** How much this round has encrypted again. */
  readonly renewed?: number;
  /** How many files it has found that are still being uploaded, under an older key. */
  readonly awaited?: number;
}

/** The first round of a replacement does what there is; those after it look whether anything was added meanwhile. */
export const roundOf = (position: Position | null): number => position?.round ?? 1;

/** A replacement of a workspace's key, as it was read. */
export interface Rotation {
  readonly workspaceId: string;
  /** Of the key. */
  readonly id: string;
  /** null: not counted yet. */
  readonly total: number | null;
  /** null: at the start. */
  readonly position: Position | null;
  readonly finishedAt: string | null;
}

/** Another run of the same job has done the same batch first, and has counted it. */
export class Overtaken extends Error {}

const rows = (trx: Trx, { workspaceId, id }: Pick<Rotation, 'workspaceId' | 'id'>) =>
  trx.updateTable('keyRotations').where('workspaceId', '=', workspaceId).where('id', '=', id);

export const readRotation = (deps: Deps, workspaceId: string, id: string): Promise<Rotation | undefined> =>
  transact(deps, { workspaceId }, (trx) =>
    trx
      .selectFrom('keyRotations')
      .select(['workspaceId', 'id', 'total', 'finishedAt', sql<Position | null>`${sql.ref('position')}`.as('position')])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );

/** Stores how much there is to do. What a second run counts meanwhile no longer has what the first one has done. */
export const noteTotal = (deps: Deps, rotation: Rotation, total: number) =>
  transact(deps, rotation, (trx) => rows(trx, rotation).set({ total }).where('total', 'is', null).execute());

/**
 * Counts a batch that was done from `rotation.position` on, and stores where it goes on. What can be rolled back is
 * done in the same transaction. What failed counts anew in each round; what was counted as there is done in the first.
 * @throws Overtaken
 */
export async function advance(
  trx: Trx,
  rotation: Rotation,
  { done, failed, to }: { done: number; failed: number; to: Position },
): Promise<void> {
  const from = rotation.position && JSON.stringify(rotation.position);
  const round = roundOf(rotation.position);
  const { numUpdatedRows } = await rows(trx, rotation)
    .set((eb) => ({
      done: eb('done', '+', round === 1 ? done : 0),
      failed: roundOf(to) === round ? eb('failed', '+', failed) : failed,
      position: JSON.stringify(to),
    }))
    .where(sql<boolean>`${sql.ref('position')} is not distinct from ${from}::jsonb`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Overtaken();
}

/** Ends it: all that was counted is done, but for what failed in the last round. */
export const finish = (deps: Deps, rotation: Rotation) =>
  transact(deps, rotation, (trx) =>
    rows(trx, rotation)
      .set({ finishedAt: deps.now(), done: sql<number>`greatest(total - failed, 0)` })
      .where('finishedAt', 'is', null)
      .execute(),
  );
