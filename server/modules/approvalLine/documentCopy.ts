import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { appError } from '../../platform/errors.ts';
import { SealError } from '../../platform/crypto/envelope.ts';
import { getBytes } from '../../platform/files/bytes.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import { storeGenerated } from '../../platform/files/service.ts';
import { FileMissing } from '../../platform/files/store.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { documentOf } from './documentQueries.ts';

export interface Copy {
  fileId: string;
  sha256: string;
}

/**
 * Copies the document into a file of the line, so that it stays when the export is removed.
 * @throws 409 `approvalLine.documentGone` when its content has changed
 */
export async function copyOf(ctx: WorkspaceContext, file: Awaited<ReturnType<typeof documentOf>>): Promise<Copy> {
  const { deps } = ctx;
  const missingFile = (why: string): Error => {
    deps.log.error({ fileId: file.id, why }, 'a document cannot be handed in for approval');
    return appError('approvalLine.documentGone');
  };
  const changed = 'its bytes are not those that were made';
  const name = await ctx.transaction(async (trx) =>
    nameOfFile(await deps.keyring.workspaceKey(trx, ctx.workspace.id), file.id, file),
  );
  let source;
  try {
    source = await getBytes(deps, file);
  } catch (error) {
    if (error instanceof FileMissing) throw missingFile('its bytes are missing');
    if (error instanceof SealError) throw missingFile(changed);
    throw appError('file.storeAway');
  }
  const hash = createHash('sha256');
  const expected = Number(file.size);
  let size = 0;
  let complete = false;
  let damaged = false;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      complete = true;
      next();
    },
  });
  const piped = pipeline(source, measured);
  // A failure to read it surfaces in the writer, which reads the measured stream.
  piped.catch((error: unknown) => (damaged = error instanceof SealError));
  const facts = {
    workspaceId: ctx.workspace.id,
    uploadedBy: ctx.personnel.id,
    name,
    type: file.type,
    size: expected,
    sha256: file.sha256,
  };
  let copy;
  try {
    copy = await storeGenerated(deps, facts, measured);
  } catch (error) {
    // A store rejects a size other than announced: then the document is wrong, not the store.
    throw damaged || size > expected || (complete && size < expected) ? missingFile(changed) : error;
  }
  if (hash.digest('hex') !== file.sha256) throw missingFile(changed);
  return { fileId: copy.id, sha256: file.sha256 };
}
