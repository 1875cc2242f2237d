import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/** Addresses of the lists behind a chart; none for those who cannot read the record, who only get figures. */
export function useListLinks(): {
  purposes: (filter: Record<string, string>) => string | undefined;
  applications: (filter: Record<string, string>) => string | undefined;
} {
  const may = useCan('ropa.read');
  return {
    purposes: (filter) => (may ? pageAddress('purposes', filter) : undefined),
    applications: (filter) => (may ? pageAddress('applications', filter) : undefined),
  };
}
