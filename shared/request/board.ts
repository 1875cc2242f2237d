import { z } from 'zod';
import { listFilters } from '../list.ts';
import { id, inWorkspace, searchText } from '../text.ts';
import { REQUEST_LIST, requestRightItem, subjectSearch } from './schema.ts';
import { BOARD_STAGES } from './stage.ts';

export const requestBoardInput = inWorkspace.extend({
  query: searchText,
  ...listFilters(REQUEST_LIST).shape,
  ...subjectSearch,
});
export type RequestBoardInput = z.output<typeof requestBoardInput>;
/** One right on the board, with the request that it belongs to. */
const requestCard = requestRightItem.extend({
  request: z.object({
    id,
    number: z.number().int(),
    rowVersion: z.number().int(),
    receivedAt: z.string(),
    subjectName: z.string().nullable(),
    anonymisedAt: z.string().nullable(),
  }),
  /** Moves that the caller may make now. */
  allowed: z.array(z.string()),
});
export type RequestCard = z.infer<typeof requestCard>;
/** The columns of the board in their order; the last holds what was closed last. */
export const requestBoard = z.object({
  columns: z.array(
    z.object({
      stage: z.enum(BOARD_STAGES),
      /** Rights that stand there; null where they are not counted. */
      total: z.number().int().nullable(),
      cards: z.array(requestCard),
    }),
  ),
});
export type RequestBoard = z.infer<typeof requestBoard>;
