import type { ExportFormat, ExportKind } from '../../../shared/export/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import { may } from '../../../shared/registry/permissions.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import { openFile } from '../files/sealedStream.ts';
import { storeSealed } from '../files/service.ts';
import { type Deps, type Membership, standingOf, transact } from '../trpc/context.ts';
import { permissionOf } from './access.ts';
import { type FinishedPart, newPart, type Part, PartFile, removeLeftovers } from './checkpoint.ts';
import { type ExportJob, ExportProblem } from './maker.ts';
import { leftoverFor, MEDIA, partOf, write } from './writing.ts';

/** A document that nobody waits for: a schedule of the organisation has it made. */
export interface UnattendedExport {
  readonly workspaceId: string;
  /** By which a later run finds what an earlier one left. */
  readonly id: string;
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  readonly locale: Locale;
  readonly subjectId: string;
  readonly subject: string;
  readonly input: unknown;
  /** What stands for the one who asked, in the document. */
  readonly orderedBy: string;
  readonly asOf: Date;
  readonly signal: AbortSignal;
  /** What is kept of what was made, in its place: encrypted, say. */
  readonly through?: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** Name of the kept file. */
  readonly name: string;
  readonly type?: string;
}

export interface UnattendedFile extends Pick<FinishedPart, 'size' | 'sha256'> {
  readonly fileId: string;
  /** Units of the maker: rows. */
  readonly count: number;
}

/**
 * Makes a document and keeps it as a file of the workspace, which the caller attaches to its record. A run that takes
 * over goes on from what another left on this disk.
 * @throws ExportProblem, `forbidden` where the workspace is closed or has no such exports; AppError 503
 */
export async function makeUnattended(deps: Deps, order: UnattendedExport): Promise<UnattendedFile> {
  const { workspaceId, id, signal } = order;
  const maker = await deps.modules.exports.get(order.kind)?.();
  if (!maker) throw new ExportProblem('unknownKind');
  let count = 0;
  const job = {
    ...(await jobOf(deps, order, (done) => (count = done))),
    input: await maker.input.parseAsync(order.input),
  };
  const part = await partOf(deps, workspaceId, id);
  let written = await write(part, maker, job, await leftoverFor(maker, job, part));
  if (order.through) written = await passThrough(order.through, part, written, signal);
  const { file, size, sha256 } = written;
  const { name, type = MEDIA[order.format] } = order;
  await storeSealed(deps, { workspaceId, uploadedBy: null, name, type, size, sha256 }, file);
  await removeLeftovers(part.folder, id);
  return { fileId: file.fileId, count, size, sha256 };
}

/** Writes a finished file anew as `through` changes it. */
async function passThrough(
  through: NonNullable<UnattendedExport['through']>,
  part: Part,
  { size, file: { fileId, onDisk } }: FinishedPart,
  signal: AbortSignal,
): Promise<FinishedPart> {
  const copy = await PartFile.create(newPart(part));
  try {
    for await (const piece of through(await openFile(part.key, { fileId, size }, onDisk))) {
      signal.throwIfAborted();
      await copy.write(piece);
    }
    return await copy.finish();
  } finally {
    await copy.close();
  }
}

/**
 * The product itself in a workspace, as that stands now. Also asked before what was made earlier leaves.
 * @throws ExportProblem `forbidden` where the workspace is closed or has no such exports
 */
export async function exportingPlace(
  deps: Deps,
  { workspaceId, id, kind, orderedBy }: Pick<UnattendedExport, 'workspaceId' | 'id' | 'kind' | 'orderedBy'>,
) {
  const row = await transact(deps, { workspaceId }, (trx) =>
    trx
      .selectFrom('workspaces')
      .select(['id', 'organizationId', 'name', 'package', 'flags', 'closedAt'])
      .where('id', '=', workspaceId)
      .executeTakeFirst(),
  );
  if (!row) throw new ExportProblem('forbidden');
  const { package: tier, flags, ...workspace } = row;
  const place: Membership = {
    workspace: { ...workspace, tier: tier as Tier, flags: flags as Flags },
    personnel: { id, name: orderedBy, email: '', role: 'Admin' },
  };
  const standing = standingOf(place, deps.config);
  const permission = permissionOf(kind);
  if (row.closedAt !== null || !permission || !may(standing, permission)) throw new ExportProblem('forbidden');
  return { ...place, standing };
}

/** What the maker works with. @throws ExportProblem `forbidden` */
async function jobOf(
  deps: Deps,
  order: UnattendedExport,
  onProgress: (done: number) => void,
): Promise<Omit<ExportJob, 'input'>> {
  const { workspaceId, id, format, locale, subjectId, subject, asOf, signal } = order;
  const place = await exportingPlace(deps, order);
  return {
    id,
    deps,
    ...place,
    transaction(work) {
      signal.throwIfAborted();
      return transact(deps, { workspaceId }, work);
    },
    copy(query) {
      signal.throwIfAborted();
      return deps.copyOut.read({ workspaceId }, query);
    },
    format,
    locale,
    subjectId,
    subject,
    requestedBy: place.personnel,
    requestedAt: asOf,
    progress: onProgress,
    position: null,
    mark: () => {},
    signal,
  };
}
