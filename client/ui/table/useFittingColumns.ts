import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Column } from './types.ts';

interface Widths {
  /** Least widths in px of columns, by their ids, as far as they had to be measured. */
  readonly columns: ReadonlyMap<string, number>;
  /** What a row takes beside its columns. */
  readonly beside: number;
}

interface Fit {
  /** Columns that have no room. */
  readonly noRoom: readonly string[];
  /** Whether not even the most important ones have room. */
  readonly asCards: boolean;
}

const ALL_FIT: Fit = { noRoom: [], asCards: false };

/** The order in which columns leave: priority 3 before 2, and of two the later one. */
const leavingOrder = <Row>(columns: readonly Column<Row>[]) =>
  columns
    .filter((column, index) => index > 0 && column.priority !== 1)
    .toReversed()
    .toSorted((one, other) => (other.priority ?? 2) - (one.priority ?? 2));

/**
 * Which columns have room.
 * @param columns those that are wanted, in order
 * @param chosen ids of those that somebody asked for, which stay
 * @param widths unmeasured columns count as none: they are tried
 * @param room in px
 */
function fitOf<Row>(columns: readonly Column<Row>[], chosen: ReadonlySet<string>, widths: Widths, room: number): Fit {
  const widthOf = (list: readonly Column<Row>[]) =>
    list.reduce((sum, { id }) => sum + (widths.columns.get(id) ?? 0), widths.beside);
  const noRoom: string[] = [];
  let needed = widthOf(columns);
  for (const column of leavingOrder(columns)) {
    if (needed <= room) break;
    if (chosen.has(column.id)) continue;
    noRoom.push(column.id);
    needed -= widths.columns.get(column.id) ?? 0;
  }
  const important = columns.filter((column, index) => index === 0 || column.priority === 1);
  return { noRoom, asCards: widthOf(important) > room };
}

/**
 * The columns that fit into a table's frame, by what they hold: a table that is too wide is at its least width, so each
 * column then tells how much room it needs, and those that have none leave before anybody sees it.
 * @param columns the wanted ones
 * @param chosen ids of those that somebody asked for: they stay, and the table scrolls in its frame if need be
 * @returns refs for the frame and the box that the table stands in, what fits, and the columns that have none
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: ReadonlySet<string>,
): {
  frame: RefObject<HTMLDivElement | null>;
  box: RefObject<HTMLDivElement | null>;
  fitting: readonly Column<Row>[];
  noRoom: ReadonlySet<string>;
  asCards: boolean;
} {
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const widths = useRef<Widths & { key: string }>({ key: '', columns: new Map(), beside: 0 });
  const [fit, setFit] = useState(ALL_FIT);
  const [room, setRoom] = useState(0);
  // Other columns or words: what was measured holds no more.
  const key = columns.map(({ id, header }) => `${id} ${header}`).join();

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    setRoom(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (room === 0) return;
    if (widths.current.key !== key) widths.current = { key, columns: new Map(), beside: 0 };
    if (box.current && box.current.scrollWidth > box.current.clientWidth)
      widths.current = { key, ...measure(box.current, widths.current) };
    const next = fitOf(columns, chosen, widths.current, room);
    if (next.asCards !== fit.asCards || next.noRoom.join() !== fit.noRoom.join()) setFit(next);
  });

  const noRoom = new Set(fit.noRoom);
  return { frame, box, fitting: columns.filter(({ id }) => !noRoom.has(id)), noRoom, asCards: fit.asCards };
}

/** The widths of the columns of a table that is at its least width, beside those known of others. */
function measure(box: HTMLDivElement, known: Widths): Widths {
  const heads = [...box.querySelectorAll<HTMLElement>('thead th[data-column]')];
  const columns = new Map(known.columns);
  let sum = 0;
  for (const head of heads) {
    const width = head.getBoundingClientRect().width;
    columns.set(head.dataset['column']!, width);
    sum += width;
  }
  return { columns, beside: Math.max(0, (box.firstElementChild?.getBoundingClientRect().width ?? sum) - sum) };
}
