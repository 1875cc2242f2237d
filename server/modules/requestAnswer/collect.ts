import type { Trx } from '../../../db/client.ts';
import { ANSWER_LIMIT } from '../../../shared/requestAnswer/files.ts';
import type { AnswerFailure } from '../../../shared/requestAnswer/schema.ts';
import type { StoredFile } from '../../platform/files/bytes.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/rows.ts';
import { entryName } from './entryName.ts';
import { factsOf } from './facts.ts';
import { gatheredOf, leftOutOf, sentIdsOf } from './gathered.ts';
import type { LetterFacts } from './letter.ts';
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

const isEqualSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** The current content of the package of an answer that is being built. */
export async function collect(deps: Deps, trx: Trx, workspaceId: string, row: queries.AnswerRow | undefined) {
  if (!row?.password) throw new BuildProblem('interrupted');
  const { id } = row;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const rows = await queries.filesOf(trx, key, workspaceId, id);
  const sources: Source[] = [];
  for (const { id: fileId, name, originalId, redactedId, boxes } of rows) {
    const file = await queries.storedFile(trx, workspaceId, redactedId ?? originalId);
    if (!file) throw new BuildProblem('fileMissing');
    const isRedacted = redactedId !== null;
    sources.push({
      name: entryName(name, sources),
      file,
      isRedacted,
      ...(isRedacted && boxes && { boxes: sealedBoxes.open(key, fileId, boxes) }),
    });
  }
  const [request, rights] = await Promise.all([
    requests.find(trx, workspaceId, row.requestId),
    requests.rightsOf(trx, workspaceId, [row.requestId]),
  ]);
  const right = rights.find(({ id: rightId }) => rightId === row.requestRightId);
  if (!request || !right) throw new BuildProblem('interrupted');
  const until = new Date(row.releasedAt!);
  const gathered = await gatheredOf(trx, key, { workspaceId, right }, { leftOut: row.leftOut, until });
  const sentIds = sentIdsOf(gathered);
  // What was reviewed is sent, nothing more and nothing less.
  const isReviewed = row.gatheredIds === null || isEqualSet(row.gatheredIds, sentIds);
  if (!isReviewed) throw new BuildProblem('outdated');
  for (const { name, file, leftOut } of gathered.files) if (!leftOut) sources.push({ name, file, isRedacted: false });
  if (sources.reduce((sum, { file }) => sum + Number(file.size), 0) > ANSWER_LIMIT) throw new BuildProblem('tooLarge');
  const facts: LetterFacts = {
    ...(await factsOf(trx, key, workspaceId, { request, right })),
    letter: sealedLetter.open(key, id, row.letter),
    at: deps.now(),
    files: sources.map(({ name, file, isRedacted }) => ({
      name,
      size: Number(file.size),
      sha256: file.sha256,
      isRedacted,
    })),
    leftOut: leftOutOf(gathered),
  };
  return { password: sealedPassword.open(key, id, row.password), facts, sources };
}
