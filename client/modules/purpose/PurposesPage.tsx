import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { PURPOSE_LIST, type PurposeItem } from '../../../shared/purpose/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton, useFormat } from '../../ui/index.ts';
import { useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { usePurposeColumns } from './columns.tsx';
import { RemovePurpose } from './RemovePurpose.tsx';
import { useDuplicatePurpose } from './useDuplicatePurpose.ts';
import { usePurposeFilters } from './usePurposeFilters.ts';

/** Purposes of the workspace: search, create, open, duplicate, delete. */
export default function PurposesPage() {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<PurposeItem | null>(null);
  const list = useList(PURPOSE_LIST, {
    params: { purposeCategoryId: 'category', lawfulBasis: 'basis', thirdPartyDisclosure: 'disclosed' },
    more: { department: 'one' },
  });
  const query = trpc.purpose.list.useQuery(
    { ws, ...list.input, responsibleDepartmentId: list.state.filters.department },
    LIST_QUERY,
  );
  const columns = usePurposeColumns();
  const filters = usePurposeFilters(list, list.state.filters.department);
  const actions = useRowActions();
  const duplicate = useDuplicatePurpose();

  const add = canWrite && (
    <LinkButton look="main" size="sm" icon={<Plus aria-hidden />} href={pageAddress('purpose', { id: 'new' })}>
      {t('add')}
    </LinkButton>
  );

  return (
    <ListPage
      id="purpose"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters}
      rowName={(row) => text(row.title)}
      rowHref={(row) => recordAddress('purpose', row.id)}
      rowActions={(row) =>
        canWrite
          ? [
              actions.edit(recordAddress('purpose', row.id)),
              {
                key: 'duplicate',
                label: t('duplicate'),
                icon: <Copy aria-hidden />,
                onSelect: () => void duplicate(row),
              },
              actions.remove(() => setRemoving(row)),
            ]
          : [actions.open(recordAddress('purpose', row.id))]
      }
      add={add}
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <RemovePurpose purpose={removing} onClose={() => setRemoving(null)} />
    </ListPage>
  );
}
