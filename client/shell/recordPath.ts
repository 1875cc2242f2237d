import { may, type Standing } from '../../shared/registry/permissions.ts';
import { matchRoute } from '../../shared/registry/routes.ts';

const ACTIVITY_LOG = '/activity-logs';

const PAGES: Record<string, (id: string) => string> = {
  application: (id) => `/business-function/application/${id}`,
  purpose: (id) => `/business-function/purpose/${id}`,
  purposeCategory: (id) => `/business-function/purpose-category/${id}`,
  piiCategory: (id) => `/pii-inventory/pii-category/${id}`,
  consent: (id) => `/consent/${id}`,
  userConsent: (id) => `/consent/dashboard?form=${id}`,
  consentImport: () => '/consent/import',
  dataController: () => '/organization/data-controller',
  personnel: () => '/organization/personnel',
  workspace: () => '/workspaces',
  incident: (id) => `/data-breach/incident-management/${id}`,
  incidentNotification: (id) => `/data-breach/incident-notification/${id}`,
  incidentSettings: () => '/data-breach/settings',
  approvalLine: (id) => `/approval-line/${id}`,
  approvalSettings: () => '/approval-line/settings',
  approvalAbsence: () => '/approval-line',
};

/**
 * The page of a record that an event is about; its list where it has no page of its own; the activity log otherwise.
 */
export function recordPath({ entity, entityId, event }: { entity: string; entityId: string; event: string }): string {
  // What was removed has no page any more.
  const page = event.endsWith('.removed') ? undefined : PAGES[entity];
  return page ? page(entityId) : ACTIVITY_LOG;
}

/** The same for somebody who may not see every page: home where he may see neither the record nor the log. */
export function recordPathFor(standing: Standing, about: Parameters<typeof recordPath>[0]): string {
  const mayOpen = (path: string) => {
    const permission = matchRoute(path.replace(/\?.*$/, ''))?.route.permission;
    return permission === undefined || may(standing, permission);
  };
  // Whoever is charged with an incident may hear of its notifications without seeing their page.
  const incident = about.entity === 'incidentNotification' ? [recordPath({ ...about, entity: 'incident' })] : [];
  return [recordPath(about), ...incident, ACTIVITY_LOG].find(mayOpen) ?? '/';
}
