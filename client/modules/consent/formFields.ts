import type { FormField } from '../../records/mergeFields.ts';
import { contentFields, type Say } from './content.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { FormValues, Shown } from './formValues.ts';

/** Where a field of the content stands in the form's values, where that is not under its own name. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  privacyPolicyUrl: ['showPrivacyPolicy', 'privacyPolicyUrl'],
  colours: ['preset', 'background', 'text', 'acceptBackground', 'acceptText', 'declineBackground', 'declineText'].map(
    (one) => `theme.${one}`,
  ),
  'acceptLabel.th': ['theme.acceptLabel.th'],
  'acceptLabel.en': ['theme.acceptLabel.en'],
  'declineLabel.th': ['theme.declineLabel.th'],
  'declineLabel.en': ['theme.declineLabel.en'],
  logos: ['theme.logoIds'],
};
const LONG = new Set(['description.th', 'description.en']);

/**
 * The form's fields, made of those of the content: how each reads, and how two edits of a form are merged. The purposes
 * with their signals, in their order, are one decision. `shownOf` puts a draft in words.
 */
export function formFields(
  theirs: FormValues,
  shownOf: (values: FormValues) => Shown,
  words: { say: Say; locale: Locale },
): FormField<FormValues>[] {
  const textOf = (values: FormValues, key: string) =>
    contentFields(shownOf(values), words).find((field) => field.key === key)?.text ?? '';
  return contentFields(shownOf(theirs), words)
    .filter(({ key }) => key !== 'signals')
    .map(({ key, label }) => ({
      key,
      label,
      text: (values) =>
        key === 'purposes'
          ? [textOf(values, 'purposes'), textOf(values, 'signals')].filter(Boolean).join('\n')
          : key === 'logos'
            ? values.theme.logoIds.join('\n')
            : textOf(values, key),
      ...(PATHS[key] && { paths: PATHS[key] }),
      ...(LONG.has(key) && { long: true }),
    }));
}
