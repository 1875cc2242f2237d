import type { z } from 'zod';
import type { linkableWorkspaces, linkedWorkspace, MailServer } from '../../../shared/mailServer/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { type Organization, organizationsOf } from '../../platform/auth/places.ts';
import * as queries from './queries.ts';
import { viewOf } from './view.ts';

type Input = z.output<typeof linkedWorkspace>;

/** Workspaces of the caller, each with the server that carries its mails now; closed ones while they have one. */
export async function workspaces(
  ctx: SignedInContext,
  { ws }: { ws?: string | undefined },
): Promise<z.infer<typeof linkableWorkspaces>> {
  const found: z.infer<typeof linkableWorkspaces> = [];
  for (const organization of await organizationsOf(ctx, ws)) {
    const links = await organization.place.read((trx) => queries.linksOf(trx, organization.id));
    const serverOf = new Map(links.map(({ workspaceId, ...server }) => [workspaceId, server]));
    for (const place of organization.owned) {
      const { workspace } = place;
      const server = serverOf.get(workspace.id);
      if (!server && !organization.places.includes(place)) continue;
      found.push({
        id: workspace.id,
        name: workspace.name,
        organizationId: organization.id,
        serverId: server?.id ?? null,
        serverName: server?.name ?? '',
      });
    }
  }
  return found;
}

/**
 * Links a workspace to the server that carries its mails. @throws 404 for a server or workspace that is not the
 * caller's
 */
export async function link(ctx: SignedInContext, input: Input): Promise<MailServer> {
  const { place, organization } = await placeOf(ctx, input, 'places');
  return place.transaction(async (trx) => {
    const actor = actorOf(place);
    const before = await queries.findServer(trx, organization.id, input.id);
    if (!before) throw appError('mailServer.notFound');
    if (before.links.some(({ id }) => id === input.wid)) return viewOf(before, organization, actor.at);
    await queries.linkWorkspace(trx, {
      workspaceId: input.wid,
      organizationId: organization.id,
      serverId: input.id,
      createdAt: actor.at,
    });
    await emit(trx, actor, { event: 'mailServer.linked', entityId: input.id, subject: before.name });
    const after = (await queries.findServer(trx, organization.id, input.id)) ?? before;
    return viewOf(after, organization, actor.at);
  });
}

/** Removes the link. @throws 404, also where the workspace does not use this server */
export async function unlink(ctx: SignedInContext, input: Input): Promise<MailServer> {
  const { place, organization } = await placeOf(ctx, input, 'owned');
  return place.transaction(async (trx) => {
    const actor = actorOf(place);
    if (!(await queries.unlinkWorkspace(trx, input.wid, input.id))) throw appError('mailServer.notFound');
    const row = await queries.findServer(trx, organization.id, input.id);
    if (!row) throw appError('mailServer.notFound');
    await emit(trx, actor, { event: 'mailServer.unlinked', entityId: input.id, subject: row.name });
    return viewOf(row, organization, actor.at);
  });
}

/** The workspace to link, with the console, or to unlink, which the caller administers. @throws 404 */
async function placeOf(ctx: SignedInContext, { ws, wid }: Input, among: 'places' | 'owned') {
  const isTarget = ({ workspace }: Organization['place']) => workspace.id === wid;
  for (const organization of await organizationsOf(ctx, ws)) {
    const place = organization[among].find(isTarget);
    if (place) return { place, organization };
  }
  throw appError('workspace.notFound');
}
