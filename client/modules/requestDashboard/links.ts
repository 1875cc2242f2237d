import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/** The list behind a chart, narrowed; none for those who may not read requests, who then see figures alone. */
export function useRequestLink(): (filter: Readonly<Record<string, string>>) => string | undefined {
  const may = useCan('request.read');
  return (filter) => (may ? pageAddress('requests', filter) : undefined);
}
