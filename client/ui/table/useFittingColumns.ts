import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Column } from './types.ts';

interface Widths {
  /** Minimum widths in px of columns, by their ids, as far as they had to be measured. */
  readonly columns: ReadonlyMap<string, number>;
  /** The width of a row beside its columns. */
  readonly beside: number;
}

interface Fit {
  /** Columns that do not fit. */
  readonly noRoom: readonly string[];
  /** Whether not even the most important ones fit. */
  readonly asCards: boolean;
}

const ALL_FIT: Fit = { noRoom: [], asCards: false };

/** The order in which columns are hidden: priority 3 before 2, and of two the later one. */
const leavingOrder = <Row>(columns: readonly Column<Row>[]) =>
  columns
    .filter((column, index) => index > 0 && column.priority !== 1)
    .toReversed()
    .toSorted((one, other) => (other.priority ?? 2) - (one.priority ?? 2));

/**
 * Which columns fit.
 * @param columns the requested ones, in order
 * @param chosen ids of explicitly chosen ones, which stay
 * @param widths unmeasured columns count as zero: they are tried
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
 * The columns that fit into a table's frame, by their content: a table that is too wide has its minimum width, so each
 * column can be measured, and those that do not fit are hidden before the paint.
 * @param columns the requested ones
 * @param chosen ids of explicitly chosen ones: they stay, and the table scrolls in its frame if necessary
 * @returns refs for the frame and the table's box, the columns that fit, and those that do not
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
  // Other columns or texts: the measurements are no longer valid.
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

/** The widths of the columns of a table at its minimum width, beside known ones of others. */
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
