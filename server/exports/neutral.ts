/**
 * Spreadsheets run a cell that begins with one of these as a formula (OWASP, "CSV Injection"), some also after
 * blanks; a tab or line end at the start lets the next letter begin the cell. Full-width forms are formulas in
 * East Asian versions.
 */
// eslint-disable-next-line no-control-regex
const FORMULA = /^[\s\u0000\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;
// eslint-disable-next-line no-control-regex
const GUARDED = /^'+[\s\u0000\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;

/**
 * The text with an apostrophe before it if a spreadsheet would take it for a formula; any other text unchanged.
 * One that begins with an apostrophe before such a sign gets a second one, so that `original` tells them apart.
 * Example: `neutral('=1+1')` is `'=1+1`.
 */
export const neutral = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text that `neutral` was given. For reading a file back that was exported before. */
export const original = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
