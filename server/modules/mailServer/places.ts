import { appError } from '../../platform/errors.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { adminPlaces } from '../consentAdmin/service.ts';

/** An organisation as the caller administers it. */
export interface Organization {
  readonly id: string;
  /** The workspace from which its servers are read and written: the one that the caller comes from. */
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

/** The organisation that a new server is of. @throws 400 where the caller has several and names none */
export async function homeOf(ctx: SignedInContext, ws: string | undefined): Promise<Organization> {
  const [first, ...others] = await organizationsOf(ctx, ws);
  if (!first || others.length > 0) throw appError('mailServer.whichOrganization', { at: 'ws' });
  return first;
}
