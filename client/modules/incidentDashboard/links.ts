import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';

/** The list behind a chart, narrowed; none for those who may not read incidents, who then see figures alone. */
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
