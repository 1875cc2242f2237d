/** How a request is called: `DSR-000042`, by its number in the workspace. */
export const requestReference = (number: number): string => `DSR-${String(number).padStart(6, '0')}`;

/** The number in a text that is nothing but one, with or without its prefix; null of any other. */
export function requestNumberIn(text: string): number | null {
  const digits = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
