import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { indexed } from '../../../../shared/dataFlow/graph.ts';
import { type DpiaContent, dpiaContent, dpiaRegister, type DpiaRegister } from '../../../../shared/dpia/content.ts';
import type { versionItem } from '../../../../shared/purpose/schema.ts';
import { contentHash } from '../../../platform/crypto/canonical.ts';
import { appError } from '../../../platform/errors.ts';
import { COLUMNS } from '../../../platform/files/bytes.ts';
import { readStored } from '../../../platform/files/service.ts';
import { findVersion, listVersions } from '../../../platform/records/versions.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { flowPicture, flowWords, placed } from '../../dataFlow/picture.ts';
import { graphOf } from '../../dataFlow/service.ts';
import { recordsOf } from '../../ropa/documents/record.ts';
import { peopleOf } from '../freeze.ts';
import * as queries from '../queries.ts';
import { VERSIONS } from '../service.ts';

/** Versions that the history of a report names, the newest. */
const HISTORY = 50;

const HISTORY_PAGE = { pageSize: HISTORY, currentPage: 1, sortBy: 'version', sortDirection: 'DESC' } as const;

/** Who has a report made: somebody on a page, or an export. */
type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'transaction'>;

/** What the report of an assessment is made of. */
export interface ReportFacts {
  readonly dpia: queries.FoundDpia;
  readonly content: DpiaContent;
  /** 0: the draft as it is now. */
  readonly version: number;
  readonly sha256: string;
  /** When it was published, or the draft was changed last. */
  readonly at: string;
  /** Who published it, or who changed the draft last. */
  readonly preparedBy: string;
  readonly organization: string;
  readonly workspace: string;
  /** The newest first. */
  readonly history: readonly z.output<typeof versionItem>[];
  /** The data-flow picture as SVG; null where nothing flows, or none was kept with the version. */
  readonly flow: string | null;
  /** Names of the files of consultations, by their ids. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Everything that a report says. @param version a published one; 0 for the draft; left out: the published version in
 * force, or the draft where there is a newer one or none was published
 * @throws 404
 */
export const reportFactsOf = (reader: Reader, id: string, version?: number): Promise<ReportFacts> =>
  reader.transaction(async (trx) => {
    const { workspace } = reader;
    const dpia = await queries.find(trx, workspace.id, id);
    if (!dpia) throw appError('dpia.notFound');
    const number = version ?? (dpia.status === 'PUBLISHED' ? dpia.publishedVersion : 0);
    const frozen = number > 0 ? await findVersion(trx, VERSIONS, workspace.id, id, number) : undefined;
    if (number > 0 && !frozen) throw appError('NOT_FOUND');
    const content = frozen ? dpiaContent.parse(frozen.content) : await draftContent(trx, workspace.id, dpia);
    const { collection: history } = await listVersions(trx, VERSIONS, workspace.id, id, HISTORY_PAGE);
    return {
      dpia,
      content,
      version: number,
      sha256: frozen?.sha256 ?? contentHash(content),
      at: frozen?.publishedAt ?? dpia.updatedAt,
      preparedBy: (frozen ? frozen.publishedBy?.name : dpia.updatedBy?.name) ?? '',
      organization: await organizationOf(trx, workspace.id),
      workspace: workspace.name,
      history,
      flow: frozen
        ? await storedFlow(trx, reader, content.dataFlowFileId)
        : await currentFlow(trx, workspace.id, dpia.application.id),
      files: await fileNamesOf(trx, workspace.id, content),
    };
  });

/** What a version would keep if the draft were published now. */
async function draftContent(
  trx: Trx,
  workspaceId: string,
  { draft, framework, application }: queries.FoundDpia,
): Promise<DpiaContent> {
  return {
    draft,
    framework,
    register: await registerNow(trx, workspaceId, application.id),
    people: await peopleOf(trx, workspaceId, draft),
    dataFlowFileId: null,
  };
}

async function registerNow(trx: Trx, workspaceId: string, applicationId: string): Promise<DpiaRegister> {
  for await (const { purposes, ...record } of recordsOf((work) => work(trx), workspaceId, [applicationId]))
    return dpiaRegister.parse({
      ...record,
      purposes: purposes.map(({ id, publishedVersion: version, content }) => ({ id, version, content })),
    });
  throw appError('application.notFound');
}

const organizationOf = async (trx: Trx, workspaceId: string): Promise<string> =>
  (
    await trx
      .selectFrom('workspaces')
      .innerJoin('organizations', 'organizations.id', 'workspaces.organizationId')
      .select('organizations.name')
      .where('workspaces.id', '=', workspaceId)
      .executeTakeFirstOrThrow()
  ).name;

async function fileNamesOf(
  trx: Trx,
  workspaceId: string,
  { draft: { consultation } }: DpiaContent,
): Promise<Map<string, string>> {
  const ids = [...consultation.internal, ...consultation.external].flatMap(({ fileIds }) => fileIds);
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('files')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What flows through the application now, drawn; null where nothing does. */
async function currentFlow(trx: Trx, workspaceId: string, applicationId: string): Promise<string | null> {
  const graph = await graphOf(trx, workspaceId, { applicationId });
  if (graph.edges.length === 0) return null;
  const chosen = new Map(graph.positions.map(({ node, x, y }) => [node, { x, y }]));
  const drawn = indexed(graph);
  return flowPicture(drawn, placed(drawn, chosen), flowWords('th'));
}

/** The picture that a version kept. */
async function storedFlow(trx: Trx, { deps, workspace }: Reader, fileId: string | null): Promise<string | null> {
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
