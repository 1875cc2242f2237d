/** The steps of the form, in order; the first has the address of the page. */
export const FORM_STEPS = ['organization', 'applications', 'rights', 'measures', 'approval', 'preview'] as const;
export type FormStep = (typeof FORM_STEPS)[number];
type NoticeStep = FormStep | 'generate';

/** The step named in an address. Versions are displayed on the step where they are downloaded. */
export function stepOf(search: string): NoticeStep {
  const named = new URLSearchParams(search).get('step');
  return [...FORM_STEPS, 'generate' as const].find((one) => one === named) ?? 'organization';
}

/** The address of a step on its page. */
export const stepQuery = (step: NoticeStep): string => (step === 'organization' ? '?' : `?step=${step}`);

const STEPS: Readonly<Record<string, FormStep>> = {
  applications: 'applications',
  provisions: 'applications',
  elsewhere: 'applications',
  ageAcknowledged: 'applications',
  sensitiveAcknowledged: 'applications',
  gaps: 'applications',
  rights: 'rights',
  measures: 'measures',
  approver: 'approval',
  effectiveFrom: 'approval',
  reviewOn: 'approval',
  edits: 'preview',
};

/** The step that contains a field of the form, or where a gap of the notice itself is filled. */
export function stepOfPath([first, kind, , field]: readonly (string | number)[]): FormStep {
  if (first === 'gaps' && kind === 'privacyNotice' && String(field).startsWith('rights.')) return 'rights';
  return STEPS[String(first)] ?? 'organization';
}
