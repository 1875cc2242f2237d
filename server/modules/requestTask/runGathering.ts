import { createHash } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { unconfirmedKeys } from '../../../shared/request/schema.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { systemActor } from '../../platform/actor.ts';
import { renderHtml } from '../../platform/documents/html.ts';
import { asAppError } from '../../platform/errors.ts';
import { attachGenerated, storeGenerated } from '../../platform/files/service.ts';
import type { FoundRecords, SubjectKey, WantedSubject } from '../../platform/subjectData/source.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/rows.ts';
import { identityIn } from '../request/subject.ts';
import { gatheredFile } from './files.ts';
import { type Claim, gatheringWorkflow, start } from './gatheringWorkflow.ts';
import { gatheredDocument } from './gatheredDocument.ts';

/** Attempts after which a search that stopped its node is not started again automatically. */
const MAX_ATTEMPTS = 3;

/** The results of one source. */
export interface GatheredSource extends FoundRecords {
  readonly source: string;
}

/**
 * Searches for the data subject in every module that has records of data subjects, one after the other, and stores the
 * results with the request: as JSON, and as a document.
 * @throws errors for which the job is tried again: the node stops, the database or the file store does not answer
 */
export async function runGathering(deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> {
  const claim = await transact(deps, { workspaceId }, (trx) => start(trx, deps, workspaceId, id));
  if (!claim) return;
  try {
    if (claim.attempts > MAX_ATTEMPTS) throw new Error('a gathering was begun too often');
    await keep(deps, claim, await look(deps, claim, signal));
  } catch (error) {
    const isAway = asAppError(error)?.status === 'SERVICE_UNAVAILABLE';
    if (signal.aborted || (isAway && claim.attempts < MAX_ATTEMPTS)) {
      // A node that stops in good order is no failed attempt.
      const attempts = signal.aborted ? claim.attempts - 1 : claim.attempts;
      await transact(deps, { workspaceId }, (trx) =>
        transitionIfOpen(trx, systemActor(deps, workspaceId), gatheringWorkflow, claim, 'giveBack', { attempts }),
      ).catch(() => {});
      throw error;
    }
    deps.log.error({ err: error, gatheringId: id }, 'records of a data subject could not be gathered');
    await transact(deps, { workspaceId }, (trx) =>
      transitionIfOpen(trx, systemActor(deps, workspaceId), gatheringWorkflow, claim, 'fail', {}),
    );
  }
}

/** The data subject by what is confirmed to be theirs: nobody's records are found by what anybody can state. */
async function subjectOf(deps: Deps, trx: Trx, { workspaceId, requestId }: Claim) {
  const request = (await requests.find(trx, workspaceId, requestId))!;
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const stated = identityIn(key, request);
  const knownOf = (name: SubjectKey) => (request.knownKeys.includes(name) ? stated[name] : '');
  const subject: WantedSubject = { uid: knownOf('uid'), email: knownOf('email'), requestId };
  return { request, key, subject, unconfirmed: unconfirmedKeys({ ...stated, telephone: '' }, request.knownKeys) };
}

/** Searches one source after the other, and reports the progress after each. */
async function look(deps: Deps, claim: Claim, signal: AbortSignal): Promise<GatheredSource[]> {
  const { workspaceId } = claim;
  const found: GatheredSource[] = [];
  for (const source of deps.modules.subjectData) {
    signal.throwIfAborted();
    const records = await transact(deps, { workspaceId }, async (trx) => {
      const { request, key, subject } = await subjectOf(deps, trx, claim);
      return source.find(trx, { workspaceId, key, locale: request.language, now: deps.now(), signal }, subject);
    });
    found.push({ source: source.name, ...records });
    const done = found.length;
    await transact(deps, { workspaceId }, (trx) =>
      transitionIfOpen(trx, systemActor(deps, workspaceId), gatheringWorkflow, claim, 'report', { done }),
    );
  }
  return found;
}

async function keep(deps: Deps, claim: Claim, found: readonly GatheredSource[]): Promise<void> {
  const { workspaceId, requestId } = claim;
  const { request, subject, unconfirmed } = await transact(deps, { workspaceId }, (trx) => subjectOf(deps, trx, claim));
  const about = { request: requestReference(request.number), gatheredAt: deps.now().toISOString() };
  const { requestId: _requestId, ...keys } = subject;
  const json = Buffer.from(canonicalJson({ ...about, subject: keys, unconfirmed, sources: found } as never));
  const html = Buffer.from(renderHtml(gatheredDocument(request.language, { ...about, unconfirmed }, found)));
  const sha256 = hashOf(json);
  const store = async (bytes: Buffer, ending: string, type: string): Promise<string> => {
    const facts = { workspaceId, uploadedBy: claim.requestedBy, name: `${about.request}.${ending}`, type };
    return (await storeGenerated(deps, { ...facts, size: bytes.length, sha256: hashOf(bytes) }, bytes)).id;
  };
  const jsonFileId = await store(json, 'json', 'application/json');
  const viewFileId = await store(html, 'html', 'text/html; charset=utf-8');
  await transact(deps, { workspaceId }, async (trx) => {
    const counts = found.map(({ source, by, records }) => ({ source, by, count: records.length }));
    const result = { done: found.length, counts: JSON.stringify(counts), sha256, jsonFileId, viewFileId };
    const actor = systemActor(deps, workspaceId);
    // Another run has taken it over: its files count, these are swept.
    if (!(await transitionIfOpen(trx, actor, gatheringWorkflow, claim, 'finish', result))) return;
    for (const fileId of [jsonFileId, viewFileId])
      await attachGenerated(trx, gatheredFile, { workspaceId, ownerId: requestId, fileId, at: null });
  });
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
