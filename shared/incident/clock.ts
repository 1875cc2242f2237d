import { z } from 'zod';
import { clock } from '../clock.ts';
import { DAY } from '../duration.ts';
import { id } from '../text.ts';
import { RISK_LEVELS } from './riskLevel.ts';

export const CLOCK_BASES = ['creation', 'awareness'] as const;
export type ClockBasis = (typeof CLOCK_BASES)[number];
/** What a clock goes by; `former`: an ended one that was counted from an awareness which has been corrected since. */
const COUNTED_BASES = [...CLOCK_BASES, 'former'] as const;
export type CountedBasis = (typeof COUNTED_BASES)[number];

/**
 * The clock of notifying the authority, by the reading of the act that is due first. `other`: the other reading, where
 * the two differ.
 */
export const incidentClock = clock.extend({
  basis: z.enum(COUNTED_BASES),
  other: z.object({ basis: z.enum(CLOCK_BASES), startedAt: z.string(), dueAt: z.string() }).nullable(),
});
export type IncidentClock = z.infer<typeof incidentClock>;

/** The notification of the committee on breaches lets a late report give its reasons within 15 days of awareness. */
export const REASONED_REPORT_MS = 15 * DAY;

type Dues = Pick<IncidentClock, 'basis' | 'dueAt' | 'other'>;
/**
 * When the authority is to be notified by either reading of the act, that of the clock first; one where the two do not
 * differ.
 */
export const duesOf = ({ basis, dueAt, other }: Dues): { basis: CountedBasis; dueAt: string }[] => [
  { basis, dueAt },
  ...(other ? [{ basis: other.basis, dueAt: other.dueAt }] : []),
];
/**
 * Whether notifying the authority at this moment (epoch ms) misses either deadline; the very moment it is due is in
 * time. A clock that ended before both readings counted may have gone by the later one.
 */
export const isNotifiedLate = (clock: Dues & Pick<IncidentClock, 'outcome'>, at: number): boolean =>
  clock.outcome !== 'notNeeded' && at > Math.min(...duesOf(clock).map(({ dueAt }) => Date.parse(dueAt)));

/** Open clocks that the caller may see, those due first; for the bell and the dashboard. */
export const openClocks = z.object({
  total: z.number().int(),
  overdue: z.number().int(),
  /** Clocks of public reports beyond the limit, which are in neither number, nor listed. */
  excess: z.number().int(),
  collection: z.array(
    z.object({
      id,
      number: z.number().int(),
      title: z.string(),
      riskLevel: z.enum(RISK_LEVELS).nullable(),
      clock: incidentClock,
    }),
  ),
});
export type OpenClocks = z.infer<typeof openClocks>;
