import { expect, test } from 'vitest';
import { LOCALES } from '../../shared/locale.ts';
import enKey from '../../shared/locales/en/apiKey.ts';
import enRequest from '../../shared/locales/en/requestScreen.ts';
import enPlan from '../../shared/locales/en/treatmentPlanScreen.ts';
import thKey from '../../shared/locales/th/apiKey.ts';
import thRequest from '../../shared/locales/th/requestScreen.ts';
import thPlan from '../../shared/locales/th/treatmentPlanScreen.ts';
import { rightStage } from '../../shared/request/stage.ts';
import { planStatus } from '../../shared/treatmentPlan/status.ts';

const TEXTS = {
  th: { scopes: thKey.scopeOf, request: thRequest.act, plan: thPlan.act },
  en: { scopes: enKey.scopeOf, request: enRequest.act, plan: enPlan.act },
};
/** A plan is reassigned on screen alone. */
const WITHOUT_REST = ['reassign'];

/** The moves that a permission makes possible. */
function movesBy(machine: object, permission: string): string[] {
  const moves = Object.values(machine as Record<string, Record<string, { permission: string | null }>>).flatMap(
    (state) => Object.entries(state).flatMap(([move, rule]) => (rule.permission === permission ? move : [])),
  );
  return [...new Set(moves)].filter((move) => !WITHOUT_REST.includes(move));
}

test.each(LOCALES)('the scope of a key that decides for others names each decision by its button, in %s', (locale) => {
  const { scopes, request, plan } = TEXTS[locale];
  const missing = (scope: string, moves: readonly string[], buttons: Record<string, string>) =>
    moves.filter((move) => !scope.toLowerCase().includes(buttons[move]!.toLowerCase()));
  const ofRequests = movesBy(rightStage, 'request.manage');
  const ofPlans = movesBy(planStatus, 'treatmentPlan.manage');
  expect([ofRequests.length, ofPlans.length]).toEqual([8, 4]);
  expect(missing(scopes.request.manage, ofRequests, request)).toEqual([]);
  expect(missing(scopes.treatmentPlan.manage, ofPlans, plan)).toEqual([]);
});
