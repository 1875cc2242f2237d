import type { PublicRequestForm, RequestReceived } from '../../../shared/requestSubmission/schema.ts';
import { element } from '../kit/dom.ts';
import { fill, type Language } from '../kit/language.ts';
import { attachmentField } from './attachment.ts';
import { button } from './button.ts';
import { chosenOf, type Draft } from './draft.ts';
import { reviewStep, sentStep } from './review.ts';
import { ageStep, own, rightsStep, type StepParts, whoStep, wishFields } from './steps.ts';
import type { Upload } from './upload.ts';
import { type Words, WORDS } from './words.ts';

const STEPS = ['who', 'age', 'rights', 'detail', 'check'] as const;

/** The result of sending. waiting: it is sent later, as long as the page is open if it could not be stored. */
export type Outcome =
  | { kind: 'sent'; received: RequestReceived }
  | { kind: 'waiting'; isStored: boolean }
  | { kind: 'refused'; message: string };
export type Settled = Exclude<Outcome, { kind: 'waiting' }>;

export interface FormOptions {
  form: PublicRequestForm;
  draft: Draft;
  language: Language;
  /** Address of a picture. */
  logo: string | null;
  /** Pop-ups are dialogs, the others regions of the page. */
  modal: boolean;
  /** Sends the file of this draft; null where nothing is sent. */
  upload: Upload | null;
  /** Withdraws consent immediately, where the host's page can. Rejects where it cannot at present. */
  withdrawNow: (() => Promise<void>) | null;
  /** The state of the sent request. */
  outcome?: Outcome | null | undefined;
  onChange(): void;
  /** Left out: the form cannot be closed. */
  onClose?: (() => void) | undefined;
  onLanguage(language: Language): void;
  onSend(): Promise<Outcome>;
  /** Deletes the input, and starts again. */
  onClear(): void;
}

/** The form with its steps. */
export interface DrawnForm {
  readonly node: HTMLElement;
  focus(): void;
  /** The progress of the file has changed. */
  progressed(): void;
  settle(outcome: Outcome): void;
}

/** A form while it is displayed. */
interface View {
  readonly options: FormOptions;
  readonly panel: Panel;
  language: Language;
  outcome: Outcome | null | undefined;
  parts: StepParts;
  updateFile: (() => void) | undefined;
}

type Panel = ReturnType<typeof buildPanel>;
function buildPanel({ modal, logo }: FormOptions) {
  const heading = element('h2', { id: 'title', tabindex: '-1', autofocus: modal });
  const step = element('h3', { tabindex: '-1' });
  const body = element('div', { class: 'body' });
  const foot = element('div', { class: 'foot' });
  const tools = element('div', { class: 'tools' });
  const picture = logo && element('img', { src: logo, alt: '', referrerpolicy: 'no-referrer' });
  if (picture) picture.addEventListener('error', () => picture.remove());
  const node = element(
    modal ? 'dialog' : 'section',
    { class: 'panel', 'aria-labelledby': 'title' },
    element(
      'div',
      { class: 'top-line' },
      picture && element('div', { class: 'logos' }, picture),
      element('div', { class: 'heading' }, heading),
      tools,
    ),
    body,
    foot,
  );
  return { node, heading, step, body, foot, tools };
}

/** The buttons for the other language and for closing. */
function drawTools(view: View): void {
  const { options, panel, language, outcome } = view;
  const { onClose, onLanguage } = options;
  const other = language === 'th' ? 'en' : 'th';
  const switcher = button('quiet small', WORDS[other].language, () => {
    view.language = other;
    onLanguage(other);
    draw(view);
    panel.tools.querySelector('button')!.focus();
  });
  switcher.lang = other;
  panel.tools.replaceChildren(switcher);
  if (!onClose) return;
  const closer = button('quiet close', '', onClose);
  const words = WORDS[language];
  closer.append(
    element('span', { class: 'unseen' }, outcome?.kind === 'sent' ? words.closeNotice : words.close),
    element('span', { 'aria-hidden': 'true' }, '✕'),
  );
  panel.tools.append(closer);
}

function stepBody(view: View): (Node | string)[] {
  const { options, parts, panel } = view;
  const { draft, form, upload, withdrawNow } = options;
  switch (STEPS[draft.step]) {
    case 'age':
      return ageStep(parts, (focus) => {
        draw(view);
        panel.body.querySelector<HTMLElement>(`#${focus}`)?.focus();
      });
    case 'rights':
      return rightsStep(parts, withdrawNow);
    case 'detail': {
      const file = attachmentField(parts, upload);
      view.updateFile = file.update;
      return [...chosenOf(form, draft).map((right, place) => wishFields(parts, right, place)), file.node];
    }
    case 'check':
      return reviewStep(parts, (step) => goTo(view, step));
    default:
      return [...whoStep(parts), clearing(options, parts.words)];
  }
}

