import { DECIDED } from '../../../shared/request/stage.ts';
import type { Trx } from '../../../db/client.ts';
import { statesWith } from '../../../shared/status.ts';
import { answerStatus } from '../../../shared/requestAnswer/status.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import * as requests from '../request/rows.ts';
import { gatheredOf, sentIdsOf } from './gathered.ts';
import * as queries from './queries.ts';
import { answerWorkflow } from './workflow.ts';
import { sealedContents } from './sealed.ts';
import { originalFile, packageFile, redactedFile } from './files.ts';

/** Releases all files of the answers to some requests. */
async function giveUpFiles(trx: Trx, workspaceId: string, requestIds: readonly string[]): Promise<void> {
  const answers = await trx
    .selectFrom('requestAnswers')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .execute();
  for (const kind of [originalFile, redactedFile, packageFile])
    await releaseFiles(trx, kind, { workspaceId, ownerIds: answers.map(({ id }) => id) });
}

/**
 * Answers with a search that is not sent any more: whom to look for was corrected since. One that is being built counts
 * by what was reviewed, one that is ready by what is in its package.
 */
async function outdatedAnswers(trx: Trx, { deps, workspaceId }: WithDeps, requestIds: readonly string[]) {
  const answers = await queries.ofRequests(trx, workspaceId, requestIds, statesWith(answerStatus, 'recall'));
  if (answers.length === 0) return [];
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const found: string[] = [];
  for (const answer of answers) {
    const { id, requestId, contents, gatheredIds, leftOut } = answer;
    const sent = contents ? sealedContents.open(key, id, contents).map(({ fileId }) => fileId) : (gatheredIds ?? []);
    const searched = await queries.searchedFilesOf(trx, workspaceId, requestId);
    const enclosed = sent.filter((fileId) => searched.has(fileId));
    if (enclosed.length === 0) continue;
    const rights = await requests.rightsOf(trx, workspaceId, [requestId]);
    const right = rights.find((one) => one.id === answer.requestRightId)!;
    const until = new Date(answer.releasedAt!);
    const current = sentIdsOf(await gatheredOf(trx, key, { workspaceId, right }, { leftOut, until }));
    if (enclosed.some((fileId) => !current.includes(fileId))) found.push(id);
  }
  return found;
}

/**
 * Released answers are recalled whose rights are open again, or whose search may have found somebody else. Answers are
 * deleted with the data subject: letters, packages, original and redacted files.
 */
export const requestListener: RecordListener = {
  async changed(trx, actor, ids) {
    const { deps, workspaceId, at } = actor;
    const reopened = await trx
      .selectFrom('requestAnswers as a')
      .innerJoin('requestRights as r', (join) =>
        join.onRef('r.workspaceId', '=', 'a.workspaceId').onRef('r.id', '=', 'a.requestRightId'),
      )
      .select('a.id')
      .where('a.workspaceId', '=', workspaceId)
      .where('a.requestId', 'in', [...ids])
      .where('a.status', 'in', statesWith(answerStatus, 'recall'))
      .where('r.stage', 'not in', DECIDED)
      .orderBy('a.id')
      .execute();
    const outdated = await outdatedAnswers(trx, actor, ids);
    const recalled = new Set([...reopened.map(({ id }) => id), ...outdated]);
    for (const id of [...recalled].toSorted()) {
      const answer = await queries.locked(trx, workspaceId, id);
      if (answer) await transitionIfOpen(trx, systemActor(deps, workspaceId, at), answerWorkflow, answer, 'recall', {});
    }
  },
  async anonymised(trx, { workspaceId }, ids) {
    await giveUpFiles(trx, workspaceId, ids);
    await trx
      .deleteFrom('requestAnswers')
      .where('workspaceId', '=', workspaceId)
      .where('requestId', 'in', [...ids])
      .execute();
  },
  removing: (trx, { workspaceId }, id) => giveUpFiles(trx, workspaceId, [id]),
};
