import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { CONSENT_LIST, type ConsentItem } from '../../../shared/consent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { ConsentState } from './ConsentState.tsx';
import { Needs } from './Needs.tsx';
import { useActivation } from './useActivation.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const NewConsent = lazyScreen(() => import('./NewConsent.tsx'));
const address = (id: string) => recordAddress('consent', id);

/** Consent forms of the workspace: find, create, open, deactivate. */
export default function ConsentsPage() {
  const { t } = useTranslation(['consent', 'common', 'embedScreen']);
  const { ws } = useSession();
  const canWrite = useCan('consent.write');
  const [adding, setAdding] = useState(false);
  const [dialogLoaded, setDialogLoaded] = useState(false);
  const activation = useActivation();
  const list = useList(CONSENT_LIST);
  const query = trpc.consent.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();

  const columns = useConsentColumns();
  const add = canWrite && (
    <Button
      look="main"
      size="sm"
      icon={<Plus aria-hidden />}
      onClick={() => {
        setDialogLoaded(true);
        setAdding(true);
      }}
    >
      {t('add')}
    </Button>
  );

  return (
    <ListPage
      id="consent"
      title={t('title')}
      lead={t('lead')}
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
        list.filter('inForce', t('filter.answers'), (value) => t(value === 'true' ? 'filter.open' : 'filter.closed')),
      ]}
      rowName={(row) => row.name}
      rowHref={(row) => address(row.id)}
      rowActions={(row) => [
        canWrite ? actions.edit(address(row.id)) : actions.open(address(row.id)),
        ...activation.items(row).map((item) => ({ ...item, separated: true })),
      ]}
      add={add}
      empty={{ title: t('empty.title'), body: t('empty.body'), sample: canWrite && <Needs /> }}
    >
      {dialogLoaded && (
        <Suspense fallback={null}>
          <NewConsent open={adding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {activation.dialog}
    </ListPage>
  );
}

function useConsentColumns(): Column<ConsentItem>[] {
  const { t } = useTranslation(['consent', 'common']);
  const { number } = useFormat();
  const mayCount = useCan('consent.dashboard');
  return [
    { id: 'name', header: t('column.name'), cell: (row) => row.name },
    { id: 'application', wraps: true, header: t('column.application'), cell: (row) => row.application.name },
    { id: 'status', priority: 1, header: t('column.state'), cell: (row) => <ConsentState {...row} /> },
    ...(mayCount
      ? ([
          {
            id: 'subjects',
            priority: 3,
            header: t('column.subjects'),
            align: 'end',
            cell: (row) => number(row.subjects),
          },
          {
            id: 'submissions',
            priority: 3,
            header: t('column.submissions'),
            align: 'end',
            cell: (row) => number(row.submissions),
          },
        ] satisfies Column<ConsentItem>[])
      : []),
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