/** Deletes the input of all steps, by a second button that the first displays. */
const clearing = ({ onClear }: FormOptions, words: Words) =>
  element('details', {}, element('summary', { class: 'quiet' }, words.clear), button('act', words.clearAll, onClear));

function draw(view: View): void {
  const { options, panel, language, outcome } = view;
  const { form, draft, onChange } = options;
  const words = WORDS[language];
  panel.node.lang = language;
  view.parts = { form, draft, language, words, changed: onChange, checks: [] };
  view.updateFile = undefined;
  const isSent = outcome?.kind === 'sent';
  panel.heading.textContent = own(isSent ? form.submittedTitle : form.title, language);
  drawTools(view);
  if (isSent) panel.body.replaceChildren(...sentStep(view.parts, outcome.received, draft));
  else if (outcome?.kind === 'waiting')
    panel.body.replaceChildren(element('p', { role: 'status' }, words[outcome.isStored ? 'waiting' : 'unstored']));
  else {
    panel.step.replaceChildren(
      element('span', { class: 'small' }, fill(words.step, { step: draft.step + 1, steps: STEPS.length })),
      ' ',
      words.steps[STEPS[draft.step]!],
    );
    const bar = element('div', { class: 'bar', 'aria-hidden': 'true' });
    STEPS.forEach((_, place) => bar.append(element('span', { class: place <= draft.step ? 'past' : '' })));
    panel.body.replaceChildren(bar, panel.step, ...stepBody(view));
  }
  drawFoot(view);
}

function drawFoot(view: View): void {
  const { options, panel, language, outcome } = view;
  const { draft, onClear, onClose } = options;
  const words = WORDS[language];
  const refusal = outcome?.kind === 'refused' && fill(words.refused, outcome);
  const problem = element('p', { class: 'problem', role: 'alert', hidden: !refusal }, refusal);
  // Displayed once: what was refused is changed next.
  if (refusal) view.outcome = undefined;
  const actions = element('div', { class: 'actions' });
  if (outcome?.kind === 'sent') {
    actions.append(button('act', words.sent.another, onClear));
    if (onClose) actions.append(button('act accept', words.closeNotice, onClose));
  } else if (outcome?.kind === 'waiting') actions.append(button('act accept', words.retry, () => void send(view)));
  else {
    const isLast = draft.step === STEPS.length - 1;
    const go = () => {
      if (isRight(view)) void (isLast ? send(view) : goTo(view, draft.step + 1));
    };
    // Nothing stands in its place at the first step, where a second press may still arrive.
    if (draft.step > 0) actions.append(button('act', words.back, () => goTo(view, draft.step - 1)));
    actions.append(button('act accept', isLast ? words.send : words.next, go));
  }
  panel.foot.replaceChildren(problem, element('p', { class: 'progress small', role: 'status' }), actions);
}

/** Whether everything of the step is valid; the first invalid control gets the focus. */
function isRight({ parts }: View): boolean {
  const wrong = parts.checks.filter((check) => !check.judge());
  wrong[0]?.focus();
  return wrong.length === 0;
}

function goTo(view: View, step: number): void {
  const { options, panel } = view;
  options.draft.step = step;
  options.onChange();
  draw(view);
  panel.body.scrollTop = 0;
  focus(view);
  if (!options.modal) panel.node.scrollIntoView({ block: 'start' });
}

function focus({ panel, outcome }: View): void {
  (outcome ? panel.heading : panel.step).focus({ preventScroll: true });
}

async function send(view: View): Promise<void> {
  const { options, panel } = view;
  const { node, foot } = panel;
  if (node.getAttribute('aria-busy')) return;
  const words = WORDS[view.language];
  const progress = options.upload?.progress.kind;
  if (progress === 'sending' || progress === 'waiting' || progress === 'again')
    return settle(view, { kind: 'refused', message: words.file.unfinished });
  node.setAttribute('aria-busy', 'true');
  foot.querySelector('.progress')!.textContent = words.sending;
  const became = await options.onSend();
  node.removeAttribute('aria-busy');
  settle(view, became);
}

function settle(view: View, outcome: Outcome): void {
  view.outcome = outcome;
  draw(view);
  if (outcome.kind !== 'refused') focus(view);
}

/** Renders the form at the step of its draft. Each step is rendered again: the input is in the draft. */
export function drawForm(options: FormOptions): DrawnForm {
  const { language, outcome } = options;
  const panel = buildPanel(options);
  // Drawing adds what belongs to the step.
  const view = { options, panel, language, outcome } as View;
  draw(view);
  return {
    node: panel.node,
    focus: () => focus(view),
    progressed: () => view.updateFile?.(),
    settle: (became) => settle(view, became),
  };
}
