import { useCan } from '../../shell/session.tsx';

/** The list behind a chart, narrowed; none for those who may not read incidents, who then see figures alone. */
export function useIncidentLinks(): {
  list: (filter: Record<string, string>) => string | undefined;
  incident: (id: string) => string | undefined;
} {
  const may = useCan('incident.read');
  const path = '/data-breach/incident-management';
  return {
    list: (filter) => (may ? `${path}?${new URLSearchParams(filter)}` : undefined),
    incident: (id) => (may ? `${path}/${id}` : undefined),
  };
}
