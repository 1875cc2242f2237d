/**
 * Spreadsheets run a cell that begins with one of these as a formula (OWASP, "CSV Injection"), some also after
 * blanks; a tab or line end at the start lets the next letter begin the cell. Full-width forms are formulas in
 * East Asian versions.
 */
// eslint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
// eslint-disable-next-line no-control-regex
const GUARDED = /^'+[\s\u0000\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;

/** Whether a text begins with a letter or a digit, Latin or Thai, as nearly all do: such a one is never run. */
function isPlain(text: string): boolean {
  const first = text.charCodeAt(0);
  return (
    (first >= 0x61 && first <= 0x7a) ||
    (first >= 0x30 && first <= 0x39) ||
    (first >= 0x41 && first <= 0x5a) ||
    (first >= 0x0e01 && first <= 0x0e59)
  );
}

/**
 * The text with an apostrophe before it if a spreadsheet would take it for a formula; any other text unchanged.
 * One that begins with an apostrophe before such a sign gets a second one, so that `original` can distinguish them.
 * Example: `neutral('=1+1')` is `'=1+1`.
 */
export const neutral = (text: string): string =>
  !isPlain(text) && (FORMULA.test(text) || GUARDED.test(text)) ? `'${text}` : text;

/** The text that `neutral` was given. For reading a file back that was exported before. */
export const original = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
