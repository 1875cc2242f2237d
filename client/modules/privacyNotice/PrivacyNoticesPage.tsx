import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NOTICE_LIST, type NoticeItem } from '../../../shared/privacyNotice/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, LinkButton, useFormat } from '../../ui/index.ts';
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
import { ExportButton } from '../export/ExportButton.tsx';
import { NoticeTag } from './NoticeState.tsx';
import { useNoticeMoves } from './useNoticeMoves.tsx';

const NewNotice = lazyScreen(() => import('./NewNotice.tsx'));
const address = (id: string) => recordAddress('privacyNotice', id);

/** Privacy notices of the workspace: search, create, open, withdraw, restore. */
export default function PrivacyNoticesPage() {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const canWrite = useCan('privacyNotice.write');
  const [adding, setAdding] = useState<'not yet' | 'open' | 'closed'>('not yet');
  const moves = useNoticeMoves();
  const list = useList(NOTICE_LIST);
  const query = trpc.privacyNotice.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const columns = useColumns();
  return (
    <ListPage
      id="privacyNotice"
      title={t('title')}
      lead={t('lead')}
      action={<ExportButton kind="privacy-notices" input={list.criteria} />}
      note={<Uncovered />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('kind', t('filter.kind'), (value) => t(`kind.${value}`)),
        list.filter('status', t('filter.status'), (value) => t(`status.${value}`)),
        list.filter('drifted', t('filter.drifted'), (value) =>
          t(value === 'true' ? 'filter.isDrifted' : 'filter.isCurrent'),
        ),
        list.filter('dates', t('filter.dates'), (value) => t(`dates.${value}`)),
      ]}
      rowName={(row) => row.name}
      rowHref={(row) => address(row.id)}
      rowActions={(row) => [
        canWrite ? actions.edit(address(row.id)) : actions.open(address(row.id)),
        ...moves.items(row).map((item, place) => ({ ...item, separated: place === 0 })),
      ]}
      add={
        canWrite && (
          <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setAdding('open')}>
            {t('add')}
          </Button>
        )
      }
      empty={{ title: t('empty.title'), body: t('empty.body') }}
    >
      {adding !== 'not yet' && (
        <Suspense fallback={null}>
          <NewNotice open={adding === 'open'} onClose={() => setAdding('closed')} />
        </Suspense>
      )}
      {moves.dialogs}
    </ListPage>
  );
}

/** The number of published applications without a notice, with a link to them; renders nothing without any. */
function Uncovered() {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { number } = useFormat();
  const { data } = trpc.privacyNotice.uncovered.useQuery({ ws, pageSize: 1 }, LIST_QUERY);
  const count = data?.meta.totalItems ?? 0;
  if (count === 0) return null;
  return (
    <Box mb="4">
      <Banner
        tone="warn"
        action={
          <LinkButton size="sm" href={pageAddress('uncoveredApplications')}>
            {t('uncovered.open')}
          </LinkButton>
        }
      >
        {t('uncovered.count', { count, number: number(count) })}
      </Banner>
    </Box>
  );
}

function useColumns(): Column<NoticeItem>[] {
  const { t } = useTranslation(['privacyNoticeScreen', 'common']);
  const { number, text, date } = useFormat();
  return [
    {
      id: 'name',
      header: t('column.name'),
      cell: (row) => (
        <TwoLines more={`${t(`kind.${row.kind}`)} · ${text(row.dataController.name)}`}>{row.name}</TwoLines>
      ),
    },
    { id: 'status', priority: 1, header: t('column.state'), cell: (row) => <NoticeTag {...row} /> },
    {
      id: 'applications',
      priority: 3,
      header: t('column.applications'),
      align: 'end',
      cell: (row) => number(row.applicationCount),
    },
    {
      id: 'effectiveOn',
      priority: 2,
      header: t('column.effectiveOn'),
      cell: (row) => (row.effectiveOn ? date(row.effectiveOn) : '–'),
    },
    {
      id: 'reviewOn',
      priority: 3,
      header: t('column.reviewOn'),
      cell: (row) => {
        if (row.reviewClock && !row.withdrawn) return <DaysLeft clock={row.reviewClock} />;
        return row.reviewOn ? date(row.reviewOn) : '–';
      },
    },
    timeColumn('updatedAt', t('common:updatedAt')),
    timeColumn('createdAt', t('common:createdAt'), { defaultHidden: true }),
  ];
}
