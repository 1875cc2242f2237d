import type { RequestReceived } from '../../../shared/requestSubmission/schema.ts';
import { element } from '../kit/dom.ts';
import { dayText, fill } from '../kit/language.ts';
import { button } from './button.ts';
import { chosenOf, type Draft, hasGuardian, type Person } from './draft.ts';
import { groupCheck, tick } from './fields.ts';
import { own, type StepParts } from './steps.ts';

/** Everything that will be sent, each with a link back to its step, and the terms. */
export function reviewStep(parts: StepParts, goTo: (step: number) => void): HTMLElement[] {
  const { form, draft, words, language, changed } = parts;
  /** `step`: the place of the step in which it is entered. */
  const row = (title: string, step: number, ...values: (string | Node)[]) => {
    const edit = button('quiet small', words.edit, () => goTo(step));
    edit.append(element('span', { class: 'unseen' }, ` ${title}`));
    return [
      element('dt', {}, title),
      element('dd', {}, edit, ...values.map((value) => element('div', { class: 'lines' }, value))),
    ];
  };
  const person = ({ firstName, lastName, email, telephone }: Person) =>
    [`${firstName} ${lastName}`, email, telephone].filter((value) => value.trim());
  const rights = chosenOf(form, draft).flatMap(({ rightRequestId, name, options }) => {
    const { options: places, additional, detail } = draft.rights[rightRequestId]!;
    return [
      element('strong', {}, own(name, language)),
      ...places.map((place) => `• ${own(options[place] ?? { th: '', en: '' }, language)}`),
      ...[additional, detail].filter((value) => value.trim()),
    ];
  });
  const terms = own(form.terms, language);
  return [
    element(
      'dl',
      { class: 'review' },
      ...row(words.steps.who, 0, ...person(draft.who)),
      ...(draft.age ? row(words.age.question, 1, words.age[draft.age]) : []),
      ...(hasGuardian(draft) ? row(words.guardian.title, 1, ...person(draft.guardian)) : []),
      ...row(words.steps.rights, 2, ...rights),
      ...row(words.file.title, 3, draft.file?.name ?? words.check.none),
    ),
    ...(terms ? acceptance() : []),
  ];

  function acceptance(): HTMLElement[] {
    const { box, node } = tick(
      words.terms.accept,
      draft.terms,
      (checked) => {
        draft.terms = checked;
        changed();
        rule.again();
      },
      { 'aria-required': 'true' },
    );
    const rule = groupCheck(parts, {
      id: 'terms-wrong',
      group: box,
      wrongOf: () => (draft.terms ? null : 'terms'),
      focus: () => box.focus(),
    });
    return [
      element('h4', {}, words.terms.title),
      element(
        'div',
        { class: 'terms lines small', tabindex: '0', role: 'region', 'aria-label': words.terms.title },
        terms,
      ),
      node,
      rule.message,
    ];
  }
}

/**
 * The number of the request, and the next steps with their dates. A node of the release before does not name who
 * confirms: whoever is mailed.
 */
export function sentStep(
  { form, words, language }: Pick<StepParts, 'form' | 'words' | 'language'>,
  { requestId, verifyBy, verified, mailedTo, toConfirm = mailedTo, rights }: RequestReceived,
  draft: Draft,
): HTMLElement[] {
  const email = toConfirm
    .filter((person) => mailedTo.includes(person))
    .map((person) => (person === 'GUARDIAN' ? draft.guardian : draft.who).email.trim())
    .join(', ');
  const date = dayText(verifyBy, language);
  const { name, email: mail, phone } = form.controller;
  const confirm = verified
    ? words.sent.verified
    : fill(email ? words.sent.confirm : words.sent.confirmOther, { date, email });
  return [
    element('p', { class: 'number' }, fill(words.sent.number, { number: requestId })),
    element('p', { class: 'lines' }, own(form.submittedDetail, language)),
    element('h4', {}, words.sent.next),
    element(
      'ul',
      { class: 'next' },
      element('li', {}, confirm, toConfirm[1] && ` ${words.sent.both}`),
      ...rights.map(({ rightRequestId, answerBy }) => {
        const right = form.rights.find((one) => one.rightRequestId === rightRequestId);
        const values = { right: right ? own(right.name, language) : '', date: dayText(answerBy, language) };
        return element('li', {}, fill(words.sent.answer, values));
      }),
      element(
        'li',
        {},
        fill(words.sent.contact, { contact: [own(name, language), mail, phone].filter(Boolean).join(', ') }),
      ),
    ),
  ];
}
