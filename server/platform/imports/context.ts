import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Trx, withScope } from '../../../db/client.ts';
import { together } from '../../../db/together.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type Permission, refusal } from '../../../shared/registry/permissions.ts';
import { findMembershipOf } from '../auth/membership.ts';
import { type Deps, standingOf, transact, type WorkspaceContext } from '../trpc/context.ts';
import type { FileOwnerKind } from '../files/ownerKind.ts';
import { findFile, readStored } from '../files/service.ts';
import { tableType } from './readTable.ts';
import type { TableType } from './table.ts';

/** A failure that is described by a key of locales `import:failure`. */
export class ImportFailure extends Error {
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`the import failed: ${code}`, options);
    this.name = 'ImportFailure';
    this.code = code;
  }
}

/** The work of a closed workspace rests until it is open again. */
export class WorkspaceClosed extends Error {}

/**
 * Services' context for a job, in the name of whoever asked for it and with the rights they have now.
 * @throws ImportFailure `forbidden` once they have left or hold `permission` no more; WorkspaceClosed
 */
export async function contextOf(
  deps: Deps,
  {
    workspaceId,
    personnelId,
    permission,
    locale,
  }: { workspaceId: string; personnelId: string; permission: Permission; locale: Locale },
  signal: AbortSignal,
): Promise<WorkspaceContext> {
  const caller = await findMembershipOf(deps, workspaceId, personnelId);
  if (!caller) throw new ImportFailure('forbidden');
  const { userId, membership } = caller;
  const { workspace, personnel } = membership;
  if (workspace.closedAt !== null) throw new WorkspaceClosed('the workspace is closed');
  const standing = standingOf(membership, deps.config);
  if (refusal(standing, permission) !== null) throw new ImportFailure('forbidden');
  return {
    deps,
    locale,
    workspace,
    personnel,
    standing,
    transport: 'http',
    ip: '',
    memberships: new Map(),
    // No request is behind a job; services of a workspace ask for the person, never for the session.
    session: { userId } as WorkspaceContext['session'],
    transaction: <Result>(work: (trx: Trx) => Promise<Result>) => {
      signal.throwIfAborted();
      return transact(deps, { workspaceId, userId }, work);
    },
    read: <Result>(work: (trx: Trx) => Promise<Result>) => {
      signal.throwIfAborted();
      return withScope(deps.db, { workspaceId, userId }, (trx) => together(trx, work));
    },
  };
}

/** Puts the table of an import where the process that reads it can open it, for as long as `work` takes. */
export async function onDisk<Result>(
  ctx: WorkspaceContext,
  table: FileOwnerKind,
  { id: ownerId, fileId }: { id: string; fileId: string | null },
  work: (file: { path: string; type: TableType }) => Promise<Result>,
): Promise<Result> {
  if (!fileId) throw new ImportFailure('broken');
  const stored = await ctx.transaction((trx) =>
    findFile(trx, table, { workspaceId: ctx.workspace.id, ownerId, fileId }),
  );
  const type = tableType(stored.type);
  if (!type) throw new ImportFailure('broken');
  // Beside uploads on their way in: what a killed node leaves there is swept a day later.
  const folder = path.resolve(ctx.deps.config.dataDir, 'incoming');
  const file = path.join(folder, `import-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, await readStored(ctx.deps, stored), { flag: 'wx', mode: 0o600 });
    return await work({ path: file, type });
  } finally {
    await rm(file, { force: true });
  }
}
