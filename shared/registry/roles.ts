/** Roles of personnel, as the database and the API name them. Top Management is shown as "Audit". */
export const ROLES = ['Admin', 'DPO', 'Staff', 'Top Management'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Numeric role values of the API. DPO, Top Management and Staff are given by the specification;
 * Admin is ours (docs/decisions), above the others.
 */
export const ROLE_VALUES = { Admin: 10000, DPO: 1000, 'Top Management': 100, Staff: 10 } as const satisfies Record<
  Role,
  number
>;
