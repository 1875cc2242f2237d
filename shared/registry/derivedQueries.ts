// Queries that several kinds of record show in.

/** What is counted and drawn from the record of processing. */
export const DERIVED = { dashboard: true, inventory: true, dataSharing: true, dataFlow: true } as const;
/**
 * Whether a document made from the record of processing still says what the record does, and the report as it reads.
 */
export const DOCUMENTS = {
  'approvalLine.readiness': true,
  'approvalLine.get': true,
  'dpia.register': true,
  'dpia.registerChanges': true,
  'dpia.reportPage': true,
} as const;
/** Applications with their completeness. */
export const APPLICATIONS = {
  'application.list': true,
  'application.get': true,
  'application.detail': true,
  'application.withoutConsent': true,
  'application.withoutRequestForm': true,
  'application.withoutDpia': true,
  'dpia.missing': true,
  ...DOCUMENTS,
} as const;
/** Categories of personal data with their uses. */
export const PII_USES = {
  'piiCategory.list': true,
  'piiCategory.get': true,
  'piiCategory.uses': true,
  'piiCategory.attribute': true,
} as const;

/** Who belongs to a workspace, and what they may. */
export const PEOPLE = { 'auth.profile': true, role: true, workspace: true, 'activityLog.people': true } as const;
/** What needs a data controller, or names it. */
export const CONTROLLED = {
  'application.allowance': true,
  'dashboard.completeness': true,
  'consent.get': true,
  'requestForm.get': true,
} as const;
/** Privacy notices, whose text follows from what is published. */
export const NOTICES = {
  'privacyNotice.get': true,
  'privacyNotice.preview': true,
  'privacyNotice.list': true,
  'privacyNotice.drift': true,
  'privacyNotice.uncovered': true,
} as const;
/** What forms and reports of other modules take from the record of processing. */
export const CONSENT_FORM = { 'consent.get': true, 'consent.needs': true, 'consent.purposeChoices': true } as const;
/** Work of other modules that stands under the name of its application, in lists and at the record itself. */
export const OF_APPLICATIONS = {
  'consent.list': true,
  'consentImport.forms': true,
  'consentAdmin.consents': true,
  'request.list': true,
  'request.listOf': true,
  'request.get': true,
  'requestTask.list': true,
  'requestTask.get': true,
  'requestTask.ofRequest': true,
  'requestTask.proposal': true,
  'requestRefusal.list': true,
  'requestDashboard.figures': true,
  'incidentDashboard.get': true,
  'dpia.list': true,
  'dpia.get': true,
  'dpia.prepare': true,
  treatmentPlan: true,
  'dpiaDashboard.figures': true,
} as const;
/** Work that stands under the name of whoever does it. */
export const ASSIGNED = {
  'purpose.list': true,
  'purpose.get': true,
  'incident.list': true,
  'incident.get': true,
  'request.list': true,
  'request.board': true,
  'request.get': true,
  requestTask: true,
  'dpia.list': true,
  'dpia.get': true,
  treatmentPlan: true,
  'privacyNotice.list': true,
  'privacyNotice.get': true,
  approvalLine: true,
} as const;
export const INCIDENT_FACTS = { 'incident.get': true, 'incident.suggest': true } as const;
export const PURPOSES = { 'purpose.list': true, 'purpose.get': true } as const;
/** Queries that show something of every kind of record: the whole programme on one page. */
export const SHOWING_ALL = { overview: true } as const;
