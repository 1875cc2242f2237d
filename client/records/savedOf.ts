/** Who saved a record and when, if it has these fields. */
export function savedOf(record: object): { name: string | undefined; at: string | undefined } {
  const { updatedBy, updatedAt } = record as { updatedBy?: { name?: unknown } | null; updatedAt?: unknown };
  return {
    name: typeof updatedBy?.name === 'string' ? updatedBy.name : undefined,
    at: typeof updatedAt === 'string' ? updatedAt : undefined,
  };
}
