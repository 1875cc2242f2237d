import { useState } from 'react';

/**
 * What a call returned last, for calls that are made again and again and forget their data meanwhile, as mutations do:
 * what is drawn from it, and what was typed or opened in it, stays until newer data comes.
 */
export function useLatest<T>(data: T | undefined): T | undefined {
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return data ?? latest;
}
