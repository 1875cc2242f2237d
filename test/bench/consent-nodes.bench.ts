// Whether a form's single row of counters makes its writers on two nodes wait for each other: two nodes on one form,
// compared with the same two nodes on a form each, which share no row, and with one node alone.
import { createDeps } from '../../server/platform/deps.ts';
import { modules } from '../../server/modules/index.ts';
import { type Figure, median } from '../../scripts/measure.ts';
import { type BenchForm, bodyOf, listenBench, publishBenchForm } from '../helpers/consentBench.ts';
import { startLoad } from '../helpers/consentLoad.ts';
import { startBenchWorld } from '../helpers/benchWorld.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Of each node. */
const CONNECTIONS = 64;

export default async function bench(): Promise<Figure[]> {
  // Waiting for the disk is most of the time for which a writer locks the row.
  const world = await startBenchWorld({ durable: true });
  const other = createDeps({ config: world.config, databaseUrl: world.databaseUrl, modules });
  const nodes = [await listenBench(world), await listenBench({ ...world, deps: other.deps })];
  const loads = [startLoad(), startLoad()];
  let first = 0;
  /** Submissions per second of all nodes together, each on its form. */
  const run = async (forms: readonly BenchForm[]): Promise<number> => {
    const done = await Promise.all(
      forms.map((form, place) =>
        loads[place]!.run({
          port: nodes[place]!.port,
          path: `/api/v1/${form.workspaceId}/user-consents`,
          connections: CONNECTIONS,
          seconds: SECONDS,
          body: bodyOf(form),
          first: (first += 1_000_000),
        }),
      ),
    );
    if (done.some(({ failed }) => failed > 0)) throw new Error('submissions failed');
    return done.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  try {
    const [one, two] = [await publishBenchForm(world), await publishBenchForm(world)];
    const rates: Record<'shared' | 'apart' | 'alone', number[]> = { shared: [], apart: [], alone: [] };
    await run([one, two]);
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.shared.push(await run([one, one]));
      rates.apart.push(await run([one, two]));
      rates.alone.push(await run([one]));
    }
    const [shared, apart, alone] = [median(rates.shared), median(rates.apart), median(rates.alone)];
    const name = 'two nodes on one form, submissions a second';
    return [
      {
        name,
        value: shared,
        unit: '1/s',
        limitName: 'two nodes on a form each',
        limit: apart,
        ratio: shared / apart,
        goal: 'at least 70 %',
        met: shared >= 0.7 * apart,
      },
      { name, value: shared, unit: '1/s', limitName: 'one node', limit: alone, ratio: shared / alone },
    ];
  } finally {
    for (const load of loads) load.stop();
    for (const node of nodes) await node.close();
    await other.close();
    await world.close();
  }
}
