import { useTranslation } from 'react-i18next';
import type { REFUSAL_LIST } from '../../../shared/requestRefusal/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import type { Filter } from '../../ui/table/index.ts';
import type { ListControl } from '../../ui/table/useList.ts';
import { MINUTE } from '../../../shared/duration.ts';

/** The maximum number of applications returned by a search. */
const FOUND = 20;

/** The filters of the register of refusals. */
export function useRefusalFilters(list: ListControl<typeof REFUSAL_LIST, { dates: 'range' }>): Filter[] {
  const { t } = useTranslation(['requestRefusal', 'request']);
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const managesAll = useCan('request.manage');
  const { applicationId } = list.input;
  const application = trpc.application.pick.useQuery(
    { ws, id: applicationId ?? '', pageSize: 1 },
    { enabled: managesAll && applicationId !== undefined, staleTime: MINUTE },
  ).data?.collection[0];
  const load: LoadOptions = async ({ query, page, signal }) => {
    const { collection, meta } = await client.application.pick.query(
      { ws, query, currentPage: page, pageSize: FOUND },
      { signal },
    );
    return {
      options: collection.map(({ id, name }) => ({ value: id, label: name })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
  return [
    list.filter('right', t('column.right'), (value) =>
      value === 'CUSTOM' ? t('customRight') : t(`request:right.${value}`),
    ),
    list.filter('ground', t('column.ground'), (value) => t(`request:ground.${value as 'LAW'}`)),
    list.filter('required', t('requiredFilter'), (value) => t(`required.${value}`)),
    ...(managesAll
      ? [
          {
            kind: 'search' as const,
            key: 'applicationId',
            label: t('column.application'),
            chosen: application && { value: application.id, label: application.name },
            load,
          },
        ]
      : []),
    { kind: 'range', key: 'dates', label: t('period') },
  ];
}
