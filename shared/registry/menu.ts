import type { Permission } from './permissions.ts';
import type { Role } from './roles.ts';

/** One entry of the submenu strip. Its label stands in locales `menu:item.<id>`. */
export interface MenuItem {
  readonly id: string;
  readonly path: string;
  readonly permission: Permission;
  /** The module's issue has not landed yet: the page tells what is coming. */
  readonly coming?: true;
  /** Greyed with the sale dialog when the workspace's tier or flag refuses it, in place of being hidden. */
  readonly sale?: true;
  /** Shown in the menu to these roles only, fewer than hold the permission. */
  readonly shownTo?: readonly Role[];
  /** Shown only in this variant of the product. */
  readonly variant?: 'standard' | 'special';
}

/** One entry of the main menu; its label stands in locales `menu:group.<id>`. */
export interface MenuGroup {
  readonly id: string;
  readonly items: readonly MenuItem[];
}

/**
 * The main menu and its submenus, in order. Visibility follows from the permission of each item:
 * hidden when the role lacks it, greyed when only the tier or flag refuses it.
 */
export const MENU = [
  {
    id: 'dashboard',
    items: [
      { id: 'dashboard', path: '/dashboard', permission: 'dashboard.read' },
      { id: 'apex', path: '/apex', permission: 'dashboard.read' },
      { id: 'reports', path: '/reports', permission: 'dashboard.read' },
    ],
  },
  {
    id: 'organization',
    items: [
      { id: 'dataController', path: '/organization/data-controller', permission: 'organization.read' },
      { id: 'personnel', path: '/organization/personnel', permission: 'organization.read' },
      {
        id: 'privacyNotice',
        path: '/organization/privacy',
        permission: 'privacyNotice.read',
        coming: true,
        sale: true,
      },
      // The menu shows the activity log to Admin only, the user dropdown to Admin and DPO (spec 1 section 6.1).
      { id: 'activityLog', path: '/activity-logs', permission: 'activityLog.read', shownTo: ['Admin'] },
    ],
  },
  {
    id: 'businessFunction',
    items: [
      { id: 'application', path: '/business-function/application', permission: 'ropa.read', sale: true },
      { id: 'purpose', path: '/business-function/purpose', permission: 'ropa.read', sale: true },
      { id: 'purposeCategory', path: '/business-function/purpose-category', permission: 'ropa.read', sale: true },
    ],
  },
  {
    id: 'piiInventory',
    items: [
      { id: 'inventory', path: '/pii-inventory/inventory', permission: 'inventory.read', sale: true },
      { id: 'dataSharing', path: '/pii-inventory/data-sharing', permission: 'dataSharing.read', sale: true },
      { id: 'dataFlowDiagram', path: '/pii-inventory/data-flow-diagram', permission: 'dataSharing.read', sale: true },
      { id: 'piiCategory', path: '/pii-inventory/pii-category', permission: 'piiCategory.write', sale: true },
    ],
  },
  {
    id: 'consent',
    items: [
      { id: 'consentDashboard', path: '/consent/dashboard', permission: 'consent.dashboard', sale: true },
      { id: 'consent', path: '/consent', permission: 'consent.read', sale: true },
    ],
  },
  {
    id: 'dsrm',
    items: [
      { id: 'dsrmDashboard', path: '/dsrm/dashboard', permission: 'request.dashboard', coming: true, sale: true },
      { id: 'request', path: '/dsrm/request', permission: 'request.read', coming: true, sale: true },
      { id: 'requestForm', path: '/dsrm/request-form', permission: 'requestForm.read', coming: true, sale: true },
    ],
  },
  {
    id: 'dataBreach',
    items: [
      { id: 'incidentDashboard', path: '/data-breach/dashboard', permission: 'incident.dashboard', sale: true },
      { id: 'incident', path: '/data-breach/incident-management', permission: 'incident.read', sale: true },
      {
        id: 'incidentNotification',
        path: '/data-breach/incident-notification',
        permission: 'incident.notify',
        sale: true,
      },
      { id: 'incidentSettings', path: '/data-breach/settings', permission: 'incident.verify', sale: true },
    ],
  },
  {
    id: 'dpoTools',
    items: [
      { id: 'dpia', path: '/dpo-tools/dpia', permission: 'dpia.read', coming: true, sale: true },
      {
        id: 'dpiaSettings',
        path: '/dpo-tools/dpia/settings',
        permission: 'dpiaSettings.write',
        coming: true,
        sale: true,
      },
      {
        id: 'treatmentPlan',
        path: '/dpo-tools/treatment-plan',
        permission: 'treatmentPlan.manage',
        coming: true,
        sale: true,
      },
      // In the special variant the approval line stands here, otherwise in the user dropdown.
      { id: 'approvalLine', path: '/approval-line', permission: 'approval.act', sale: true, variant: 'special' },
    ],
  },
] as const satisfies readonly MenuGroup[];

/** Entries outside the main menu: the user dropdown, the workspace dropdown. */
export const ACCOUNT_MENU = [
  { id: 'adminConsole', path: '/admins', permission: 'admin.console' },
  { id: 'approvalLine', path: '/approval-line', permission: 'approval.act', variant: 'standard' },
  { id: 'activityLog', path: '/activity-logs', permission: 'activityLog.read' },
  { id: 'workspaces', path: '/workspaces', permission: 'workspace.manage' },
] as const satisfies readonly MenuItem[];
