// Lists, board and figures of a workspace with 100,000 impact assessments and as many treatment plans.
import { sql } from 'kysely';
import { dpiaDraft } from '../../shared/dpia/content.ts';
import { CRITERIA } from '../../shared/dpia/decision.ts';
import type { Figure } from '../../scripts/measure.ts';
import type { Db } from '../../db/client.ts';
import { type BenchWorld, startBenchWorld } from '../helpers/benchWorld.ts';
import { callFigures, worstCaseAt } from '../helpers/benchDpias.ts';

const APPLICATIONS = 5_000;
const DPIAS = 100_000;

export default async function bench(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const dpiaId = await fill(world);
    const figures: Figure[] = [];
    for (const [name, ask] of cases(world, dpiaId)) figures.push(...(await callFigures(world, name, ask)));
    return figures;
  } finally {
    await world.close();
  }
}

/** Publishes one assessment with one plan and copies both, each copy with its own name, state, risk and dates. */
async function fill({ call, owner, workspaceId: ws, personnelId }: BenchWorld): Promise<string> {
  const { id: dataControllerId } = await owner
    .selectFrom('dataControllers')
    .select('id')
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  const { id: applicationId } = await call().application.create({
    ws,
    name: 'ระบบต้นแบบ',
    description: 'ระบบ',
    dataControllerId,
  });
  const { id } = await call().dpia.create({
    ws,
    applicationId,
    name: 'การประเมินต้นแบบ',
    reason: 'วัดความเร็ว',
    criteria: CRITERIA.slice(0, 3).map((code) => ({ code, note: '' })),
  });
  const { draft, framework, rowVersion } = await call().dpia.start({ ws, id });
  await call().dpia.update({
    ws,
    id,
    rowVersion,
    ...dpiaDraft.parse({
      ...draft,
      lawfulBasis: true,
      dataRisk: framework.dataRisk.flatMap(({ questions }) =>
        questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' })),
      ),
      items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' })),
      worstCases: [worstCaseAt(0, personnelId)],
      reviewOn: '2030-01-01',
    }),
  });
  await call().dpia.publish({ ws, id });
  await sql`
    insert into applications (workspace_id, id, name, description, data_controller_id)
    select ${ws}::uuid, uuidv7(), 'ระบบ ' || n, 'ระบบ', ${dataControllerId}::uuid from generate_series(1, ${APPLICATIONS}::int) n`.execute(
    owner,
  );
  await copyDpias(owner, ws, id);
  await copyPlans(owner, ws, id);
  await sql`vacuum analyze`.execute(owner);
  return id;
}

/**
 * Copies of an assessment: one in ten is a draft, one in fifty overdue for review, spread over applications and the
 * map.
 */
const copyDpias = (owner: Db, ws: string, id: string) =>
  sql`
  with copies as (
    insert into dpias (workspace_id, id, variant, application_id, name, reason, status, content, framework, suggestion,
      required, data_risk_level, initial_risk, residual_risk, treatment_status, published_version, review_on,
      scale_width, initial_likelihood, initial_impact, residual_likelihood, residual_impact, created_at, updated_at)
    select d.workspace_id, uuidv7(), d.variant, a.ids[1 + n % cardinality(a.ids)], 'การประเมิน ' || n, d.reason,
      case when n % 10 = 0 then 'DRAFT' else 'PUBLISHED' end, d.content, d.framework, d.suggestion,
      'YES', 1 + n % 3, 'HIGH', (array['LOW', 'MEDIUM', 'HIGH', 'EXTREME'])[1 + n % 4], 'INPROGRESS',
      case when n % 10 = 0 then 0 else 1 end, date '2030-01-01' - case when n % 50 = 0 then 2000 else 0 end,
      5, 5, 1 + n % 5, 1 + n % 5, 1 + n / 5 % 5,
      timestamptz '2026-01-01' + n * interval '3 minutes', timestamptz '2026-01-01' + n::bigint * 7919 % ${DPIAS} * interval '4 minutes'
      from dpias d, generate_series(1, ${DPIAS}::int) n, (select array_agg(id) as ids from applications where workspace_id = ${ws}::uuid) a
     where d.workspace_id = ${ws}::uuid and d.id = ${id}::uuid returning workspace_id, id, published_version, residual_risk, created_at)
  insert into dpia_versions (workspace_id, id, dpia_id, version, content, sha256, initial_risk, residual_risk, published_at)
  select c.workspace_id, uuidv7(), c.id, 1, v.content, v.sha256, 'HIGH', c.residual_risk, c.created_at
    from copies c join dpia_versions v on v.workspace_id = c.workspace_id and v.dpia_id = ${id}::uuid
   where c.published_version = 1`.execute(owner);

