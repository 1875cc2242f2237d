import type { PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import type { Frame, Place } from '../kit/frame.ts';
import { allowsAll, sendsGpc } from './choice.ts';
import { emit } from './events.ts';
import type { Notice } from './form.ts';
import { type FormHandle, showForm, showNotice, showSaved, TAG } from './frame.ts';
import type { Session } from './session.ts';
import { WORDS } from './words.ts';

/** How long a visitor who requested the form waits before a loading message, in milliseconds. */
const OPENING_MS = 600;

/** Settles once the page has a body. */
const whenDrawn = () =>
  document.body || new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));

/** The place that the host chose for the form. */
function placeOf({ options: { target } }: Session): Place {
  const inside = typeof target === 'string' ? document.querySelector(target) : target;
  return inside ? { kind: 'inline', inside } : { kind: 'over' };
}

/** Displays the session's form in the host's place. */
function openForm(session: Session, form: PublicConsentForm, notice: Notice, onClose: () => void): FormHandle {
  const { state, language, options } = session;
  return showForm({
    form,
    notice,
    state,
    language,
    host: options,
    place: placeOf(session),
    async onChoose(purposeUUIDs, guardian) {
      const outcome = await session.choose(purposeUUIDs, guardian);
      session.isPromised = typeof outcome === 'string';
      return outcome;
    },
    onClose,
    onLanguage: (chosen) => {
      session.language = chosen;
    },
  });
}

/**
 * Whether the form is displayed automatically: without an answer. With Global Privacy Control there is nothing to ask,
 * and a deactivated form asks nothing.
 */
const asksByItself = ({ state, options, form }: Session): boolean =>
  options.autoShowIfNoConsent === true &&
  !!form?.purposes.length &&
  !state.pending &&
  (state.action === 'NO_ANSWER' || (state.askAgain && !sendsGpc()));

/** Whether the form is hidden unless the visitor requests it. */
const staysHidden = ({ options, state }: Session, form: PublicConsentForm): boolean =>
  options.hideIfAllow === true && allowsAll(form, state);

/** The display of a session: its form, or a message about it. One at a time. */
export interface Display {
  /** Displays the form, as `show` of types.ts. */
  show(session: Session, options: { always: boolean; byVisitor: boolean }): Promise<boolean>;
  /** To be called when the visitor's answer is known, possibly long after it was requested. */
  known(session: Session): void;
  /** A choice is acknowledged: a form over the page closes, one in the flow of the page stays; both confirm it. */
  saved(session: Session): void;
  /** The form has changed meanwhile, and asks again. */
  outdated(session: Session): void;
  hide(): void;
}

/** @param isCurrent whether a session is still the page's */
export function createDisplay(isCurrent: (session: Session) => boolean): Display {
  let opened: FormHandle | null = null;
  /** The message in place of a form that could not be loaded. */
  let noticed: Frame | null = null;
  /** The visitor closed it, and no longer waits for the form. */
  let isDismissed = false;

  function hide(message?: string): void {
    opened?.close(message);
    noticed?.close();
    opened = noticed = null;
  }

  /**
   * @param toFocus the visitor requested it: it gets the focus. A form that is displayed automatically takes it from
   * nobody.
   * @param notice by default why it asks again, or that it does not display an earlier choice
   */
  function draw(session: Session, toFocus: boolean, notice?: Notice): void {
    const { form, state, isKnown } = session;
    if (!form || !isCurrent(session)) return;
    hide();
    opened = openForm(session, form, notice ?? (!isKnown ? 'unread' : state.askAgain && 'asksAgain'), () => hide());
    if (toFocus) opened.focus();
    emit('consent:shown', { layout: form.layout });
  }

  /** Informs a visitor who requested the form why it is not displayed. */
  function notify(session: Session, kind: 'opening' | 'unreachable' | 'missing'): void {
    if (!isCurrent(session) || opened?.isThere) return;
    hide();
    noticed = showNotice({
      kind,
      place: placeOf(session),
      language: session.language,
      onRetry: () => {
        notify(session, 'opening');
        void show(session, { always: true, byVisitor: true });
      },
      onClose: () => {
        isDismissed = true;
        hide();
      },
    });
  }

  async function showUnasked(session: Session): Promise<void> {
    if (!asksByItself(session) || opened?.isThere) return;
    await whenDrawn();
    if (!opened?.isThere) draw(session, false);
  }

  async function show(session: Session, { always, byVisitor }: { always: boolean; byVisitor: boolean }) {
    isDismissed = false;
    const opening = setTimeout(() => byVisitor && notify(session, 'opening'), OPENING_MS);
    const form = await session.ensureForm();
    clearTimeout(opening);
    await whenDrawn();
    if (!isCurrent(session) || isDismissed) return false;
    if (!form) {
      if (byVisitor) notify(session, session.isUnreachable ? 'unreachable' : 'missing');
      else hide();
      return false;
    }
    if (!always && !byVisitor && staysHidden(session, form)) return false;
    if (opened?.isThere) opened.focus();
    else draw(session, byVisitor);
    return true;
  }

  return {
    show,
    known(session) {
      if (noticed?.isThere) draw(session, true);
      else void showUnasked(session);
    },
    saved(session) {
      const { form, language, options } = session;
      const toFocus = document.activeElement?.localName === TAG;
      if (!opened?.isThere) {
        if (session.isPromised && form) showSaved({ form, host: options, language });
      } else if (options.target) draw(session, toFocus, 'saved');
      else hide(WORDS[language].saved);
      session.isPromised = false;
    },
    outdated: (session) => draw(session, opened !== null, 'outdated'),
    hide: () => hide(),
  };
}
