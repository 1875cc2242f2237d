// Lists, one assessment and the figures of a register with 50 impact assessments of 40 worst cases, and a treatment
// plan with 200 actions, through the procedures like a request.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { dpiaDraft } from '../../shared/dpia/content.ts';
import { CRITERIA } from '../../shared/dpia/decision.ts';
import type { Figure } from '../../scripts/measure.ts';
import { callFigures, worstCaseAt } from '../helpers/benchDpias.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';

const DPIAS = 50;
const WORST_CASES = 40;
const ACTIONS = 200;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const filled = await fill(world);
    await sql`analyze`.execute(world.owner);
    const figures: Figure[] = [];
    for (const [name, ask] of cases(world, filled)) figures.push(...(await callFigures(world, name, ask)));
    return figures;
  } finally {
    await world.close();
  }
}

interface Filled {
  readonly dpiaId: string;
  readonly planId: string;
}

/** Publishes the assessments, each with plans for its high risks. */
async function fill({ call, owner, workspaceId: ws, personnelId }: BenchWorld): Promise<Filled> {
  const { id: dataControllerId } = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  let dpiaId = '';
  for (let place = 0; place < DPIAS; place++) {
    const api = call();
    const { id: applicationId } = await api.application.create({
      ws,
      name: `ระบบ ${place}`,
      description: 'ระบบ',
      dataControllerId,
    });
    const criteria = CRITERIA.slice(0, 3).map((code) => ({ code, note: '' }));
    const { id } = await api.dpia.create({
      ws,
      applicationId,
      name: `การประเมิน ${place}`,
      reason: 'วัดความเร็ว',
      criteria,
    });
    const started = await call().dpia.start({ ws, id });
    const draft = dpiaDraft.parse({
      ...started.draft,
      lawfulBasis: true,
      dataRisk: started.framework.dataRisk.flatMap(({ questions }) =>
        questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' })),
      ),
      items: started.framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' })),
      worstCases: Array.from({ length: WORST_CASES }, (_, risk) => worstCaseAt(place + risk, personnelId)),
      reviewOn: '2030-01-01',
    });
    await call().dpia.update({ ws, id, rowVersion: started.rowVersion, ...draft });
    await call().dpia.publish({ ws, id });
    dpiaId = id;
  }
  const { collection } = await call().treatmentPlan.listOf({ ws, id: dpiaId });
  const planId = collection[0]!.id;
  await call().treatmentPlan.move({ ws, id: planId, action: 'start' });
  await owner
    .insertInto('treatmentPlanActions')
    .values(
      Array.from({ length: ACTIONS }, (_, place) => ({
        workspaceId: ws,
        id: randomUUIDv7(),
        planId,
        happenedAt: new Date(Date.UTC(2026, 0, 1 + place)),
        detail: `ทำครั้งที่ ${place}`,
      })),
    )
    .execute();
  return { dpiaId, planId };
}

function cases({ call, workspaceId: ws }: BenchWorld, { dpiaId, planId }: Filled): [string, () => Promise<unknown>][] {
  const ofDpia = { ws, id: dpiaId };
  return [
    ['assessments, first page', () => call().dpia.list({ ws })],
    ['assessments, by name', () => call().dpia.list({ ws, sortBy: 'name', sortDirection: 'ASC' })],
    ['assessments, one level of risk', () => call().dpia.list({ ws, risk: 'HIGH' })],
    ['assessments, one cell of the map', () => call().dpia.list({ ws, residualCell: '5.3.4' })],
    ['assessments, search of two Thai letters', () => call().dpia.list({ ws, query: 'กา' })],
    ['one assessment', () => call().dpia.get(ofDpia)],
    ['versions of one', () => call().dpia.versions(ofDpia)],
    ['one version', () => call().dpia.version({ ...ofDpia, v: 1 })],
    ['plans, first page', () => call().treatmentPlan.list({ ws })],
    ['plans, overdue', () => call().treatmentPlan.list({ ws, due: 'OVERDUE' })],
    ['plans, board', () => call().treatmentPlan.board({ ws })],
    ['plans of one assessment', () => call().treatmentPlan.listOf(ofDpia)],
    ['one plan with its actions', () => call().treatmentPlan.get({ ws, id: planId })],
    ['risk dashboard', () => call().dpiaDashboard.figures({ ws })],
  ];
}
