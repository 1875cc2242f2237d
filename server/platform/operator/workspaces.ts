import type { Deps } from '../trpc/context.ts';

/** What an operator asked for and cannot have; the message says why. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/**
 * A workspace that an operator means.
 * @param named its id, or its name where no other has it
 * @throws AdminError
 */
export async function findWorkspace(
  { authDb }: Pick<Deps, 'authDb'>,
  named: string,
): Promise<{ id: string; name: string }> {
  const found = await authDb
    .selectFrom('workspaces as w')
    .innerJoin('organizations as o', 'o.id', 'w.organizationId')
    .select(({ ref }) => ['w.id', 'w.name', ref('o.name').as('organization')])
    .where(({ or, eb, cast }) => or([eb(cast<string>('w.id', 'text'), '=', named), eb('w.name', '=', named)]))
    .orderBy('w.id')
    .execute();
  const [workspace] = found;
  if (!workspace) throw new AdminError(`There is no workspace ${named}.`);
  if (found.length > 1)
    throw new AdminError(
      `Several workspaces have this name; name one by its id:\n${found.map((one) => `${one.id}  ${one.name} (${one.organization})`).join('\n')}`,
    );
  return workspace;
}
