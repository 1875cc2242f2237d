import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/**
 * The filtered list behind a chart; undefined without permission to read requests, in which case only figures are
 * displayed.
 */
export function useRequestLink(): (filter: Readonly<Record<string, string>>) => string | undefined {
  const may = useCan('request.read');
  return (filter) => (may ? pageAddress('requests', filter) : undefined);
}
