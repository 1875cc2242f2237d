import activityLog from './activityLog.ts';
import type th from '../th/late.ts';
import type { Shape } from '../shape.ts';
import coming from './coming.ts';
import incident from './incident.ts';
import incidentDashboard from './incidentDashboard.ts';
import clock from './clock.ts';
import incidentRisk from './incidentRisk.ts';
import incidentSettings from './incidentSettings.ts';
import incidentNotification from './incidentNotification.ts';
import incidentReport from './incidentReport.ts';
import approvalLine from './approvalLine.ts';
import approvalCheck from './approvalCheck.ts';
import consent from './consent.ts';
import userConsent from './userConsent.ts';
import userConsentSheet from './userConsentSheet.ts';
import consentReceipt from './consentReceipt.ts';
import consentImport from './consentImport.ts';
import consentGuide from './consentGuide.ts';
import consentAdmin from './consentAdmin.ts';
import completeness from './completeness.ts';
import dashboard from './dashboard.ts';
import dataFlow from './dataFlow.ts';
import dataMapping from './dataMapping.ts';
import exportTexts from './export.ts';
import dataSharing from './dataSharing.ts';
import inventory from './inventory.ts';
import legal from './legal.ts';
import overview from './overview.ts';
import piiCategory from './piiCategory.ts';
import ropaSheet from './ropaSheet.ts';
import recordImport from './recordImport.ts';

export default {
  activityLog,
  coming,
  incident,
  incidentDashboard,
  clock,
  incidentRisk,
  incidentSettings,
  incidentNotification,
  incidentReport,
  approvalLine,
  approvalCheck,
  consent,
  userConsent,
  userConsentSheet,
  consentReceipt,
  consentImport,
  consentGuide,
  consentAdmin,
  completeness,
  dashboard,
  dataFlow,
  dataMapping,
  export: exportTexts,
  dataSharing,
  inventory,
  legal,
  overview,
  piiCategory,
  recordImport,
  ropaSheet,
} satisfies Shape<typeof th>;
