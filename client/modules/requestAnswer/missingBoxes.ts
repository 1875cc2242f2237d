import type { RedactionBox } from '../../../shared/requestAnswer/redaction.ts';

const placeOf = ({ page, x, y, width, height }: RedactionBox): string => [page, x, y, width, height].join(' ');

/** Those of some boxes, each once, at whose places none is there. */
export function missingBoxes(there: readonly RedactionBox[], found: readonly RedactionBox[]): RedactionBox[] {
  const missing = new Map(found.map((box) => [placeOf(box), box]));
  for (const box of there) missing.delete(placeOf(box));
  return [...missing.values()];
}
