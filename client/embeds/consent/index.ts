// PokpongConsent: the consent form on any page. Public interface: types.ts; why it works as it does:
// docs/decisions/019.
import { allowsAll, NO_STATE } from './choice.ts';
import type { Notice } from './form.ts';
import { type FormHandle, showForm } from './frame.ts';
import { preview } from './preview.ts';
import { type Session, startSession } from './session.ts';
import type { ConsentApi, ConsentEventName, ConsentOptions } from './types.ts';
import { WORDS } from './words.ts';

const SCRIPT = '/consent/form/script.js';

/** Where this script came from: the product. */
function ownOrigin(): string {
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>(`script[src*="${SCRIPT}"]`);
  return script?.src ? new URL(script.src).origin : location.origin;
}

/** Whether two starts mean the same visit; functions and elements made again do not make it another. */
const fingerprint = (options: ConsentOptions): string =>
  JSON.stringify(options, (_name, value: unknown) => (value instanceof Element ? 'element' : value));

function createApi(origin: string): ConsentApi {
  let session: Session | null = null;
  let options: ConsentOptions | null = null;
  let openForm: FormHandle | null = null;

  const emit = (type: ConsentEventName, detail: unknown) =>
    void document.dispatchEvent(new CustomEvent(type, { detail }));
  const whenDrawn = () =>
    new Promise<void>((resolve) => {
      if (document.body) resolve();
      else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    });

  function hide(message?: string): void {
    openForm?.close(message);
    openForm = null;
  }

  /** A choice is acknowledged: a form over the page goes, one that has a place in it stays and says so. */
  function saved(current: Session): void {
    if (!openForm?.isThere) return;
    if (options?.target)
      draw(current, { notice: 'saved', toFocus: document.activeElement?.localName === 'pokpong-consent' });
    else hide(WORDS[current.language].saved);
  }

  /** @param toFocus the visitor asked for it: it gets the focus. What comes by itself takes it from nobody. */
  function draw(current: Session, { notice, toFocus }: { notice: Notice; toFocus: boolean }): void {
    const { form } = current;
    if (!form || !options || session !== current) return;
    hide();
    const { target, template, apiUrl = origin } = options;
    const inside = typeof target === 'string' ? document.querySelector(target) : target;
    openForm = showForm({
      form,
      template,
      notice,
      language: current.language,
      state: current.state,
      base: apiUrl,
      place: inside ? { kind: 'inline', inside } : { kind: 'over' },
      onChoose: (purposes, guardian) => current.choose(purposes, guardian),
      onClose: () => hide(),
      onLanguage: (language) => {
        current.language = language;
      },
    });
    if (toFocus) openForm.focus();
    emit('consent:shown', { layout: form.layout });
  }

  /** Shows by itself what has no answer yet. Global Privacy Control is an answer to questions nobody has to ask. */
  async function showUnasked(current: Session): Promise<void> {
    const { state } = current;
    const asks =
      state.action === 'NO_ANSWER' ||
      (state.askAgain && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl !== true);
    if (!options?.autoShowIfNoConsent || !asks || state.pending || openForm?.isThere) return;
    await whenDrawn();
    if (!openForm?.isThere) draw(current, { notice: state.askAgain ? 'asksAgain' : null, toFocus: false });
  }

  const needed = (): Session => {
    if (!session) throw new Error('PokpongConsent.init comes first.');
    return session;
  };

  return {
    init(wanted) {
      for (const name of ['workspaceUUID', 'applicationUUID'] as const)
        if (!wanted?.[name]) throw new TypeError(`PokpongConsent.init: ${name} is missing.`);
      if (session && options && fingerprint(options) === fingerprint(wanted)) return session.ready;
      hide();
      session?.stop();
      options = { ...wanted };
      const current: Session = startSession(
        { ...wanted, apiUrl: wanted.apiUrl ?? origin },
        {
          emit,
          onKnown: () => void (session === current && showUnasked(current)),
          onReceived: () => void (session === current && saved(current)),
          onOutdated: () =>
            void (session === current && draw(current, { notice: 'outdated', toFocus: openForm !== null })),
        },
      );
      return (session = current).ready;
    },
    async show({ always = false } = {}) {
      // Before anything is waited for: afterwards the click is forgotten.
      const byVisitor = navigator.userActivation?.isActive ?? true;
      const current = needed();
      const form = await current.ensureForm();
      await whenDrawn();
      if (!form || session !== current) return false;
      if (options?.hideIfAllow && !always && !byVisitor && current.isKnown && allowsAll(form, current.state))
        return false;
      if (openForm?.isThere) openForm.focus();
      else draw(current, { notice: current.state.askAgain ? 'asksAgain' : null, toFocus: byVisitor });
      return true;
    },
    hide: () => hide(),
    status: () => ({ ...(session?.state ?? NO_STATE) }),
    async update(purposes) {
      const current = needed();
      const form = await current.ensureForm();
      if (!form) throw new Error('No consent form is in force.');
      const strange = purposes.find((purpose) => !form.purposes.some(({ uuid }) => uuid === purpose));
      if (strange !== undefined) throw new TypeError(`The form has no purpose ${strange}.`);
      const outcome = await current.choose(purposes, null);
      if (outcome.kind === 'refused') throw new Error(outcome.message);
      return { ...current.state };
    },
    on(type, listener) {
      const name = type.startsWith('consent:') ? type : `consent:${type}`;
      const heard = (event: Event) => listener((event as CustomEvent).detail);
      document.addEventListener(name, heard);
      return () => document.removeEventListener(name, heard);
    },
    preview,
  };
}

// A second copy of the script leaves the first one at work.
window.PokpongConsent ??= createApi(ownOrigin());
