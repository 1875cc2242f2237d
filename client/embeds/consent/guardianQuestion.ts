// The question who consents for another (PDPA section 20), a script of its own: guardian.ts loads it where a form asks
// it. Both are cached for a day, so the two can be of different releases: a change of what they agree on
// (`guardianQuestion` and what it returns, `Localize`, classes of frame.css) needs another address.
import en from '../../../shared/locales/en/consentGuardian.ts';
import th from '../../../shared/locales/th/consentGuardian.ts';
import type { Guardian } from '../../../shared/userConsent/schema.ts';
import { element } from '../kit/dom.ts';
import type { Language } from '../kit/language.ts';
import { guardianFields } from './guardianFields.ts';

// The script of the release before asks the question itself, and takes the fields from here.
export * from './guardianFields.ts';

const QUESTION: Record<Language, string> = { th: th.question, en: en.question };

export interface GuardianAnswer {
  /** null: not a guardian. 'wrong': something is missing or wrong, displayed beside its field. */
  read(): Guardian | 'wrong' | null;
  /** Focuses the first wrong field; before the question is answered, the question. */
  focusWrong(): void;
}

/** Adds the question to `place`: whether somebody with legal authority consents for another, and if so who. */
export function guardianQuestion(localize: Parameters<typeof guardianFields>[0], place: HTMLElement): GuardianAnswer {
  const box = element('input', { type: 'checkbox', 'aria-controls': 'guardian', 'aria-expanded': 'false' });
  const group = element('div', { id: 'guardian', hidden: true });
  const question = localize(element('span'), (_words, language) => QUESTION[language]);
  place.append(element('label', { class: 'tick' }, box, question), group);
  const fields = guardianFields(localize, group);
  box.addEventListener('change', () => {
    group.hidden = !box.checked;
    box.setAttribute('aria-expanded', `${box.checked}`);
  });
  return {
    read: () => (box.checked ? fields.read() : null),
    focusWrong: () => (box.checked ? fields.focusWrong() : box.focus()),
  };
}
