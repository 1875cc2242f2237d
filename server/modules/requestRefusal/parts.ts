import type { Executor } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import { withholdingGround } from '../../../shared/request/grounds.ts';

/**
 * Which of these rights are completed without all of them being carried out: a task was refused by a ground for which
 * something is withheld. Read from the register of refusals, which keeps parts once their tasks are anonymised.
 */
export async function carriedOutInPart(
  db: Executor,
  workspaceId: string,
  rightIds: readonly string[],
): Promise<Set<string>> {
  if (rightIds.length === 0) return new Set();
  const parts = await db
    .selectFrom('requestRefusals')
    .select(['requestRightId', 'code', 'groundCode'])
    .where('workspaceId', '=', workspaceId)
    .where('requestRightId', 'in', [...rightIds])
    .where('part', 'is not', null)
    .execute();
  return new Set(
    parts
      .filter(({ code, groundCode }) => withholdingGround(code as RightCode | null, groundCode))
      .map(({ requestRightId }) => requestRightId),
  );
}
