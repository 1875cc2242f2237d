import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { FLAGS, type Flags } from '../../shared/registry/flags.ts';
import { may, type Permission, type Standing } from '../../shared/registry/permissions.ts';
import { FIRST_WORKSPACES, firstWorkspace } from '../../shared/shell/firstWorkspaces.ts';
import type { ShellConfig } from '../../shared/shell/schema.ts';
import type { Workspace } from '../../shared/workspace/schema.ts';
import { exportsOf } from '../exports/remembered.ts';
import { trpc } from '../trpc.ts';
import type { RouterOutputs } from '../trpc.ts';
import { draftsOf } from '../ui/form/draft.ts';
import { isClosed, isNotFound } from './errors.ts';
import { useGo, usePath, useWorkspaceParam } from './navigation.ts';

type Personnel = NonNullable<RouterOutputs['auth']['profile']['personnel']>;

/** Who is signed in, and where: available on every page behind the guard. */
export interface Session {
  /** uuid of the workspace, as the calls take it. */
  readonly ws: string;
  readonly workspace: Workspace;
  readonly userId: string;
  readonly email: string;
  readonly personnel: Personnel;
  /** Role, flags, tier and variant: the basis of permissions. */
  readonly standing: Standing;
  readonly config: ShellConfig;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  // Before any form below reads its draft.
  draftsOf(session.userId);
  exportsOf(session.personnel.id);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * The session of a page behind the guard.
 * @example const { ws, personnel } = useSession(); trpc.purpose.list.useQuery({ ws })
 */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession: the page is not behind the guard');
  return session;
}

/** The session if there is one: for parts that are also on public pages. */
export const useMaybeSession = (): Session | null => useContext(SessionContext);

/** Whether the signed-in person holds a permission here. @example const canPublish = useCan('ropa.publish') */
export function useCan(permission: Permission): boolean {
  return may(useSession().standing, permission);
}

export type Startup =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly session: Session }
  /** The role is unknown: the account is personnel of no workspace, or the profile has none. */
  | { readonly kind: 'noRole' }
  | { readonly kind: 'workspaceNotFound'; readonly id: string }
  /** It is being deleted, and closed. */
  | { readonly kind: 'workspaceClosed'; readonly id: string }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void };

/** Data that changes rarely; live events refetch it when it does. */
export const CALM = { staleTime: 60_000 } as const;

/**
 * Start of the session (spec 1 section 4.2): the workspace list, the workspace in the address or else the first open
 * one, and the person there. The calls are sent together when the address names a workspace.
 */
export function useStartup(): Startup {
  const named = useWorkspaceParam();
  const config = trpc.shell.config.useQuery(undefined, { staleTime: Infinity });
  const list = trpc.workspace.list.useQuery(FIRST_WORKSPACES, CALM);
  const ws = named ?? firstWorkspace(list.data?.collection ?? []);
  const workspace = trpc.workspace.get.useQuery({ ws: ws ?? '' }, { ...CALM, enabled: ws !== null });
  const profile = trpc.auth.profile.useQuery({ ws: ws ?? '' }, { ...CALM, enabled: ws !== null });

  // The address always names the displayed workspace.
  const go = useGo();
  const path = usePath();
  useEffect(() => {
    if (named || !ws) return;
    const search = new URLSearchParams(location.search);
    search.set('workspace', ws);
    go(`${path}?${search}${location.hash}`, { replace: true });
  }, [named, ws, go, path]);

  return useMemo((): Startup => {
    const notThere = [workspace.error, profile.error].some((error) => error && isNotFound(error));
    if (list.data?.collection.length === 0) return { kind: 'noRole' };
    if (ws && [workspace.error, profile.error].some(isClosed)) return { kind: 'workspaceClosed', id: ws };
    if (ws && notThere) return { kind: 'workspaceNotFound', id: ws };
    const failed = [list, workspace, profile, config].find((query) => query.error && !query.data);
    if (failed) {
      return {
        kind: 'failed',
        error: failed.error,
        retry: () => [list, workspace, profile, config].forEach((query) => query.error && void query.refetch()),
      };
    }
    if (!ws || !list.data || !workspace.data || !profile.data || !config.data) return { kind: 'loading' };
    const session = sessionOf(ws, workspace.data, profile.data, config.data);
    return session ? { kind: 'ready', session } : { kind: 'noRole' };
  }, [ws, list, workspace, profile, config]);
}

/** The session from the three answers; `null` when the profile has no personnel. */
export function sessionOf(
  ws: string,
  workspace: Workspace,
  profile: RouterOutputs['auth']['profile'],
  config: ShellConfig,
): Session | null {
  const { personnel, decodedUserInfo } = profile;
  if (!personnel) return null;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, workspace[flag]])) as Flags;
  return {
    ws,
    workspace,
    userId: decodedUserInfo.id,
    email: decodedUserInfo.email,
    personnel,
    config,
    standing: { role: personnel.role_name, tier: workspace.tier, flags, variant: config.variant },
  };
}
