import { randomUUIDv7 } from 'node:crypto';
import { dpiaDraft } from '../../shared/dpia/content.ts';
import type { DataRiskRow } from '../../shared/dpia/framework.ts';
import { completeDpiaDraft, frameworkOf, purposeIdsOf, registerOf } from '../helpers/dpiaContents.ts';
import type { Role } from '../../shared/registry/roles.ts';
import type { Person, TestServer } from '../factories.ts';

/** The impact assessments of a workspace. */
export interface DpiaRecords {
  /** Published with one version, and not required with one decision. */
  dpiaId: string;
  decidedDpiaId: string;
  /** New, and one with a started draft; neither is required. */
  newDpiaId: string;
  draftDpiaId: string;
  /** Of the older variant. */
  olderDpiaId: string;
  /** Of the published one, assigned to Staff; the one in progress has one action. */
  planIds: Record<'NEW' | 'INPROGRESS' | 'PENDING' | 'RESOVLED', string>;
  planActionId: string;
  /** On the published one: it starts a thread. */
  commentId: string;
  /** Of the older variant, custom; and a level of data risk. */
  dpiaItemId: string;
  dpiaWorstCaseId: string;
  dataRiskId: string;
  dataRiskQuestionId: string;
}

/** Builds them without the procedures; every text contains `marker`. */
export async function buildDpiaRecords(
  { owner }: TestServer,
  marker: string,
  { ws, applicationId, people }: { ws: string; applicationId: string; people: Record<Role, Person> },
): Promise<DpiaRecords> {
  const [dpiaId, decidedDpiaId, newDpiaId, draftDpiaId, olderDpiaId] = [
    randomUUIDv7(),
    randomUUIDv7(),
    randomUUIDv7(),
    randomUUIDv7(),
    randomUUIDv7(),
  ];
  const framework = frameworkOf('CURRENT', marker);
  const draft = dpiaDraft.parse({ name: marker, reason: marker });
  const complete = completeDpiaDraft(await purposeIdsOf({ owner }, applicationId));
  const common = {
    workspaceId: ws,
    variant: 'CURRENT',
    applicationId,
    name: marker,
    reason: marker,
    content: JSON.stringify(draft),
    framework: JSON.stringify(framework),
    suggestion: JSON.stringify({ reasons: [], at: '2026-01-01T00:00:00Z' }),
  };
  await owner
    .insertInto('dpias')
    .values([
      { ...common, id: dpiaId, status: 'PUBLISHED', publishedVersion: 1 },
      { ...common, id: decidedDpiaId, status: 'NOTREQUIRED', required: 'NO' },
      { ...common, id: newDpiaId, status: 'NEW', required: 'NO' },
      { ...common, id: olderDpiaId, variant: 'OLDER', framework: JSON.stringify(frameworkOf('OLDER', marker)) },
      {
        ...common,
        id: draftDpiaId,
        status: 'DRAFT',
        required: 'NO',
        content: JSON.stringify({ ...complete, name: marker, reason: marker }),
      },
    ])
    .execute();
  const frozen = { workspaceId: ws, sha256: '0'.repeat(64) };
  const version = {
    draft,
    framework,
    register: registerOf(applicationId, marker),
    people: [],
    dataFlowFileId: null,
  };
  const decided = {
    application: { id: applicationId, name: marker },
    name: marker,
    reason: marker,
    framework,
    criteria: [],
    dataRisk: [],
    why: marker,
    dpoOpinion: { th: marker, en: '' },
  };
  await owner
    .insertInto('dpiaVersions')
    .values({ ...frozen, content: JSON.stringify(version), id: randomUUIDv7(), dpiaId, version: 1 })
    .execute();
  await owner
    .insertInto('dpiaDecisions')
    .values({
      ...frozen,
      content: JSON.stringify(decided),
      id: randomUUIDv7(),
      dpiaId: decidedDpiaId,
      number: 1,
      documentNumber: 1,
    })
    .execute();
  const planIds = {
    NEW: randomUUIDv7(),
    INPROGRESS: randomUUIDv7(),
    PENDING: randomUUIDv7(),
    RESOVLED: randomUUIDv7(),
  };
  const { personnelId: assigneeId } = people.Staff;
  await owner
    .insertInto('treatmentPlans')
    .values(
      Object.entries(planIds).map(([status, id]) => ({
        workspaceId: ws,
        id,
        dpiaId,
        dpiaVersion: 1,
        worstCaseId: randomUUIDv7(),
        applicationId,
        variant: 'CURRENT',
        assessment: marker,
        titleTh: marker,
        titleEn: marker,
        status,
        method: 'REDUCTION',
        detail: marker,
        residualRisk: 'HIGH',
        expectedRisk: 'LOW',
        expectedOn: '2030-01-31',
        assigneeId,
      })),
    )
    .execute();
  const planActionId = randomUUIDv7();
  await owner
    .insertInto('treatmentPlanActions')
    .values({ workspaceId: ws, id: planActionId, planId: planIds.INPROGRESS, happenedAt: new Date(0), detail: marker })
    .execute();
  const commentId = randomUUIDv7();
  await owner
    .insertInto('comments')
    .values({
      workspaceId: ws,
      id: commentId,
      threadId: commentId,
      entity: 'dpia',
      entityId: dpiaId,
      field: 'reason',
      body: marker,
      createdBy: assigneeId,
    })
    .execute();
  const [dpiaItemId, dpiaWorstCaseId] = [randomUUIDv7(), randomUUIDv7()];
  const words = { th: marker, en: marker };
  const setting = { workspaceId: ws, variant: 'OLDER', position: 100 };
  const item = { title: words, description: words, objectives: ['RIGHTS'] };
  const worstCase = {
    title: words,
    description: words,
    sources: [words],
    threats: [words],
    problematicActions: [],
    measures: [words],
  };
  await owner
    .insertInto('dpiaItems')
    .values({ ...setting, id: dpiaItemId, content: JSON.stringify(item) })
    .execute();
  await owner
    .insertInto('dpiaWorstCases')
    .values({ ...setting, id: dpiaWorstCaseId, content: JSON.stringify(worstCase) })
    .execute();
  const { id: frameworkId, dataRisk } = await owner
    .selectFrom('dpiaFrameworks')
    .select(['id', 'dataRisk'])
    .where('workspaceId', '=', ws)
    .where('variant', '=', 'CURRENT')
    .executeTakeFirstOrThrow();
  // Ids of its rows belong to the workspace, as they do when the product seeds it.
  const rows = (dataRisk as unknown as DataRiskRow[]).map((row) => ({
    ...row,
    id: randomUUIDv7(),
    title: words,
    questions: row.questions.map(({ text }) => ({ id: randomUUIDv7(), text })),
  }));
  await owner
    .updateTable('dpiaFrameworks')
    .set({ dataRisk: JSON.stringify(rows) })
    .where('workspaceId', '=', ws)
    .where('id', '=', frameworkId)
    .execute();
  const { id: dataRiskId, questions } = rows[0]!;
  return {
    dpiaId,
    decidedDpiaId,
    newDpiaId,
    draftDpiaId,
    olderDpiaId,
    planIds,
    planActionId,
    commentId,
    dpiaItemId,
    dpiaWorstCaseId,
    dataRiskId,
    dataRiskQuestionId: questions[0]!.id,
  };
}
