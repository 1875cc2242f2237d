// Whether the duration of a sign-in reveals that an address is known: both evaluate a password.
import { startServer } from '../../server/main.ts';
import { type Figure, median, timed } from '../../scripts/measure.ts';
import { BENCH_PERSON, startBenchWorld } from '../helpers/benchWorld.ts';

const ROUNDS = 40;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const server = await startServer(world.config, { databaseUrl: world.databaseUrl });
  const signIn = (email: string) =>
    timed(() =>
      fetch(`${server.address}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'another password' }),
      }),
    );
  try {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.owner.deleteFrom('throttles').execute();
      times.known.push(await signIn(BENCH_PERSON.email));
      times.unknown.push(await signIn('nobody@test.example'));
    }
    const [value, limit] = [median(times.unknown), median(times.known)];
    return [
      {
        name: 'sign-in refused, unknown address',
        value,
        unit: 'ms',
        limitName: 'known address',
        limit,
        ratio: value / limit,
        goal: 'within a quarter',
        met: Math.abs(value - limit) <= limit / 4,
      },
    ];
  } finally {
    await server.close();
    await world.close();
  }
}
