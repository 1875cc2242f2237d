import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Trx } from '../../../db/client.ts';
import { appError } from '../../platform/errors.ts';
import { BYTES_COLUMNS } from '../../platform/files/bytes.ts';
import { attachGenerated, readStored, storeGenerated } from '../../platform/files/service.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { flowPicture, flowWords, placed } from '../dataFlow/picture.ts';
import { graphOf } from '../dataFlow/service.ts';
import { dataFlowFile } from './files.ts';

type Reader = Pick<WorkspaceContext, 'deps' | 'workspace'>;

/** The current data flows of the application, drawn as SVG in Thai; null where there are none. */
export async function currentFlow(trx: Trx, workspaceId: string, applicationId: string): Promise<string | null> {
  const graph = await graphOf(trx, workspaceId, { applicationId });
  if (graph.edges.length === 0) return null;
  return flowPicture(graph, placed(graph, { stored: graph.positions }), flowWords('th'));
}

/** A stored picture of data flows that no version has yet: it is swept unless one takes it. */
export interface PreparedFlow {
  readonly fileId: string;
  readonly sha256: string;
}

const hashOf = (svg: string): string => createHash('sha256').update(svg).digest('hex');

/**
 * Stores the picture of the current data flows for the version that is published next. Outside its transaction, which
 * would lock its records while the file store is waited for.
 * @returns null where there are no data flows
 */
export async function prepareFlow(
  { deps, read, workspace: { id: workspaceId }, personnel }: WorkspaceContext,
  { application, version }: { application: { id: string }; version: number },
): Promise<PreparedFlow | null> {
  const svg = await read((trx) => currentFlow(trx, workspaceId, application.id));
  if (svg === null) return null;
  const sha256 = hashOf(svg);
  const bytes = Buffer.from(svg);
  const name = `data-flow-${version}.svg`;
  const facts = { workspaceId, uploadedBy: personnel.id, name, type: 'image/svg+xml', size: bytes.length, sha256 };
  const { id: fileId } = await storeGenerated(deps, facts, bytes);
  return { fileId, sha256 };
}

/**
 * Attaches the prepared picture to the assessment, for the version that `trx` publishes.
 * @returns id of its file; null where there are no data flows
 * @throws 409 `concurrent` where the data flows have changed since
 */
export async function attachFlow(
  trx: Trx,
  { workspace: { id: workspaceId } }: Pick<WorkspaceContext, 'workspace'>,
  { id: ownerId, application }: { id: string; application: { id: string } },
  prepared: PreparedFlow | null,
): Promise<string | null> {
  const svg = await currentFlow(trx, workspaceId, application.id);
  if (svg === null) return null;
  if (prepared?.sha256 !== hashOf(svg)) throw appError('concurrent');
  await attachGenerated(trx, dataFlowFile, { workspaceId, ownerId, fileId: prepared.fileId, at: null });
  return prepared.fileId;
}

/** The picture of a version of an assessment; null where it has none. */
export async function storedFlow(trx: Trx, { deps, workspace }: Reader, fileId: string | null): Promise<string | null> {
  if (!fileId) return null;
  const file = await trx
    .selectFrom('files')
    .select([...BYTES_COLUMNS, 'type'])
    .where('workspaceId', '=', workspace.id)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file?.type.startsWith('image/svg+xml')) return null;
  return text(await readStored(deps, { ...file, size: Number(file.size) }));
}
