import { authModule } from '../platform/auth/module.ts';
import { mailModule } from '../platform/mail/module.ts';
import { workspaceModule } from './workspace/module.ts';
import { ropaModule } from './ropa/module.ts';
import { roleModule } from './role/module.ts';
import { dataControllerModule } from './dataController/module.ts';
import { personnelModule } from './personnel/module.ts';
import { applicationModule } from './application/module.ts';
import { dataMappingModule } from './dataMapping/module.ts';
import { purposeModule } from './purpose/module.ts';
import { purposeCategoryModule } from './purposeCategory/module.ts';
import { catalogueModule } from './catalogue/module.ts';
import { piiCategoryModule } from './piiCategory/module.ts';
import { dashboardModule } from './dashboard/module.ts';
import { inventoryModule } from './inventory/module.ts';
import { dataSharingModule } from './dataSharing/module.ts';
import { dataFlowModule } from './dataFlow/module.ts';
import { recordImportModule } from './recordImport/module.ts';
import { consentModule } from './consent/module.ts';
import { dpiaSettingsModule } from './dpiaSettings/module.ts';
import { dpiaDashboardModule } from './dpiaDashboard/module.ts';
import { dpiaModule } from './dpia/module.ts';
import { privacyNoticeModule } from './privacyNotice/module.ts';
import { treatmentPlanModule } from './treatmentPlan/module.ts';
import { userConsentModule } from './userConsent/module.ts';
import { consentReceiptModule } from './consentReceipt/module.ts';
import { consentImportModule } from './consentImport/module.ts';
import { requestImportModule } from './requestImport/module.ts';
import { consentAdminModule } from './consentAdmin/module.ts';
import { dataRightModule } from './dataRight/module.ts';
import { answerTemplateModule } from './answerTemplate/module.ts';
import { requestAnswerModule } from './requestAnswer/module.ts';
import { requestModule } from './request/module.ts';
import { requestTaskModule } from './requestTask/module.ts';
import { requestFormModule } from './requestForm/module.ts';
import { requestSubmissionModule } from './requestSubmission/module.ts';
import { incidentModule } from './incident/module.ts';
import { incidentDashboardModule } from './incidentDashboard/module.ts';
import { incidentNotificationModule } from './incidentNotification/module.ts';
import { requestRefusalModule } from './requestRefusal/module.ts';
import { requestDashboardModule } from './requestDashboard/module.ts';
import { requestIdentityModule } from './requestIdentity/module.ts';
import { requestMessageModule } from './requestMessage/module.ts';
import { dataRightsProtocolModule } from './dataRightsProtocol/module.ts';
import { incidentReportModule } from './incidentReport/module.ts';
import { clockModule } from '../platform/clock/module.ts';
import { overviewModule } from '../platform/overview/module.ts';
import { commentModule } from '../platform/comments/module.ts';
import { presenceModule } from '../platform/presence/module.ts';
import { approvalLineModule } from './approvalLine/module.ts';
import { activityLogModule } from './activityLog/module.ts';
import { securityLogModule } from './securityLog/module.ts';
import { exportModule } from '../platform/exports/module.ts';
import { analyticsModule } from './analytics/module.ts';
import { cryptoModule } from '../platform/crypto/module.ts';
import { notificationModule } from './notification/module.ts';
import { shellModule } from './shell/module.ts';
import { accountModule } from '../platform/auth/accountModule.ts';
import { jobModule } from '../platform/jobs/module.ts';
import { importModule } from '../platform/imports/module.ts';
import { apiKeyModule } from './apiKey/module.ts';
import { serviceAccountModule } from './serviceAccount/module.ts';
import { webhookModule } from './webhook/module.ts';
import { mailServerModule } from './mailServer/module.ts';
import { scheduleModule } from './schedule/module.ts';
import { savedViewModule } from './savedView/module.ts';
import { plugIn } from '../platform/modules/manifest.ts';
import { fileModule } from '../platform/files/module.ts';

/**
 * Every module of the product, in the order of its documents. The rest of the server imports nothing else from
 * server/modules.
 */
export const modules = plugIn([
  authModule,
  mailModule,
  workspaceModule,
  roleModule,
  dataControllerModule,
  personnelModule,
  applicationModule,
  dataMappingModule,
  purposeModule,
  purposeCategoryModule,
  catalogueModule,
  piiCategoryModule,
  dashboardModule,
  ropaModule,
  inventoryModule,
  dataSharingModule,
  dataFlowModule,
  recordImportModule,
  consentModule,
  userConsentModule,
  consentReceiptModule,
  consentImportModule,
  requestImportModule,
  consentAdminModule,
  dataRightModule,
  requestFormModule,
  answerTemplateModule,
  requestAnswerModule,
  requestModule,
  requestSubmissionModule,
  requestIdentityModule,
  requestTaskModule,
  requestRefusalModule,
  requestDashboardModule,
  requestMessageModule,
  dataRightsProtocolModule,
  incidentModule,
  incidentDashboardModule,
  incidentNotificationModule,
  incidentReportModule,
  commentModule,
  presenceModule,
  savedViewModule,
  apiKeyModule,
  serviceAccountModule,
  webhookModule,
  mailServerModule,
  scheduleModule,
  dpiaSettingsModule,
  dpiaModule,
  privacyNoticeModule,
  treatmentPlanModule,
  dpiaDashboardModule,
  approvalLineModule,
  activityLogModule,
  securityLogModule,
  exportModule,
  analyticsModule,
  cryptoModule,
  notificationModule,
  shellModule,
  clockModule,
  overviewModule,
  fileModule,
  jobModule,
  accountModule,
  importModule,
]);
