import type { Guardian, PublicConsentForm } from '../../../shared/userConsent/schema.ts';
import { clickable, element, webAddress } from '../kit/dom.ts';
import { guardianQuestion } from './guardian.ts';
import { dayText, fill, type Language } from '../kit/language.ts';
import type { ConsentOptions, ConsentState } from './types.ts';
import { type Words, WORDS } from './words.ts';

/**
 * The result of a choice. waiting: it is stored and sent later. unstored: it is sent later, while the page is open. An
 * error: it was refused. undefined: it was received, or the form changed and another one is displayed.
 */
export type Outcome = 'waiting' | 'unstored' | Error | undefined;

export type Notice = 'asksAgain' | 'unread' | 'outdated' | 'saved' | false;

export interface FormOptions {
  form: PublicConsentForm;
  language: Language;
  state: ConsentState;
  /** Displayed above the form: why it asks again or displays no earlier choice, or a confirmation. */
  notice?: Notice;
  /** What the host page sets. The form's own addresses are relative to `apiUrl`. */
  host: { apiUrl: string; template?: ConsentOptions['template'] };
  /** Addresses of pictures, in order. */
  logos: readonly string[];
  /** Modal pop-ups are dialogs, the others regions of the page. */
  modal: boolean;
  /** The list of purposes is open initially, however many there are. */
  open?: boolean;
  onChoose(purposeUUIDs: string[], guardian: Guardian | null): Promise<Outcome>;
  onClose(): void;
  onLanguage(language: Language): void;
}

export interface DrawnForm {
  readonly node: HTMLElement;
  /** Whether the list of purposes is open. */
  isOpen(): boolean;
  /** Focuses its heading. */
  focus(): void;
}

/** Up to this number, purposes are listed initially; otherwise on demand. */
const LISTED_AT_ONCE = 4;

type Purposes = PublicConsentForm['purposes'];
type TextOf = (words: Words, language: Language) => string;
/** Sets a text now and whenever the language changes. */
export type Localize = <Kind extends Node>(node: Kind, text: TextOf) => Kind;

/** A text of the form itself, in Thai where it is not translated. */
const own =
  (text: { th: string; en: string }): TextOf =>
  (_words, language) =>
    text[language] || text.th || text.en;

const button = (localize: Localize, name: string, text: TextOf, onClick: () => void): HTMLButtonElement =>
  localize(clickable(name, onClick), text);

/** Pictures, heading, and the buttons for the other language and for closing. */
function topLine(
  localize: Localize,
  heading: HTMLElement,
  { state, logos, onClose, onLanguage }: Pick<FormOptions, 'state' | 'logos' | 'onClose' | 'onLanguage'>,
): HTMLElement {
  const closer = clickable('quiet close', onClose);
  closer.append(
    localize(element('span', { class: 'unseen' }), (words) =>
      state.action === 'NO_ANSWER' ? words.close : words.closeAnswered,
    ),
    element('span', { 'aria-hidden': 'true' }, '✕'),
  );
  const switcher = clickable('quiet small', () => onLanguage(switcher.lang as Language));
  localize(switcher, (_words, language) => {
    const other = otherThan(language);
    switcher.lang = other;
    return WORDS[other].language;
  });
  const pictures = logos.map((address) => {
    const picture = element('img', { src: address, alt: '', referrerpolicy: 'no-referrer' });
    picture.addEventListener('error', () => picture.remove());
    return picture;
  });
  return element(
    'div',
    { class: 'top-line' },
    pictures.length > 0 && element('div', { class: 'logos' }, ...pictures),
    element('div', { class: 'heading' }, heading),
    element('div', { class: 'tools' }, switcher, closer),
  );
}
const otherThan = (language: Language) => (language === 'th' ? 'en' : 'th');

/** The data controller, and their privacy policy. */
function factsLine(localize: Localize, { controller, privacyPolicyUrl }: PublicConsentForm, base: string): HTMLElement {
  const policy = webAddress(privacyPolicyUrl, base);
  const link = element(
    'a',
    { target: '_blank', rel: 'noopener noreferrer' },
    localize(element('span'), (words) => words.policy),
    localize(element('span', { class: 'unseen' }), (words) => words.newWindow),
  );
  return element(
    'div',
    { class: 'facts small' },
    localize(element('span'), (words, language) => {
      // A notice of the product is Thai unless its address names a language (decision 090).
      link.href = policy?.startsWith(base + '/notices/') ? policy + '?lang=' + language : policy!;
      return fill(words.controller, { name: own(controller.name)(words, language) });
    }),
    policy && link,
  );
}

/** The current choice; nothing before the first answer. */
const presentLine = (localize: Localize, { action, basis, at }: ConsentState): HTMLElement | false =>
  action !== 'NO_ANSWER' &&
  localize(element('p', { class: 'present small' }), ({ present, since, changeable }, language) => {
    if (basis === 'gpc') return present.gpc;
    return `${present[action]}${at ? fill(since, { date: dayText(at, language) }) : ''} ${changeable}`;
  });

