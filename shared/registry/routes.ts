import type { Layout, RouteRule } from './routeRule.ts';

/**
 * Every address of the product, once (spec 1 sections 2.2 and 2.3, and some of ours: forgotten password,
 * its reset, the invitation, the kept mails, the imports, a data subject's own choices, the checks of receipts and
 * approvals, the public report of an incident and the settings of incidents). Each exists in Thai at the root and in
 * English under /en.
 */
export const ROUTES = [
  { id: 'home', path: '/', layout: 'landing' },
  { id: 'login', path: '/login', layout: 'auth' },
  { id: 'logout', path: '/logout', layout: 'blank' },
  { id: 'signup', path: '/signup', layout: 'auth' },
  { id: 'oauth', path: '/oauth', layout: 'auth' },
  { id: 'forgotPassword', path: '/forgot-password', layout: 'auth' },
  { id: 'resetPassword', path: '/reset-password', layout: 'auth' },
  { id: 'invitation', path: '/invitation', layout: 'auth' },
  { id: 'terms', path: '/terms', layout: 'landing' },
  { id: 'policy', path: '/policy', layout: 'landing' },
  { id: 'mails', path: '/mails', permission: 'workspace.manage' },

  { id: 'dashboard', path: '/dashboard', permission: 'dashboard.read', menu: { group: 'dashboard' }, firstOf: 'heads' },
  { id: 'apex', path: '/apex', permission: 'dashboard.read', menu: { group: 'dashboard' } },
  { id: 'reports', path: '/reports', permission: 'dashboard.read', menu: { group: 'dashboard' } },

  { id: 'organization', path: '/organization', opensGroup: 'organization' },
  {
    id: 'dataControllers',
    path: '/organization/data-controller',
    permission: 'organization.read',
    menu: { group: 'organization' },
  },
  {
    id: 'personnel',
    path: '/organization/personnel',
    permission: 'organization.read',
    menu: { group: 'organization' },
  },
  {
    id: 'privacyNotices',
    path: '/organization/privacy',
    permission: 'privacyNotice.read',
    menu: { group: 'organization', sale: true },
  },
  { id: 'uncoveredApplications', path: '/organization/privacy/uncovered', permission: 'privacyNotice.read' },
  { id: 'privacyNotice', path: '/organization/privacy/:id', permission: 'privacyNotice.read' },

  { id: 'businessFunction', path: '/business-function', opensGroup: 'businessFunction' },
  {
    id: 'applications',
    path: '/business-function/application',
    permission: 'ropa.read',
    menu: { group: 'businessFunction', sale: true },
    firstOf: 'others',
  },
  { id: 'application', path: '/business-function/application/:id', permission: 'ropa.read' },
  {
    id: 'purposes',
    path: '/business-function/purpose',
    permission: 'ropa.read',
    menu: { group: 'businessFunction', sale: true },
  },
  { id: 'purpose', path: '/business-function/purpose/:id', permission: 'ropa.read' },
  {
    id: 'purposeCategories',
    path: '/business-function/purpose-category',
    permission: 'ropa.read',
    menu: { group: 'businessFunction', sale: true },
  },
  { id: 'purposeCategory', path: '/business-function/purpose-category/:id', permission: 'ropa.read' },
  { id: 'recordImport', path: '/business-function/application/import', permission: 'ropa.write' },

  { id: 'piiInventory', path: '/pii-inventory', opensGroup: 'piiInventory' },
  {
    id: 'inventory',
    path: '/pii-inventory/inventory',
    permission: 'inventory.read',
    menu: { group: 'piiInventory', sale: true },
  },
  {
    id: 'dataSharing',
    path: '/pii-inventory/data-sharing',
    permission: 'dataSharing.read',
    menu: { group: 'piiInventory', sale: true },
  },
  {
    id: 'dataFlowDiagram',
    path: '/pii-inventory/data-flow-diagram',
    permission: 'dataSharing.read',
    menu: { group: 'piiInventory', sale: true },
  },
  {
    id: 'piiCategories',
    path: '/pii-inventory/pii-category',
    permission: 'piiCategory.write',
    menu: { group: 'piiInventory', sale: true },
  },
  { id: 'piiCategory', path: '/pii-inventory/pii-category/:id', permission: 'piiCategory.write' },

  {
    id: 'consentDashboard',
    path: '/consent/dashboard',
    permission: 'consent.dashboard',
    menu: { group: 'consent', sale: true },
    firstOf: 'heads',
  },
  { id: 'consents', path: '/consent', permission: 'consent.read', menu: { group: 'consent', sale: true } },
  { id: 'consentImport', path: '/consent/import', permission: 'consent.write' },
  { id: 'consent', path: '/consent/:id', permission: 'consent.read' },
  {
    id: 'userConsentReceipt',
    path: '/user-consent-receipt',
    permission: 'consent.history',
    within: 'consentDashboard',
    inPalette: true,
  },
  { id: 'consentReceipt', path: '/consent-receipt/:id', layout: 'landing' },
  { id: 'consentChoices', path: '/consent-choices', layout: 'landing' },
  { id: 'receiptCheck', path: '/receipt-check', layout: 'landing' },

  { id: 'dsrm', path: '/dsrm', opensGroup: 'dsrm' },
  {
    id: 'requestDashboard',
    path: '/dsrm/dashboard',
    permission: 'request.dashboard',
    menu: { group: 'dsrm', sale: true },
    firstOf: 'heads',
  },
  {
    id: 'requests',
    path: '/dsrm/request',
    permission: 'request.read',
    menu: { group: 'dsrm', sale: true },
  },
  { id: 'requestImport', path: '/dsrm/request/import', permission: 'request.manage' },
  { id: 'request', path: '/dsrm/request/:id', permission: 'request.read' },
  {
    id: 'requestTasks',
    path: '/dsrm/request-task',
    permission: 'request.write',
    menu: { group: 'dsrm', sale: true },
  },
  { id: 'requestTask', path: '/dsrm/request-task/:id', permission: 'request.write' },
  {
    id: 'requestRefusals',
    path: '/dsrm/refusal',
    permission: 'request.read',
    menu: { group: 'dsrm', sale: true },
  },
  {
    id: 'requestForms',
    path: '/dsrm/request-form',
    permission: 'requestForm.read',
    menu: { group: 'dsrm', sale: true },
  },
  { id: 'requestForm', path: '/dsrm/request-form/:id', permission: 'requestForm.read' },
  { id: 'dataRights', path: '/dsrm/right', permission: 'requestForm.read', within: 'requestForms' },
  { id: 'authorisedAgents', path: '/dsrm/authorised-agent', permission: 'requestForm.read', within: 'requestForms' },
  {
    id: 'answerTemplates',
    path: '/dsrm/answer-template',
    permission: 'request.manage',
    menu: { group: 'dsrm', sale: true },
  },
  { id: 'answerTemplate', path: '/dsrm/answer-template/:id', permission: 'request.manage' },
  {
    id: 'requestSettings',
    path: '/dsrm/settings',
    permission: 'request.manage',
    menu: { group: 'dsrm', sale: true },
  },

  { id: 'dataBreach', path: '/data-breach', opensGroup: 'dataBreach' },
  { id: 'requestStatus', path: '/request-status', layout: 'landing' },
  { id: 'reportIncident', path: '/report-incident', layout: 'landing' },
  {
    id: 'incidentDashboard',
    path: '/data-breach/dashboard',
    permission: 'incident.dashboard',
    menu: { group: 'dataBreach', sale: true },
  },
  {
    id: 'incidents',
    path: '/data-breach/incident-management',
    permission: 'incident.read',
    menu: { group: 'dataBreach', sale: true },
  },
  { id: 'incident', path: '/data-breach/incident-management/:id', permission: 'incident.read' },
  {
    id: 'incidentNotifications',
    path: '/data-breach/incident-notification',
    permission: 'incident.notify',
    menu: { group: 'dataBreach', sale: true },
  },
  { id: 'incidentNotification', path: '/data-breach/incident-notification/:id', permission: 'incident.notify' },
  {
    id: 'incidentSettings',
    path: '/data-breach/settings',
    permission: 'incident.verify',
    menu: { group: 'dataBreach', sale: true },
  },

  { id: 'dpoTools', path: '/dpo-tools', opensGroup: 'dpoTools' },
  {
    id: 'dpias',
    path: '/dpo-tools/dpia',
    permission: 'dpia.read',
    menu: { group: 'dpoTools', sale: true },
  },
  {
    id: 'dpiaSettings',
    path: '/dpo-tools/dpia/settings',
    permission: 'dpiaSettings.write',
    menu: { group: 'dpoTools', sale: true },
  },
  {
    id: 'dpiaDashboard',
    path: '/dpo-tools/dpia/dashboard',
    permission: 'dpia.dashboard',
    menu: { group: 'dpoTools', sale: true },
  },
  { id: 'dpia', path: '/dpo-tools/dpia/:id', permission: 'dpia.read' },
  { id: 'dpiasVersion1', path: '/dpo-tools/dpia-version-1', permission: 'dpia.read', within: 'dpias' },
  {
    id: 'dpiaVersion1Setting',
    path: '/dpo-tools/dpia-version-1/setting',
    permission: 'dpiaSettings.write',
    within: 'dpiaSettings',
  },
  { id: 'dpiaVersion1', path: '/dpo-tools/dpia-version-1/:id', permission: 'dpia.read', within: 'dpias' },
  {
    id: 'treatmentPlans',
    path: '/dpo-tools/treatment-plan',
    permission: 'treatmentPlan.read',
    menu: { group: 'dpoTools', sale: true, permission: 'treatmentPlan.manage' },
  },
  // Staff have no entry of the plans (spec 1 section 6.1): to them the group alone is the current one.
  {
    id: 'treatmentPlan',
    path: '/dpo-tools/treatment-plan/:id',
    permission: 'treatmentPlan.read',
    within: 'treatmentPlans',
  },
  { id: 'treatment', path: '/treatment/:id?', permission: 'treatmentPlan.read', within: 'treatmentPlans' },

  { id: 'admins', path: '/admins', permission: 'admin.console', account: {} },
  { id: 'adminsDashboard', path: '/admins/dashboard', permission: 'admin.console' },
  { id: 'accounts', path: '/admins/people', permission: 'admin.console' },
  { id: 'jobs', path: '/admins/jobs', permission: 'admin.console' },
  { id: 'encryptionKeys', path: '/admins/keys', permission: 'admin.console' },
  { id: 'mailServers', path: '/admins/mail-servers', permission: 'admin.console' },
  { id: 'schedules', path: '/admins/schedules', permission: 'admin.console' },
  { id: 'scheduleAdd', path: '/admins/schedules/add', permission: 'admin.console' },
  { id: 'schedule', path: '/admins/schedules/:id', permission: 'admin.console' },
  { id: 'workspaceUsage', path: '/admins/usage', permission: 'admin.console' },

  { id: 'approvalCheck', path: '/approval-check', layout: 'landing' },
  { id: 'approvalLineSettings', path: '/approval-line/settings', permission: 'approval.settings' },
  // In the special variant the approval line stands in the menu, for Admin and DPO, otherwise in the user dropdown of
  // everybody (spec 1 section 6.1). Whoever is asked to approve gets to it by the bell and by mail too.
  {
    id: 'approvalLine',
    path: '/approval-line/:id?',
    permission: 'approval.act',
    menu: { group: 'dpoTools', sale: true, variant: 'special', visibleTo: ['Admin', 'DPO'] },
    account: { variant: 'standard' },
  },

  // The menu shows the activity log to Admin only, the user dropdown to Admin and DPO (spec 1 section 6.1).
  {
    id: 'activityLogs',
    path: '/activity-logs',
    permission: 'activityLog.read',
    menu: { group: 'organization', visibleTo: ['Admin'] },
    account: {},
  },
  { id: 'securityLogs', path: '/security-logs', permission: 'workspace.manage', menu: { group: 'organization' } },
  { id: 'integrations', path: '/integrations', permission: 'workspace.manage', menu: { group: 'organization' } },
  { id: 'serviceAccounts', path: '/integrations/accounts', permission: 'workspace.manage' },
  { id: 'apiSamples', path: '/integrations/samples', permission: 'workspace.manage' },
  { id: 'webhooks', path: '/integrations/webhooks', permission: 'workspace.manage' },
  { id: 'webhook', path: '/integrations/webhooks/:id', permission: 'workspace.manage' },
  { id: 'pageViews', path: '/page-views', permission: 'workspace.manage', menu: { group: 'organization' } },
  { id: 'workspaces', path: '/workspaces', permission: 'workspace.manage', account: {} },
  { id: 'deletedWorkspaces', path: '/workspaces/deleted', permission: 'workspace.manage' },
] as const satisfies readonly RouteRule[];

export type RouteId = (typeof ROUTES)[number]['id'];

/** A route with the frame that it is drawn in. */
export type AnyRoute = RouteRule & { readonly id: RouteId; readonly layout: Layout; readonly within?: RouteId };

const byId = new Map<string, AnyRoute>(ROUTES.map((route) => [route.id, { layout: 'default', ...route }]));

/** The rule of a page. */
export function routeOf(id: RouteId): AnyRoute {
  return byId.get(id)!;
}
