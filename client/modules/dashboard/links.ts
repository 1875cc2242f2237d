import { useCan } from '../../shell/session.tsx';

/** Addresses of the lists behind a chart; none for those who may not read the record, who then see figures alone. */
export function useListLinks(): {
  purposes: (filter: Record<string, string>) => string | undefined;
  applications: (filter: Record<string, string>) => string | undefined;
} {
  const may = useCan('ropa.read');
  const to = (path: string) => (filter: Record<string, string>) =>
    may ? `${path}?${new URLSearchParams(filter)}` : undefined;
  return { purposes: to('/business-function/purpose'), applications: to('/business-function/application') };
}
