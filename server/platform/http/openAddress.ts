import { may } from '../../../shared/registry/permissions.ts';
import { matchRoute } from '../../../shared/registry/routeMatch.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** The first of some addresses of pages that the caller may open; null where there is none. */
export const firstOpenAddress = (ctx: WorkspaceContext, addresses: readonly (string | null)[]): string | null =>
  addresses.find((address) => {
    const permission = address && matchRoute(address.split('?')[0]!)?.route.permission;
    return permission && may(ctx.standing, permission);
  }) ?? null;
