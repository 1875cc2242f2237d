import type { Trx } from '../../../db/client.ts';
import { statesWith } from '../../../shared/status.ts';
import { answerStatus } from '../../../shared/requestAnswer/status.ts';
import { systemActor } from '../../platform/actor.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { DECIDED } from './person.ts';
import * as queries from './queries.ts';
import { answerWorkflow } from './workflow.ts';
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
 * Released answers of rights that are open again are recalled. Answers are deleted with the data subject: letters,
 * packages, original and redacted files.
 */
export const requestListener: RecordListener = {
  async changed(trx, { deps, workspaceId, at }, ids) {
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
    for (const { id } of reopened) {
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
