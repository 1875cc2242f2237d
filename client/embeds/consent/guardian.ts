import type { Guardian } from '../../../shared/userConsent/schema.ts';
import { element } from '../kit/dom.ts';
import type { Localize } from './form.ts';
import type { guardianQuestion as questionOf } from './guardianQuestion.ts';

export interface GuardianQuestion {
  readonly node: HTMLElement;
  /** null: not a guardian. 'wrong': the fields say what is missing or wrong, or the question is not loaded yet. */
  read(): Guardian | 'wrong' | null;
  /** Focuses the first wrong field, or the question once it is there. */
  focusWrong(): void;
}

/**
 * Asks who consents for another (PDPA section 20). The question is a script of its own, so that visitors of forms that
 * do not ask it do not download it; it is fetched once the form is displayed, and nobody consents before it is there.
 * @param base origin of the product
 * @param onMissing it could not be loaded, and the visitor needs it; `retry` tries again
 */
export function guardianQuestion(
  localize: Localize,
  base: string,
  onMissing: (retry: () => void) => void,
): GuardianQuestion {
  let attempts = 0;
  const node = element('div', { class: 'guardian' });
  async function load(): Promise<void> {
    // A browser remembers a failure by the address, and the script of another release.
    const address = `${base}/consent/form/guardian.js?question${attempts++}`;
    const loaded = (await import(/* @vite-ignore */ address)) as { guardianQuestion: typeof questionOf };
    if (!node.firstChild) Object.assign(question, loaded.guardianQuestion(localize, node));
  }
  const question: GuardianQuestion = {
    node,
    read: () => 'wrong',
    focusWrong: () =>
      void load().then(
        () => question.focusWrong(),
        () => onMissing(question.focusWrong),
      ),
  };
  load().catch(() => {});
  return question;
}
