// Requests of data subjects over HTTP, each answered once it is durable, with its clocks, event and number: at 1 and 16
// connections.
import { type Figure, median } from '../../scripts/measure.ts';
import { benchPerson, startBenchWorld } from '../helpers/benchWorld.ts';
import { listenBench } from '../helpers/consentBench.ts';
import { startLoad } from '../helpers/consentLoad.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** A request every twenty milliseconds: more than any organisation gets. */
const GOAL = 50;

export default async function bench(): Promise<Figure[]> {
  // Waiting for the disk is part of the guarantee.
  const world = await startBenchWorld({ durable: true });
  const product = await listenBench(world);
  const load = startLoad();
  try {
    const person = await benchPerson(world, `http://127.0.0.1:${product.port}`);
    const form = await buildRequestForm(world, person);
    const body = JSON.stringify({
      dsrmRequestFormId: form.id,
      uid: 'customer-{n}',
      identityValidation: { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@example.com', telephone: '' },
      rights: ['ACCESS', 'ERASURE'].map((code) => ({ rightRequestId: form.rightIds[code], requestDetail: 'ขอสำเนา' })),
      language: 'th',
    });
    const order = { port: product.port, path: `/api/v1/${form.workspaceId}/dsrm-request`, body };
    await load.run({ ...order, connections: 4, seconds: 2 });
    const figures: Figure[] = [];
    let first = 1_000_000;
    for (const connections of [1, 16]) {
      const done = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        done.push(await load.run({ ...order, connections, seconds: SECONDS, first }));
        first += 1_000_000;
      }
      if (done.some(({ failed }) => failed > 0)) throw new Error('requests were refused');
      const value = median(done.map(({ perSecond }) => perSecond));
      figures.push({
        name: `${connections} ${connections === 1 ? 'connection' : 'connections'}, requests of two rights a second`,
        value,
        unit: '1/s',
        limitName: 'goal',
        limit: GOAL,
        ratio: value / GOAL,
        ...(connections === 16 && { goal: `at least ${GOAL} a second`, met: value >= GOAL }),
      });
      const p99 = median(done.map((one) => one.p99));
      figures.push({
        name: `${connections} ${connections === 1 ? 'connection' : 'connections'}, 99th percentile`,
        value: p99,
        unit: 'ms',
        limitName: 'a second',
        limit: 1000,
        ratio: p99 / 1000,
      });
    }
    return figures;
  } finally {
    load.stop();
    await product.close();
    await world.close();
  }
}
