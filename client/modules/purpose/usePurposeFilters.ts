import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '../../../shared/catalogue/schema.ts';
import { UNNAMED_COUNTRY } from '../../../shared/country.ts';
import type { PURPOSE_LIST } from '../../../shared/purpose/schema.ts';
import { useCountryName, useCountryOptions } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { Filter } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';
import { usePeopleOptions } from '../personnel/usePeopleOptions.ts';
import { uuidOf } from '../../uuidOf.ts';

/**
 * Filters of the list of purposes, of which `department` is the chosen one of that filter. The person filter is set by
 * links of other pages: it is hidden until set.
 */
export function usePurposeFilters(
  list: Pick<ListControl<typeof PURPOSE_LIST>, 'filter' | 'input'>,
  department: string | undefined,
): Filter[] {
  const { t } = useTranslation(['purposeScreen', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const departments = useDepartments(department);
  const countries = useCountryOptions();
  const countryName = useCountryName();
  const categories = trpc.purposeCategory.list.useQuery(
    { ws, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { staleTime: 60_000 },
  );
  const isOfPerson = list.input.responsiblePersonnelId !== undefined;
  const people = usePeopleOptions(isOfPerson);
  return [
    list.filter('status', t('column.status'), (value) => t(value === 'DRAFT' ? 'status.draft' : 'status.published')),
    list.filter(
      'purposeCategoryId',
      t('column.category'),
      (categories.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
    ),
    list.filter('lawfulBasis', t('column.bases'), (value) =>
      value === 'NONE' ? t('noBasis') : t(`basis.${value}.name`),
    ),
    list.filter('thirdPartyDisclosure', t('filter.disclosed'), (value) => t(value === 'true' ? 'ui:yes' : 'ui:no')),
    {
      kind: 'one',
      key: 'department',
      label: t('filter.department'),
      options: [
        { value: 'PERSON', label: t('filter.personAlone') },
        { value: 'LEFT', label: t('filter.left') },
        { value: 'NONE', label: t('filter.nobody') },
        ...departments.map(({ id, name }) => ({ value: id, label: text(name) })),
      ],
    },
    ...(isOfPerson ? [list.filter('responsiblePersonnelId', t('field.responsiblePersonnelId'), people)] : []),
    list.filter('country', t('filter.country'), [
      ...countries,
      { value: UNNAMED_COUNTRY, label: countryName(UNNAMED_COUNTRY) },
    ]),
  ];
}

/** The departments of the filter: the first hundred, and the chosen one. */
function useDepartments(chosen: string | undefined): readonly CatalogueItem[] {
  const { ws } = useSession();
  const input = { ws, kind: 'department', pageSize: 100 } as const;
  const list = trpc.catalogue.list.useQuery(input, { staleTime: 60_000 });
  const first = list.data?.collection ?? [];
  const id = uuidOf(chosen);
  const isFirst = first.some((one) => one.id === id);
  const further = trpc.catalogue.list.useQuery(
    { ...input, ids: id ? [id] : [] },
    { staleTime: 60_000, enabled: id !== undefined && list.data !== undefined && !isFirst },
  );
  return isFirst ? first : [...first, ...(further.data?.collection ?? [])];
}
