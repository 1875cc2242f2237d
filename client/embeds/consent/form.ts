import type { Guardian, PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { element, webAddress } from '../kit/dom.ts';
import { guardianFields } from './guardianFields.ts';
import { dayText, fill, type Language } from '../kit/language.ts';
import type { ConsentState } from './types.ts';
import { type Words, WORDS } from './words.ts';

/** What became of a choice. waiting: it is kept and sent later. outdated: the form changed; another one is drawn. */
export type Outcome = { kind: 'received' | 'waiting' | 'outdated' } | { kind: 'refused'; message: string };

export type Notice = 'asksAgain' | 'outdated' | 'saved' | null;

export interface FormOptions {
  form: PublicConsentForm;
  language: Language;
  state: ConsentState;
  /** Said above the form: why it asks again, or that all is done. */
  notice?: Notice;
  /** Addresses of pictures, in their order. */
  logos: readonly string[];
  /** Modal pop-ups are dialogs, the others regions of the page. */
  modal: boolean;
  /** The list of purposes is open from the start. */
  open?: boolean;
  onChoose(purposeUUIDs: string[], guardian: Guardian | null): Promise<Outcome>;
  onClose(): void;
  onLanguage(language: Language): void;
}

export interface DrawnForm {
  readonly node: HTMLElement;
  readonly heading: HTMLElement;
  /** Whether the list of purposes is open. */
  isOpen(): boolean;
}

/** The form itself, as a section or dialog. Nothing is ticked but what is allowed already. */
export function drawForm({
  form,
  language,
  state,
  notice,
  logos,
  modal,
  open = false,
  onChoose,
  onClose,
  onLanguage,
}: FormOptions): DrawnForm {
  const relabels: (() => void)[] = [];
  let spoken = language;
  /** Sets a text now and whenever the language changes; what was typed or ticked stays. */
  const localize = <Kind extends Node>(node: Kind, text: (words: Words, language: Language) => string): Kind => {
    const set = () => void (node.textContent = text(WORDS[spoken], spoken));
    relabels.push(set);
    set();
    return node;
  };
  const own = (text: { th: string; en: string }) => (_words: Words, locale: Language) =>
    text[locale] || text.th || text.en;
  const button = (name: string, text: (words: Words, language: Language) => string, onClick: () => void) => {
    const control = localize(element('button', { type: 'button', class: name }), text);
    control.addEventListener('click', onClick);
    return control;
  };

  const answered = state.action !== 'NO_ANSWER';
  const heading = localize(element('h2', { id: 'title', tabindex: '-1', autofocus: modal }), own(form.title));
  const closer = element('button', { type: 'button', class: 'quiet close' });
  const closeLabel = localize(element('span', { class: 'unseen' }), (words) =>
    answered ? words.closeAnswered : words.close,
  );
  const cross = element('span', { 'aria-hidden': 'true' });
  cross.textContent = '✕';
  closer.append(closeLabel, cross);
  closer.addEventListener('click', onClose);
  const other = () => (spoken === 'th' ? 'en' : 'th');
  const switcher = button(
    'quiet small',
    () => WORDS[other()].language,
    () => {
      spoken = other();
      for (const set of relabels) set();
      node.lang = spoken;
      switcher.lang = other();
      onLanguage(spoken);
    },
  );
  switcher.lang = other();

  const pictures = logos.map((address) => {
    const picture = element('img', { src: address, alt: '', decoding: 'async', referrerpolicy: 'no-referrer' });
    picture.addEventListener('error', () => picture.remove());
    return picture;
  });

  const facts = element(
    'div',
    { class: 'facts small' },
    localize(element('span'), (words, locale) =>
      fill(words.controller, { name: own(form.controller.name)(words, locale) }),
    ),
  );
  const policy = webAddress(form.privacyPolicyUrl);
  if (policy) {
    const link = element(
      'a',
      { href: policy, target: '_blank', rel: 'noopener noreferrer' },
      localize(document.createTextNode(''), (words) => words.policy),
      localize(element('span', { class: 'unseen' }), (words) => ` ${words.newWindow}`),
    );
    facts.append(link);
  }

  const present = answered
    ? localize(element('p', { class: 'present small' }), ({ present: now, since, changeable }, locale) => {
        if (state.basis === 'gpc') return now.gpc;
        const when = state.at ? dayText(state.at, locale) : '';
        return `${now[state.action as keyof typeof now]}${when ? fill(since, { date: when }) : ''} ${changeable}`;
      })
    : null;

  const boxes = form.purposes.map(({ uuid, description }, place) => {
    const box = element('input', {
      type: 'checkbox',
      ...(description.th || description.en ? { 'aria-describedby': `about-${place}` } : {}),
    });
    box.checked = state.purposes.includes(uuid);
    return { uuid, box };
  });
  const list = element(
    'ul',
    {},
    ...form.purposes.map(({ title, description }, place) => {
      const label = element('label', { class: 'tick' }, boxes[place]!.box, localize(element('span'), own(title)));
      return element(
        'li',
        {},
        label,
        description.th || description.en
          ? localize(element('p', { id: `about-${place}`, class: 'small' }), own(description))
          : null,
      );
    }),
  );
  const purposes = element(
    'fieldset',
    { id: 'purposes', class: 'purposes' },
    localize(element('legend', { class: 'unseen' }), (words) => words.purposes),
    list,
  );

  const problem = element('div', { class: 'problem', role: 'alert', hidden: true });
  const progress = element('p', { class: 'unseen', role: 'status' });
  const guardian = form.askGuardian ? guardianFields(localize) : null;

  const choose = button(
    'quiet choose',
    (words) => fill(words.choose, { count: form.purposes.length }),
    () => toggle(purposes.hidden !== false),
  );
  choose.setAttribute('aria-controls', 'purposes');
  const caption =
    (label: { th: string; en: string }, otherwise: 'accept' | 'decline') => (words: Words, locale: Language) =>
      label[locale] || words[otherwise];
  const accept = button(
    'act accept',
    caption(form.theme.acceptLabel, 'accept'),
    () => void pick(form.purposes.map(({ uuid }) => uuid)),
  );
  const decline = button('act decline', caption(form.theme.declineLabel, 'decline'), () => void pick([]));
  const save = button(
    'act save',
    (words) => words.save,
    () => void pick(boxes.filter(({ box }) => box.checked).map(({ uuid }) => uuid)),
  );
  const actions = element('div', { class: 'actions' }, accept, decline, save);

  function toggle(opens: boolean) {
    purposes.hidden = !opens;
    save.hidden = !opens;
    actions.classList.toggle('open', opens);
    choose.setAttribute('aria-expanded', String(opens));
  }
  // A present choice is seen at once, and changed as easily as it was made.
  toggle(open || (answered && state.basis === 'choice'));

  async function pick(chosen: string[]): Promise<void> {
    if (node.getAttribute('aria-busy')) return;
    const by = guardian?.read() ?? null;
    // Whoever says no owes nobody a name.
    if (by === 'wrong' && chosen.length > 0) return guardian?.focusWrong();
    node.setAttribute('aria-busy', 'true');
    problem.hidden = true;
    progress.textContent = WORDS[spoken].saving;
    const outcome = await onChoose(chosen, by === 'wrong' ? null : by);
    node.removeAttribute('aria-busy');
    progress.textContent = '';
    if (outcome.kind === 'received' || outcome.kind === 'outdated') return;
    const description = localize(element('span'), (words) =>
      outcome.kind === 'refused' ? fill(words.refused, { message: outcome.message }) : words.waiting,
    );
    problem.replaceChildren(
      description,
      button(
        'quiet',
        (words) => words.retry,
        () => void pick(chosen),
      ),
    );
    problem.hidden = false;
    problem.scrollIntoView?.({ block: 'nearest' });
  }

  const noticeLine = notice && localize(element('p', { class: 'present' }), (words) => words[notice]);
  const node = element(
    modal ? 'dialog' : 'section',
    {
      class: 'panel',
      lang: language,
      'aria-labelledby': 'title',
      'aria-describedby': 'about',
      ...(modal ? { 'aria-modal': 'true' } : {}),
    },
    element(
      'div',
      { class: 'top-line' },
      pictures.length > 0 && element('div', { class: 'logos' }, ...pictures),
      element('div', { class: 'heading' }, heading),
      element('div', { class: 'tools' }, switcher, closer),
    ),
    element(
      'div',
      { class: 'body' },
      noticeLine,
      localize(element('p', { id: 'about', class: 'lines' }), own(form.description)),
      facts,
      present,
      choose,
      purposes,
      guardian?.node,
      problem,
      progress,
    ),
    actions,
  );
  return { node, heading, isOpen: () => !purposes.hidden };
}
