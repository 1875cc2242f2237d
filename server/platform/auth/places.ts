import { stepInto, type Trx } from '../../../db/client.ts';
import { may, type Permission, rolesWith } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../actor.ts';
import { type Change, emit, type EventFacts } from '../live/emit.ts';
import { type SignedInContext, type WorkspaceContext, workspaceContext } from '../trpc/context.ts';
import { findMemberships } from './membership.ts';

/** The workspace that the console was opened in, and the one that a list is narrowed to. */
interface Wanted {
  readonly ws?: string | undefined;
  readonly workspaceId?: string | undefined;
}

/**
 * The caller's place in every workspace where the console is theirs and `permission` too: each is then read in a
 * transaction of its own, behind its own wall. Those of the organisation of `ws`; without it, of every one.
 * `workspaceId`: that one alone, if it is one of them.
 */
export async function adminPlaces(
  ctx: SignedInContext,
  permission: Permission,
  { ws, workspaceId }: Wanted = {},
): Promise<WorkspaceContext[]> {
  return (await placesIn(ctx, ws))
    .filter(({ standing }) => may(standing, 'admin.console') && may(standing, permission))
    .filter(({ workspace }) => workspaceId === undefined || workspace.id === workspaceId);
}

/** The caller's place in every workspace that they work in, of the organisation of `ws` or of every one. */
async function placesIn(ctx: SignedInContext, ws: string | undefined): Promise<WorkspaceContext[]> {
  const memberships = await findMemberships(ctx.deps.authDb, ctx.session.userId);
  const of = memberships.find(({ workspace }) => workspace.id === ws)?.workspace.organizationId;
  return memberships
    .filter(({ workspace }) => ws === undefined || workspace.organizationId === of)
    .map((membership) => workspaceContext(ctx, membership));
}

/** An organisation as the caller administers it. */
export interface Organization {
  readonly id: string;
  /** The workspace from which what is the organisation's is read and written: the one that the caller comes from. */
  readonly place: WorkspaceContext;
  /** All of its workspaces that are the caller's, by name. */
  readonly places: readonly WorkspaceContext[];
  /** All of which the caller is an Admin: the same, those without the console, and those that are being deleted. */
  readonly owned: readonly WorkspaceContext[];
}

/** The organisation of `ws`; without it, every one in which the caller has the console. */
export async function organizationsOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization[]> {
  const owned = (await placesIn(ctx, ws)).filter(({ standing }) => rolesWith('admin.console').includes(standing.role));
  const byOrganization = Map.groupBy(owned, ({ workspace }) => workspace.organizationId);
  return [...byOrganization].flatMap(([id, own]) => {
    const places = own.filter(({ standing }) => may(standing, 'admin.console'));
    const place = ws === undefined ? places[0] : places.find(({ workspace }) => workspace.id === ws);
    return place ? [{ id, place, places, owned: own }] : [];
  });
}

/**
 * Writes an event of what is the organisation's into every one of these workspaces that is the caller's, since it
 * concerns the data of each; where it concerns none, into the one that they come from. In the caller's transaction.
 * `changesIn`: what changed of a workspace's own data, which the other ones do not read.
 */
export async function emitIn(
  trx: Trx,
  { place, owned }: Organization,
  workspaceIds: Iterable<string>,
  facts: EventFacts,
  changesIn?: (workspaceId: string) => Promise<Change[]>,
): Promise<void> {
  const wanted = new Set(workspaceIds);
  const concerned = owned.filter(({ workspace }) => wanted.has(workspace.id));
  for (const one of concerned.length > 0 ? concerned : [place]) {
    await stepInto(trx, one.workspace.id);
    const own = (await changesIn?.(one.workspace.id)) ?? [];
    await emit(trx, actorOf(one), { ...facts, changes: [...(facts.changes ?? []), ...own] });
  }
  await stepInto(trx, place.workspace.id);
}

/** The caller's places in these organisations, all of them; narrowed to those whose name holds `query`. */
export async function placesNamed(
  ctx: SignedInContext,
  ws: string | undefined,
  query = '',
): Promise<WorkspaceContext[]> {
  const wanted = query.toLocaleLowerCase('th');
  return (await organizationsOf(ctx, ws))
    .flatMap(({ places }) => places)
    .filter(({ workspace }) => workspace.name.toLocaleLowerCase('th').includes(wanted));
}
