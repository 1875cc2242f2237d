import type { Trx } from '../../../db/client.ts';

/** The stored decision; `adequate: null` where there is none. Locked until the transaction ends. */
export async function decisionOn(
  trx: Trx,
  workspaceId: string,
  country: string,
): Promise<{ adequate: boolean | null; note: string; decidedAt: string | null }> {
  const row = await trx
    .selectFrom('countryAdequacy')
    .select(['adequate', 'note', 'decidedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('country', '=', country)
    .forUpdate()
    .executeTakeFirst();
  return row ?? { adequate: null, note: '', decidedAt: null };
}

interface Decision {
  workspaceId: string;
  country: string;
  adequate: boolean | null;
  note: string;
  by: string;
  at: Date;
  /** When the decision that it replaces was made. */
  over: string | null;
}

/** Stores a decision. @returns whether the one that it replaces was still there */
export async function decide(
  trx: Trx,
  { workspaceId, country, adequate, note, by, at, over }: Decision,
): Promise<boolean> {
  if (adequate === null) {
    await trx
      .deleteFrom('countryAdequacy')
      .where('workspaceId', '=', workspaceId)
      .where('country', '=', country)
      .execute();
    return true;
  }
  const decision = { adequate, note, decidedBy: by, decidedAt: at };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('countryAdequacy')
    .values({ workspaceId, country, ...decision })
    // A first decision locks no row: two at the same time meet here.
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'country']).doUpdateSet(decision).where('countryAdequacy.decidedAt', '=', over!),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
