/** The tabs of the form, in order; the first has the address of the page. */
export const FORM_TABS = ['title', 'data', 'impact', 'plan'] as const;
export type FormTab = (typeof FORM_TABS)[number];
export type AssessmentTab = FormTab | 'report' | 'versions';

/** The tab named in an address. */
export function tabOf(search: string): AssessmentTab {
  const named = new URLSearchParams(search).get('tab');
  return [...FORM_TABS, 'report' as const, 'versions' as const].find((one) => one === named) ?? 'title';
}

/** The address of a tab on its page. */
export const tabQuery = (tab: AssessmentTab): string => (tab === 'title' ? '?' : `?tab=${tab}`);

const DATA: readonly unknown[] = ['criteria', 'dataRisk', 'lawfulBasis', 'lawfulBasisNote', 'purposes'];
const IMPACT: readonly unknown[] = ['items', 'worstCases'];

/** The tab that contains a field of the form. */
export function tabOfPath(path: readonly (string | number)[]): FormTab {
  if (DATA.includes(path[0])) return 'data';
  if (IMPACT.includes(path[0])) return path[2] === 'treatment' ? 'plan' : 'impact';
  return 'title';
}
