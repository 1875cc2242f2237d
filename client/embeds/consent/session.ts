import type { Guardian, PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { Refusal, tokenOf, Unreachable } from '../kit/client.ts';
import { type Language, pageLanguage } from '../kit/language.ts';
import { createRetry } from '../kit/retry.ts';
import { connect } from './api.ts';
import { essenceOf, type Known, NO_STATE, NOBODY, sendsGpc, stateOf, type Waiting } from './choice.ts';
import { emit } from './events.ts';
import type { Outcome } from './form.ts';
import { googleConsent } from './googleConsent.ts';
import { namesFrom, openStore } from '../kit/storage.ts';
import { submissionOf, visitorOf } from './submission.ts';
import type { ConsentOptions, ConsentProblem, ConsentState } from './types.ts';
import { chooseAt, inTurn, sendWaiting, waitingAt } from './waiting.ts';

export type SessionOptions = ConsentOptions & { apiUrl: string };

/** One visitor of one form: its state, the waiting choice, and the events about it. Renders nothing. */
export interface Session {
  /** What it was started with. */
  readonly options: SessionOptions;
  readonly state: ConsentState;
  readonly form: PublicConsentForm | null;
  /** Resolves once the initial state is known, as far as possible. */
  readonly ready: Promise<ConsentState>;
  /** Whether the visitor's answer is known. */
  readonly isKnown: boolean;
  /** Whether the last call to the product got no answer. */
  readonly isUnreachable: boolean;
  language: Language;
  /** The visitor was informed that their choice is sent later; that is confirmed once it was. */
  isPromised: boolean;
  /** Resolves when a form is loaded, if possible. */
  ensureForm(): Promise<PublicConsentForm | null>;
  choose(purposeUUIDs: readonly string[], guardian: Guardian | null): Promise<Outcome>;
  stop(): void;
}

interface Hooks {
  /** The state is known as far as possible, now or, after a failure, later. */
  onKnown(): void;
  /** A choice was acknowledged, possibly long after it was made. */
  onReceived(): void;
  /** The form has changed meanwhile: it must be rendered and asked again. */
  onOutdated(): void;
}

export function startSession(options: SessionOptions, { onKnown, onReceived, onOutdated }: Hooks): Session {
  const { workspaceUUID, applicationUUID } = options;
  const prefix = `pokpong.consent.${workspaceUUID}.`;
  const store = openStore(prefix);
  /** Names of waiting choices begin so; the release before stored one for everybody under this one. */
  const queues = `queue.${applicationUUID}`;
  const answered = `answered.${applicationUUID}`;
  const signals = `signals.${applicationUUID}`;
  const source = (options.source ?? location.hostname).slice(0, 200);
  const [uid, wasCreated] = visitorOf(options, store);
  let isNew = wasCreated;
  const queue = `${queues}.${uid}`;
  const gpc = sendsGpc();
  const google = options.googleConsentMode ? googleConsent(store.get<string[]>(signals) ?? []) : null;

  /** The key of this browser's handle, which identifies it under a uid, without a token. */
  const handleOf = (ofUid: string) => `handle.${applicationUUID}.${ofUid}`;
  /** With all credentials; the token is of this visitor alone. */
  const signed = async <Body extends { uid: string }>(body: Body) => ({
    ...body,
    handle: store.get<string>(handleOf(body.uid)) ?? undefined,
    token: body.uid === uid ? await tokenOf(options) : undefined,
  });
  function keep<Answer extends { handle?: string | undefined }>(ofUid: string, answer: Answer): Answer {
    if (answer.handle) store.set(handleOf(ofUid), answer.handle);
    return answer;
  }

  let language = options.language ?? pageLanguage();
  let form: PublicConsentForm | null = null;
  let known: Known | null = null;
  let waiting = waitingAt(store, queue);
  let stopped = false;
  let state: ConsentState = NO_STATE;
  const retry = createRetry<'load' | 'send'>();
  let loading: Promise<void> | null = null;
  let isUnreachable = false;
  /** One after another, also where the browser has no locks. */
  let sending: Promise<unknown> = Promise.resolve();
  let announced: ConsentState = state;

  const api = connect(options.apiUrl, workspaceUUID, () => language);

  function refresh(): void {
    state = stateOf(known, waiting, gpc);
    if (stopped || essenceOf(state) === essenceOf(announced)) return;
    announced = state;
    if (form) google?.update(form, state.purposes);
    emit('consent:change', { ...state });
  }

  function problem(code: ConsentProblem['code'], error: unknown, willRetry: boolean): void {
    const { message, status } = error as Refusal;
    if (!stopped) emit('consent:error', { code, message, willRetry, status });
  }

  const lacksToken = () => form?.jwtRequired && !options.token;

  /** Loads what is missing. @throws the error of the call */
  async function load(): Promise<void> {
    if (!form) {
      form = await api.form(applicationUUID, false);
      adopt(form);
    }
    if (!known) {
      if (lacksToken()) return problem('token', new Error('token is missing'), false);
      // A visitor without a stored id has never answered. A deactivated form allows nothing on this page.
      const found =
        isNew || !form.purposes.length
          ? NOBODY
          : keep(uid, await api.lookup(form, await signed({ uid, ...(options.sourceCheck && { source }) })));
      // A state that was acknowledged meanwhile is newer.
      known ??= found;
    }
  }

  function adopt(fresh: PublicConsentForm): void {
    const found = google?.start(fresh);
    if (found) store.set(signals, found);
  }

  /** Loads, and tries again later on failure. */
  function attempt(): Promise<void> {
    loading ??= load()
      .then(() => {
        isUnreachable = false;
      })
      .catch((error: unknown) => {
        isUnreachable = error instanceof Unreachable;
        if (!isUnreachable) return problem((error as Refusal).status === 404 ? 'notFound' : 'refused', error, false);
        const away = error as Unreachable;
        problem(away.code, away, true);
        retry.plan('load', away, () => void attempt().then(settle));
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  }

  function settle(): void {
    if (stopped) return;
    refresh();
    if (known) retry.reset();
    void send();
    if (known) onKnown();
  }

  /** Sends what waits in this browser. @returns what became of this visitor's choice */
  function send(): Promise<Outcome> {
    const sendOf = (name: string) => inTurn(name, () => deliver(name));
    for (const name of namesFrom(prefix, queues)) if (name !== queue) void sendOf(name);
    return (sending = sending.then<Outcome>(() => sendOf(queue)));
  }

  async function deliver(name: string): Promise<Outcome> {
    // What another tab chose later replaces what waits here, also where this tab was asleep and heard nothing of it.
    const entry = waitingAt(store, name);
    if (name === queue) waiting = entry;
    const ours = entry?.body.uid === uid;
    // Without their token it would not be that of the person.
    if (!entry || stopped || (entry.byToken && !ours)) return undefined;
    try {
      const received = await sendWaiting(entry, async (body, key) =>
        keep(body.uid, await api.submit(await signed(body), key)),
      );
      // First: while nothing waits any more, another tab must not go by what it knew before.
      if (ours) {
        known = { ...received, askAgain: false };
        store.set(answered, received.at);
      }
      drop(name, entry);
      retry.reset();
      refresh();
      if (ours && !stopped) onReceived();
      return undefined;
    } catch (error) {
      // Whether it is given up is for its own visitor to decide: it waits for them.
      if (error instanceof Refusal) return ours ? refused(name, entry, error) : error;
      const away = error as Unreachable;
      if (ours) problem(away.code, away, true);
      retry.plan('send', away, () => void send());
      return store.isStored(name) ? 'waiting' : 'unstored';
    }
  }

  function drop(name: string, { at }: Waiting): void {
    // Unless a newer one waits there.
    if (store.get<Waiting>(name)?.at === at) store.remove(name);
    waiting = waitingAt(store, queue);
  }

  /** A choice of this visitor was refused. */
  async function refused(name: string, entry: Waiting, error: Refusal): Promise<Outcome> {
    if (error.code === 'consent.versionOutdated') {
      problem('outdated', error, false);
      // A withdrawal stays effective while it is checked again.
      if (known) known = { ...known, purposeUUIDs: state.purposes, action: state.action, askAgain: true };
      drop(name, entry);
      form = await api.form(applicationUUID, true).catch(() => form);
      if (form) adopt(form);
      refresh();
      onOutdated();
      return undefined;
    }
    problem('refused', error, false);
    // A withdrawal that could not be recorded still applies here, and is tried again on the next page. If the former
    // state is unknown, it may have been one.
    const withdraws =
      known === null || known.purposeUUIDs.some((purpose) => !entry.body.purposeUUIDs.includes(purpose));
    if (!withdraws) drop(name, entry);
    refresh();
    return error;
  }

  const online = () => {
    if (!known) void attempt().then(settle);
    void send();
  };
  addEventListener('online', online);
  // Chosen or answered in another tab of the site: it applies here too.
  const otherTab = ({ key }: StorageEvent) => {
    if (key === prefix + queue) {
      waiting = waitingAt(store, queue);
      refresh();
    } else if (key === prefix + answered) {
      known = null;
      isNew = false;
      void attempt().then(settle);
    }
  };
  addEventListener('storage', otherTab);

  const ready = attempt().then(() => {
    state = stateOf(known, waiting, gpc);
    emit('consent:ready', { ...state });
    settle();
    return { ...state };
  });

  return {
    options,
    get state() {
      return state;
    },
    get form() {
      return form;
    },
    get isKnown() {
      // Without the token that it needs nothing was asked for, and nothing failed.
      return !!(known ?? lacksToken());
    },
    get isUnreachable() {
      return isUnreachable;
    },
    get language() {
      return language;
    },
    set language(chosen) {
      language = chosen;
    },
    isPromised: false,
    ready,
    async ensureForm() {
      await ready;
      if (!form || !known) await attempt().then(settle);
      return form;
    },
    async choose(purposeUUIDs, guardian) {
      if (!form) return new Error('No form');
      const body = submissionOf(form, options, { uid, source, language, purposeUUIDs, guardian });
      waiting = chooseAt(store, queue, body, !!options.token);
      refresh();
      return send();
    },
    stop() {
      stopped = true;
      retry.stop();
      removeEventListener('online', online);
      removeEventListener('storage', otherTab);
    },
  };
}
