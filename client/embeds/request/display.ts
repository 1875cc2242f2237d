import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import { Unreachable } from '../kit/client.ts';
import { type Frame, type Place, showMessage } from '../kit/frame.ts';
import { fill } from '../kit/language.ts';
import type { Outcome, Settled } from './form.ts';
import { type FormHandle, looksOf, showForm, showNotice } from './frame.ts';
import type { Session } from './session.ts';
import type { RequestEvents } from './types.ts';
import { createUpload } from './upload.ts';
import { WORDS } from './words.ts';

/** How long a visitor waits before a loading message, in milliseconds. */
const OPENING_MS = 600;

const emit = <Name extends keyof RequestEvents>(name: Name, detail: RequestEvents[Name]) =>
  void document.dispatchEvent(new CustomEvent(name, { detail }));

/** Announces the result of a request to the page, unless another visitor's session has replaced its own meanwhile. */
function announce(outcome: Outcome, isCurrent: boolean): Outcome {
  if (!isCurrent) return outcome;
  if (outcome.kind === 'sent') emit('request:sent', outcome.received);
  if (outcome.kind === 'waiting') emit('request:waiting', {});
  return outcome;
}

/** Settles once the page has a body. */
const whenDrawn = () =>
  document.body || new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));

function placeOf({ options: { target } }: Session): Place {
  const inside = typeof target === 'string' ? document.querySelector(target) : target;
  return inside ? { kind: 'inline', inside } : { kind: 'over' };
}

/** Opens the host's consent settings, if it has the consent form too. A form over the page makes room for them. */
function withdrawal(place: Place, hide: () => void): (() => Promise<void>) | null {
  const consent = window.PokpongConsent;
  if (!consent) return null;
  return async () => {
    if (!(await consent.show()) || place.kind !== 'over') return;
    hide();
    // They take the focus only once nothing modal is over them.
    await consent.show();
  };
}

/** Announces what became of a waiting request, after its form was closed. */
function showSettled({ options: host, language }: Session, form: PublicRequestForm, outcome: Settled): void {
  const words = WORDS[language];
  const message =
    outcome.kind === 'sent'
      ? fill(words.arrived, { number: outcome.received.requestId })
      : fill(words.refused, outcome);
  showMessage(looksOf({ form, host }), message);
}

/** The display of a session: its form, or a message about it. One at a time. */
export interface Display {
  show(session: Session): Promise<boolean>;
  hide(): void;
  /** A waiting request was received or refused. */
  settled(session: Session, outcome: Settled): Promise<void>;
}

/** @param isCurrent whether a session is still the page's */
export function createDisplay(isCurrent: (session: Session) => boolean): Display {
  let opened: FormHandle | null = null;
  let noticed: Frame | null = null;
  let stopUpload: (() => void) | undefined;
  /** How often something was hidden: a form that was still loading then is not displayed. */
  let hidden = 0;

  function hide(): void {
    hidden += 1;
    opened?.close();
    noticed?.close();
    stopUpload?.();
    opened = noticed = null;
  }

  async function draw(session: Session): Promise<void> {
    const before = hidden;
    const form = await session.load();
    if (!isCurrent(session) || hidden !== before) return;
    const { draft, options, language } = session;
    // Otherwise it would be refused after the last step.
    if (!form.channels[options.channel === 'Web Page' ? 'page' : 'web']) throw new Error();
    hide();
    const place = placeOf(session);
    const upload = createUpload(session, () => opened?.progressed());
    stopUpload = upload.stop;
    opened = showForm({
      form,
      draft,
      upload,
      outcome: session.outcome,
      language,
      host: options,
      place,
      withdrawNow: withdrawal(place, hide),
      onChange: session.changed,
      onClose: hide,
      onLanguage: (chosen) => void (session.language = chosen),
      onSend: async () => announce(await session.send(form), isCurrent(session)),
      onClear() {
        session.clear();
        void draw(session).then(() => opened?.focus());
      },
    });
    opened.focus();
    emit('request:shown', {});
  }

  function notify(session: Session, kind: 'opening' | 'unreachable' | 'missing'): void {
    noticed?.close();
    noticed = showNotice(placeOf(session), session.language, kind, {
      onRetry: () => void show(session),
      onClose: hide,
    });
  }

  async function show(session: Session): Promise<boolean> {
    await whenDrawn();
    if (opened?.isThere) {
      opened.focus();
      return true;
    }
    const before = hidden;
    const opening = setTimeout(() => hidden === before && notify(session, 'opening'), OPENING_MS);
    try {
      await draw(session);
      return !!opened;
    } catch (error) {
      if (hidden === before) notify(session, error instanceof Unreachable ? 'unreachable' : 'missing');
      return false;
    } finally {
      clearTimeout(opening);
    }
  }

  return {
    show,
    hide,
    async settled(session, outcome) {
      if (!isCurrent(session)) return;
      announce(outcome, true);
      if (opened?.isThere) return opened.settle(outcome);
      const form = await session.load().catch(() => null);
      if (form && isCurrent(session)) showSettled(session, form, outcome);
    },
  };
}
