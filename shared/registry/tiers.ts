/** Pricing tiers of a workspace, smallest first. */
export const TIERS = ['Basic', 'Standard', 'Pro', 'Unlimit'] as const;
export type Tier = (typeof TIERS)[number];

/** What each tier allows; `null` means no limit. Source: docs/decisions on tiers. */
export const TIER_LIMITS = {
  Basic: { applications: 10, personnel: 10, dataSharing: false },
  Standard: { applications: 50, personnel: 50, dataSharing: true },
  Pro: { applications: 200, personnel: 500, dataSharing: true },
  Unlimit: { applications: null, personnel: null, dataSharing: true },
} as const satisfies Record<Tier, { applications: number | null; personnel: number | null; dataSharing: boolean }>;
