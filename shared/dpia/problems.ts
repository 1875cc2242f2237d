import type { DpiaDraft, WorstCase } from './content.ts';
import { dataRiskLevelOf } from './decision.ts';
import type { DpiaFramework } from './framework.ts';
import { needsPlan, riskLevel } from './risk.ts';

interface Problem {
  path: (string | number)[];
  key: string;
}
type Need = (isThere: boolean, path: (string | number)[], key?: string) => void;

/**
 * What a draft still misses to be published. Paths as in the draft; keys are locale keys.
 * @param purposeIds purposes of its application as the register has them
 */
export function dpiaProblems(draft: DpiaDraft, framework: DpiaFramework, purposeIds: readonly string[]): Problem[] {
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
  draft.worstCases.forEach((worstCase, index) => worstCaseNeeds(worstCase, framework, ['worstCases', index], need));
  need(draft.reviewOn !== null, ['reviewOn']);
  return problems;
}

function worstCaseNeeds(
  { initial, residual, treatment, ...worstCase }: WorstCase,
  { scale: { width, bands } }: DpiaFramework,
  path: (string | number)[],
  need: Need,
): void {
  need(!worstCase.carried, [...path, 'carried'], 'dpia:carriedOpen');
  for (const field of ['sources', 'threats'] as const) need(worstCase[field].length > 0, [...path, field]);
  for (const [tier, point] of Object.entries({ initial, residual }))
    for (const axis of ['likelihood', 'impact'] as const) {
      const level = point[axis];
      need(level !== null, [...path, tier, axis]);
      need(level === null || level <= width, [...path, tier, axis], 'dpia:offScale');
    }
  const level = riskLevel(residual, bands);
  need(treatment !== null || !needsPlan(level), [...path, 'treatment'], 'dpia:planNeeded');
  if (!treatment) return;
  const at = [...path, 'treatment'];
  need(treatment.method !== null, [...at, 'method']);
  need(treatment.detail !== '', [...at, 'detail']);
  need(treatment.expectedOn !== null, [...at, 'expectedOn']);
  need(treatment.responsibleId !== null, [...at, 'responsibleId']);
}
