import { defaultFlags, type Flag, type Flags } from './flags.ts';
import type { Role } from './roles.ts';
import { TIER_LIMITS, type Tier } from './tiers.ts';

interface Rule {
  readonly roles: readonly Role[];
  /** The workspace flag that must be on. */
  readonly flag?: Flag;
  /** Roles that reach only records assigned to or created by themselves. */
  readonly own?: readonly Role[];
  /** Needs a tier with data sharing. */
  readonly dataSharing?: true;
  /** Hidden in the special customer variant. */
  readonly notInSpecialVariant?: true;
  /** Holds in a workspace that is closed too, in which nothing else can be done. */
  readonly whileClosed?: true;
}

/**
 * Who may do what: the one table from which the server's guard, the menus, the client's buttons,
 * the REST contract and the documentation are derived.
 */
export const PERMISSIONS = {
  'workspace.create': { roles: ['Admin'] },
  'workspace.manage': { roles: ['Admin'] },
  // Opens one that is being deleted again.
  'workspace.reopen': { roles: ['Admin'], whileClosed: true },
  'dashboard.read': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'dashboardEnabled' },
  'organization.read': { roles: ['Admin', 'DPO'] },
  'organization.pick': { roles: ['Admin', 'DPO', 'Staff', 'Top Management'] },
  'organization.write': { roles: ['Admin', 'DPO'] },
  'activityLog.read': { roles: ['Admin', 'DPO'] },
  // Names alone, for the selectors of other modules, whether or not the workspace has the record itself.
  'ropa.pick': { roles: ['Admin', 'DPO', 'Staff'] },
  'ropa.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'ropaInventoryEnabled' },
  'ropa.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'ropaInventoryEnabled' },
  'ropa.publish': { roles: ['Admin', 'DPO', 'Staff'], flag: 'ropaInventoryEnabled' },
  'ropa.settings': { roles: ['Admin', 'DPO'], flag: 'ropaInventoryEnabled' },
  'ropa.export': { roles: ['Admin', 'DPO', 'Staff'], flag: 'ropaInventoryEnabled' },
  'inventory.read': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'ropaInventoryEnabled' },
  'inventory.export': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'ropaInventoryEnabled' },
  'piiCategory.read': { roles: ['Admin', 'DPO', 'Staff', 'Top Management'], flag: 'ropaInventoryEnabled' },
  'piiCategory.write': { roles: ['Admin', 'DPO'], flag: 'ropaInventoryEnabled' },
  'consent.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'consentEnabled' },
  'consent.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'consentEnabled' },
  'consent.publish': { roles: ['Admin', 'DPO'], flag: 'consentEnabled' },
  'consent.dashboard': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'consentEnabled' },
  'consent.history': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'consentEnabled' },
  'consent.export': { roles: ['Admin', 'DPO'], flag: 'consentEnabled' },
  'requestForm.read': { roles: ['Admin', 'DPO'], flag: 'dsrmEnabled' },
  'requestForm.write': { roles: ['Admin', 'DPO'], flag: 'dsrmEnabled' },
  'request.read': { roles: ['Admin', 'DPO', 'Staff', 'Top Management'], flag: 'dsrmEnabled', own: ['Staff'] },
  'request.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dsrmEnabled', own: ['Staff'] },
  'request.manage': { roles: ['Admin', 'DPO'], flag: 'dsrmEnabled' },
  'request.dashboard': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'dsrmEnabled' },
  'request.export': { roles: ['Admin', 'DPO'], flag: 'dsrmEnabled' },
  'incident.report': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dataBreachEnabled' },
  'incident.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dataBreachEnabled', own: ['Staff'] },
  'incident.verify': { roles: ['Admin', 'DPO'], flag: 'dataBreachEnabled' },
  'incident.respond': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dataBreachEnabled', own: ['Staff'] },
  'incident.notify': { roles: ['Admin', 'DPO'], flag: 'dataBreachEnabled' },
  'incident.dashboard': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'dataBreachEnabled' },
  // Running clocks, for the bell of those who read incidents and the dashboard of those who do not.
  'incident.clocks': { roles: ['Admin', 'DPO', 'Staff', 'Top Management'], flag: 'dataBreachEnabled', own: ['Staff'] },
  'incident.export': { roles: ['Admin', 'DPO'], flag: 'dataBreachEnabled' },
  'dpia.dashboard': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'dpiaEnabled' },
  'dpia.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dpiaEnabled' },
  'dpia.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dpiaEnabled' },
  'dpia.decide': { roles: ['Admin', 'DPO'], flag: 'dpiaEnabled' },
  'dpia.export': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dpiaEnabled' },
  'dpiaSettings.write': { roles: ['Admin', 'DPO'], flag: 'dpiaEnabled' },
  'treatmentPlan.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dpiaEnabled', own: ['Staff'] },
  'treatmentPlan.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'dpiaEnabled', own: ['Staff'] },
  'treatmentPlan.manage': { roles: ['Admin', 'DPO'], flag: 'dpiaEnabled' },
  'privacyNotice.read': { roles: ['Admin', 'DPO'], flag: 'privacyEnabled' },
  'privacyNotice.write': { roles: ['Admin', 'DPO'], flag: 'privacyEnabled' },
  'approval.read': { roles: ['Admin', 'DPO', 'Staff'], flag: 'approvalLineEnable', own: ['Staff'] },
  'approval.write': { roles: ['Admin', 'DPO', 'Staff'], flag: 'approvalLineEnable' },
  'approval.act': {
    roles: ['Admin', 'DPO', 'Staff', 'Top Management'],
    flag: 'approvalLineEnable',
    own: ['Staff', 'Top Management'],
  },
  'approval.settings': { roles: ['Admin', 'DPO'], flag: 'approvalLineEnable' },
  // Encrypts and decrypts for other systems with the workspace's key; each use is logged.
  'encryption.use': { roles: ['Admin', 'DPO'] },
  'admin.console': { roles: ['Admin'], flag: 'adminConsoleEnable', notInSpecialVariant: true },
  'dataSharing.read': { roles: ['Admin', 'DPO', 'Top Management'], flag: 'ropaInventoryEnabled', dataSharing: true },
  // What the whole organisation then sees: the adequacy of countries, the arrangement of the diagram.
  'dataSharing.write': { roles: ['Admin', 'DPO'], flag: 'ropaInventoryEnabled', dataSharing: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;
export const PERMISSION_KEYS = Object.keys(PERMISSIONS) as Permission[];

/** Roles that hold a permission. */
export const rolesWith = (permission: Permission): readonly Role[] => PERMISSIONS[permission].roles;

/** The workspace flag that a permission requires. */
export function flagOf(permission: Permission): Flag | undefined {
  const rule: Rule = PERMISSIONS[permission];
  return rule.flag;
}

/** What a permission is judged by: the caller's role and the workspace they are in. */
export interface Standing {
  readonly role: Role;
  readonly flags: Flags;
  readonly tier: Tier;
  readonly variant?: 'standard' | 'special';
  /** Nobody works in the workspace: it is being deleted. */
  readonly closed?: boolean;
  /** What a program's key may at most; left out: a person. */
  readonly scopes?: readonly Permission[];
}

/** Why a permission is refused, so that the screen can say what to do: ask an Admin, upgrade, or wait. */
export type Refusal = 'role' | 'flag' | 'tier' | 'variant' | 'closed' | 'scope';

/** The first reason that refuses `permission`, or `null` when it is granted. */
export function refusal(standing: Standing, permission: Permission): Refusal | null {
  const rule: Rule = PERMISSIONS[permission];
  if (standing.closed && !rule.whileClosed) return 'closed';
  if (standing.scopes && !standing.scopes.includes(permission)) return 'scope';
  if (!rule.roles.includes(standing.role)) return 'role';
  if (rule.notInSpecialVariant && standing.variant === 'special') return 'variant';
  if (rule.dataSharing && !TIER_LIMITS[standing.tier].dataSharing) return 'tier';
  if (rule.flag && !standing.flags[rule.flag]) return 'flag';
  return null;
}

/** Whether `standing` holds `permission`. Example: `may({ role: 'DPO', flags, tier: 'Pro' }, 'ropa.write')`. */
export function may(standing: Standing, permission: Permission): boolean {
  return refusal(standing, permission) === null;
}

/**
 * Whether a permission is refused because its flag was turned off by hand, although the tier includes it: there is
 * nothing to upgrade.
 */
export function isTurnedOff(standing: Standing, permission: Permission): boolean {
  const flag = flagOf(permission);
  return refusal(standing, permission) === 'flag' && flag !== undefined && defaultFlags(standing.tier)[flag];
}

/** Whether some roles reach only their own records under this permission. */
export function hasOwners(permission: Permission): boolean {
  const rule: Rule = PERMISSIONS[permission];
  return rule.own !== undefined;
}

/** Whether the role reaches only its own records under this permission. */
export function onlyOwn(role: Role, permission: Permission): boolean {
  const rule: Rule = PERMISSIONS[permission];
  return rule.own?.includes(role) ?? false;
}

/** Whether the permission holds in a workspace that is closed. */
export function isAllowedWhileClosed(permission: Permission): boolean {
  const rule: Rule = PERMISSIONS[permission];
  return rule.whileClosed === true;
}