/**
 * One plan of each copy: one in ten is new, in progress or pending, the others are resolved (spelt as in the
 * specification); one in a hundred overdue.
 */
const copyPlans = (owner: Db, ws: string, id: string) =>
  sql`
  insert into treatment_plans (workspace_id, id, dpia_id, dpia_version, worst_case_id, application_id, variant, assessment,
    title_th, title_en, status, method, detail, residual_risk, expected_on, assignee_id, updated_at)
  select t.workspace_id, uuidv7(), d.id, 1, t.worst_case_id, d.application_id, t.variant, d.name, t.title_th, t.title_en,
    case when d.row % 10 = 0 then (array['NEW', 'INPROGRESS', 'PENDING'])[1 + d.row / 10 % 3] else 'RESOVLED' end,
    t.method, t.detail, d.residual_risk, case when d.row % 100 = 0 then date '2026-01-01' else date '2030-01-01' + (d.row % 700)::int end,
    t.assignee_id, d.updated_at
    from (select *, row_number() over () as row from dpias where workspace_id = ${ws}::uuid and id <> ${id}::uuid) d,
         (select * from treatment_plans where workspace_id = ${ws}::uuid and dpia_id = ${id}::uuid limit 1) t`.execute(
    owner,
  );

function cases({ call, workspaceId: ws }: BenchWorld, dpiaId: string): [string, () => Promise<unknown>][] {
  const dpias =
    (input: Record<string, unknown> = {}) =>
    () =>
      call().dpia.list({ ws, variant: 'CURRENT', ...input });
  const plans =
    (input: Record<string, unknown> = {}) =>
    () =>
      call().treatmentPlan.list({ ws, ...input });
  return [
    ['assessments, first page', dpias()],
    ['assessments, page 200', dpias({ currentPage: 200 })],
    ['assessments, page 10,000, the last', dpias({ currentPage: 10_000 })],
    ['assessments, by name', dpias({ sortBy: 'name', sortDirection: 'ASC' })],
    ['assessments, by date of review', dpias({ sortBy: 'reviewOn', sortDirection: 'ASC' })],
    ['assessments, drafts', dpias({ status: 'DRAFT' })],
    ['assessments, one level of risk', dpias({ risk: 'HIGH' })],
    ['assessments, one cell of the map', dpias({ residualCell: '5.3.4' })],
    ['assessments, review overdue', dpias({ review: 'OVERDUE' })],
    ['assessments, search of two Thai letters', dpias({ query: 'กา' })],
    ['assessments, search of one name', dpias({ query: 'การประเมิน 77777' })],
    ['plans, first page', plans()],
    ['plans, overdue', plans({ due: 'OVERDUE' })],
    ['plans, pending', plans({ status: 'PENDING' })],
    ['plans, search of one assessment', plans({ query: 'การประเมิน 77777' })],
    ['plans, board', () => call().treatmentPlan.board({ ws })],
    ['plans, calendar of a month', () => call().treatmentPlan.calendar({ ws, month: '2030-05' })],
    ['plans of one assessment', () => call().treatmentPlan.listOf({ ws, id: dpiaId })],
    ['risk dashboard', () => call().dpiaDashboard.figures({ ws })],
    ['levels of risk, for the main dashboard', () => call().dpiaDashboard.riskLevels({ ws })],
  ].map(([name, ask]) => [`100,000 of them: ${name as string}`, ask as () => Promise<unknown>]);
}
