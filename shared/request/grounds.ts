import type { RightCode } from '../dataRight/schema.ts';

/** A reason for which a right may be refused or closed without being carried out. */
export interface Ground {
  readonly code: string;
  /** The section and paragraph that name it; null: the act names none. */
  readonly section: string | null;
  /** Not a refusal of the right: it stands in no register of refusals. */
  readonly closesOnly?: true;
  /** There is nothing that could be given or done: nothing is withheld. */
  readonly withholdsNothing?: true;
}

// Where the text of a paragraph could not be read at its source, the ground is offered without more than its section.
/** Names the request that goes on (`duplicateOf`). */
export const DUPLICATE = 'DUPLICATE';

const NOT_REFUSALS: readonly Ground[] = [
  { code: 'NO_DATA', section: null, closesOnly: true, withholdsNothing: true },
  { code: 'OUTSIDE_ACT', section: '4', closesOnly: true },
  { code: DUPLICATE, section: null, closesOnly: true },
];
const OF_THE_ACT: Readonly<Record<RightCode, readonly Ground[]>> = {
  ACCESS: [{ code: 'LAW_AND_HARM', section: '30' }],
  PORTABILITY: [
    { code: 'PUBLIC_TASK', section: '31' },
    { code: 'LAW', section: '31' },
    { code: 'RIGHTS_OF_OTHERS', section: '31' },
    { code: 'TECHNICALLY_IMPOSSIBLE', section: '31' },
  ],
  OBJECTION: [
    { code: 'COMPELLING_GROUND', section: '32(1)' },
    { code: 'LEGAL_CLAIMS', section: '32(1)' },
    { code: 'RESEARCH_PUBLIC_TASK', section: '32(3)' },
  ],
  ERASURE: [
    { code: 'EXPRESSION', section: '33' },
    { code: 'ARCHIVE_RESEARCH', section: '33' },
    { code: 'PUBLIC_TASK', section: '33' },
    { code: 'HEALTH', section: '33' },
    { code: 'LEGAL_CLAIMS', section: '33' },
    { code: 'LAW', section: '33' },
    // By clause 5 of the Committee's notification on erasure, which is issued under this section.
    { code: 'INTERESTS_OF_OTHERS', section: '33' },
  ],
  // Section 34 states when the right applies, and no ground for refusing it.
  RESTRICTION: [{ code: 'CONDITIONS_NOT_MET', section: null }],
  // Section 36 names no ground: whoever does not correct records the request with the reason.
  RECTIFICATION: [
    { code: 'DATA_CORRECT', section: '36' },
    { code: 'OTHER_REASON', section: '36' },
  ],
  WITHDRAWAL: [
    { code: 'LAW', section: '19' },
    { code: 'CONTRACT_FOR_BENEFIT', section: '19' },
  ],
  COMPLAINT: [{ code: 'UNFOUNDED', section: null, closesOnly: true, withholdsNothing: true }],
};
const OF_OWN_RIGHTS: readonly Ground[] = [{ code: 'OTHER_REASON', section: null }];

/** Grounds that may be named for a right; `code` null: one of the workspace's own. */
export const groundsOf = (code: RightCode | null): readonly Ground[] => [
  ...(code === null ? OF_OWN_RIGHTS : OF_THE_ACT[code]),
  ...NOT_REFUSALS,
];

/** The section that names a ground of a right; null: the act names none. */
export const sectionOfGround = (right: RightCode | null, code: string | null): string | null =>
  groundsOf(right).find((ground) => ground.code === code)?.section ?? null;

const ALL_GROUNDS = [...Object.values(OF_THE_ACT).flat(), ...OF_OWN_RIGHTS, ...NOT_REFUSALS];
const codesOf = (grounds: readonly Ground[]): string[] => [...new Set(grounds.map(({ code }) => code))];
/** Every code that a ground can have. */
export const GROUND_CODES = codesOf(ALL_GROUNDS);
/** Codes of the grounds by which a right is refused, whichever right it is. */
export const REFUSAL_GROUNDS = codesOf(ALL_GROUNDS.filter(({ closesOnly }) => !closesOnly));

/** The ground for which something of a right is withheld; undefined where that is not so. */
export const withholdingGround = (right: RightCode | null, code: string): Ground | undefined =>
  groundsOf(right).find((ground) => ground.code === code && !ground.withholdsNothing);

/**
 * How a right that is not carried out reads: refused or only closed, with the section of its ground where there is one.
 */
export type ClosingText = 'refusedUnder' | 'refused' | 'closedUnder' | 'closed';
export function closingText({ groundCode, section }: { groundCode: string; section: string | null }): ClosingText {
  if (REFUSAL_GROUNDS.includes(groundCode)) return section === null ? 'refused' : 'refusedUnder';
  return section === null ? 'closed' : 'closedUnder';
}

/** Rights whose refusal section 39 (7) wants recorded: those under sections 30, 31, 32 and 36. */
export const RECORDED_RIGHTS: readonly RightCode[] = ['ACCESS', 'PORTABILITY', 'OBJECTION', 'RECTIFICATION'];
