import type { Trx } from '../../../db/client.ts';
import { ANSWER_LIMIT } from '../../../shared/requestAnswer/files.ts';
import type { AnswerFailure } from '../../../shared/requestAnswer/schema.ts';
import type { StoredFile } from '../../platform/files/bytes.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/rows.ts';
import { factsOf } from './facts.ts';
import * as queries from './queries.ts';
import { type Box, sealedBoxes, sealedLetter, sealedPassword } from './sealed.ts';

/** Why a package could not be built. */
export class BuildProblem extends Error {
  readonly failure: AnswerFailure;
  constructor(failure: AnswerFailure, options?: ErrorOptions) {
    super(failure, options);
    this.failure = failure;
  }
}

interface Source {
  readonly name: string;
  readonly file: StoredFile;
  readonly isRedacted: boolean;
  readonly boxes?: readonly Box[];
}

/** The current content of the package. */
export async function collect(deps: Deps, trx: Trx, { workspaceId, id }: { workspaceId: string; id: string }) {
  const row = await queries.locked(trx, workspaceId, id);
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  if (!row?.password) throw new BuildProblem('interrupted');
  const rows = await queries.filesOf(trx, workspaceId, id);
  const sources: Source[] = [];
  for (const { id: fileId, name, originalId, redactedId, boxes } of rows) {
    const file = await queries.storedFile(trx, workspaceId, redactedId ?? originalId);
    if (!file) throw new BuildProblem('fileMissing');
    const isRedacted = redactedId !== null;
    sources.push({
      name: uniqueName(name, sources),
      file,
      isRedacted,
      ...(isRedacted && boxes && { boxes: sealedBoxes.open(key, fileId, boxes) }),
    });
  }
  sources.push(...(await gatheredOf(trx, workspaceId, row)));
  if (sources.reduce((sum, { file }) => sum + Number(file.size), 0) > ANSWER_LIMIT) throw new BuildProblem('tooLarge');
  const facts = await factsOf(
    trx,
    key,
    { workspaceId, requestId: row.requestId, rightId: row.requestRightId },
    {
      letter: sealedLetter.open(key, id, row.letter),
      at: deps.now(),
      files: sources.map(({ name, file, isRedacted }) => ({
        name,
        size: Number(file.size),
        sha256: file.sha256,
        isRedacted,
      })),
    },
  );
  if (!facts) throw new BuildProblem('interrupted');
  return { password: sealedPassword.open(key, id, row.password), facts, sources };
}

/** The product's own data of the data subject from the last search, where they asked for their data. */
async function gatheredOf(trx: Trx, workspaceId: string, row: queries.AnswerRow) {
  const rights = await requests.rightsOf(trx, workspaceId, [row.requestId]);
  const code = rights.find(({ id }) => id === row.requestRightId)?.code;
  if (code !== 'ACCESS' && code !== 'PORTABILITY') return [];
  const newest = await trx
    .selectFrom('requestGatherings')
    .select(['jsonFileId', 'viewFileId'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', row.requestId)
    .where('status', '=', 'DONE')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  const found: Source[] = [];
  for (const fileId of [newest?.jsonFileId, newest?.viewFileId]) {
    const file = fileId && (await queries.storedFile(trx, workspaceId, fileId));
    if (file) found.push({ name: `data/${file.name}`, file, isRedacted: false });
  }
  return found;
}

/** A unique name within the archive. */
function uniqueName(name: string, others: readonly { name: string }[]): string {
  const used = new Set(others.map((one) => one.name));
  let path = `files/${name}`;
  for (let number = 2; used.has(path); number += 1) path = `files/${number}-${name}`;
  return path;
}
