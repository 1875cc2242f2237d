// PokpongConsent: the consent form on any page. Public interface: types.ts; why it works as it does:
// docs/decisions/019.
import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { allowsAll, NO_STATE, sendsGpc } from './choice.ts';
import { emit, on } from './events.ts';
import type { Notice } from './form.ts';
import { type FormHandle, showForm } from './frame.ts';
import { preview } from './preview.ts';
import { type Session, startSession } from './session.ts';
import type { ConsentApi, ConsentOptions, ConsentState } from './types.ts';
import { WORDS } from './words.ts';

/** Where this script came from: the product. */
function ownOrigin(): string {
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/consent/form/script.js"]');
  return script?.src ? new URL(script.src).origin : location.origin;
}

/** Whether two starts mean the same visit; functions and elements made again do not make it another. */
const fingerprint = (options: ConsentOptions): string =>
  JSON.stringify(options, (_name, value: unknown) => (value instanceof Element ? 'element' : value));

/** Settles once the page has a body. */
const whenDrawn = () =>
  new Promise<void>((resolve) => {
    if (document.body) resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

/** Shows the session's form where the host wants it. */
function openForm(session: Session, form: PublicConsentForm, notice: Notice, onClose: () => void): FormHandle {
  const { target, template, apiUrl } = session.options;
  const inside = typeof target === 'string' ? document.querySelector(target) : target;
  return showForm({
    form,
    template,
    notice,
    language: session.language,
    state: session.state,
    base: apiUrl,
    place: inside ? { kind: 'inline', inside } : { kind: 'over' },
    onChoose: session.choose,
    onClose,
    onLanguage: (language) => {
      session.language = language;
    },
  });
}

/** Submits what was chosen in the host's own interface. */
async function submit(session: Session, purposes: readonly string[]): Promise<ConsentState> {
  const form = await session.ensureForm();
  if (!form) throw new Error('No consent form is in force.');
  const strange = purposes.find((purpose) => !form.purposes.some(({ uuid }) => uuid === purpose));
  if (strange !== undefined) throw new TypeError(`The form has no purpose ${strange}.`);
  const outcome = await session.choose(purposes, null);
  if (outcome.kind === 'refused') throw new Error(outcome.message);
  return { ...session.state };
}

function createApi(origin: string): ConsentApi {
  let session: Session | null = null;
  let opened: FormHandle | null = null;

  function hide(message?: string): void {
    opened?.close(message);
    opened = null;
  }

  /** A choice is acknowledged: a form over the page goes, one that has a place in it stays and says so. */
  function saved(current: Session): void {
    if (!opened?.isThere) return;
    if (current.options.target)
      draw(current, { notice: 'saved', toFocus: document.activeElement?.localName === 'pokpong-consent' });
    else hide(WORDS[current.language].saved);
  }

  /** @param toFocus the visitor asked for it: it gets the focus. What comes by itself takes it from nobody. */
  function draw(current: Session, { notice, toFocus }: { notice: Notice; toFocus: boolean }): void {
    const { form } = current;
    if (!form || session !== current) return;
    hide();
    opened = openForm(current, form, notice, () => hide());
    if (toFocus) opened.focus();
    emit('consent:shown', { layout: form.layout });
  }

  /** Shows by itself what has no answer yet. Global Privacy Control is an answer to questions nobody has to ask. */
  async function showUnasked(current: Session): Promise<void> {
    const { state, options } = current;
    const asks = state.action === 'NO_ANSWER' || (state.askAgain && !sendsGpc());
    if (!options.autoShowIfNoConsent || !asks || state.pending || opened?.isThere) return;
    await whenDrawn();
    if (!opened?.isThere) draw(current, { notice: state.askAgain ? 'asksAgain' : null, toFocus: false });
  }

  const needed = (): Session => {
    if (!session) throw new Error('PokpongConsent.init comes first.');
    return session;
  };

  return {
    init(wanted) {
      for (const name of ['workspaceUUID', 'applicationUUID'] as const)
        if (!wanted?.[name]) throw new TypeError(`PokpongConsent.init: ${name} is missing.`);
      const options = { ...wanted, apiUrl: wanted.apiUrl ?? origin };
      if (session && fingerprint(session.options) === fingerprint(options)) return session.ready;
      hide();
      session?.stop();
      const current: Session = startSession(options, {
        onKnown: () => void (session === current && showUnasked(current)),
        onReceived: () => void (session === current && saved(current)),
        onOutdated: () => draw(current, { notice: 'outdated', toFocus: opened !== null }),
      });
      return (session = current).ready;
    },
    async show({ always = false } = {}) {
      // Before anything is waited for: afterwards the click is forgotten.
      const byVisitor = navigator.userActivation?.isActive ?? true;
      const current = needed();
      const form = await current.ensureForm();
      await whenDrawn();
      if (!form || session !== current) return false;
      const { options, isKnown, state } = current;
      if (options.hideIfAllow && !always && !byVisitor && isKnown && allowsAll(form, state)) return false;
      if (opened?.isThere) opened.focus();
      else draw(current, { notice: state.askAgain ? 'asksAgain' : null, toFocus: byVisitor });
      return true;
    },
    hide: () => hide(),
    status: () => ({ ...(session?.state ?? NO_STATE) }),
    update: async (purposes) => submit(needed(), purposes),
    on,
    preview,
  };
}

// A second copy of the script leaves the first one at work.
window.PokpongConsent ??= createApi(ownOrigin());
