// The scale of the timeline: hours since an incident was discovered, in percent of a line.

/** Where the moment of discovery stands; what came before is left of it. */
const BEGIN = 6;
/** Where the hours of the workspace end; weeks later have the rest. */
const LIMIT = 76;
/** The longest that the line tells apart: 60 days, or twenty times the hours of the workspace. */
const endOf = (limit: number): number => Math.max(24 * 60, limit * 20);

/**
 * Where a moment stands, in percent: the hours that the workspace has (`limit`) take most of the line, since that is
 * what is asked of it; what came before discovery stands at its beginning, weeks later at its end.
 * @example placeOf(24, 72) // 29.33…
 */
export function placeOf(hours: number, limit: number): number {
  if (hours <= 0) return Math.max(0, BEGIN + hours / 4);
  if (hours <= limit) return BEGIN + (hours / limit) * (LIMIT - BEGIN);
  return Math.min(100, LIMIT + (Math.log(hours / limit) / Math.log(endOf(limit) / limit)) * (100 - LIMIT));
}

/** Steps that people count in, hours. */
const STEPS = [1, 2, 4, 6, 12, 24, 48, 72, 120, 168, 240] as const;
const MOST_STEPS = 4;
const LATER = [24 * 7, 24 * 30] as const;

/**
 * Hours that the axis names, those of the workspace among them, each at least `gap` percent from the one before.
 * @example ticksOf(72, 5) // [0, 24, 48, 72, 168, 720]
 */
export function ticksOf(limit: number, gap: number): number[] {
  const step = STEPS.find((one) => limit / one <= MOST_STEPS) ?? limit;
  const within = Array.from({ length: Math.ceil(limit / step) - 1 }, (_, index) => (index + 1) * step);
  const all = [0, ...within, limit, ...LATER.filter((hours) => hours > limit)];
  // The two that everybody looks for stay; what comes too close to them goes.
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
 * Things at places on a line, those closer than `gap` percent to the one before taken together; each group stands at
 * its middle. `items` in their order.
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
