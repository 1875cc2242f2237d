import type { Tier } from './tiers.ts';

/**
 * Feature flags of a workspace, named as in the specification (approvalLineEnable and adminConsoleEnable without the
 * d).
 */
export const FLAGS = [
  'dashboardEnabled',
  'privacyEnabled',
  'ropaInventoryEnabled',
  'consentEnabled',
  'dsrmEnabled',
  'dataBreachEnabled',
  'dpiaEnabled',
  'approvalLineEnable',
  'adminConsoleEnable',
] as const;
export type Flag = (typeof FLAGS)[number];
export type Flags = Record<Flag, boolean>;

const FLAGS_ADDED_BY_TIER: ReadonlyArray<readonly [Tier, readonly Flag[]]> = [
  ['Basic', ['dashboardEnabled', 'privacyEnabled', 'ropaInventoryEnabled', 'consentEnabled']],
  ['Standard', ['dsrmEnabled', 'dataBreachEnabled']],
  ['Pro', ['dpiaEnabled', 'approvalLineEnable']],
  ['Unlimit', ['adminConsoleEnable']],
];

/** The flags a workspace of this tier starts with; an Admin may set any of them by hand afterwards. */
export function defaultFlags(tier: Tier): Flags {
  const on = new Set<Flag>();
  for (const [step, flags] of FLAGS_ADDED_BY_TIER) {
    for (const flag of flags) on.add(flag);
    if (step === tier) break;
  }
  return Object.fromEntries(FLAGS.map((flag) => [flag, on.has(flag)])) as Flags;
}
