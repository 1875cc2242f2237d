import { Eye, Plus, Settings, Stamp } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { APPROVAL_LINE_LIST, type ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, LinkButton, PageHeader, Tabs, useFormat, VisuallyHidden } from '../../ui/index.ts';
import { type Column, DataTable, timeColumn, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import { AwayButtons, OwnAbsence } from './absence/OwnAbsence.tsx';
import { NothingToApprove, type View } from './NothingToApprove.tsx';
import { NamedProgress } from './Progress.tsx';
import { Turn } from './Turn.tsx';
import { useYourTurn } from './useYourTurn.ts';
import { lineHref, LineStatus, LIST, SETTINGS } from './words.tsx';

const AskForApproval = lazy(() => import('./ask/AskForApproval.tsx'));
const DecideDialog = lazy(() => import('./act/DecideDialog.tsx'));

/** Rows that wait for the reader stand out; those that came while they looked glow once. */
const MARKED = {
  '& tr:has([data-your-turn]) > *, & li:has([data-your-turn])': { bg: 'live.soft' },
  '& tr:has([data-your-turn]) > th, & li:has([data-your-turn])': { boxShadow: 'inset 3px 0 0 {colors.live}' },
  '& tr:has([data-came]) > *, & li:has([data-came])': { animation: 'breathe 1000ms ease-out' },
};

/** All approval lines the reader may see: what waits for them, what they asked for. */
export function LineList() {
  const { t } = useTranslation(['approvalLine', 'common', 'ui']);
  const { ws } = useSession();
  const { text, number, date } = useFormat();
  const go = useGo();
  const mayAsk = useCan('approval.write');
  const maySet = useCan('approval.settings');
  const search = new URLSearchParams(useSearch());
  const requested = mayAsk ? search.get('new') : null;
  const [asking, setAsking] = useState<{ applicationId: string | null } | null>(null);
  const [deciding, setDeciding] = useState<ApprovalLineItem | null>(null);
  const control = useList(APPROVAL_LINE_LIST, { params: { reportType: 'type' }, more: { view: 'one' } });
  const { state } = control;
  const { filters } = state;
  const view: View = filters.view === 'waiting' || filters.view === 'mine' ? filters.view : 'all';
  const list = trpc.approvalLine.list.useQuery(
    { ws, ...control.input, waitingForMe: view === 'waiting', mine: view === 'mine' },
    LIST_QUERY,
  );
  const { count, fresh, announcement } = useYourTurn();
  // The application's page asks by address.
  useEffect(() => {
    if (requested === null) return;
    setAsking({ applicationId: requested === '1' ? null : requested });
    go(LIST, { replace: true });
  }, [requested, go]);

  const columns: Column<ApprovalLineItem>[] = [
    {
      id: 'applicationName',
      header: t('column.application'),
      cell: (row) => (
        <span {...(row.yourTurn && { 'data-your-turn': '' })} {...(fresh.has(row.id) && { 'data-came': '' })}>
          {row.application.name}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      cell: (row) => <LineStatus status={row.status} yourTurn={row.yourTurn} />,
    },
    { id: 'turn', header: t('column.turn'), cell: (row) => <Turn line={row} onDecide={() => setDeciding(row)} /> },
    { id: 'progress', header: t('column.progress'), cell: (row) => <NamedProgress line={row} /> },
    {
      id: 'type',
      header: t('column.type'),
      cell: (row) =>
        [t(`type.${row.reportType}`), row.version > 0 && t('ui:version', { number: row.version })]
          .filter(Boolean)
          .join(' · '),
    },
    { id: 'controller', header: t('column.controller'), cell: (row) => text(row.dataController) || '–' },
    { id: 'requester', header: t('column.requester'), cell: (row) => row.requester.name },
    {
      id: 'number',
      header: t('column.number'),
      align: 'end',
      defaultHidden: true,
      cell: (row) => number(row.number),
    },
    { id: 'requestedAt', header: t('column.requestedAt'), cell: (row) => date(row.requestedAt) },
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
  const ask = mayAsk && (
    <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setAsking({ applicationId: null })}>
      {t('ask')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          <>
            <AwayButtons />
            {maySet && (
              <LinkButton href={SETTINGS} icon={<Settings aria-hidden />}>
                {t('settings')}
              </LinkButton>
            )}
          </>
        }
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <OwnAbsence />
      <Tabs
        label={t('view.label')}
        items={(['all', 'waiting', ...(mayAsk ? (['mine'] as const) : [])] as const).map((one) => ({
          label: t(`view.${one}`),
          href: one === 'all' ? '?' : `?view=${one}`,
          current: view === one,
          ...(one === 'waiting' && count !== undefined && { count }),
        }))}
      />
      <Box css={MARKED}>
        <DataTable
          id="approvalLine"
          caption={t('title')}
          columns={columns}
          {...tableQuery(list)}
          // A view is no filter that one clears to find more: each has its own empty state.
          state={
            {
              ...state,
              narrowed: state.query !== '' || filters.status !== undefined || filters.type !== undefined,
              clear: () => go(pageAddress('approvalLine', { view: view === 'all' ? null : view })),
            } as typeof state
          }
          searchPlaceholder={t('search')}
          filters={[
            control.filter('status', t('column.status'), (value) =>
              value === 'OPEN' ? t('pendingApproval') : t(`status.${value}`),
            ),
            control.filter('reportType', t('column.type'), (value) => t(`type.${value}`)),
          ]}
          rowKey={(row) => row.id}
          rowName={(row) => row.application.name}
          rowHref={(row) => lineHref(row.id)}
          rowActions={(row) => [
            ...(row.yourTurn
              ? [
                  {
                    key: 'decide',
                    label: t('act.decide'),
                    icon: <Stamp aria-hidden />,
                    onSelect: () => setDeciding(row),
                  },
                ]
              : []),
            { key: 'open', label: t('common:open'), icon: <Eye aria-hidden />, href: lineHref(row.id) },
          ]}
          actions={ask}
          emptyState={<NothingToApprove view={view} mayAsk={mayAsk} action={ask} />}
        />
      </Box>
      <Suspense fallback={null}>
        {asking && <AskForApproval applicationId={asking.applicationId} onClose={() => setAsking(null)} />}
        {deciding && <DecideDialog line={deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </>
  );
}
