import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { together } from '../../../../db/together.ts';
import { type DpiaApproval, type DpiaContent, dpiaContent } from '../../../../shared/dpia/content.ts';
import type { versionItem } from '../../../../shared/versions.ts';
import { contentHash } from '../../../platform/crypto/canonical.ts';
import { appError } from '../../../platform/errors.ts';
import { NAME_COLUMNS, nameOfFile } from '../../../platform/files/name.ts';
import { findVersion, listVersions } from '../../../platform/records/versions.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { approvalsOf } from '../approvals.ts';
import { filesOf } from '../files.ts';
import { currentFlow, storedFlow } from '../flow.ts';
import { namesOf } from '../freeze.ts';
import * as queries from '../queries.ts';
import { registerOf } from '../register.ts';
import { VERSIONS } from '../service.ts';

/** Versions in the history of a report, the newest ones. */
const HISTORY = 50;

const HISTORY_PAGE = { pageSize: HISTORY, currentPage: 1, sortBy: 'version', sortDirection: 'DESC' } as const;

/** Who requests a report: somebody on a page, or an export. */
type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'transaction'>;

/** The content of an assessment's report. */
export interface ReportFacts {
  readonly dpia: queries.FoundDpia;
  readonly content: DpiaContent;
  /** 0: the current draft. */
  readonly version: number;
  readonly sha256: string;
  /** When it was published, or when the draft was last changed. */
  readonly at: string;
  /** Who published it, or who last changed the draft. */
  readonly preparedBy: string;
  readonly organization: string;
  readonly workspace: string;
  /** Newest first. */
  readonly history: readonly z.output<typeof versionItem>[];
  /** The data-flow picture as SVG; null where there are no data flows, or none was stored with the version. */
  readonly flow: string | null;
  /** Names of the files of consultations, by their ids. */
  readonly files: ReadonlyMap<string, string>;
  /** Who has approved the content: approvals stored with the version, and later ones. */
  readonly approvals: readonly DpiaApproval[];
}

/**
 * The content of a report. @param version a published one; 0 for the draft; left out: the newest published version, or
 * the draft where it is newer or nothing was published
 * @throws 404
 */
export const reportFactsOf = (reader: Reader, id: string, version?: number): Promise<ReportFacts> =>
  reader.transaction((trx) => together(trx, (reading) => factsIn(reading, reader, id, version)));

async function factsIn(trx: Trx, reader: Reader, id: string, version: number | undefined): Promise<ReportFacts> {
  const { workspace } = reader;
  const dpia = await queries.find(trx, workspace.id, id);
  if (!dpia) throw appError('dpia.notFound');
  const number = version ?? (dpia.status === 'PUBLISHED' ? dpia.publishedVersion : 0);
  const [content, { collection: history }, organization] = await Promise.all([
    number > 0 ? versionFacts(trx, reader, dpia, number) : draftFacts(trx, reader, dpia),
    listVersions(trx, VERSIONS, workspace.id, id, HISTORY_PAGE),
    organizationOf(trx, workspace.id),
  ]);
  return { dpia, version: number, organization, workspace: workspace.name, history, ...content };
}

type ContentFacts = Pick<ReportFacts, 'content' | 'sha256' | 'at' | 'preparedBy' | 'flow' | 'files' | 'approvals'>;

/** The content of a published version. @throws 404 */
async function versionFacts(
  trx: Trx,
  reader: Reader,
  { id, application }: queries.FoundDpia,
  number: number,
): Promise<ContentFacts> {
  const { workspace } = reader;
  const frozen = await findVersion(trx, VERSIONS, workspace.id, id, number);
  if (!frozen) throw appError('NOT_FOUND');
  const content = dpiaContent.parse(frozen.content);
  const [flow, files, since] = await Promise.all([
    storedFlow(trx, reader, content.dataFlowFileId),
    fileNamesOf(trx, reader, content.draft),
    approvalsOf(trx, workspace.id, application.id, content),
  ]);
  const keyOf = ({ line, at }: DpiaApproval) => `${line} ${at}`;
  // As they were stored: names, positions and roles of people change later.
  const stored = new Set(content.approvals.map(keyOf));
  const approvals = [...content.approvals, ...since.filter((one) => !stored.has(keyOf(one)))];
  const { sha256, publishedAt, publishedBy } = frozen;
  return { content, sha256, at: publishedAt, preparedBy: publishedBy?.name ?? '', flow, files, approvals };
}

/** The content of a version if the draft were published now. */
async function draftFacts(
  trx: Trx,
  reader: Reader,
  { draft, framework, application, updatedAt, updatedBy }: queries.FoundDpia,
): Promise<ContentFacts> {
  const workspaceId = reader.workspace.id;
  const [register, people, flow, files, approvals] = await Promise.all([
    registerOf(trx, workspaceId, application.id),
    namesOf(trx, workspaceId, draft),
    currentFlow(trx, workspaceId, application.id),
    fileNamesOf(trx, reader, draft),
    approvalsOf(trx, workspaceId, application.id, { draft, framework }),
  ]);
  const content: DpiaContent = { draft, framework, register, people, dataFlowFileId: null, approvals };
  const at = updatedAt;
  return { content, sha256: contentHash(content), at, preparedBy: updatedBy?.name ?? '', flow, files, approvals };
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

/** Names of the files that the consultation refers to. */
async function fileNamesOf(
  trx: Trx,
  { deps, workspace }: Reader,
  draft: DpiaContent['draft'],
): Promise<Map<string, string>> {
  const ids = [...filesOf(draft)];
  if (ids.length === 0) return new Map();
  const [rows, key] = await Promise.all([
    trx
      .selectFrom('files')
      .select(['id', ...NAME_COLUMNS])
      .where('workspaceId', '=', workspace.id)
      .where('id', 'in', ids)
      .execute(),
    deps.keyring.workspaceKey(trx, workspace.id),
  ]);
  return new Map(rows.map((row) => [row.id, nameOfFile(key, row.id, row)]));
}
