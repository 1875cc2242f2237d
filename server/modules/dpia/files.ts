import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { DpiaDraft } from '../../../shared/dpia/content.ts';
import { CONSULTATION_FILE } from '../../../shared/dpia/file.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { NAME_COLUMNS, nameOfFile } from '../../platform/files/name.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

/** A document of somebody who was consulted, for those who can read assessments. */
export const consultationFile: FileOwnerKind = {
  kind: 'dpia.consultation',
  upload: CONSULTATION_FILE,
  uploaders: ['dpia.write'],
  readers: 'dpia.read',
  disposition: 'attachment',
  retention: 'withRecord',
};

/** The data-flow picture of a published version. */
export const dataFlowFile: FileOwnerKind = {
  kind: 'dpia.dataFlow',
  upload: null,
  readers: 'dpia.read',
  disposition: 'attachment',
  retention: 'withRecord',
};

/** Content of a file of another application that has no field in an assessment. */
export const annexFile: FileOwnerKind = {
  kind: 'dpia.annex',
  upload: null,
  readers: 'dpia.read',
  disposition: 'attachment',
  retention: 'withRecord',
};

/** Files of consultations and annexes for the page. */
export async function filesAt(trx: Trx, key: Sealer, workspaceId: string, ownerId: string) {
  const rows = await trx
    .selectFrom('files')
    .select(['id', ...NAME_COLUMNS, 'size', 'ownerKind'])
    .where('workspaceId', '=', workspaceId)
    .where('ownerKind', 'in', [consultationFile.kind, annexFile.kind])
    .where('ownerId', '=', ownerId)
    .orderBy('id')
    .execute();
  const ofKind = (kind: FileOwnerKind) =>
    rows
      .filter(({ ownerKind }) => ownerKind === kind.kind)
      .map(({ id, size, ...row }) => ({ id, name: nameOfFile(key, id, row), size: Number(size) }));
  return { files: ofKind(consultationFile), annexes: ofKind(annexFile) };
}

/** The files that the consultation of a draft refers to. */
export const filesOf = ({ consultation: { internal, external } }: DpiaDraft): Set<string> =>
  new Set([...internal, ...external].flatMap(({ fileIds }) => fileIds));

/** The input field that names a file of a consultation. */
function fieldOf({ consultation }: DpiaDraft, fileId: string): string {
  for (const part of ['internal', 'external'] as const) {
    const place = consultation[part].findIndex(({ fileIds }) => fileIds.includes(fileId));
    if (place >= 0) return `consultation.${part}.${place}.fileIds`;
  }
  return 'consultation';
}

/**
 * Attaches the files of a draft to the assessment, and releases those that it no longer names, unless a published
 * version refers to them. @throws 400 at the field that names it, for a file that is not there or is somebody else's
 */
export async function keepFiles(
  trx: Trx,
  ctx: WorkspaceContext,
  ownerId: string,
  draft: DpiaDraft,
  before: DpiaDraft | undefined,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const [stored, now] = [before ? filesOf(before) : new Set<string>(), filesOf(draft)];
  for (const fileId of now)
    if (!stored.has(fileId))
      await attachFile(trx, consultationFile, {
        workspaceId,
        ownerId,
        fileId,
        by: ctx.personnel.id,
        field: fieldOf(draft, fileId),
      });
  const left = [...stored].filter((fileId) => !now.has(fileId));
  if (left.length === 0) return;
  const published = await publishedFiles(trx, workspaceId, ownerId);
  for (const fileId of left)
    if (!published.has(fileId)) await releaseFile(trx, consultationFile, { workspaceId, ownerId, fileId });
}

/** Files of consultations in the published versions of an assessment. */
async function publishedFiles(trx: Trx, workspaceId: string, dpiaId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ fileId: string }>`
    select distinct found.file_id #>> '{}' as "fileId"
      from dpia_versions v
      cross join jsonb_path_query(v.content, '$.draft.consultation.*[*].fileIds[*]') as found(file_id)
     where v.workspace_id = ${workspaceId} and v.dpia_id = ${dpiaId}`.execute(trx.withoutPlugins());
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Releases the files of an assessment that is deleted. */
export async function releaseAll(trx: Trx, workspaceId: string, id: string): Promise<void> {
  for (const kind of [consultationFile, annexFile]) await releaseFiles(trx, kind, { workspaceId, ownerIds: [id] });
}
