import { type AppError, appError } from '../errors.ts';

/**
 * Somebody else has saved since the caller read: 409 `staleEdit`, with the record as it is now where one can be shown.
 */
export const staleEdit = (current?: unknown): AppError =>
  appError('staleEdit', current === undefined ? {} : { details: { current } });

/**
 * Asks whether the caller has read the record as it is now; `rowVersion` left out: whatever it is.
 * @param current the record as the answer shows it
 * @throws 409 `staleEdit`
 */
export async function assertNewest<Found extends { readonly rowVersion: number }>(
  found: Found,
  rowVersion: number | undefined,
  current: () => unknown = () => found,
): Promise<void> {
  if (rowVersion !== undefined && found.rowVersion !== rowVersion) throw staleEdit(await current());
}
