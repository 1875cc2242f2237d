import { activityLogRouter } from './modules/activityLog/router.ts';
import { dashboardRouter } from './modules/dashboard/router.ts';
import { analyticsRouter } from './modules/analytics/router.ts';
import { authRouter } from './platform/auth/router.ts';
import { mailRouter } from './platform/mail/router.ts';
import { dataControllerRouter } from './modules/dataController/router.ts';
import { personnelRouter } from './modules/personnel/router.ts';
import { roleRouter } from './modules/role/router.ts';
import { workspaceRouter } from './modules/workspace/router.ts';
import { cryptoRouter } from './platform/crypto/router.ts';
import { notificationRouter } from './modules/notification/router.ts';
import { dataMappingRouter } from './modules/dataMapping/router.ts';
import { applicationRouter } from './modules/application/router.ts';
import { purposeRouter } from './modules/purpose/router.ts';
import { purposeCategoryRouter } from './modules/purposeCategory/router.ts';
import { catalogueRouter } from './modules/catalogue/router.ts';
import { piiCategoryRouter } from './modules/piiCategory/router.ts';
import { exportRouter } from './platform/exports/router.ts';
import { inventoryRouter } from './modules/inventory/router.ts';
import { dataSharingRouter } from './modules/dataSharing/router.ts';
import { dataFlowRouter } from './modules/dataFlow/router.ts';
import { recordImportRouter } from './modules/recordImport/router.ts';
import { consentRouter } from './modules/consent/router.ts';
import { userConsentRouter } from './modules/userConsent/router.ts';
import { consentReceiptRouter } from './modules/consentReceipt/router.ts';
import { consentImportRouter } from './modules/consentImport/router.ts';
import { consentAdminRouter } from './modules/consentAdmin/router.ts';
import { incidentRouter } from './modules/incident/router.ts';
import { incidentSummaryRouter } from './modules/incidentDashboard/router.ts';
import { incidentNotificationRouter } from './modules/incidentNotification/router.ts';
import { incidentReportRouter } from './modules/incidentReport/router.ts';
import { presenceRouter } from './platform/presence/router.ts';
import { approvalLineRouter } from './modules/approvalLine/router.ts';
import { shellRouter } from './modules/shell/router.ts';
import { router } from './platform/trpc/trpc.ts';

/** The routers of all modules, in the order of the menu. */
export const appRouter = router({
  auth: authRouter,
  mail: mailRouter,
  workspace: workspaceRouter,
  role: roleRouter,
  dataController: dataControllerRouter,
  personnel: personnelRouter,
  application: applicationRouter,
  dataMapping: dataMappingRouter,
  purpose: purposeRouter,
  purposeCategory: purposeCategoryRouter,
  catalogue: catalogueRouter,
  piiCategory: piiCategoryRouter,
  dashboard: dashboardRouter,
  inventory: inventoryRouter,
  dataSharing: dataSharingRouter,
  dataFlow: dataFlowRouter,
  recordImport: recordImportRouter,
  consent: consentRouter,
  userConsent: userConsentRouter,
  consentReceipt: consentReceiptRouter,
  consentImport: consentImportRouter,
  consentAdmin: consentAdminRouter,
  incident: incidentRouter,
  incidentSummary: incidentSummaryRouter,
  incidentNotification: incidentNotificationRouter,
  incidentReport: incidentReportRouter,
  presence: presenceRouter,
  approvalLine: approvalLineRouter,
  activityLog: activityLogRouter,
  export: exportRouter,
  analytics: analyticsRouter,
  crypto: cryptoRouter,
  notification: notificationRouter,
  shell: shellRouter,
});

export type AppRouter = typeof appRouter;
