import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { type DpiaContent, dpiaContent, type WorstCase } from '../../../shared/dpia/content.ts';
import { riskLevel } from '../../../shared/dpia/risk.ts';
import type { WithDeps } from '../../platform/actor.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { announcePlan } from './announce.ts';
import { openClocks } from './clock.ts';
import { settleTreatment } from './summary.ts';

/** On publication of assessments: creates a treatment plan for each worst case that has one, once for every version. */
export const dpiaListener: RecordListener = {
  changed: async (trx, actor, ids) => {
    for (const id of ids) await createPlans(trx, actor, id);
  },
};

interface Treated extends WorstCase {
  readonly treatment: NonNullable<WorstCase['treatment']>;
}
const isTreated = (worstCase: WorstCase): worstCase is Treated => worstCase.treatment !== null;

async function createPlans(trx: Trx, actor: WithDeps, dpiaId: string): Promise<void> {
  const { workspaceId, personnelId: by, at } = actor;
  const published = await publishedContent(trx, workspaceId, dpiaId);
  if (!published) return;
  const { dpia, version, content } = published;
  const plans = content.draft.worstCases.filter(isTreated).map((worstCase) => ({
    id: randomUUIDv7(),
    ...columnsOf(worstCase, content),
    worstCaseId: worstCase.id,
  }));
  if (plans.length > 0) {
    const assigned = { assignedBy: by, assignedAt: at };
    await trx
      .insertInto('treatmentPlans')
      .values(
        plans.map((plan) => ({
          workspaceId,
          dpiaId,
          dpiaVersion: version,
          applicationId: dpia.applicationId,
          variant: dpia.variant,
          assessment: content.draft.name,
          ...plan,
          ...(plan.assigneeId ? assigned : {}),
          createdBy: by,
          updatedBy: by,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .execute();
    await openClocks(trx, { workspaceId, at }, plans);
    for (const plan of plans)
      await announcePlan(trx, actor, plan, 'treatmentPlan.created', { notify: [plan.assigneeId] });
  }
  await settleTreatment(trx, workspaceId, [dpiaId]);
}

/** The published version of an assessment without plans; undefined where there is nothing to create. */
async function publishedContent(trx: Trx, workspaceId: string, dpiaId: string) {
  const dpia = await trx
    .selectFrom('dpias')
    .select(['status', 'publishedVersion', 'applicationId', 'variant'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', dpiaId)
    .executeTakeFirst();
  if (dpia?.status !== 'PUBLISHED') return undefined;
  const version = dpia.publishedVersion;
  const existing = await trx
    .selectFrom('treatmentPlans')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('dpiaId', '=', dpiaId)
    .where('dpiaVersion', '=', version)
    .limit(1)
    .executeTakeFirst();
  if (existing) return undefined;
  const { content } = await trx
    .selectFrom('dpiaVersions')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('dpiaId', '=', dpiaId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return { dpia, version, content: dpiaContent.parse(content) };
}

/** The columns of a plan. Publishing has checked that method, date, person and residual risk are present. */
function columnsOf({ title, treatment, residual }: Treated, { framework: { scale } }: DpiaContent) {
  const { method, detail, measures, expected, expectedOn, responsibleId } = treatment;
  return {
    titleTh: title.th,
    titleEn: title.en,
    method: method!,
    detail,
    measures: JSON.stringify(measures.map(({ text }) => text)),
    residualRisk: riskLevel(residual, scale.bands)!,
    expectedRisk: riskLevel(expected, scale.bands),
    expectedOn: expectedOn!,
    assigneeId: responsibleId,
  };
}
