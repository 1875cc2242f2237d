import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import { Refusal, tokenOf, type Unreachable } from '../kit/client.ts';
import { type Language, pageLanguage } from '../kit/language.ts';
import { createRetry } from '../kit/retry.ts';
import { namesFrom, openStore, randomId } from '../kit/storage.ts';
import { connect, type RequestConnection } from './api.ts';
import { type Draft, EXPIRY_MS, fitDraft, newDraft } from './draft.ts';
import type { Outcome, Settled } from './form.ts';
import { type SubmissionBody, submissionOf } from './submission.ts';
import type { RequestOptions } from './types.ts';
import { createWorker } from './work.ts';

export type SessionOptions = RequestOptions & { apiUrl: string; uid: string };

/** A value that the host's page passes as a text; it may be a number, or null. */
const textOf = (value: unknown): string => String(value ?? '').trim();

/** The options of a host's page, complete. `origin`: the product's own */
export const optionsOf = (wanted: RequestOptions, origin: string): SessionOptions => ({
  ...wanted,
  apiUrl: wanted.apiUrl ?? origin,
  uid: textOf(wanted.uid),
});

/** A request that was sent but not received. */
interface Waiting {
  key: string;
  body: SubmissionBody;
  at: number;
  /** The product refused it: it is not sent again as it is. */
  refused?: Settled;
}

/** One visitor of one form: their input, and the request that waits to be sent. Renders nothing. */
export interface Session {
  readonly options: SessionOptions;
  readonly connection: RequestConnection;
  draft: Draft;
  language: Language;
  /** The state of a request that was not received: it waits to be sent, or was refused. */
  readonly outcome: Outcome | null;
  /** The published form. @throws Refusal, Unreachable */
  load(): Promise<PublicRequestForm>;
  /** The draft has changed. */
  changed(): void;
  send(form: PublicRequestForm): Promise<Outcome>;
  /** Starts another request. */
  clear(): void;
  stop(): void;
}

/** What is stored of this visitor alone: several may use the browser (docs/decisions/152). What expired is removed. */
function storageOf({ workspaceUUID, dsrmFormId, uid }: SessionOptions) {
  const prefix = `pokpong.request.${workspaceUUID}.`;
  const store = openStore(prefix);
  // Of every visitor: one may never come back.
  for (const name of namesFrom(prefix, ''))
    if (Math.abs(Date.now() - (store.get<Waiting | Draft>(name)?.at ?? 0)) >= EXPIRY_MS) store.remove(name);
  /** The release before stored the request of any visitor under this name. */
  const former = `queue.${dsrmFormId}`;
  const queue = store.get<Waiting>(former)?.body.uid === uid ? former : `${former}.${uid}`;
  return [store, `draft.${dsrmFormId}.${uid}`, queue] as const;
}

/** The stored input, or a new one; of texts alone, whatever the page passes. */
function openDraft(options: SessionOptions, stored?: Draft | null): Draft {
  const draft = stored ?? newDraft(options);
  for (const name in draft.who) {
    const field = name as keyof Draft['who'];
    draft.who[field] = textOf(draft.who[field]);
  }
  return draft;
}

/** @param onSettled called when a waiting request was received or refused */
export function startSession(options: SessionOptions, onSettled: (outcome: Settled) => void): Session {
  const { workspaceUUID, dsrmFormId, apiUrl } = options;
  const [store, draftName, queue] = storageOf(options);
  const connection = connect(apiUrl, workspaceUUID, dsrmFormId, () => session.language);
  const worker = createWorker(connection);
  const retry = createRetry<'send'>();
  let waiting = store.get<Waiting>(queue);
  let form: PublicRequestForm | undefined;

  const away = (): Outcome => ({ kind: 'waiting', isStored: store.isStored(queue) });
  function forget({ key }: Waiting): void {
    waiting = null;
    if (store.get<Waiting>(queue)?.key === key) store.remove(queue);
  }
  async function deliver(entry: Waiting): Promise<Outcome> {
    const { key, body } = entry;
    retry.cancel('send');
    try {
      const { challenge, answer } = await worker.finish(key);
      const token = await tokenOf(options);
      const received = await connection.submit({ ...body, token, work: { challenge, answer } }, key);
      forget(entry);
      store.remove(draftName);
      // What was sent does not come back as a draft.
      if (session.draft.key === key) session.draft = openDraft(options);
      return { kind: 'sent', received };
    } catch (error) {
      if (error instanceof Refusal) {
        entry.refused = { kind: 'refused', message: error.message };
        store.set(queue, entry);
        // It is not the same request once it has been changed.
        session.draft.key = randomId();
        // The product has it no longer: what no request takes stays there for a day.
        if (error.code === 'requestSubmission.attachment') session.draft.file = null;
        store.set(draftName, session.draft);
      } else retry.plan('send', error as Unreachable, sendLater);
      return entry.refused ?? away();
    }
  }
  function sendLater(): void {
    if (waiting && !waiting.refused)
      void deliver(waiting).then((outcome) => outcome.kind !== 'waiting' && onSettled(outcome));
  }
  addEventListener('online', sendLater);

  const session: Session = {
    options,
    connection,
    draft: openDraft(options, store.get<Draft>(draftName)),
    language: options.language ?? pageLanguage(),
    get outcome() {
      return waiting && (waiting.refused ?? away());
    },
    async load() {
      form ??= await connection.form();
      return fitDraft(session.draft, form);
    },
    changed() {
      session.draft.at = Date.now();
      store.set(draftName, session.draft);
      if (session.draft.step > 0) worker.start(session.draft.key);
    },
    send(current) {
      const { draft, language } = session;
      if (!waiting || waiting.refused)
        waiting = { key: draft.key, body: submissionOf(current, draft, options, language), at: Date.now() };
      store.set(queue, waiting);
      return deliver(waiting);
    },
    clear() {
      if (waiting) forget(waiting);
      store.remove(draftName);
      session.draft = openDraft(options);
    },
    stop() {
      worker.stop();
      retry.stop();
      removeEventListener('online', sendLater);
    },
  };
  sendLater();
  return session;
}
