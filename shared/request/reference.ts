/** How a request is called: `DSR-000042`, by its number in the workspace. */
export const requestReference = (number: number): string => `DSR-${String(number).padStart(6, '0')}`;
