import { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { folded } from './facts.ts';
import type { Effect } from './planner.ts';

/** The problem of an application that was edited or published between the check and the confirmation. */
export const EDITED = 'recordImport:problem.edited';

const versions = z.array(z.tuple([z.string(), z.number().int()])).transform((pairs) => new Map(pairs));
/** Row versions of the records that a check met: of applications by their folded names, of purposes by their ids. */
const metVersions = z.object({ applications: versions, purposes: versions });
type MetVersions = z.output<typeof metVersions>;
/** The same as they are stored. */
export type StoredVersions = z.input<typeof metVersions>;

/** What the last check of an import met; null for one that was checked before that was stored. */
export async function findMet(trx: Trx, workspaceId: string, importId: string): Promise<MetVersions | null> {
  const { met } = await trx
    .selectFrom('imports')
    .select('met')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  return metVersions.nullable().parse(met);
}

/** Whether writing an application would undo an edit since the check; its mapping is edited over its version. */
export function isEdited(
  { applications, purposes }: MetVersions,
  { plan, before, outcome, purposes: own }: Effect,
): boolean {
  if (outcome === 'unchanged') return false;
  return (
    applications.get(folded(plan.name)) !== before?.rowVersion ||
    own.some(
      ({ before: recorded, same }) => recorded !== null && !same && purposes.get(recorded.id) !== recorded.rowVersion,
    )
  );
}
