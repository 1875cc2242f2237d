// Shared by the benches of impact assessments.
import { randomUUIDv7 } from 'node:crypto';
import { worstCase } from '../../shared/dpia/content.ts';
import { type Figure, inTurns, median, share } from '../../scripts/measure.ts';
import type { BenchWorld } from './benchWorld.ts';

const TURNS = { rounds: 40, warmUp: 5, limitEvery: 4 };
const GOAL_MS = 20;

const line = (text: string) => [{ id: randomUUIDv7(), text }];

/** A worst case at some position of the map; one in four with a plan. */
export const worstCaseAt = (place: number, responsibleId: string) =>
  worstCase.parse({
    id: randomUUIDv7(),
    title: { th: `เหตุการณ์ ${place}`, en: `Worst case ${place}` },
    sources: line('พนักงานพลาด'),
    threats: line('ส่งผิดกลุ่ม LINE'),
    impacts: line('ถูกตีตรา'),
    measures: line('เข้ารหัส'),
    initial: { likelihood: 5, impact: 1 + (place % 5) },
    residual: place % 4 === 0 ? { likelihood: 3, impact: 4 } : { likelihood: 1 + (place % 3), impact: 2 },
    treatment:
      place % 4 === 0
        ? {
            method: 'REDUCTION',
            detail: 'เข้ารหัส',
            measures: line('เข้ารหัส'),
            expected: { likelihood: 1, impact: 4 },
            expectedOn: '2030-01-01',
            responsibleId,
          }
        : null,
  });

/** Median and 99th percentile of a call compared with one that reads one row; the median must be under 20 ms. */
export async function callFigures(
  { call, workspaceId: ws }: BenchWorld,
  name: string,
  ask: () => Promise<unknown>,
): Promise<Figure[]> {
  const { own, limit: least } = await inTurns(TURNS, ask, () => call().request.settings.get({ ws }));
  const limitName = 'a call that reads one row';
  const p50 = median(own);
  return [
    {
      name: `${name}, p50`,
      value: p50,
      unit: 'ms',
      limitName,
      limit: median(least),
      ratio: p50 / median(least),
      goal: `under ${GOAL_MS} ms`,
      met: p50 < GOAL_MS,
    },
    { name: `${name}, p99`, value: share(own, 0.99), unit: 'ms', limitName, limit: share(least, 0.99) },
  ];
}
