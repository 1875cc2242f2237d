import type { Trx } from '../../../db/client.ts';

/** The stored decision; `adequate: null` where there is none. Locked until the transaction ends. */
export async function decisionOn(
  trx: Trx,
  workspaceId: string,
  country: string,
): Promise<{ adequate: boolean | null; note: string }> {
  const row = await trx
    .selectFrom('countryAdequacy')
    .select(['adequate', 'note'])
    .where('workspaceId', '=', workspaceId)
    .where('country', '=', country)
    .forUpdate()
    .executeTakeFirst();
  return row ?? { adequate: null, note: '' };
}

export async function decide(
  trx: Trx,
  {
    workspaceId,
    country,
    adequate,
    note,
    by,
    at,
  }: { workspaceId: string; country: string; adequate: boolean | null; note: string; by: string; at: Date },
): Promise<void> {
  if (adequate === null) {
    await trx
      .deleteFrom('countryAdequacy')
      .where('workspaceId', '=', workspaceId)
      .where('country', '=', country)
      .execute();
    return;
  }
  const decision = { adequate, note, decidedBy: by, decidedAt: at };
  await trx
    .insertInto('countryAdequacy')
    .values({ workspaceId, country, ...decision })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'country']).doUpdateSet(decision))
    .execute();
}
