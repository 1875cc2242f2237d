/** How a request is called: `DSR-000042`, by its number in the workspace. */
export const requestReference = (number: number): string => `DSR-${String(number).padStart(6, '0')}`;

/** The number in a text that is nothing but one, with or without its prefix; null of any other. */
export function requestNumberIn(text: string): number | null {
  const digits = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Whether a text is certainly a number of a request, not the beginning of a telephone number: with its prefix, padded
 * by two zeros or more, or of six digits at most. Only such a text can be part of an address (docs/decisions/066).
 */
export const isRequestNumber = (text: string): boolean => /^(?:dsr-?\d{1,9}|00\d{4}|[1-9]\d{0,5})$/i.test(text.trim());
