import type { Trx } from '../../../db/client.ts';
import { GATHERED_PARTS, type GatheredPart } from '../../../shared/requestAnswer/files.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import type { StoredFile } from '../../platform/files/bytes.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import * as requests from '../request/rows.ts';
import { sealedCorrection } from '../request/subject.ts';
import * as queries from './queries.ts';
import { givesData } from '../../../shared/request/stage.ts';

/** A file of the search for the data subject's records, by its name in the package. */
export interface GatheredFile {
  readonly part: GatheredPart;
  readonly name: string;
  readonly file: StoredFile;
  readonly leftOut: boolean;
}

/** What of the platform's own records belongs to an answer. */
export interface Gathered {
  readonly files: readonly GatheredFile[];
  /** Whether there is a search that is not sent: it may have found another person. */
  readonly isOutdated: boolean;
}

/** Where they are in the package. */
const FOLDER = 'data/';

/** Names of the files that are not sent. */
export const leftOutOf = ({ files }: Gathered): string[] =>
  files.filter(({ leftOut }) => leftOut).map(({ name }) => name.slice(FOLDER.length));

/** Ids of the files that are sent. */
export const sentIdsOf = ({ files }: Gathered): string[] =>
  files.filter(({ leftOut }) => !leftOut).map(({ file }) => file.id);

const NOTHING: Gathered = { files: [], isOutdated: false };

/**
 * The platform's own data of the data subject from the last search, where they asked for their data. A search from
 * before the last correction of whom to look for is ignored, and so is one by what is not confirmed to be theirs
 * (decision 143), as searches once were, and by the phone number, which others may share.
 * @param until what was found later is not part of the answer: nobody has seen it there
 */
export async function gatheredOf(
  trx: Trx,
  key: WorkspaceKey,
  { workspaceId, right }: { workspaceId: string; right: Pick<requests.RightRow, 'requestId' | 'code' | 'stage'> },
  { leftOut, until }: { leftOut: readonly string[]; until?: Date },
): Promise<Gathered> {
  if (!givesData(right)) return NOTHING;
  let searches = trx
    .selectFrom('requestGatherings as g')
    .innerJoin('requests as r', (join) =>
      join.onRef('r.workspaceId', '=', 'g.workspaceId').onRef('r.id', '=', 'g.requestId'),
    )
    .select(['g.jsonFileId', 'g.viewFileId', 'g.counts', 'g.createdAt', requests.KNOWN_KEYS.as('knownKeys')])
    .where('g.workspaceId', '=', workspaceId)
    .where('g.requestId', '=', right.requestId)
    .where('g.status', '=', 'DONE');
  if (until) searches = searches.where('g.finishedAt', '<=', until.toISOString());
  const [newest, correctedAt] = await Promise.all([
    searches.orderBy('g.createdAt', 'desc').limit(1).executeTakeFirst(),
    lastCorrection(trx, key, workspaceId, right.requestId),
  ]);
  if (!newest) return NOTHING;
  const counts = newest.counts as unknown as readonly { readonly by: readonly string[] }[];
  const known: readonly string[] = newest.knownKeys.filter((name) => name !== 'telephone');
  if (Date.parse(newest.createdAt) <= correctedAt || counts.some(({ by }) => by.some((name) => !known.includes(name))))
    return { files: [], isOutdated: true };
  const idOf = { json: newest.jsonFileId, html: newest.viewFileId };
  const stored = await Promise.all(
    GATHERED_PARTS.map(async (part) => ({
      part,
      file: idOf[part] ? await queries.storedFile(trx, workspaceId, idOf[part]) : undefined,
    })),
  );
  const files = stored.flatMap(({ part, file }) =>
    file ? [{ part, name: `${FOLDER}${nameOfFile(key, file.id, file)}`, file, leftOut: leftOut.includes(part) }] : [],
  );
  return { files, isOutdated: false };
}

/** When it was last corrected by what the data subject is known; 0 if never. */
async function lastCorrection(trx: Trx, key: WorkspaceKey, workspaceId: string, requestId: string): Promise<number> {
  const corrections = await requests.correctionsOf(trx, workspaceId, requestId);
  const last = corrections.findLast(({ id, changes }) =>
    sealedCorrection.open(key, id, changes).some(({ field }) => ['uid', 'email', 'telephone'].includes(field)),
  );
  return last ? Date.parse(last.at) : 0;
}
