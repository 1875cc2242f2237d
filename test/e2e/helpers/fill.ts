/** A text of the locales with its values inserted, as displayed. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key] ?? ''));

/** A text with a plural, in the form for its number (`<key>_one`, `<key>_other`), with the number inserted. */
export function fillCount(texts: object, key: string, number: number): string {
  const forms = texts as Record<string, string | undefined>;
  return fill((number === 1 ? forms[`${key}_one`] : undefined) ?? forms[`${key}_other`] ?? key, { number });
}
