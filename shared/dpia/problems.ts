import { type DpiaDraft, DPIA_LIMITS, type WorstCase } from './content.ts';
import { dataRiskLevelOf } from './decision.ts';
import type { DpiaFramework } from './framework.ts';
import { type Bands, needsPlan, type RiskPoint, riskLevel } from './risk.ts';

interface Problem {
  path: (string | number)[];
  key: string;
}
type Path = Problem['path'];
type Need = (isThere: boolean, path: Path, key?: string) => void;

/** What a draft is published into. */
interface Surroundings {
  /** Purposes of its application as the register has them. */
  readonly purposeIds: readonly string[];
  /** People who can carry out plans and review assessments; undefined while they are not known. */
  readonly assignableIds: ReadonlySet<string> | undefined;
  /** YYYY-MM-DD in Bangkok: what is to come lies on it or after it. */
  readonly today: string;
}

/** Whether the plan of a worst case leaves a high or extreme risk: by accepting it, or by expecting one afterwards. */
export const leavesHighRisk = (
  { residual, treatment }: Pick<WorstCase, 'residual' | 'treatment'>,
  bands: Bands,
): boolean =>
  treatment !== null &&
  (needsPlan(riskLevel(treatment.expected, bands)) ||
    (treatment.method === 'ACCEPTANCE' && needsPlan(riskLevel(residual, bands))));

/** Whether a draft accepts a risk that stays high or extreme, which somebody of Top Management has to accept. */
export const acceptsHighRisk = (
  { worstCases }: Pick<DpiaDraft, 'worstCases'>,
  { scale: { bands } }: Pick<DpiaFramework, 'scale'>,
): boolean => worstCases.some((worstCase) => leavesHighRisk(worstCase, bands));

/** What a draft still misses to be published. Paths as in the draft; keys are locale keys. */
export function dpiaProblems(
  draft: DpiaDraft,
  framework: DpiaFramework,
  { purposeIds, assignableIds, today }: Surroundings,
): Problem[] {
  const problems: Problem[] = [];
  const need: Need = (isThere, path, key = 'errors:required') => {
    if (!isThere) problems.push({ path, key });
  };
  if (framework.dataRisk.length > 0)
    need(dataRiskLevelOf(framework.dataRisk, draft.dataRisk) !== null, ['dataRisk'], 'dpia:questionsOpen');
  need(draft.lawfulBasis !== null, ['lawfulBasis']);
  const judged = new Map(draft.purposes.map((purpose, index) => [purpose.purposeId, { ...purpose, index }]));
  for (const purposeId of purposeIds) {
    const purpose = judged.get(purposeId);
    if (!purpose) need(false, ['purposes'], 'dpia:purposeOpen');
    else
      for (const field of ['necessary', 'proportionate'] as const)
        need(purpose[field] !== null, ['purposes', purpose.index, field]);
  }
  const answered = new Map(draft.items.map(({ itemId, answer }) => [itemId, answer]));
  need(
    framework.items.every(({ id }) => (answered.get(id) ?? null) !== null),
    ['items'],
    'dpia:itemsOpen',
  );
  need(draft.worstCases.length > 0, ['worstCases'], 'dpia:noWorstCase');
  draft.worstCases.forEach((worstCase, index) =>
    worstCaseNeeds(worstCase, { framework, assignableIds, today, path: ['worstCases', index], need }),
  );
  dayNeeds(draft.reviewOn, today, ['reviewOn'], need);
  need(isAssignable(draft.reviewerId, assignableIds), ['reviewerId'], 'dpia:reviewerInactive');
  return problems;
}

const isAssignable = (id: string | null, assignableIds: Surroundings['assignableIds']): boolean =>
  id === null || !assignableIds || assignableIds.has(id);

function dayNeeds(day: string | null, today: string, path: Path, need: Need): void {
  need(day !== null, path);
  need(day === null || day >= today, path, 'dpia:dayPassed');
}

function pointNeeds(point: RiskPoint, width: number, path: Path, need: Need): void {
  for (const axis of ['likelihood', 'impact'] as const) {
    const level = point[axis];
    need(level !== null, [...path, axis]);
    need(level === null || level <= width, [...path, axis], 'dpia:offScale');
  }
}

interface Where extends Pick<Surroundings, 'assignableIds' | 'today'> {
  readonly framework: DpiaFramework;
  readonly path: Path;
  readonly need: Need;
}

function worstCaseNeeds(
  { initial, residual, treatment, ...worstCase }: WorstCase,
  { framework, assignableIds, today, path, need }: Where,
): void {
  const { width, bands } = framework.scale;
  need(!worstCase.carried, [...path, 'carried'], 'dpia:carriedOpen');
  for (const field of ['sources', 'threats'] as const) need(worstCase[field].length > 0, [...path, field]);
  pointNeeds(initial, width, [...path, 'initial'], need);
  pointNeeds(residual, width, [...path, 'residual'], need);
  const level = riskLevel(residual, bands);
  need(treatment !== null || !needsPlan(level), [...path, 'treatment'], 'dpia:planNeeded');
  if (!treatment) return;
  const at = [...path, 'treatment'];
  need(treatment.method !== null, [...at, 'method']);
  need(treatment.detail !== '', [...at, 'detail']);
  pointNeeds(treatment.expected, width, [...at, 'expected'], need);
  dayNeeds(treatment.expectedOn, today, [...at, 'expectedOn'], need);
  const measures = worstCase.measures.length + treatment.measures.length;
  need(measures <= DPIA_LIMITS.measures, [...at, 'measures'], 'dpia:tooManyMeasures');
  const { responsibleId } = treatment;
  need(responsibleId !== null, [...at, 'responsibleId']);
  need(isAssignable(responsibleId, assignableIds), [...at, 'responsibleId'], 'dpia:responsibleInactive');
}
