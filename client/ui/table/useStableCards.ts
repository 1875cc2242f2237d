import { useMemo } from 'react';
import { useStableRows } from './useStableRows.ts';

interface Column<Card> {
  readonly cards: readonly Card[];
  /** Null where they are not counted. */
  readonly total: number | null;
}

/**
 * The cards of a board's column in their places, by the rules of lists (`useStableRows`): a card that is pressed or
 * dragged stays where it is while others move theirs, and those that come wait until requested.
 * @param column the server's last answer
 * @param options.key identifies the query and the column
 * @param options.limit the most cards of a column
 * @returns the cards to display, how many new ones wait, how many there are beside both, and `show` for the new ones
 */
export function useStableCards<Card extends { readonly id: string }>(
  { cards, total }: Column<Card>,
  { key, isRefreshing, limit }: { key: string; isRefreshing: boolean; limit: number },
): { cards: readonly Card[]; pending: number; more: number; show: () => void } {
  const data = useMemo(
    () => ({
      collection: cards,
      meta: { currentPage: 1, pageSize: limit, totalPage: 1, totalItems: total ?? cards.length },
    }),
    [cards, limit, total],
  );
  const { data: stable = data, pending, show } = useStableRows(data, { key, isRefreshing, rowKey: ({ id }) => id });
  const displayed = stable.collection;
  const more = total === null ? 0 : Math.max(0, total - displayed.length - pending);
  return { cards: displayed, pending, more, show };
}
