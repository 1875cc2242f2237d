// 50,000 open clocks in one workspace: changing the settings of all of them, compared with Postgres rewriting as many
// deadlines; the bell's query, immediately after that and after a vacuum; and one event, whatever their number.
import { sql } from 'kysely';
import { type Figure, median, timed } from '../../scripts/measure.ts';
import { startBenchWorld } from '../helpers/benchWorld.ts';

const CLOCKS = 50_000;
const PART = 2500;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = 30;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const { owner, workspaceId, personnelId } = world;
    const count = async () => {
      const took: number[] = [];
      for (let round = 0; round < CALLS; round += 1)
        took.push(await timed(() => world.call().incident.clocks({ ws: workspaceId })));
      return median(took);
    };
    await count();
    const none = await count();
    // Due over ninety days: a part of them is overdue whatever the hours are. In batches: counters of the dashboard are
    // maintained row by row.
    for (let first = 1; first < CLOCKS; first += PART)
      await sql`
      with made as (
        insert into incidents (workspace_id, id, number, title, source, status, reporter, reporter_id, cause, breach_kinds, discovered_at, occurred_at, accepted_at, created_at, updated_at)
        select ${workspaceId}::uuid, gen_random_uuid(), n, 'เหตุละเมิด ' || n, 'MANUAL_REPORT', 'ACTIVE', 'sealed', ${personnelId}::uuid, 'UNKNOWN', '{CONFIDENTIALITY}', t.at - interval '1 hour', t.at - interval '1 hour', t.at, t.at, t.at
          from generate_series(${first}::integer, ${first + PART - 1}::integer) n cross join lateral (select now() - n * interval '2.6 minutes' as at) t returning id, created_at)
      insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours, fires_at, fired_until, created_at)
      select ${workspaceId}::uuid, gen_random_uuid(), 'incident.authority', id, created_at, created_at + interval '72 hours', '{24,1}', case when created_at + interval '72 hours' > now() then created_at + interval '73 hours' end, now(), created_at from made`.execute(
        owner,
      );
    const sweep = () => sql`vacuum analyze incidents, deadlines`.execute(owner);
    await sweep();
    const calm = await count();
    const events = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from outbox`.execute(owner)).rows[0]!.n);
    const eventsBefore = await events();
    const changed: number[] = [];
    const written: number[] = [];
    let stirred = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { rowVersion } = await world.call().incident.settings.get({ ws: workspaceId });
      const other = round % 2 === 0;
      const settings = {
        ws: workspaceId,
        rowVersion,
        authorityHours: other ? 96 : 72,
        basis: other ? ('awareness' as const) : ('creation' as const),
        alertHours: other ? [48, 12] : [24, 1],
        publicForm: false,
      };
      changed.push(await timed(() => world.call().incident.settings.update(settings)));
      stirred = Math.max(stirred, await count());
      await sweep();
      written.push(
        await timed(() =>
          sql`update deadlines set due_at = due_at + interval '1 second', fires_at = fires_at + interval '1 second' where ended_at is null`.execute(
            owner,
          ),
        ),
      );
      await sweep();
    }
    const emitted = ((await events()) - eventsBefore) / ROUNDS;
    if (emitted > 2) throw new Error(`${emitted} events of one change of the settings`);
    const name = (what: string) => `${CLOCKS.toLocaleString('en')} open clocks, ${what}`;
    const [value, limit] = [median(changed), median(written)];
    return [
      {
        name: name('other settings for all of them'),
        value,
        unit: 'ms',
        limitName: 'a bare update of as many deadlines',
        limit,
        ratio: value / limit,
        goal: 'under 1 s',
        met: value < 1000,
      },
      {
        name: name('what the bell asks for'),
        value: calm,
        unit: 'ms',
        limitName: 'without any',
        limit: none,
        ratio: calm / none,
        goal: 'under 10 ms',
        met: calm < 10,
      },
      {
        name: name('what the bell asks for right after the change'),
        value: stirred,
        unit: 'ms',
        limitName: 'without any',
        limit: none,
        ratio: stirred / none,
      },
    ];
  } finally {
    await world.close();
  }
}
