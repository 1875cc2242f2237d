// The cost of the security log for writers: a change recorded in it compared with one of the same kind recorded only in
// the activity log. Requests that change no people or permissions do not touch it.
import { sql } from 'kysely';
import { type Figure, median, timed } from '../../scripts/measure.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { withScope } from '../../db/client.ts';
import { startBenchWorld } from '../helpers/benchWorld.ts';

const ROUNDS = 400;
/** Existing entries. */
const LINES = 100_000;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld({ durable: true });
  const { deps, workspaceId, personnelId } = world;
  const change = (field: string) =>
    timed(() =>
      withScope(deps.db, { workspaceId }, (trx) =>
        emit(
          trx,
          { workspaceId, personnelId, at: deps.now() },
          {
            event: 'personnel.updated',
            entityId: personnelId,
            changes: [{ field, old: 'Staff', new: 'DPO' }],
          },
        ),
      ),
    );
  try {
    await sql`insert into security_logs (organization_id, id, event, actor_name, actor_email, created_at)
      select organization_id, gen_random_uuid(), 'signIn.succeeded', 'ก', 'a@bench.example', now() - n * interval '1 minute'
        from workspaces, generate_series(1, ${LINES}) n where workspaces.id = ${workspaceId}`.execute(world.owner);
    const times: Record<'logged' | 'ordinary', number[]> = { logged: [], ordinary: [] };
    for (let round = -20; round < ROUNDS; round += 1) {
      const [ordinary, logged] = [await change('position'), await change('role')];
      if (round < 0) continue;
      times.ordinary.push(ordinary);
      times.logged.push(logged);
    }
    const [value, limit] = [median(times.logged), median(times.ordinary)];
    return [
      {
        name: 'a change recorded in the security log',
        value,
        unit: 'ms',
        limitName: 'one that does not',
        limit,
        ratio: value / limit,
      },
    ];
  } finally {
    await world.close();
  }
}
