import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidOf } from '../../uuidOf.ts';
import type { FlowChoices, FlowFilters } from '../../../shared/dataFlow/schema.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import { useFilterChips } from '../../ui/table/filterChips.ts';
import { type Filter, useListState } from '../../ui/table/index.ts';
import { TABLE_SORTS } from './FlowsTable.tsx';

/**
 * The filters of the diagram, stored in the address and shared with its table; `filterLabels` describes the active ones
 * in words. `onRetry` loads their options again, where that failed.
 */
export function useFilters() {
  const { ws } = useSession();
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
  const bar = useBar(choices.data, filters.country);
  // Without those whose value is invalid, which narrow nothing.
  const active: Readonly<Record<string, unknown>> = {
    application: filters.applicationId,
    purpose: filters.purposeId,
    category: filters.piiCategoryId,
    country: filters.country,
    sensitive: filters.sensitive,
  };
  const chips = useFilterChips(
    bar.filter(({ key }) => active[key] !== undefined),
    state,
  );
  const narrowed = Object.values(filters).some((value) => value !== undefined);
  return {
    state,
    filters,
    bar,
    filterLabels: chips.map(({ words }) => words),
    narrowed,
    onRetry: choices.error && !choices.data ? () => void choices.refetch() : null,
  };
}

/** The filters of the bar, with the chosen country, also where nothing goes there any more. */
function useBar(choices: FlowChoices | undefined, country: string | undefined): Filter[] {
  const { t } = useTranslation('dataFlow');
  const { text } = useFormat();
  const countryName = useCountryName();
  const { applications, purposes, piiCategories, countries } = choices ?? NO_CHOICES;
  const places = country === undefined || countries.includes(country) ? countries : [country, ...countries];
  return [
    {
      kind: 'one',
      key: 'application',
      label: t('filter.application'),
      options: applications.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: 'one',
      key: 'purpose',
      label: t('filter.purpose'),
      options: purposes.map(({ id, name }) => ({ value: id, label: text(name) })),
    },
    {
      kind: 'one',
      key: 'category',
      label: t('filter.category'),
      options: piiCategories.map(({ id, name }) => ({ value: id, label: text(name) })),
    },
    {
      kind: 'one',
      key: 'country',
      label: t('filter.country'),
      options: places.map((code) => ({ value: code, label: countryName(code) })),
    },
    {
      kind: 'one',
      key: 'sensitive',
      label: t('sensitive'),
      options: [{ value: 'true', label: t('filter.sensitive') }],
    },
  ];
}

const NO_CHOICES: FlowChoices = { applications: [], purposes: [], piiCategories: [], countries: [] };
