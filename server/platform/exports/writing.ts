import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExportFormat } from '../../../shared/export/schema.ts';
import { type WorkingFiles, workingFiles } from '../crypto/workingFile.ts';
import { type Deps, transact } from '../trpc/context.ts';
import { type Leftover, leftoverOf, PartFile } from './checkpoint.ts';
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

/** The files of an export while it is made, under the key of its workspace: any node goes on from what another left. */
export async function workingFilesOf(deps: Deps, workspaceId: string, startedAt: Date): Promise<WorkingFiles> {
  const key = await transact(deps, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  return workingFiles(key.secret('working files', key.idAt(startedAt))!.key);
}

/** What the maker can go on from: a file that an earlier run of this export left on this disk. */
export async function leftoverFor(
  maker: ExportMaker,
  job: ExportJob,
  { folder, exportId, part, files }: { folder: string; exportId: string; part: string; files: WorkingFiles },
): Promise<Leftover | undefined> {
  if (!maker.resumes) return undefined;
  const leftover = await leftoverOf(folder, exportId, part, files);
  return leftover && (await maker.resumes(job, leftover.position)) ? leftover : undefined;
}

export interface WrittenPart {
  size: number;
  sha256: string;
}

/** Writes the document to a file of its own as it comes, after what `leftover` has of it, and measures it. */
export async function write(
  { part: file, files }: { part: string; files: WorkingFiles },
  maker: ExportMaker,
  job: ExportJob,
  leftover: Leftover | undefined,
): Promise<WrittenPart> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = await PartFile.create(file, files, leftover);
  let result: WrittenPart;
  try {
    const source = await maker.make({
      ...job,
      position: leftover?.position ?? null,
      mark: (position) => part.mark(position),
    });
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      job.signal.throwIfAborted();
      await part.write(chunk);
    }
  } finally {
    result = await part.close();
  }
  job.signal.throwIfAborted();
  return result;
}
