import { z } from 'zod';
import { listInput, listOf, queryBoolean } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { type Permission, PERMISSION_KEYS } from '../registry/permissions.ts';
import { type Role, ROLES } from '../registry/roles.ts';
import { DELIVERY_STATES } from '../mail/status.ts';
import { defineStatus } from '../status.ts';
import { byId, email, id, inWorkspace, phone, requiredText, rowVersion } from '../text.ts';

const PERSONNEL_STATUSES = ['invited', 'active', 'inactive', 'suspended'] as const;
export type PersonnelStatus = (typeof PERSONNEL_STATUSES)[number];

/**
 * Where a person stands in the workspace. `accept` is the invited person's own step, by the link of the mail; somebody
 * who never accepted, or whose account was deleted meanwhile, goes from inactive to invited, with a new invitation.
 */
export const personnelStatus = defineStatus<
  PersonnelStatus,
  'suspend' | 'unsuspend' | 'activate' | 'deactivate' | 'resend' | 'accept'
>({
  invited: {
    accept: { to: 'active', permission: null },
    resend: { to: 'invited', permission: 'organization.write' },
    deactivate: { to: 'inactive', permission: 'organization.write' },
  },
  active: {
    suspend: { to: 'suspended', permission: 'organization.write' },
    deactivate: { to: 'inactive', permission: 'organization.write' },
  },
  suspended: {
    unsuspend: { to: 'active', permission: 'organization.write' },
    deactivate: { to: 'inactive', permission: 'organization.write' },
  },
  inactive: { activate: { to: ['active', 'invited'], permission: 'organization.write' } },
});

/** Whether somebody of the role `own` may change a person of `role`, or end their access: an Admin only an Admin. */
export const mayChange = (own: Role, role: Role): boolean => role !== 'Admin' || own === 'Admin';

/** An invitation can be accepted for this many days. */
export const INVITATION_DAYS = 7;

export const personnelFields = z.object({
  name: requiredText(200),
  position: requiredText(200),
  phone,
  email,
  role: z.enum(ROLES, { error: 'errors:choice' }),
  /** An uploaded picture. */
  photoId: id.nullable().default(null),
});
export type PersonnelFields = z.infer<typeof personnelFields>;

/** Fields about the person: their content never stands in the activity log. */
export const PERSONNEL_PERSONAL = ['name', 'position', 'phone', 'email', 'photo', 'suspendedReason'] as const;

export const createPersonnel = inWorkspace.extend(personnelFields.shape);
export const updatePersonnel = byId.extend({ ...personnelFields.shape, rowVersion });
export const addExistingPersonnel = inWorkspace.extend({ email, role: personnelFields.shape.role });

/** Who takes over open tasks; needed only while there are any. */
const reassignTo = id.nullish();
export const suspendPersonnel = byId.extend({ reason: requiredText(), reassignTo });
export const deactivatePersonnel = byId.extend({ reassignTo });

export const PERSONNEL_LIST = {
  sortBy: ['updatedAt', 'name', 'createdAt', 'email', 'role', 'status', 'position'],
  filters: { role: ['ALL', ...ROLES], status: ['ALL', 'INVITED', 'ACTIVE', 'INACTIVE', 'SUSPENDED'] },
} as const satisfies ListRule;
export const listPersonnel = listInput(PERSONNEL_LIST).extend({
  /** Admins are listed only when the configuration allows it and this is not false. */
  showAdmin: queryBoolean.default(true),
});

const pickedPersonnel = z.object({ id, name: z.string() });

const personnelItem = z.object({
  id,
  name: z.string(),
  position: z.string(),
  phone: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  status: z.enum(PERSONNEL_STATUSES),
  photoId: id.nullable(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PersonnelItem = z.infer<typeof personnelItem>;
export const personnelList = listOf(personnelItem);

export const personnel = personnelItem.extend({
  /** Who saved it last; null where that is not known. */
  updatedBy: pickedPersonnel.nullable(),
  suspendedReason: z.string(),
  suspendedAt: z.string().nullable(),
  /** Until when the open invitation can be accepted; null when there is none. */
  invitationExpiresAt: z.string().nullable(),
  /** What became of the mail of the newest invitation; `noServer`: nothing sends it. Null of who is not invited. */
  invitationMail: z.enum([...DELIVERY_STATES, 'noServer']).nullable(),
});
export type Personnel = z.infer<typeof personnel>;

/** For selectors: people who can be given work now. */
/** `holding`: only those whose role holds this permission, such as people who may respond to an incident. */
/** `withFormer`: also those who are suspended or removed, for filters of lists, after those who are active. */
export const pickPersonnel = inWorkspace.extend({
  holding: z.enum(PERMISSION_KEYS as [Permission, ...Permission[]]).optional(),
  withFormer: z.boolean().default(false),
});

export const personnelChoice = pickedPersonnel.extend({ active: z.boolean() });

/** Open work of one person, by module of the activity log. */
export const taskOverview = z.object({
  total: z.number().int(),
  modules: z.array(z.object({ module: z.string(), pending: z.number().int(), active: z.number().int() })),
});
export type TaskOverview = z.infer<typeof taskOverview>;

/** `ws` narrows the question to one workspace; without it all organisations of the caller count. */
export const checkUserInput = z.object({ email, ws: id.optional() });
export const checkedUser = z.object({ exists: z.boolean(), inWorkspace: z.boolean() });

export const roleItem = z.object({ id: z.number().int(), name: z.enum(ROLES), label: z.string() });
export type RoleItem = z.infer<typeof roleItem>;
