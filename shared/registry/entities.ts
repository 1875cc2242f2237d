import { type AddressValues, fillPath } from './addresses.ts';
import { CONSENT_ENTITIES } from './consentEntities.ts';
import { DPIA_ENTITIES } from './dpiaEntities.ts';
import { NOTICE_ENTITIES } from './noticeEntities.ts';
import type { EntityRule } from './entityRule.ts';
import { INTEGRATION_ENTITIES } from './integrationEntities.ts';
import {
  APPLICATIONS,
  ASSIGNED,
  CONSENT_FORM,
  CONTROLLED,
  DERIVED,
  DOCUMENTS,
  INCIDENT_FACTS,
  NOTICES,
  OF_APPLICATIONS,
  PEOPLE,
  PII_USES,
  PURPOSES,
} from './derivedQueries.ts';
import { REQUEST_ENTITIES } from './requestEntities.ts';
import { type RouteId, routeOf } from './routes.ts';

/** Every kind of record that events tell of. */
export const ENTITIES = {
  workspace: {
    module: 'ORGANIZATION',
    audience: 'organization.pick',
    list: 'workspaces',
    queries: {
      workspace: true,
      'auth.profile': true,
      role: true,
      'application.allowance': true,
      // By name, in the console.
      account: true,
      consentAdmin: true,
      job: true,
      mailServer: true,
      schedule: true,
      'crypto.keys': true,
      'workspace.storage': 'id',
    },
  },
  workspaceDeletion: {
    module: 'ORGANIZATION',
    idOf: 'workspace',
    audience: 'workspace.manage',
    list: 'deletedWorkspaces',
    queries: {
      workspace: true,
      'consentAdmin.consoleWorkspaces': true,
      'consentAdmin.workspaces': true,
      'activityLog.organization': true,
    },
  },
  dataController: {
    module: 'ORGANIZATION',
    audience: 'organization.pick',
    list: 'dataControllers',
    queries: {
      dataController: 'id',
      ...APPLICATIONS,
      ...CONTROLLED,
      // Who the controller is, where it is and how it is reached.
      ...NOTICES,
      'requestForm.list': true,
      'recordImport.choices': true,
    },
  },
  personnel: {
    module: 'ORGANIZATION',
    idOf: 'person',
    audience: 'organization.read',
    list: 'personnel',
    queries: {
      personnel: 'id',
      account: true,
      ...PEOPLE,
      // Without a data protection officer no application is complete.
      ...APPLICATIONS,
      'dashboard.completeness': true,
      ...ASSIGNED,
    },
  },
  application: {
    module: 'BUSINESS',
    audience: 'ropa.read',
    page: 'application',
    list: 'applications',
    figures: 'inventory.changed',
    queries: {
      application: 'id',
      'application.detail': true,
      ...DERIVED,
      ...PII_USES,
      ...PURPOSES,
      dataMapping: true,
      'dataController.list': true,
      'dataController.get': true,
      'workspace.manage': true,
      ...OF_APPLICATIONS,
      ...CONSENT_FORM,
      'requestForm.list': true,
      'requestForm.get': true,
      ...INCIDENT_FACTS,
      'recordImport.choices': true,
      'dpia.missing': true,
      ...DOCUMENTS,
      'approvalLine.readiness': 'applicationId',
      ...NOTICES,
    },
  },
  purpose: {
    module: 'BUSINESS',
    audience: 'ropa.read',
    page: 'purpose',
    list: 'purposes',
    figures: 'inventory.changed',
    queries: {
      purpose: 'id',
      purposeCategory: true,
      ...APPLICATIONS,
      ...DERIVED,
      ...PII_USES,
      dataMapping: true,
      ...CONSENT_FORM,
      'consent.publishEffect': true,
      'consentAdmin.purposes': true,
      'requestForm.get': true,
      'dpia.get': true,
      'dpia.prepare': true,
      ...INCIDENT_FACTS,
      'personnel.taskOverview': true,
      ...NOTICES,
    },
  },
  purposeCategory: {
    module: 'BUSINESS',
    audience: 'ropa.read',
    page: 'purposeCategory',
    list: 'purposeCategories',
    queries: {
      purposeCategory: 'id',
      ...PURPOSES,
      'application.detail': true,
      ...DOCUMENTS,
      'recordImport.choices': true,
    },
  },
  piiCategory: {
    module: 'PII Inventory',
    audience: 'piiCategory.read',
    page: 'piiCategory',
    list: 'piiCategories',
    queries: {
      piiCategory: 'id',
      'piiCategory.attribute.listOfSubCategory': true,
      ...DERIVED,
      ...PURPOSES,
      dataMapping: true,
      'application.detail': true,
      ...DOCUMENTS,
      'dpia.prepare': true,
      'recordImport.choices': true,
      'incident.list': true,
      ...INCIDENT_FACTS,
    },
  },
  dataSharing: {
    module: 'PII Inventory',
    // Whoever opens an application sees what is missing in it, Staff too, who do not read data sharing.
    audience: 'organization.pick',
    queries: { dataSharing: true, dashboard: true, ...APPLICATIONS, ...NOTICES },
  },
  storageSystem: {
    module: 'PII Inventory',
    audience: 'ropa.read',
    figures: 'inventory.changed',
    queries: { 'catalogue.list': true, ...DERIVED, ...APPLICATIONS, ...NOTICES, purpose: true, dataMapping: true },
  },
  inventory: {
    module: 'PII Inventory',
    idOf: 'workspace',
    audience: 'inventory.read',
    queries: { ...DERIVED, ...PII_USES },
  },
  dataFlow: {
    module: 'PII Inventory',
    offOverview: true,
    audience: 'dataSharing.read',
    queries: { 'dataFlow.get': true },
  },
  export: {
    module: 'BUSINESS',
    offOverview: true,
    audience: 'organization.pick',
    queries: { export: 'id', 'application.listExports': true, job: true, 'approvalLine.readiness': true },
  },
  import: { module: 'BUSINESS', offOverview: true, audience: 'ropa.write', queries: { recordImport: 'id' } },
  ...CONSENT_ENTITIES,
  ...REQUEST_ENTITIES,
  ...DPIA_ENTITIES,
  ...NOTICE_ENTITIES,
  incident: {
    module: 'DATA BREACH',
    audience: 'incident.read',
    page: 'incident',
    list: 'incidents',
    queries: {
      incident: 'id',
      'clock.running': true,
      incidentDashboard: true,
      incidentNotification: 'id',
      'personnel.taskOverview': true,
    },
  },
  reviewSettings: { module: 'BUSINESS', audience: 'ropa.read', queries: { 'application.reviewSettings': true } },
  incidentSettings: {
    module: 'DATA BREACH',
    audience: 'incident.read',
    list: 'incidentSettings',
    queries: {
      incident: true,
      incidentDashboard: true,
      'incidentNotification.incidents': true,
      'clock.running': true,
    },
  },
  // Of an incident, for those who do not read incidents.
  incidentDashboard: {
    module: 'DATA BREACH',
    audience: 'incident.dashboard',
    queries: { incidentDashboard: true, 'incident.clocks': true, 'clock.running': true },
  },
  // Its events go by the id of the incident. Who is charged with one may hear of its notifications without their page.
  incidentNotification: {
    module: 'DATA BREACH',
    audience: 'incident.notify',
    page: 'incidentNotification',
    list: 'incidentNotifications',
    within: 'incident',
    queries: {
      incidentNotification: 'id',
      'incident.list': true,
      'incident.get': 'id',
      'incident.clocks': true,
      'clock.running': true,
    },
  },
  ...INTEGRATION_ENTITIES,
  savedView: { module: 'ORGANIZATION', offOverview: true, audience: 'organization.pick', queries: { savedView: true } },
  presence: { module: 'DATA BREACH', offOverview: true, audience: 'incident.read', queries: { presence: 'id' } },
  approvalLine: {
    module: 'ApprovalLine',
    audience: 'approval.act',
    page: 'approvalLine',
    list: 'approvalLine',
    queries: { approvalLine: 'id', 'personnel.taskOverview': true, 'privacyNotice.get': true },
  },
  approvalSettings: {
    module: 'ApprovalLine',
    audience: 'approval.settings',
    list: 'approvalLineSettings',
    queries: { approvalLine: true },
  },
  approvalAbsence: {
    module: 'ApprovalLine',
    audience: 'approval.act',
    list: 'approvalLine',
    queries: { approvalLine: true, 'personnel.taskOverview': true },
  },
} as const satisfies Record<string, EntityRule>;

export type EntityId = keyof typeof ENTITIES;
/** Kinds of records that have a page of their own. */
export type PagedEntity = {
  [Id in EntityId]: (typeof ENTITIES)[Id] extends { page: RouteId } ? Id : never;
}[EntityId];

/** The rule of a kind of record. */
export const entityOf = (entity: EntityId): EntityRule & { readonly within?: EntityId } => ENTITIES[entity];

/** Whether a name out of an event is a kind of record that this build knows. */
export const isEntity = (name: string): name is EntityId => Object.hasOwn(ENTITIES, name);

/**
 * The address of a record's page, without language.
 * @example recordAddress('application', id, { tab: 'versions' })
 */
export const recordAddress = (entity: PagedEntity, id: string, search: AddressValues = {}): string =>
  placeOf(entity, id, search)!;

/** The address where a record of any kind is shown: its page, else its list, `null` where there is neither. */
export function placeOf(entity: EntityId, id: string, search: AddressValues = {}): string | null {
  const { page, param = 'id', list } = entityOf(entity);
  if (page) return fillPath(routeOf(page).path, { [param]: id, ...search });
  return list ? fillPath(routeOf(list).path, search) : null;
}
