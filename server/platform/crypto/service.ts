import { ENCRYPT_LIMIT, endingOf, megabytes } from '../../../shared/file.ts';
import { type Limit, spend } from '../auth/throttle.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { SealError, type WorkspaceKey } from './keyring.ts';
import { actorOf } from '../actor.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import { openValue, sealValue } from './sealedValue.ts';

/** Calls and files of one person, on all nodes together: each leaves a line in the activity log. */
const USES: Limit = { name: 'encryption', max: 600, seconds: 60 };

/** Counts a use of the workspace's key. @throws AppError 429 when the caller's uses of a minute are used up */
export const countUse = ({ deps, session }: WorkspaceContext): Promise<void> => spend(deps, USES, session.userId);

/** The workspace's key, read behind its wall. */
export const keyOf = (ctx: WorkspaceContext): Promise<WorkspaceKey> =>
  ctx.transaction((trx) => ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id));

/**
 * Writes into the activity log that the caller had something encrypted or decrypted (the latter into the security log
 * too), never what. Of a file only the ending of its name is logged: names may be personal data.
 */
export const logUse = (ctx: WorkspaceContext, use: 'encrypted' | 'decrypted', fileName = ''): Promise<void> => {
  const ending = endingOf(fileName);
  const subject = ending === '' ? '' : `.${ending}`;
  return ctx.transaction((trx) =>
    emit(trx, actorOf(ctx), { event: `crypto.${use}`, entityId: ctx.workspace.id, subject }),
  );
};

/** What a value that does not open is refused with. */
const REFUSALS = {
  otherKey: 'crypto.otherWorkspace',
  damaged: 'crypto.damaged',
  foreign: 'crypto.notEncrypted',
} as const;

/** Encrypts a JSON value to a compact JWE (RFC 7516; `dir`, A256GCM) that only this workspace can decrypt. */
export async function encrypt(ctx: WorkspaceContext, input: { data?: unknown }): Promise<{ data: string }> {
  await countUse(ctx);
  const text = Buffer.from(JSON.stringify(input.data));
  if (text.length > ENCRYPT_LIMIT) throw appError('crypto.tooLarge', { values: { limit: megabytes(ENCRYPT_LIMIT) } });
  const data = await sealValue(await keyOf(ctx), text);
  await logUse(ctx, 'encrypted');
  return { data };
}

/**
 * The value that `encrypt` was given.
 * @throws AppError 400 for anything but a whole JWE of this workspace.
 */
export async function decrypt(ctx: WorkspaceContext, input: { data: string }): Promise<{ data: unknown }> {
  await countUse(ctx);
  const key = await keyOf(ctx);
  try {
    const text = await openValue(key, input.data);
    await logUse(ctx, 'decrypted');
    return { data: JSON.parse(text.toString()) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw appError(REFUSALS[error.reason], { at: 'data' });
  }
}
