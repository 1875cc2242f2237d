import path from 'node:path';
import type { ExportFormat } from '../../../shared/export/schema.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { type FinishedPart, type Leftover, leftoverOf, newPart, type Part, PartFile } from './checkpoint.ts';
import type { ExportJob, ExportMaker } from './maker.ts';

export const MEDIA: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  ttl: 'text/turtle; charset=utf-8',
  jsonld: 'application/ld+json; charset=utf-8',
};

/** Where documents are while they are made. What a killed node leaves there goes a day later. */
export const workshop = (dataDir: string): string => path.join(dataDir, 'exports');

/** Where a run writes its file, under the key of the workspace: any node goes on from what another left. */
export async function partOf(deps: Deps, workspaceId: string, exportId: string): Promise<Part> {
  const key = await transact(deps, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  return newPart({ folder: workshop(deps.config.dataDir), exportId, key });
}

/** What the maker can go on from: a file that an earlier run of this export left on this disk. */
export async function leftoverFor(maker: ExportMaker, job: ExportJob, part: Part): Promise<Leftover | undefined> {
  if (!maker.resumes) return undefined;
  const leftover = await leftoverOf(part);
  return leftover && (await maker.resumes(job, leftover.position)) ? leftover : undefined;
}

/** Writes the document to a file of its own as it comes, after what `leftover` has of it, and measures it. */
export async function write(
  part: Part,
  maker: ExportMaker,
  job: ExportJob,
  leftover: Leftover | undefined,
): Promise<FinishedPart> {
  const file = await PartFile.create(part, leftover);
  try {
    const source = await maker.make({
      ...job,
      position: leftover?.position ?? null,
      mark: (position) => file.mark(position),
    });
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      job.signal.throwIfAborted();
      await file.write(chunk);
    }
    job.signal.throwIfAborted();
    return await file.finish();
  } finally {
    await file.close();
  }
}
