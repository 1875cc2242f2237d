import { createElement } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { PREFETCH_IDLE_TIMEOUT } from '../shared/constants.ts';
import { matchRoute, routeOf, type PageId, type RouteId } from '../shared/registry/routes.ts';
import { loadTexts } from './i18n.ts';
import { lazyScreen } from './ui/chunkReload.ts';
import { whenIdle } from './ui/whenIdle.ts';

type Page = ComponentType;
type Load = () => Promise<{ default: Page }>;

/** Every screen of a module is a file named …Page.tsx with a default export, in a chunk of its own. */
const files = import.meta.glob<{ default: Page }>('./modules/**/*Page.tsx');

/** Which file draws which route. Routes of a later release are all drawn by the coming page. */
const PAGES: Record<PageId, string> = {
  home: 'home/HomePage',
  terms: 'home/TermsPage',
  policy: 'home/PolicyPage',
  login: 'auth/LoginPage',
  logout: 'auth/LogoutPage',
  signup: 'auth/SignupPage',
  oauth: 'auth/OauthPage',
  forgotPassword: 'auth/ForgotPasswordPage',
  resetPassword: 'auth/ResetPasswordPage',
  invitation: 'auth/InvitationPage',
  mails: 'auth/MailsPage',
  workspaces: 'workspace/WorkspacesPage',
  activityLogs: 'activityLog/ActivityLogsPage',
  dataControllers: 'dataController/DataControllersPage',
  personnel: 'personnel/PersonnelPage',
  applications: 'application/ApplicationsPage',
  application: 'application/ApplicationPage',
  purposes: 'purpose/PurposesPage',
  purpose: 'purpose/PurposePage',
  purposeCategories: 'purposeCategory/PurposeCategoriesPage',
  purposeCategory: 'purposeCategory/PurposeCategoryPage',
  recordImport: 'recordImport/RecordImportPage',
  dashboard: 'dashboard/DashboardPage',
  apex: 'overview/OverviewPage',
  reports: 'export/ReportsPage',
  inventory: 'inventory/InventoryPage',
  dataSharing: 'dataSharing/DataSharingPage',
  dataFlowDiagram: 'dataFlow/DataFlowPage',
  piiCategories: 'piiCategory/PiiCategoriesPage',
  piiCategory: 'piiCategory/PiiCategoryPage',
  userConsentReceipt: 'consentReceipt/FindReceiptsPage',
  consentReceipt: 'consentReceipt/ReceiptPage',
  consentChoices: 'consentReceipt/ChoicesPage',
  receiptCheck: 'consentReceipt/ReceiptCheckPage',
  admins: 'consentAdmin/AdminsPage',
  adminsDashboard: 'consentAdmin/AdminsDashboardPage',
  consents: 'consent/ConsentsPage',
  consentDashboard: 'userConsent/ConsentDashboardPage',
  consentImport: 'consentImport/ConsentImportPage',
  consent: 'consent/ConsentPage',
  incidentDashboard: 'incidentDashboard/IncidentDashboardPage',
  incidents: 'incident/IncidentsPage',
  incident: 'incident/IncidentPage',
  incidentSettings: 'incident/IncidentSettingsPage',
  incidentNotifications: 'incidentNotification/IncidentNotificationsPage',
  incidentNotification: 'incidentNotification/IncidentNotificationPage',
  reportIncident: 'incidentReport/ReportIncidentPage',
  approvalLine: 'approvalLine/ApprovalLinePage',
  approvalLineSettings: 'approvalLine/ApprovalSettingsPage',
  approvalCheck: 'approvalLine/ApprovalCheckPage',
};

/** Pages that need fewer texts than most: none but the first ones, or those of their kind. */
const TEXTS: Partial<Record<RouteId, 'index' | 'entry' | 'record'>> = {
  applications: 'index',
  home: 'entry',
  login: 'entry',
  logout: 'entry',
  signup: 'entry',
  oauth: 'entry',
  forgotPassword: 'entry',
  resetPassword: 'entry',
  invitation: 'entry',
  mails: 'entry',
  workspaces: 'record',
  dataControllers: 'record',
  purposes: 'record',
  purposeCategories: 'record',
};

function loaderOf(id: RouteId): Load {
  const name = routeOf(id).coming ? 'coming/ComingPage' : PAGES[id as PageId];
  const load = files[`./modules/${name}.tsx`];
  if (!load) return () => Promise.reject(new Error(`routes.tsx: no page for ${id}`));
  const texts = TEXTS[id] ?? 'late';
  return texts === 'index' ? load : () => Promise.all([load(), loadTexts(texts)]).then(([page]) => page);
}

const pages = new Map<RouteId, LazyExoticComponent<Page>>();

/** Draws the page of a route, loaded when first drawn. */
export function PageOf({ id }: { id: RouteId }) {
  let page = pages.get(id);
  if (!page) pages.set(id, (page = lazyScreen(loaderOf(id))));
  return createElement(page);
}

/**
 * Fetches the code of the page at `path` ahead, for example when a link to it is pointed at. A failure waits for the
 * page itself.
 */
export function prefetchPath(path: string): void {
  const route = matchRoute(path)?.route;
  if (route && !route.opensGroup) loaderOf(route.id)().catch(() => {});
}

/**
 * Fetches pages ahead: once the page shown has been there for 2 s, when the browser is idle, 2 s later at the latest.
 * Pages of a later release are left out. Returns how to call it off.
 */
export function prefetchWhenIdle(paths: readonly string[]): () => void {
  const fetchAll = () => paths.filter((path) => !matchRoute(path)?.route.coming).forEach(prefetchPath);
  let callOff: (() => void) | undefined;
  const timer = setTimeout(() => {
    callOff = whenIdle(fetchAll);
  }, PREFETCH_IDLE_TIMEOUT);
  return () => {
    clearTimeout(timer);
    callOff?.();
  };
}
