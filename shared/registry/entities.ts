import { type AddressValues, fillPath } from './addresses.ts';
import type { ActivityModule } from './events.ts';
import type { Permission } from './permissions.ts';
import { type RouteId, routeOf } from './routes.ts';

/** What the product knows of a kind of record beyond its own module. */
export interface EntityRule {
  /** Part of the activity log that its events stand in. */
  readonly module: ActivityModule;
  /** Who hears of its events: everyone in the workspace who holds this permission, unless the event says another. */
  readonly audience: Permission;
  /** The page of one record. */
  readonly page?: RouteId;
  /** What the page calls the record in its address; `id` unless given. */
  readonly param?: string;
  /** The page that lists the records, or shows them together. */
  readonly list?: RouteId;
  /** Whose page shows the record to those who may not open its own; it goes by the same id. */
  readonly within?: string;
}

/** Every kind of record that events tell of. */
export const ENTITIES = {
  workspace: { module: 'ORGANIZATION', audience: 'organization.pick', list: 'workspaces' },
  dataController: { module: 'ORGANIZATION', audience: 'organization.pick', list: 'dataControllers' },
  personnel: { module: 'ORGANIZATION', audience: 'organization.read', list: 'personnel' },
  application: { module: 'BUSINESS', audience: 'ropa.read', page: 'application', list: 'applications' },
  purpose: { module: 'BUSINESS', audience: 'ropa.read', page: 'purpose', list: 'purposes' },
  purposeCategory: { module: 'BUSINESS', audience: 'ropa.read', page: 'purposeCategory', list: 'purposeCategories' },
  piiCategory: { module: 'PII Inventory', audience: 'piiCategory.read', page: 'piiCategory', list: 'piiCategories' },
  dataSharing: { module: 'PII Inventory', audience: 'dataSharing.read' },
  inventory: { module: 'PII Inventory', audience: 'inventory.read' },
  dataFlow: { module: 'PII Inventory', audience: 'dataSharing.read' },
  export: { module: 'BUSINESS', audience: 'organization.pick' },
  import: { module: 'BUSINESS', audience: 'ropa.write' },
  consent: { module: 'Consent', audience: 'consent.read', page: 'consent', list: 'consents' },
  // Its events go by the id of the form that was answered.
  userConsent: { module: 'UserConsent', audience: 'consent.dashboard', page: 'consentDashboard', param: 'form' },
  consentReceipt: { module: 'UserConsent', audience: 'consent.history' },
  consentImport: { module: 'UserConsent', audience: 'consent.write', list: 'consentImport' },
  incident: { module: 'DATA BREACH', audience: 'incident.read', page: 'incident', list: 'incidents' },
  incidentSettings: { module: 'DATA BREACH', audience: 'incident.read', list: 'incidentSettings' },
  // Of an incident, for those who do not read incidents.
  incidentSummary: { module: 'DATA BREACH', audience: 'incident.dashboard' },
  // Its events go by the id of the incident. Who is charged with one may hear of its notifications without their page.
  incidentNotification: {
    module: 'DATA BREACH',
    audience: 'incident.notify',
    page: 'incidentNotification',
    list: 'incidentNotifications',
    within: 'incident',
  },
  presence: { module: 'DATA BREACH', audience: 'incident.read' },
  approvalLine: { module: 'ApprovalLine', audience: 'approval.act', page: 'approvalLine', list: 'approvalLine' },
  approvalSettings: { module: 'ApprovalLine', audience: 'approval.settings', list: 'approvalLineSettings' },
  approvalAbsence: { module: 'ApprovalLine', audience: 'approval.act', list: 'approvalLine' },
} as const satisfies Record<string, EntityRule>;

export type EntityId = keyof typeof ENTITIES;
/** Kinds of records that have a page of their own. */
type PagedEntity = {
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
