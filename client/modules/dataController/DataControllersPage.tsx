import { Plus } from 'lucide-react';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { DATA_CONTROLLER_LIST, type DataControllerItem } from '../../../shared/dataController/schema.ts';
import { countryName } from '../../shell/countries.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Button, Link, Tag, useFormat } from '../../ui/index.ts';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  NameButton,
  timeColumn,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { Target } from './DataControllerForm.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const DataControllerDialog = lazyScreen(() => import('./DataControllerForm.tsx'));
const RemoveDataController = lazyScreen(() => import('./RemoveDataController.tsx'));

/** Data controllers of the workspace: list, add, edit, delete. */
export default function DataControllersPage() {
  const { t } = useTranslation(['organization', 'common']);
  const { ws } = useSession();
  const { text, locale } = useFormat();
  const canWrite = useCan('organization.write');
  const [target, setTarget] = useState<Target>(null);
  // A link from elsewhere opens the form by its address.
  const requestedId = new URLSearchParams(useSearch()).get('edit');
  const go = useGo();
  useEffect(() => {
    if (!requestedId) return;
    if (canWrite) setTarget({ id: requestedId });
    go(pageAddress('dataControllers'), { replace: true });
  }, [requestedId, canWrite, go]);
  const [removing, setRemoving] = useState<DataControllerItem | null>(null);
  const list = useList(DATA_CONTROLLER_LIST);
  const query = trpc.dataController.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();

  const columns: Column<DataControllerItem>[] = [
    {
      id: 'name',
      header: t('dataController.name'),
      cell: (row) => <NameButton onClick={() => setTarget({ id: row.id })}>{text(row.name)}</NameButton>,
    },
    { id: 'contactPerson', header: t('dataController.contactPerson'), cell: (row) => row.contactPerson },
    { id: 'phone', priority: 3, header: t('dataController.phone'), cell: (row) => row.phone },
    { id: 'email', header: t('dataController.email'), cell: (row) => row.email, defaultHidden: true },
    {
      id: 'country',
      header: t('dataController.country'),
      cell: (row) => countryName(row.country, locale),
      defaultHidden: true,
    },
    { id: 'links', wraps: true, priority: 3, header: t('dataController.links'), cell: (row) => <Links row={row} /> },
    {
      id: 'applications',
      wraps: true,
      header: t('dataController.uses'),
      cell: (row) => <Uses row={row} />,
    },
    timeColumn('updatedAt', t('common:updatedAt'), { priority: 3 }),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
  const add = canWrite && (
    <Button look="main" size="sm" icon={<Plus />} onClick={() => setTarget('new')}>
      {t('dataController.add')}
    </Button>
  );

  return (
    <ListPage
      id="dataController"
      title={t('dataController.title')}
      lead={t('dataController.lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('dataController.search')}
      rowName={(row) => text(row.name)}
      rowActions={(row) =>
        canWrite ? [actions.edit(() => setTarget({ id: row.id })), actions.remove(() => setRemoving(row))] : []
      }
      add={add}
      empty={{ title: t('dataController.emptyTitle'), body: t('dataController.emptyBody') }}
    >
      <Suspense fallback={null}>
        {target && <DataControllerDialog target={target} onClose={() => setTarget(null)} />}
        {removing && <RemoveDataController record={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
    </ListPage>
  );
}

/** Its website, privacy notice and logo, as far as they are recorded. */
function Links({ row: { website, privacyPolicyUrl, logo } }: { row: DataControllerItem }) {
  const { t } = useTranslation('organization');
  const { ws } = useSession();
  const links = [
    { href: website, text: website.replace(/^https?:\/\//, '') },
    { href: privacyPolicyUrl, text: t('dataController.privacyPolicy') },
    { href: logo ? fileUrl(ws, logo.id) : '', text: t('dataController.logo') },
  ].filter(({ href }) => href);
  if (links.length === 0) return '–';
  return (
    <>
      {links.map(({ href, text }, index) => (
        <Fragment key={href}>
          {index > 0 && ' · '}
          <Link href={href} target="_blank">
            {text}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

/** How many applications and privacy notices name it. */
function Uses({ row: { inUse, applicationCount, noticeCount } }: { row: DataControllerItem }) {
  const { t } = useTranslation('organization');
  const { number } = useFormat();
  if (!inUse) return <Tag>{t('dataController.notInUse')}</Tag>;
  const uses = [
    applicationCount > 0 &&
      t('dataController.applicationCount', { count: applicationCount, number: number(applicationCount) }),
    noticeCount > 0 && t('dataController.noticeCount', { count: noticeCount, number: number(noticeCount) }),
  ];
  return uses.filter(Boolean).join(' · ');
}
