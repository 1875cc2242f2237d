import type { Guardian } from '../../../shared/userConsent/schema.ts';
import { element } from '../kit/dom.ts';
import type { Localize } from './form.ts';
import type { GuardianFields, guardianFields as fieldsOf } from './guardianFields.ts';

export interface GuardianQuestion {
  readonly node: HTMLElement;
  /** null: not a guardian. 'wrong': the fields say what is missing or wrong, or are not loaded yet. */
  read(): Guardian | 'wrong' | null;
  /** Focuses the first wrong field, once there are fields. */
  focusWrong(): void;
}

/**
 * Asks whether a parent or guardian consents (PDPA section 20), and if so who. The fields are a script of their own, so
 * that visitors of forms that do not ask for them do not download it; it is fetched once the form is displayed.
 * @param base origin of the product
 * @param onMissing the fields could not be loaded, and the visitor needs them; `retry` tries again
 */
export function guardianQuestion(
  localize: Localize,
  base: string,
  onMissing: (retry: () => void) => void,
): GuardianQuestion {
  let fields: GuardianFields | undefined;
  let loading: Promise<unknown> | undefined;
  let attempts = 0;
  const box = element('input', { type: 'checkbox', 'aria-controls': 'guardian', 'aria-expanded': 'false' });
  const wait = localize(element('p', { role: 'status' }), (words) => words.opening.body);
  const group = element('div', { id: 'guardian', hidden: true }, wait);

  /** Loads the fields, and passes them on where they are used at once. */
  function load(use?: (loaded: GuardianFields) => void): void {
    wait.hidden = false;
    // A browser remembers a failure by the address.
    const address = `${base}/consent/form/guardian.js?${attempts}`;
    loading ??= import(/* @vite-ignore */ address).then(
      ({ guardianFields }: { guardianFields: typeof fieldsOf }) => (fields = guardianFields(localize, group)),
    );
    void loading.then(
      () => {
        wait.remove();
        use?.(fields!);
      },
      () => {
        wait.hidden = true;
        loading = undefined;
        attempts += 1;
        if (box.checked)
          onMissing(() => {
            // The button that was pressed goes.
            box.focus();
            load(use);
          });
      },
    );
  }
  load();

  box.addEventListener('change', () => {
    group.hidden = !box.checked;
    box.setAttribute('aria-expanded', `${box.checked}`);
    load();
  });
  return {
    node: element(
      'div',
      { class: 'guardian' },
      element(
        'label',
        { class: 'tick' },
        box,
        localize(element('span'), (words) => words.guardian),
      ),
      group,
    ),
    read: () => (box.checked ? (fields?.read() ?? 'wrong') : null),
    focusWrong: () =>
      load((loaded) => {
        loaded.read();
        loaded.focusWrong();
      }),
  };
}
