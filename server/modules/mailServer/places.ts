import { appError } from '../../platform/errors.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { adminPlaces } from '../consentAdmin/service.ts';

/** An organisation as the caller administers it. */
export interface Organization {
  readonly id: string;
  /** The workspace from which its servers are read and written: the one that the caller comes from, where it is one of them. */
  readonly place: WorkspaceContext;
  /** All of its workspaces that are the caller's, by name. */
  readonly places: readonly WorkspaceContext[];
}

/** The organisations in which the caller has the console, the one of `ws` first. */
export async function organizationsOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization[]> {
  const places = await adminPlaces(ctx, 'admin.console');
  const byOrganization = Map.groupBy(places, ({ workspace }) => workspace.organizationId);
  const found = [...byOrganization].map(([id, own]) => ({
    id,
    place: own.find(({ workspace }) => workspace.id === ws) ?? own[0]!,
    places: own,
  }));
  const isHome = ({ place }: Organization) => place.workspace.id === ws;
  return [...found.filter(isHome), ...found.filter((one) => !isHome(one))];
}

/** The organisation that a new server is of. @throws 400 where the caller has several and names none */
export async function homeOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization> {
  const [first, ...others] = await organizationsOf(ctx, ws);
  if (!first || (ws === undefined && others.length > 0)) throw appError('mailServer.whichOrganization', { at: 'ws' });
  return first;
}