/** Each purpose with its checkbox. */
function purposeList(localize: Localize, { purposes }: PublicConsentForm, allowed: readonly string[]) {
  const boxes: HTMLInputElement[] = [];
  const items = purposes.map(({ uuid, title, description }, place) => {
    const about = description.th || description.en ? `about-${place}` : false;
    const box = element('input', { type: 'checkbox', 'aria-describedby': about });
    box.checked = allowed.includes(uuid);
    boxes.push(box);
    return element(
      'li',
      {},
      element('label', { class: 'tick' }, box, localize(element('span'), own(title))),
      about && localize(element('p', { id: about, class: 'small' }), own(description)),
    );
  });
  const list = element(
    'fieldset',
    { id: 'purposes', class: 'purposes' },
    localize(element('legend', { class: 'unseen' }), (words) => words.purposes),
    element('ul', {}, ...items),
  );
  return [list, () => purposes.filter((_purpose, place) => boxes[place]!.checked)] as const;
}

/** The form itself, as a section or dialog. Only purposes that are already allowed are checked. */
export function drawForm(options: FormOptions): DrawnForm {
  const { form, state, notice, modal, open, host, onChoose } = options;
  const relabels: (() => void)[] = [];
  let spoken = options.language;
  const localize: Localize = (node, text) => {
    const set = () => void (node.textContent = text(WORDS[spoken], spoken));
    relabels.push(set);
    set();
    return node;
  };
  // A deactivated form has no purposes: everything can be withdrawn, nothing be allowed.
  const asks = form.purposes.length > 0;
  const heading = localize(element('h2', { id: 'title', tabindex: '-1', autofocus: modal }), own(form.title));
  const [purposes, ticked] = purposeList(localize, form, state.purposes);
  const problem = element('div', { class: 'problem', role: 'alert', hidden: true });
  const explain = (text: TextOf, retry: () => void) => showProblem(localize, problem, text, retry);
  const guardian =
    form.askGuardian &&
    guardianQuestion(localize, host.apiUrl, (retry) => explain((words) => words.guardianMissing, retry));
  const progress = element('p', { class: 'progress small', role: 'status' });
  const [accept, decline, save] = answers(localize, form, ticked, (chosen) => void pick(chosen));
  const choose = chooseButton(localize, form, () => {
    list(true);
    purposes.querySelector('input')?.focus();
  });

  function list(listed: boolean) {
    purposes.hidden = save.hidden = !listed;
    choose.hidden = listed;
  }
  // A current choice is visible immediately, and can be changed as easily as it was made.
  list(open || state.basis === 'choice' || form.purposes.length <= LISTED_AT_ONCE);

  async function pick(chosen: Purposes): Promise<void> {
    if (node.getAttribute('aria-busy')) return;
    problem.hidden = true;
    const by = guardian ? guardian.read() : null;
    // Declining does not require a name.
    if (guardian && by === 'wrong' && chosen.length > 0) return guardian.focusWrong();
    node.setAttribute('aria-busy', 'true');
    progress.textContent = WORDS[spoken].saving;
    const uuids = chosen.map(({ uuid }) => uuid);
    const outcome = await onChoose(uuids, by === 'wrong' ? null : by);
    node.removeAttribute('aria-busy');
    progress.textContent = '';
    const again = () => void pick(chosen);
    if (outcome instanceof Error) explain((words) => fill(words.refused, outcome), again);
    else if (outcome) explain((words) => words[outcome], again);
  }

  const node = element(
    modal ? 'dialog' : 'section',
    { class: 'panel', lang: spoken, 'aria-labelledby': 'title', 'aria-describedby': 'about' },
    topLine(localize, heading, {
      ...options,
      onLanguage(language) {
        spoken = node.lang = language;
        for (const set of relabels) set();
        options.onLanguage(language);
      },
    }),
    element(
      'div',
      { class: 'body' },
      notice && localize(element('p', { class: 'present' }), (words) => words[notice]),
      localize(element('p', { id: 'about', class: 'lines' }), own(form.description)),
      factsLine(localize, form, host.apiUrl),
      presentLine(localize, state),
      asks && purposes,
      guardian && guardian.node,
    ),
    // The result of a button is displayed beside the buttons, visible at any scroll position of the texts.
    element(
      'div',
      { class: 'foot' },
      problem,
      progress,
      element('div', { class: 'actions' }, ...(asks ? [accept, decline, choose, save] : [decline])),
    ),
  );
  return { node, isOpen: () => !purposes.hidden, focus: () => heading.focus({ preventScroll: true }) };
}

/** Accepts or declines everything, or saves the checked purposes. */
function answers(
  localize: Localize,
  { theme, purposes }: PublicConsentForm,
  ticked: () => Purposes,
  pick: (chosen: Purposes) => void,
) {
  return [
    button(localize, 'act accept', own(theme.acceptLabel), () => pick(purposes)),
    button(localize, 'act decline', own(theme.declineLabel), () => pick([])),
    button(
      localize,
      'act save',
      (words) => words.save,
      () => pick(ticked()),
    ),
  ] as const;
}

/** As large as the two beside it; once the purposes are listed, a save button replaces it. */
function chooseButton(localize: Localize, { purposes }: PublicConsentForm, onClick: () => void): HTMLButtonElement {
  const text: TextOf = (words) => fill(words.choose, { count: purposes.length });
  const control = button(localize, 'act choose', text, onClick);
  control.setAttribute('aria-controls', 'purposes');
  control.setAttribute('aria-expanded', 'false');
  return control;
}

/** Why a choice was not received, or cannot be made yet, with a retry button. */
function showProblem(localize: Localize, problem: HTMLElement, text: TextOf, retry: () => void): void {
  problem.replaceChildren(
    localize(element('span'), text),
    button(
      localize,
      'quiet',
      (words) => words.retry,
      () => {
        problem.hidden = true;
        retry();
      },
    ),
  );
  problem.hidden = false;
}
