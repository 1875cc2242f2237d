// The scale of the timeline: hours since an incident was discovered, in percent of a line.

/** The position of discovery; what happened before is left of it. */
const START = 6;
/** The position of the workspace's deadline; the remainder is for the following weeks. */
const LIMIT = 76;
/** The end of the scale: 60 days, or twenty times the workspace's deadline. */
const endOf = (limit: number): number => Math.max(24 * 60, limit * 20);

/**
 * The position of a moment, in percent: the hours until the deadline (`limit`) take most of the line, because they
 * matter most; moments before discovery are at the beginning, weeks later at the end.
 * @example placeOf(24, 72) // 29.33…
 */
export function placeOf(hours: number, limit: number): number {
  if (hours <= 0) return Math.max(0, START + hours / 4);
  if (hours <= limit) return START + (hours / limit) * (LIMIT - START);
  return Math.min(100, LIMIT + (Math.log(hours / limit) / Math.log(endOf(limit) / limit)) * (100 - LIMIT));
}

/** Usual intervals in hours. */
const STEPS = [1, 2, 4, 6, 12, 24, 48, 72, 120, 168, 240] as const;
const MOST_STEPS = 4;
const LATER = [24 * 7, 24 * 30] as const;

/**
 * Hours labelled on the axis, including the deadline, each at least `gap` percent after the previous one.
 * @example ticksOf(72, 5) // [0, 24, 48, 72, 168, 720]
 */
export function ticksOf(limit: number, gap: number): number[] {
  const step = STEPS.find((one) => limit / one <= MOST_STEPS) ?? limit;
  const within = Array.from({ length: Math.ceil(limit / step) - 1 }, (_, index) => (index + 1) * step);
  const all = [0, ...within, limit, ...LATER.filter((hours) => hours > limit)];
  // The two most important labels are always displayed; labels too close to them are left out.
  return all.filter((hours, index) => {
    const near = (other: number | undefined) =>
      other !== undefined && Math.abs(placeOf(hours, limit) - placeOf(other, limit)) < gap;
    return (
      hours === 0 ||
      hours === limit ||
      !(near(0) || near(limit) || (hours > limit && index > 0 && all[index - 1] !== limit && near(all[index - 1])))
    );
  });
}

/**
 * Groups items whose positions are closer than `gap` percent to the previous one; the position of a group is its
 * middle. `items` must be sorted.
 */
export function grouped<Item>(
  items: readonly Item[],
  place: (item: Item) => number,
  gap: number,
): { at: number; items: [Item, ...Item[]] }[] {
  const groups: { last: number; items: [Item, ...Item[]] }[] = [];
  for (const item of items) {
    const at = place(item);
    const group = groups.at(-1);
    if (group && at - group.last < gap) {
      group.items.push(item);
      group.last = at;
    } else groups.push({ last: at, items: [item] });
  }
  return groups.map(({ last, items: these }) => ({ at: (place(these[0]) + last) / 2, items: these }));
}
