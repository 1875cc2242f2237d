import { useTranslation } from 'react-i18next';
import type { PURPOSE_LIST } from '../../../shared/purpose/schema.ts';
import { useCountryOptions } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { useFormat } from '../../ui/index.ts';
import type { Filter } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';

/** Filters of the list of purposes. */
export function usePurposeFilters(list: Pick<ListControl<typeof PURPOSE_LIST>, 'filter'>): Filter[] {
  const { t } = useTranslation(['purposeScreen', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const departments = trpc.catalogue.list.useQuery({ ws, kind: 'department', pageSize: 100 }, { staleTime: 60_000 });
  const countries = useCountryOptions();
  const categories = trpc.purposeCategory.list.useQuery(
    { ws, pageSize: 100, sortBy: 'name', sortDirection: 'ASC' },
    { staleTime: 60_000 },
  );
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
        { value: 'NONE', label: t('filter.nobody') },
        ...(departments.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
      ],
    },
    list.filter('country', t('filter.country'), countries),
  ];
}
