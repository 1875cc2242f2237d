import type { Executor } from '../../../db/client.ts';

/** One more view of `route` on `day` (YYYY-MM-DD). */
export async function addView(db: Executor, route: string, day: string): Promise<void> {
  await db
    .insertInto('pageViews')
    .values({ route, day })
    .onConflict((conflict) =>
      conflict.columns(['route', 'day']).doUpdateSet((eb) => ({ views: eb('pageViews.views', '+', 1) })),
    )
    .execute();
}
