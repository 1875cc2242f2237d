import { may, type Permission } from '../../../shared/registry/permissions.ts';
import { type SignedInContext, type WorkspaceContext, workspaceContext } from '../trpc/context.ts';
import { findOpenMemberships } from './membership.ts';

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
  const memberships = await findOpenMemberships(ctx.deps.authDb, ctx.session.userId);
  const places = memberships
    .map((membership) => workspaceContext(ctx, membership))
    .filter(({ standing }) => may(standing, 'admin.console') && may(standing, permission));
  const of = ws === undefined ? undefined : memberships.find(({ workspace }) => workspace.id === ws)?.workspace;
  return places
    .filter(({ workspace }) => ws === undefined || workspace.organizationId === of?.organizationId)
    .filter(({ workspace }) => workspaceId === undefined || workspace.id === workspaceId);
}

/** An organisation as the caller administers it. */
export interface Organization {
  readonly id: string;
  /** The workspace from which what is the organisation's is read and written: the one that the caller comes from. */
  readonly place: WorkspaceContext;
  /** All of its workspaces that are the caller's, by name. */
  readonly places: readonly WorkspaceContext[];
}

/** The organisation of `ws`; without it, every one in which the caller has the console. */
export async function organizationsOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization[]> {
  const places = await adminPlaces(ctx, 'admin.console');
  const byOrganization = Map.groupBy(places, ({ workspace }) => workspace.organizationId);
  return [...byOrganization].flatMap(([id, own]) => {
    const place = ws === undefined ? own[0] : own.find(({ workspace }) => workspace.id === ws);
    return place ? [{ id, place, places: own }] : [];
  });
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
