import type { Role } from '../../shared/registry/roles.ts';
import { buildPerson, buildWorkspace, type Person, type World } from '../factories.ts';

/**
 * A new workspace and a person of each requested role: `({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO',
 * staff: 'Staff' }))`.
 */
export async function buildTeam<Name extends string>(
  world: World,
  roles: Record<Name, Role>,
): Promise<{ ws: string } & Record<Name, Person>> {
  const { id: ws } = await buildWorkspace(world);
  const people: [string, Person][] = [];
  for (const [name, role] of Object.entries<Role>(roles))
    people.push([name, await buildPerson(world, { workspaceId: ws, role })]);
  return { ws, ...(Object.fromEntries(people) as Record<Name, Person>) };
}
