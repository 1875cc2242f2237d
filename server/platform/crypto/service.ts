import { compactDecrypt, CompactEncrypt, errors as joseErrors } from 'jose';
import { ENCRYPT_LIMIT, megabytes } from '../../../shared/file.ts';
import { requireMembership } from '../auth/membership.ts';
import { type SignedInContext, type WorkspaceContext, workspaceContext } from '../trpc/context.ts';
import type { WorkspaceKey } from './keyring.ts';
import { actorOf } from '../actor.ts';
import { appError } from '../errors.ts';
import { logInWorkspace } from '../security/log.ts';

/** The caller as personnel of the workspace that the input names. */
async function inside(ctx: SignedInContext, workspaceId: string): Promise<WorkspaceContext> {
  return workspaceContext(ctx, await requireMembership(ctx, workspaceId));
}

/** The workspace's key, read behind its wall. */
export const keyOf = (ctx: WorkspaceContext): Promise<WorkspaceKey> =>
  ctx.transaction((trx) => ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id));

/** Writes that the caller had something decrypted; `name` of a file. */
export const logDecryption = (ctx: WorkspaceContext, name = ''): Promise<void> =>
  ctx.transaction((trx) => logInWorkspace(trx, { ...actorOf(ctx), event: 'crypto.decrypted', subject: name }));

/** Encrypts a JSON value to a compact JWE (RFC 7516; `dir`, A256GCM) that only this workspace can decrypt. */
export async function encrypt(
  ctx: SignedInContext,
  input: { workspace: string; data?: unknown },
): Promise<{ data: string }> {
  const within = await inside(ctx, input.workspace);
  const text = Buffer.from(JSON.stringify(input.data));
  if (text.length > ENCRYPT_LIMIT) throw appError('crypto.tooLarge', { values: { limit: megabytes(ENCRYPT_LIMIT) } });
  const secret = (await keyOf(within)).secret('jwe');
  if (!secret) throw new Error('a workspace key without its own key');
  const data = await new CompactEncrypt(text)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: secret.id, cty: 'application/json' })
    .encrypt(secret.key);
  return { data };
}

/**
 * The value that `encrypt` was given.
 * @throws AppError 400 for anything but a whole JWE of this workspace.
 */
export async function decrypt(
  ctx: SignedInContext,
  input: { workspace: string; data: string },
): Promise<{ data: unknown }> {
  const within = await inside(ctx, input.workspace);
  const key = await keyOf(within);
  try {
    const { plaintext } = await compactDecrypt(
      input.data,
      ({ kid }) => {
        const secret = kid ? key.secret('jwe', kid) : undefined;
        if (!secret) throw appError('crypto.otherWorkspace', { at: 'data' });
        return secret.key;
      },
      { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    await logDecryption(within);
    return { data: JSON.parse(Buffer.from(plaintext).toString()) };
  } catch (error) {
    if (error instanceof joseErrors.JWEDecryptionFailed) throw appError('crypto.damaged', { at: 'data' });
    if (error instanceof joseErrors.JOSEError || error instanceof TypeError)
      throw appError('crypto.notEncrypted', { at: 'data' });
    throw error;
  }
}
