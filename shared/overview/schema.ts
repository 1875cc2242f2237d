import { z } from 'zod';
import { id } from '../text.ts';

/** How a module stands: nothing in it yet, nothing to do, something to do, a deadline has passed. */
const OVERVIEW_STATES = ['empty', 'inOrder', 'attention', 'overdue'] as const;
export type OverviewState = (typeof OVERVIEW_STATES)[number];

/** Address of a page without language; null where the caller may not open it. */
const address = z.string().nullable();
/** The same figure seven days ago; null where that is not known. */
const weekAgo = z.number().int().nullable();

const overviewFigure = z.object({
  /** Names the figure in locales: `<module>:overview.<key>`. */
  key: z.string(),
  value: z.number().int(),
  weekAgo,
  /** The list of what was counted. */
  address,
});
export type OverviewFigure = z.infer<typeof overviewFigure>;

/** Records with a kind of deadline that has passed: how many, and the ones overdue longest. */
const overdueRecords = z.object({
  total: z.number().int(),
  weekAgo,
  /**
   * The key of the module's text of what is counted, where it has several kinds, or it is not records but parts of
   * them.
   */
  counted: z.string().optional(),
  /** In what its deadlines are counted. */
  unit: z.enum(['hours', 'days']),
  /** Empty where they are counted apart, so that they hide no others. */
  records: z.array(
    z.object({
      id,
      /** In both languages where the record has its name in both; `en` may be empty. */
      title: z.union([z.string(), z.object({ th: z.string(), en: z.string() })]),
      /** Which part of the record is overdue, where it has several with a deadline each. */
      part: z.object({ th: z.string(), en: z.string() }).optional(),
      dueAt: z.string(),
      address,
    }),
  ),
  address,
});
export type OverdueRecords = z.infer<typeof overdueRecords>;

const overviewCard = z.object({
  /** Name of the module; its title stands in locales `<module>:overview.title`. */
  module: z.string(),
  state: z.enum(OVERVIEW_STATES),
  /** One for each kind of deadline; empty where the module has none. */
  overdue: z.array(overdueRecords),
  figures: z.array(overviewFigure),
  /** The module's own page. */
  address,
});
export type OverviewCard = z.infer<typeof overviewCard>;

/** One card a module, those with passed deadlines first. */
export const overviewCards = z.array(overviewCard);

/** Records of an overdue list, at most. */
export const OVERDUE_LIMIT = 5;
