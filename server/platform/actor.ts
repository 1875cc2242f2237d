import type { Locale } from '../../shared/locale.ts';
import type { Standing } from '../../shared/registry/permissions.ts';
import type { Deps, WorkspaceContext } from './trpc/context.ts';

/** Who does something in a workspace, and when. */
export interface Actor {
  readonly workspaceId: string;
  /** null: the system itself, or somebody who is not of the workspace's personnel. */
  readonly personnelId: string | null;
  readonly at: Date;
  /** What the caller's permissions are judged by; left out where nobody asks: the product itself. */
  readonly standing?: Standing;
}

/** An actor of the workspace's personnel: whoever is signed in. */
export interface PersonnelActor extends Actor {
  readonly personnelId: string;
}

/** With what the server shares, for work that also reads accounts or writes mails. */
export type WithDeps<Kind extends Actor = Actor> = Kind & { readonly deps: Deps };

/** The caller of a workspace procedure. */
export interface Caller extends WithDeps<PersonnelActor> {
  readonly name: string;
  readonly workspaceName: string;
  readonly locale: Locale;
  readonly standing: Standing;
}

/** The caller of a workspace procedure, at this moment. */
export const actorOf = (
  ctx: Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'locale' | 'standing'>,
): Caller => ({
  deps: ctx.deps,
  workspaceId: ctx.workspace.id,
  personnelId: ctx.personnel.id,
  name: ctx.personnel.name,
  workspaceName: ctx.workspace.name,
  locale: ctx.locale,
  standing: ctx.standing,
  at: ctx.deps.now(),
});

/** The system itself, or somebody from outside, in a workspace. */
export const systemActor = (deps: Deps, workspaceId: string, at: Date = deps.now()): WithDeps => ({
  deps,
  workspaceId,
  personnelId: null,
  at,
});
