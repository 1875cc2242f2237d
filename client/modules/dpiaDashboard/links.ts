import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/**
 * Links to the filtered lists behind the charts; undefined without permission to read them, in which case only figures
 * are displayed.
 */
export function useRiskLinks(variant: DpiaVariant): {
  dpias: (filter: Readonly<Record<string, string>>) => string | undefined;
  dpia: (id: string) => string | undefined;
  plans: (filter: Readonly<Record<string, string>>) => string | undefined;
  plan: (id: string) => string | undefined;
} {
  const mayRead = useCan('dpia.read');
  const mayReadPlans = useCan('treatmentPlan.read');
  const [list, page] =
    variant === 'OLDER' ? (['dpiasVersion1', 'dpiaVersion1'] as const) : (['dpias', 'dpia'] as const);
  return {
    dpias: (filter) => (mayRead ? pageAddress(list, filter) : undefined),
    dpia: (id) => (mayRead ? pageAddress(page, { id }) : undefined),
    plans: (filter) => (mayReadPlans ? pageAddress('treatmentPlans', filter) : undefined),
    plan: (id) => (mayReadPlans ? pageAddress('treatmentPlan', { id }) : undefined),
  };
}

/** Levels that require a treatment plan. */
export const severe = (levels: readonly { level: string; dpias: number }[]): number =>
  levels.filter(({ level }) => level === 'HIGH' || level === 'EXTREME').reduce((total, { dpias }) => total + dpias, 0);
