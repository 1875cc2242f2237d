/** By what the list of incidents is narrowed to exactly what a number of PDPC deadlines counts. */
export const drillDown = {
  openClocks: { clock: 'OPEN', excess: 'WITHOUT', sortBy: 'dueAt', sortDirection: 'ASC' },
  overdue: { clock: 'OVERDUE', excess: 'WITHOUT' },
  /** What the others leave out: public reports beyond the limit. */
  excess: { clock: 'OPEN', excess: 'ONLY' },
  overdueExcess: { clock: 'OVERDUE', excess: 'ONLY' },
} as const;
