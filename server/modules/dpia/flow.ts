import { createHash } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { indexed } from '../../../shared/dataFlow/graph.ts';
import { COLUMNS } from '../../platform/files/bytes.ts';
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
  const chosen = new Map(graph.positions.map(({ node, x, y }) => [node, { x, y }]));
  const drawn = indexed(graph);
  return flowPicture(drawn, placed(drawn, chosen), flowWords('th'));
}

/**
 * Stores the picture of the current data flows with the assessment, for the version that `trx` publishes.
 * @returns id of its file; null where there are no data flows
 */
export async function storeFlow(
  trx: Trx,
  { deps, workspace: { id: workspaceId }, personnel }: WorkspaceContext,
  { id: ownerId, application, version }: { id: string; application: { id: string }; version: number },
): Promise<string | null> {
  const svg = await currentFlow(trx, workspaceId, application.id);
  if (svg === null) return null;
  const bytes = Buffer.from(svg);
  const { id: fileId } = await storeGenerated(
    deps,
    {
      workspaceId,
      uploadedBy: personnel.id,
      name: `data-flow-${version}.svg`,
      type: 'image/svg+xml',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  );
  await attachGenerated(trx, dataFlowFile, { workspaceId, ownerId, fileId, at: null });
  return fileId;
}

/** The picture of a version of an assessment; null where it has none. */
export async function storedFlow(trx: Trx, { deps, workspace }: Reader, fileId: string | null): Promise<string | null> {
  if (!fileId) return null;
  const file = await trx
    .selectFrom('files')
    .select(COLUMNS)
    .where('workspaceId', '=', workspace.id)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!file?.type.startsWith('image/svg+xml')) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of await readStored(deps, { ...file, size: Number(file.size) })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
