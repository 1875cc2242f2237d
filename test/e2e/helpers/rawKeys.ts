import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { FORM_SOURCES } from '../../helpers/formSources.ts';
import { isKey } from '../../helpers/localeKeys.ts';

/**
 * Focuses and leaves every field of a form, empty first and then with invalid input, so that it displays its errors.
 * Nothing is sent.
 */
export async function enterWrong(form: Locator): Promise<void> {
  await form.evaluate((root) => {
    const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
      ({ type, disabled, readOnly }) =>
        !disabled && !readOnly && !['checkbox', 'radio', 'file', 'hidden'].includes(type),
    );
    for (const field of fields) {
      field.focus();
      field.blur();
    }
    for (const field of fields) {
      const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      field.focus();
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, '\u0007?');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.blur();
    }
  });
}

/** Texts on a page that are the key of a text instead of the text. */
export async function rawKeys(place: Locator): Promise<string[]> {
  const texts = await place.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const element of root.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  return texts.map((text) => text.trim()).filter(isKey);
}

/**
 * Enters nothing and then invalid input in the form of a file (`modules/webhook/WebhookDialog`), and expects no text
 * key in it. `test/unit/walked-forms.test.ts` fails if a form is tested nowhere.
 * @param place the form, or an element around it without other fields
 */
export async function walkForm(place: Locator, file: string): Promise<void> {
  const names = FORM_SOURCES.get(file);
  if (!names) throw new Error(`No form in ${file}`);
  await expect
    .poll(async () => {
      const labels = await place.evaluate((root) =>
        [root.closest('form'), ...root.querySelectorAll('form')].map((form) => form?.ariaLabel ?? ''),
      );
      return labels.some((label) => names.length === 0 || names.some((name) => name.test(label))) || labels.join();
    })
    .toBe(true);
  await enterWrong(place);
  await expect.poll(() => rawKeys(place)).toEqual([]);
}
