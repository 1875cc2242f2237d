import { useState } from 'react';

/**
 * The last result of a call that is repeated and discards its data meanwhile, as mutations do: the rendered page, with
 * input and open parts, stays until newer data arrives.
 */
export function useLatest<T>(data: T | undefined): T | undefined {
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return data ?? latest;
}
