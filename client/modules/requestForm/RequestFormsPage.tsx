import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { REQUEST_FORM_LIST, type RequestFormItem } from '../../../shared/requestForm/schema.ts';
import { NeedsApplication } from '../../embedScreen/Need.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, LinkButton, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { RequestFormState } from './RequestFormState.tsx';
import { useFormMoves } from './useFormMoves.tsx';

const NewRequestForm = lazyScreen(() => import('./NewRequestForm.tsx'));
const address = (id: string) => recordAddress('requestForm', id);

/** Request forms of the workspace: search, create, open, deactivate, delete. */
export default function RequestFormsPage() {
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  const { ws } = useSession();
  const canWrite = useCan('requestForm.write');
  const [adding, setAdding] = useState<'not yet' | 'open' | 'closed'>('not yet');
  const moves = useFormMoves();
  const list = useList(REQUEST_FORM_LIST);
  const query = trpc.requestForm.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const columns = useColumns();
  const add = canWrite && (
    <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding('open')}>
      {t('add')}
    </Button>
  );
  return (
    <ListPage
      id="requestForm"
      title={t('title')}
      lead={t('lead')}
      action={<LinkButton href={pageAddress('dataRights')}>{t('toRights')}</LinkButton>}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('status', t('embedScreen:filter.status'), (value) =>
          t(value === 'DRAFT' ? 'embedScreen:filter.draft' : 'embedScreen:filter.published'),
        ),
        list.filter('active', t('embedScreen:filter.active'), (value) =>
          t(value === 'true' ? 'embedScreen:filter.inUse' : 'embedScreen:filter.notInUse'),
        ),
      ]}
      rowName={(row) => row.name}
      rowHref={(row) => address(row.id)}
      rowActions={(row) => [
        canWrite ? actions.edit(address(row.id)) : actions.open(address(row.id)),
        ...moves.items(row).map((item, place) => ({ ...item, separated: place === 0 })),
      ]}
      add={add}
      empty={{
        title: t('empty.title'),
        body: t('empty.body'),
        sample: canWrite && <NeedsApplication without="requestForm" allUsed={t('empty.allHaveForms')} />,
      }}
    >
      {adding !== 'not yet' && (
        <Suspense fallback={null}>
          <NewRequestForm open={adding === 'open'} onClose={() => setAdding('closed')} />
        </Suspense>
      )}
      {moves.dialogs}
    </ListPage>
  );
}

function useColumns(): Column<RequestFormItem>[] {
  const { t } = useTranslation(['requestForm', 'common']);
  const { number } = useFormat();
  return [
    { id: 'name', header: t('column.name'), cell: (row) => row.name },
    { id: 'application', wraps: true, header: t('column.application'), cell: (row) => row.application.name },
    { id: 'status', priority: 1, header: t('column.state'), cell: (row) => <RequestFormState {...row} /> },
    {
      id: 'rights',
      priority: 3,
      header: t('column.rights'),
      align: 'end',
      cell: (row) => number(row.rightCount),
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
