import { nationalNumber } from '../../../shared/telephone.ts';
import { element } from '../kit/dom.ts';
import type { Person } from './draft.ts';
import type { Words } from './words.ts';

/** A validation before the next step. */
export interface Check {
  /** Whether it is valid; errors are displayed beside it from then on. */
  judge(): boolean;
  focus(): void;
}
/** The context while one step is rendered. */
export interface Drawing {
  readonly words: Words;
  /** The draft has changed. */
  changed(): void;
  readonly checks: Check[];
}
type Wrong = keyof Words['wrong'];

const EMAIL = /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/**
 * The key of an error in a field of a person, by the rules of shared/requestSubmission; the product validates again.
 */
export function wrongPerson(name: keyof Person, typed: string): Wrong | null {
  const value = typed.trim();
  if (name === 'email') return value === '' || (value.length <= 254 && EMAIL.test(value)) ? null : 'email';
  if (name === 'telephone') return isShortNumber(nationalNumber(value)) ? null : 'telephone';
  return value === '' ? 'required' : value.length > 200 ? 'tooLong' : null;
}
/** 02 has 9 digits, mobiles 10, any other 3 to 10 (shared/telephone.ts). */
const isShortNumber = (digits: string): boolean =>
  digits === '' || /^(02\d{7}|0[689]\d{8}|(?!02|0[689])\d{3,10})$/.test(digits);

interface FieldOptions {
  /** Of the element, for labels and messages. */
  id: string;
  label: string;
  value: string;
  /** Stores the value. */
  set(value: string): void;
  attributes?: Record<string, string | boolean>;
  /** A text of several lines. */
  long?: boolean;
  hint?: string | undefined;
  wrongOf?(value: string): Wrong | null;
}

/** A labelled field. It is validated once left, then while typing. */
export function field(drawing: Drawing, options: FieldOptions): HTMLElement {
  const { id, label, value, set, attributes, long, hint, wrongOf } = options;
  const input = element(long ? 'textarea' : 'input', { id, name: id, ...attributes });
  input.value = value;
  const { message, judge, again } = groupCheck(drawing, {
    id: `${id}-wrong`,
    group: input,
    wrongOf: () => wrongOf?.(input.value) ?? null,
    focus: () => input.focus(),
  });
  if (hint) input.setAttribute('aria-describedby', `${id}-hint ${id}-wrong`);
  input.addEventListener('input', () => {
    set(input.value);
    drawing.changed();
    again();
  });
  input.addEventListener('change', judge);
  return element(
    'div',
    { class: long ? 'field wide' : 'field' },
    element('label', { for: id, class: 'small' }, label),
    hint && element('p', { id: `${id}-hint`, class: 'small hint' }, hint),
    input,
    message,
  );
}

function show(control: HTMLElement, message: HTMLElement, words: Words, wrong: Wrong | null): boolean {
  message.hidden = !wrong;
  message.textContent = wrong ? words.wrong[wrong] : '';
  if (wrong) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
  return !wrong;
}

/** A rule over several controls, displayed below them. */
export function groupCheck(
  { words, checks }: Drawing,
  { id, group, wrongOf, focus }: { id: string; group: HTMLElement; wrongOf(): Wrong | null; focus(): void },
): { message: HTMLElement; judge(): boolean; again(): void } {
  const message = element('p', { id, class: 'small wrong', hidden: true });
  group.setAttribute('aria-describedby', id);
  let judged = false;
  const judge = () => {
    judged = true;
    return show(group, message, words, wrongOf());
  };
  checks.push({ judge, focus });
  return { message, judge, again: () => void (judged && judge()) };
}

const PERSON = [
  { name: 'firstName', type: 'text', autocomplete: 'given-name', limit: 200 },
  { name: 'lastName', type: 'text', autocomplete: 'family-name', limit: 200 },
  { name: 'email', type: 'email', autocomplete: 'email', limit: 254 },
  { name: 'telephone', type: 'tel', autocomplete: 'tel', limit: 40 },
] as const;

/** First name, last name, email, phone. `needs`: the email is required, or one of the last two. */
export function personFields(
  drawing: Drawing,
  prefix: string,
  person: Person,
  needs: 'email' | 'either' | null,
): HTMLElement[] {
  const { words } = drawing;
  return PERSON.map(({ name, type, autocomplete, limit }) => {
    const isNeeded = name === 'firstName' || name === 'lastName';
    return field(drawing, {
      id: prefix + name,
      label: isNeeded || (needs && name === 'email') ? words[name] : `${words[name]} ${words.optional}`,
      value: person[name],
      set: (value) => void (person[name] = value),
      attributes: {
        type,
        autocomplete,
        maxlength: String(limit),
        'aria-required': (isNeeded || (needs === 'email' && name === 'email')) && 'true',
      },
      wrongOf: (value) =>
        name !== 'email' || value.trim()
          ? wrongPerson(name, value)
          : needs === 'email'
            ? 'required'
            : needs && !person.telephone.trim()
              ? 'reachable'
              : null,
    });
  });
}

/** A checkbox with its text. */
export function tick(text: Node | string, checked: boolean, onChange: (checked: boolean) => void, more = {}) {
  const box = element('input', { type: 'checkbox', ...more });
  box.checked = checked;
  box.addEventListener('change', () => onChange(box.checked));
  return { box, node: element('label', { class: 'tick' }, box, element('span', {}, text)) };
}
