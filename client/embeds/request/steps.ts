import { COUNTRY_CODES } from '../../../shared/countries.ts';
import type { PublicRequestForm } from '../../../shared/requestSubmission/schema.ts';
import { element, webAddress } from '../kit/dom.ts';
import { fill, type Language } from '../kit/language.ts';
import { button } from './button.ts';
import { chosenOf, type Draft, hasGuardian } from './draft.ts';
import { type Drawing, field, groupCheck, personFields, tick } from './fields.ts';
import type { Words } from './words.ts';

/** The context of every step. */
export interface StepParts extends Drawing {
  readonly form: PublicRequestForm;
  readonly draft: Draft;
  readonly language: Language;
}
export type Text = { th: string; en: string };
/** A text of the form itself, in Thai where it is not translated. */
export const own = (text: Text, language: Language): string => text[language] || text.th || text.en;

const lines = (text: string, more = '') => text && element('p', { class: `lines ${more}` }, text);

/** The data subject, with the form's description above. */
export function whoStep(parts: StepParts): (HTMLElement | '')[] {
  const { form, draft, words, language } = parts;
  const policy = webAddress(form.controller.privacyPolicyUrl);
  return [
    lines(own(form.detail, language)),
    element(
      'div',
      { class: 'facts small' },
      element('span', {}, fill(words.controller, { name: own(form.controller.name, language) })),
      policy &&
        element(
          'a',
          { href: policy, target: '_blank', rel: 'noopener noreferrer' },
          words.policy,
          element('span', { class: 'unseen' }, ` ${words.newWindow}`),
        ),
    ),
    element('p', { class: 'small' }, words.reachable),
    element(
      'div',
      { class: 'fields' },
      ...personFields(parts, 'who-', draft.who, draft.age === 'CHILD' ? null : 'either'),
      country(parts),
    ),
    element('p', { class: 'small hint' }, words.onDevice),
  ];
}

function country({ draft, words, language, changed }: StepParts): HTMLElement {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const select = element('select', { id: 'who-country', autocomplete: 'country' });
  const all = COUNTRY_CODES.map((code) => element('option', { value: code }, names.of(code)));
  select.append(...all.sort((one, other) => one.text.localeCompare(other.text, language)));
  select.value = draft.who.country;
  select.addEventListener('change', () => {
    draft.who.country = select.value;
    changed();
  });
  return element(
    'div',
    { class: 'field' },
    element('label', { for: 'who-country', class: 'small' }, words.country),
    select,
  );
}

const AGES = ['ADULT', 'MINOR', 'CHILD'] as const;

/** Their age group, and the guardian of a minor. */
export function ageStep(parts: StepParts, redraw: (focus: string) => void): HTMLElement[] {
  const { draft, words, changed, checks } = parts;
  const group = element('fieldset', { class: 'choices', role: 'radiogroup' });
  group.append(element('legend', {}, words.age.question));
  const radios = AGES.map((age) => {
    const radio = element('input', { type: 'radio', name: 'age', value: age, id: `age-${age}` });
    radio.checked = draft.age === age;
    radio.addEventListener('change', () => {
      draft.age = age;
      changed();
      redraw(radio.id);
    });
    group.append(element('label', { class: 'tick' }, radio, element('span', {}, words.age[age])));
    return radio;
  });
  const { message } = groupCheck(parts, {
    id: 'age-wrong',
    group,
    wrongOf: () => (draft.age ? null : 'age'),
    focus: () => radios[0]!.focus(),
  });
  const byGuardian = tick(
    words.guardian.are,
    draft.byGuardian,
    (checked) => {
      draft.byGuardian = checked;
      changed();
      redraw('by-guardian');
    },
    { id: 'by-guardian', 'aria-expanded': String(hasGuardian(draft)) },
  );
  // Up to ten years only the guardian makes the request; an older minor can make it, and names the guardian (section
  // 20).
  if (draft.age === 'CHILD')
    checks.push({
      judge: () => {
        message.hidden = draft.byGuardian;
        message.textContent = draft.byGuardian ? '' : words.wrong.byGuardian;
        return draft.byGuardian;
      },
      focus: () => byGuardian.box.focus(),
    });
  return [
    element('p', { class: 'small' }, words.age.why),
    group,
    byGuardian.node,
    message,
    ...(hasGuardian(draft)
      ? [
          element(
            'fieldset',
            { class: 'guardian' },
            element('legend', {}, words.guardian.title),
            element(
              'div',
              { class: 'fields' },
              ...personFields(parts, 'guardian-', draft.guardian, draft.age === 'ADULT' || !draft.age ? null : 'email'),
            ),
          ),
        ]
      : []),
  ];
}

