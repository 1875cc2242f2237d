import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/**
 * The filtered list behind a chart; undefined without permission to read incidents, in which case only figures are
 * displayed.
 */
export function useIncidentLinks(): {
  list: (filter: Record<string, string>) => string | undefined;
  incident: (id: string) => string | undefined;
} {
  const may = useCan('incident.read');
  return {
    list: (filter) => (may ? pageAddress('incidents', filter) : undefined),
    incident: (id) => (may ? recordAddress('incident', id) : undefined),
  };
}
