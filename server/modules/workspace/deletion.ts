import type { z } from 'zod';
import type { Flags } from '../../../shared/registry/flags.ts';
import {
  DELETION_DAYS,
  type removeWorkspace,
  type Workspace,
  type workspaceDeletion,
  type workspaceDeletionList,
  type workspaceRemoved,
} from '../../../shared/workspace/schema.ts';
import { may } from '../../../shared/registry/permissions.ts';
import type { Trx } from '../../../db/client.ts';
import { DAY } from '../../../shared/duration.ts';
import { requireProof } from '../../platform/auth/proof.ts';
import { workspaceReopened } from '../../platform/clock/silence.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { announceRevocation } from '../../platform/live/revoke.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as deletions from './deletionQueries.ts';
import { announce } from './deletionNotices.ts';
import { lockWorkspace } from './limits.ts';
import * as queries from './queries.ts';
import { existing } from './service.ts';

/**
 * Closes a workspace immediately, to be deleted after `DELETION_DAYS` with everything in it. The caller has to type its
 * name and their password. Open sockets lose the workspace; its Admins are notified.
 * @throws 400 when the name differs or the password is wrong; 409 `workspace.last` where the caller has no other
 * workspace to work in, `workspace.lastOfOrganization`, `auth.signInAgain`; 429 for too many passwords
 */
export async function request(
  ctx: WorkspaceContext,
  input: z.output<typeof removeWorkspace>,
): Promise<z.input<typeof workspaceRemoved>> {
  const { deps, personnel, session, workspace } = ctx;
  const { id, organizationId } = workspace;
  assertConfirmed(input.confirmation, workspace.name);
  await requireProof(ctx, input.password);
  const at = deps.now();
  const dueAt = new Date(at.getTime() + DELETION_DAYS * DAY);
  await ctx.transaction(async (trx) => {
    await lockWorkspace(trx, id);
    const name = await queries.nameOf(trx, id);
    assertConfirmed(input.confirmation, name);
    if (!(await queries.hasOther(trx, session.userId, id))) throw appError('workspace.last');
    // One deletion of an organisation at a time: each of two would find the other's workspace open.
    await oneAtATime(trx, organizationId, 'workspace deletion');
    if (!(await queries.hasOtherOfOrganization(deps.authDb, organizationId, id)))
      throw appError('workspace.lastOfOrganization');
    if (await deletions.find(trx, id)) throw appError('workspace.closed');
    await deletions.close(trx, {
      id,
      organizationId,
      name,
      requestedBy: personnel.id,
      requestedByName: personnel.name,
      requestedAt: at,
      dueAt,
    });
    await announce(deps, trx, { id, organizationId, name }, { kind: 'requested', by: personnel, dueAt, at });
    await recheckSockets(trx, id);
  });
  deps.log.info({ workspaceId: id }, 'workspace closed, to be deleted');
  return { uuid: id, dueAt: dueAt.toISOString() };
}

function assertConfirmed(confirmation: string, name: string): void {
  if (confirmation !== name) throw appError('workspace.confirmation', { at: 'confirmation' });
}

/** Checks the current rights of the people behind open sockets. */
async function recheckSockets(trx: Trx, workspaceId: string): Promise<void> {
  for (const userId of await queries.usersOf(trx, workspaceId)) await announceRevocation(trx, { userId });
}

/**
 * Reopens a workspace before its time is over. Deadlines that passed meanwhile are notified now, and waiting mails are
 * sent.
 * @throws 409 `workspace.deletionStarted` once that time is over, `workspace.open` when it is not being deleted
 */
export async function undo(ctx: WorkspaceContext): Promise<Workspace> {
  const { deps, personnel, workspace } = ctx;
  const { id } = workspace;
  const at = deps.now();
  const opened = await ctx.transaction(async (trx) => {
    await lockWorkspace(trx, id);
    const deletion = await deletions.find(trx, id);
    if (!deletion) throw appError('workspace.open');
    if (isOver(deletion, at) || !(await deletions.reopen(trx, id))) throw appError('workspace.deletionStarted');
    const dueAt = new Date(deletion.dueAt);
    const after = await existing(ctx, trx, id);
    const since = new Date(deletion.requestedAt);
    await workspaceReopened(trx, deps.modules, { workspaceId: id, flags: after satisfies Flags, since, now: at });
    const subject = { id, organizationId: workspace.organizationId, name: after.name };
    await announce(deps, trx, subject, { kind: 'undone', by: personnel, dueAt, at });
    await recheckSockets(trx, id);
    return after;
  });
  deps.log.info({ workspaceId: id }, 'workspace open again');
  return opened;
}

/** Whether it can no longer be undone. It is not deleted, however long it has been due, before a reminder. */
const isOver = (
  { dueAt, remindedAt, startedAt }: { dueAt: string; remindedAt: string | null; startedAt: string | null },
  at: Date,
): boolean => startedAt !== null || (remindedAt !== null && Date.parse(dueAt) <= at.getTime());

/** Facts of a workspace's deletion that everybody in it can read; null when it is not being deleted. */
export function get(ctx: WorkspaceContext): Promise<z.input<typeof workspaceDeletion>> {
  return ctx.transaction(async (trx) => {
    const found = await deletions.find(trx, ctx.workspace.id);
    if (!found) return null;
    const { organizationId: _of, remindedAt: _reminded, ...deletion } = found;
    const { organization } = await existing(ctx, trx, ctx.workspace.id);
    const isEnded = isOver(found, ctx.deps.now());
    const canUndo = may(ctx.standing, 'workspace.reopen') && !isEnded;
    return { ...deletion, organization: organization.name, canUndo, isOver: isEnded };
  });
}

/** Workspaces of the organisation that are being deleted or have been, newest first. */
export async function list(ctx: WorkspaceContext): Promise<z.input<typeof workspaceDeletionList>> {
  return { collection: await ctx.transaction((trx) => deletions.list(trx, ctx.session.userId)) };
}