/** Maximum number of rights of one request. */
const MOST_RIGHTS = 8;

/** The way to withdraw consent immediately. Where it is blocked, it says so and stays. */
function withdrawLine({ rights }: Words, withdrawNow: () => Promise<void>): HTMLElement {
  const text = element('span', {}, rights.withdraw);
  const open = button('quiet', rights.withdrawNow, () => {
    text.textContent = rights.withdraw;
    return withdrawNow().catch(() => void (text.textContent = rights.notWithdrawn));
  });
  return element('p', { class: 'small about', role: 'status' }, text, ' ', open);
}

/** The choice of rights, each explained. `withdrawNow`: where the host's page can withdraw consent immediately. */
export function rightsStep(parts: StepParts, withdrawNow: (() => Promise<void>) | null): HTMLElement[] {
  const { form, draft, words, language, changed } = parts;
  const list = element('ul', { class: 'cards' });
  const group = element('fieldset', {}, element('legend', {}, words.rights.lead), list);
  const rule = groupCheck(parts, {
    id: 'rights-wrong',
    group,
    wrongOf: () => {
      const count = chosenOf(form, draft).length;
      return count === 0 ? 'right' : count > MOST_RIGHTS ? 'rightCount' : null;
    },
    focus: () => list.querySelector('input')?.focus(),
  });
  form.rights.forEach(({ rightRequestId: id, code, name, description, example, days, fee }, place) => {
    const { node } = tick(
      own(name, language),
      id in draft.rights,
      (checked) => {
        if (checked) draft.rights[id] = { options: [], additional: '', detail: '' };
        else delete draft.rights[id];
        changed();
        rule.again();
      },
      { id: `right-${place}`, 'aria-describedby': `right-${place}-about` },
    );
    const instance = own(example, language);
    list.append(
      element(
        'li',
        {},
        node,
        element(
          'div',
          { id: `right-${place}-about`, class: 'small about' },
          lines(own(description, language)),
          instance && lines(fill(words.rights.example, { text: instance }), 'hint'),
          element(
            'p',
            {},
            `${fill(days === 1 ? words.rights.day : words.rights.days, { days })} · ${fee > 0 ? fill(words.rights.fee, { fee: fee.toLocaleString() }) : words.rights.free}`,
          ),
        ),
        code === 'WITHDRAWAL' && withdrawNow && withdrawLine(words, withdrawNow),
      ),
    );
  });
  return [group, rule.message];
}

/** The wish for each chosen right. */
export function wishFields(parts: StepParts, right: PublicRequestForm['rights'][number], place: number): HTMLElement {
  const { draft, words, language, changed } = parts;
  const wish = draft.rights[right.rightRequestId]!;
  const boxes = right.options.map(
    (option, index) =>
      tick(own(option, language), wish.options.includes(index), (checked) => {
        wish.options = checked
          ? [...wish.options, index].sort((one, other) => one - other)
          : wish.options.filter((one) => one !== index);
        changed();
      }).node,
  );
  const long = (id: 'additional' | 'detail', label: string, limit: number, hint?: string) =>
    field(parts, {
      id: `wish-${place}-${id}`,
      label: `${label} ${words.optional}`,
      value: wish[id],
      set: (value) => void (wish[id] = value),
      long: id === 'detail',
      attributes: { maxlength: String(limit), rows: id === 'detail' && '4' },
      hint,
    });
  return element(
    'fieldset',
    { class: 'wish' },
    element('legend', {}, own(right.name, language)),
    boxes[0] && element('p', { class: 'small' }, words.detail.options),
    ...boxes,
    boxes[0] && long('additional', words.detail.additional, 1000),
    long('detail', words.detail.text, 10_000, words.detail.hint),
  );
}
