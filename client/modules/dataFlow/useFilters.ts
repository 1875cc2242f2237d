import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidOf } from '../../uuidOf.ts';
import type { FlowFilters } from '../../../shared/dataFlow/schema.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import { type Filter, useListState } from '../../ui/table/index.ts';
import { TABLE_SORTS } from './FlowsTable.tsx';

/**
 * The filters of the diagram, stored in the address and shared with its table; `said` describes the active ones in
 * words.
 */
export function useFilters() {
  const { t } = useTranslation(['dataFlow', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const countryName = useCountryName();
  const state = useListState({
    sortBy: TABLE_SORTS,
    filters: { application: 'one', purpose: 'one', category: 'one', country: 'one', sensitive: 'one' },
  });
  const choices = trpc.dataFlow.choices.useQuery({ ws }, { staleTime: 60_000 });
  const { application, purpose, category, country, sensitive } = state.filters;
  const filters: FlowFilters = useMemo(
    () => ({
      applicationId: uuidOf(application),
      purposeId: uuidOf(purpose),
      piiCategoryId: uuidOf(category),
      country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
      sensitive: sensitive === 'true' || undefined,
    }),
    [application, purpose, category, country, sensitive],
  );
  const { data } = choices;
  const bar: Filter[] = useMemo(
    () => [
      {
        kind: 'one',
        key: 'application',
        label: t('filter.application'),
        options: (data?.applications ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'one',
        key: 'purpose',
        label: t('filter.purpose'),
        options: (data?.purposes ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
      },
      {
        kind: 'one',
        key: 'category',
        label: t('filter.category'),
        options: (data?.piiCategories ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
      },
      {
        kind: 'one',
        key: 'country',
        label: t('filter.country'),
        options: (data?.countries ?? []).map((code) => ({ value: code, label: countryName(code) })),
      },
      {
        kind: 'one',
        key: 'sensitive',
        label: t('sensitive'),
        options: [{ value: 'true', label: t('filter.sensitive') }],
      },
    ],
    [data, t, text, countryName],
  );
  const filterLabels = bar.flatMap((filter) => {
    const value = state.filters[filter.key as keyof typeof state.filters];
    const option = filter.kind === 'one' ? filter.options.find((one) => one.value === value) : undefined;
    return option ? [`${filter.label}: ${option.label}`] : [];
  });
  const narrowed = Object.values(filters).some((value) => value !== undefined);
  return { state, filters, bar, filterLabels: filterLabels, narrowed };
}
