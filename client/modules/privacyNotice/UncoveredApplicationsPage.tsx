import { FilePlus2, FileText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNCOVERED_LIST, type UncoveredApplication } from '../../../shared/privacyNotice/uncovered.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton, useFormat } from '../../ui/index.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';
import {
  type Column,
  LIST_QUERY,
  ListPage,
  timeColumn,
  TwoLines,
  useList,
  useRowActions,
} from '../../ui/table/index.ts';

const NewNotice = lazyScreen(() => import('./NewNotice.tsx'));

/** Published applications that no notice in force covers, each with an action to create one. */
export default function UncoveredApplicationsPage() {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const canWrite = useCan('privacyNotice.write');
  const [chosen, setChosen] = useState<UncoveredApplication | null>(null);
  const [isOpen, setOpen] = useState(false);
  const list = useList(UNCOVERED_LIST);
  const query = trpc.privacyNotice.uncovered.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const columns = useColumns();
  return (
    <ListPage
      id="uncoveredApplication"
      title={t('uncovered.title')}
      lead={t('uncovered.lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('uncovered.search')}
      filters={[]}
      rowName={(row) => row.name}
      rowHref={(row) => recordAddress('application', row.id)}
      rowActions={(row) => [
        ...(canWrite
          ? [
              {
                key: 'write',
                label: t('uncovered.write'),
                icon: <FilePlus2 aria-hidden />,
                onSelect: () => {
                  setChosen(row);
                  setOpen(true);
                },
              },
            ]
          : []),
        ...(row.notice
          ? [
              {
                key: 'notice',
                label: t('uncovered.toNotice'),
                icon: <FileText aria-hidden />,
                href: recordAddress('privacyNotice', row.notice.id),
              },
            ]
          : []),
        actions.open(recordAddress('application', row.id)),
      ]}
      empty={{
        title: t('uncovered.none'),
        body: t('uncovered.noneBody'),
        action: <LinkButton href={pageAddress('privacyNotices')}>{t('uncovered.toNotices')}</LinkButton>,
      }}
    >
      {chosen && (
        <Suspense fallback={null}>
          <NewNotice key={chosen.id} application={chosen} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ListPage>
  );
}

function useColumns(): Column<UncoveredApplication>[] {
  const { t } = useTranslation(['privacyNoticeScreen', 'common']);
  const { text, number } = useFormat();
  return [
    {
      id: 'name',
      header: t('column.application'),
      cell: (row) => <TwoLines more={text(row.dataController.name)}>{row.name}</TwoLines>,
    },
    {
      id: 'notice',
      priority: 1,
      header: t('uncovered.notice'),
      cell: (row) => row.notice?.name ?? '–',
    },
    {
      id: 'version',
      priority: 2,
      header: t('uncovered.version'),
      align: 'end',
      cell: (row) => number(row.version),
    },
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
}
