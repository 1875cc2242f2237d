/**
 * Before a row is removed by a control of its own: focuses the control of the next row, or of the previous one, and
 * without any the nearest part around the row that can be focused.
 */
export function focusNeighbour(row: Element): void {
  const controls = [row.nextElementSibling, row.previousElementSibling].map((neighbour) =>
    neighbour instanceof HTMLButtonElement ? neighbour : neighbour?.querySelector<HTMLElement>('button'),
  );
  const around = row.parentElement?.closest<HTMLElement>('[tabindex]');
  (controls.find(Boolean) ?? around)?.focus();
}
