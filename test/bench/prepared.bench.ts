// Pages of records with statements prepared on their connections, compared with the same without: both nodes on one
// database, alternating.
import { randomUUIDv7 } from 'node:crypto';
import { type Figure, inTurns, median } from '../../scripts/measure.ts';
import { modules } from '../../server/modules/index.ts';
import { createDeps } from '../../server/platform/deps.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const TURNS = { rounds: 200, warmUp: 20 };
const PURPOSES = 5;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const unprepared = createDeps({
    config: { ...world.config, databasePrepared: false },
    databaseUrl: world.databaseUrl,
    modules,
  });
  try {
    const { workspaceId: ws } = world;
    const id = await buildApplication(world);
    const pages = (deps: Deps) => ({
      'page of an application': () => world.call(deps).application.detail({ ws, id }),
      'list of applications': () => world.call(deps).application.list({ ws }),
      inventory: () => world.call(deps).inventory.list({ ws }),
      'data-flow diagram': () => world.call(deps).dataFlow.get({ ws }),
      overview: () => world.call(deps).overview.cards({ ws }),
    });
    const [own, other] = [pages(world.deps), pages(unprepared.deps)];
    const figures: Figure[] = [];
    for (const name of Object.keys(own) as (keyof typeof own)[]) {
      const times = await inTurns(TURNS, own[name], other[name]);
      const [value, limit] = [median(times.own), median(times.limit)];
      const ratio = value / limit;
      const goal = name === 'page of an application' ? { goal: 'at most 0.7', met: ratio <= 0.7 } : {};
      figures.push({ name, value, unit: 'ms', limitName: 'without prepared statements', limit, ratio, ...goal });
    }
    return figures;
  } finally {
    await unprepared.close();
    await world.close();
  }
}

/** An application with purposes and a line of its data mapping for each. */
async function buildApplication({ call, owner, workspaceId: ws }: BenchWorld): Promise<string> {
  const { id: dataControllerId } = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  const id = randomUUIDv7();
  await owner
    .insertInto('applications')
    .values({ workspaceId: ws, id, name: 'ทะเบียนผู้ป่วยนอก', description: 'คำอธิบาย', dataControllerId })
    .execute();
  for (let position = 0; position < PURPOSES; position += 1) {
    const purposeId = randomUUIDv7();
    await owner
      .insertInto('purposes')
      .values({
        workspaceId: ws,
        id: purposeId,
        titleTh: `วัตถุประสงค์ ${position}`,
        titleEn: `Purpose ${position}`,
        descriptionTh: 'คำอธิบาย',
        descriptionEn: 'Description',
        lawfulBases: ['contract'],
      })
      .execute();
    await owner
      .insertInto('applicationPurposes')
      .values({ workspaceId: ws, applicationId: id, purposeId, position })
      .execute();
  }
  await call().application.detail({ ws, id });
  return id;
}
