// Fields of whoever consents for another (PDPA section 20), of the script of guardianQuestion.ts.
import en from '../../../shared/locales/en/consentGuardian.ts';
import type { Shape } from '../../../shared/locales/shape.ts';
import th from '../../../shared/locales/th/consentGuardian.ts';
import { isTelephone, nationalNumber, TELEPHONE_LIMIT } from '../../../shared/telephone.ts';
import type { Guardian } from '../../../shared/userConsent/schema.ts';
import { element } from '../kit/dom.ts';
import fieldsCss from '../kit/fields.css?inline';
import type { Language } from '../kit/language.ts';
import { applySheet } from '../kit/sheet.ts';
import questionCss from './guardian.css?inline';

type Words = Shape<typeof th>;
const WORDS: Record<Language, Words> = { th, en };

type Field = keyof Guardian;
/** Sets a text now and whenever the language of the form changes. */
type Localize = <Kind extends Node>(node: Kind, text: (words: unknown, language: Language) => string) => Kind;

const FIELDS: readonly { name: Field; type: string; autocomplete: string; limit: number }[] = [
  { name: 'firstName', type: 'text', autocomplete: 'given-name', limit: 100 },
  { name: 'lastName', type: 'text', autocomplete: 'family-name', limit: 100 },
  { name: 'email', type: 'email', autocomplete: 'email', limit: 254 },
  { name: 'telephone', type: 'tel', autocomplete: 'tel', limit: TELEPHONE_LIMIT },
];

/** The locale key of an error, by the rules of shared/userConsent/schema.ts; the product validates again. */
export function wrongGuardian(name: Field, value: string): keyof Words['wrong'] | null {
  if (value === '') return name === 'telephone' ? null : 'required';
  if (name === 'email')
    return value.length <= 254 && /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(value)
      ? null
      : 'email';
  if (name === 'telephone') return isTelephone(value) ? null : 'telephone';
  return value.length > 100 ? 'tooLong' : null;
}

/** +66 is the same as 0. */
const asTyped = (name: Field, value: string): string => (name === 'telephone' ? nationalNumber(value) : value.trim());

export interface GuardianFields {
  /** 'wrong': something is missing or wrong, displayed beside its field. */
  read(): Guardian | 'wrong';
  focusWrong(): void;
}

/** Adds the fields to `place`, with their styles. They are validated once left, then while typing. */
export function guardianFields(localize: Localize, place: HTMLElement): GuardianFields {
  const localizeOwn = <Kind extends Node>(node: Kind, text: (words: Words) => string): Kind =>
    localize(node, (_words, language) => text(WORDS[language]));
  const group = element(
    'fieldset',
    {},
    localizeOwn(element('legend'), (words) => words.title),
  );
  const grid = element('div', { class: 'fields' });
  group.append(grid);

  const fields = FIELDS.map(({ name, type, autocomplete, limit }) => {
    const input = element('input', {
      id: name,
      type,
      name,
      autocomplete,
      maxlength: String(limit),
      'aria-describedby': `${name}-wrong`,
      'aria-required': name !== 'telephone' && 'true',
    });
    const message = element('p', { id: `${name}-wrong`, class: 'small wrong', hidden: true });
    let judged = false;
    let wrong: keyof Words['wrong'] | null = null;
    let labels: Words | undefined;
    const label = localizeOwn(element('label', { for: name, class: 'small' }), (words) => (labels = words)[name]);
    localizeOwn(message, (words) => (wrong ? words.wrong[wrong] : ''));
    const judge = () => {
      judged = true;
      wrong = wrongGuardian(name, asTyped(name, input.value));
      message.hidden = wrong === null;
      message.textContent = wrong && labels ? labels.wrong[wrong] : '';
      if (wrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
      return wrong === null;
    };
    input.addEventListener('input', () => void (judged && judge()));
    input.addEventListener('change', judge);
    grid.append(element('div', { class: 'field' }, label, input, message));
    return { name, input, judge };
  });

  place.append(group);
  // Not of a form that was closed meanwhile.
  const root = place.getRootNode();
  if (root instanceof ShadowRoot) applySheet(root, fieldsCss + questionCss);

  return {
    read() {
      if (fields.map(({ judge }) => judge()).includes(false)) return 'wrong';
      return Object.fromEntries(fields.map(({ name, input }) => [name, asTyped(name, input.value)])) as Guardian;
    },
    focusWrong: () => fields.find(({ input }) => input.getAttribute('aria-invalid') === 'true')?.input.focus(),
  };
}
