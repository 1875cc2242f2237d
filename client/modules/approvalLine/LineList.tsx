import { Eye, Plus, Settings, Stamp } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { APPROVAL_LINE_LIST, type ApprovalLineItem } from '../../../shared/approvalLine/schema.ts';
import { type DocumentSubject, REPORT_TYPES } from '../../../shared/approvalLine/subject.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, LinkButton, PageHeader, Tabs, VisuallyHidden } from '../../ui/index.ts';
import { DataTable, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { AwayButtons, OwnAbsence } from './absence/OwnAbsence.tsx';
import { useLineColumns } from './columns.tsx';
import { NothingToApprove, type View } from './NothingToApprove.tsx';
import { useYourTurn } from './useYourTurn.ts';
import { lineHref, LIST, SETTINGS } from './words.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const AskForApproval = lazyScreen(() => import('./ask/AskForApproval.tsx'));
const DecideDialog = lazyScreen(() => import('./act/DecideDialog.tsx'));

/** Rows that await the reader are marked; those that arrived while the page was open are highlighted once. */
const MARKED = {
  '& tr:has([data-your-turn]) > *, & li:has([data-your-turn])': { bg: 'live.soft' },
  '& tr:has([data-your-turn]) > th, & li:has([data-your-turn])': { boxShadow: 'inset 3px 0 0 {colors.live}' },
  '& tr:has([data-came]) > *, & li:has([data-came])': { animation: 'breathe 1000ms ease-out' },
};

/** All approval lines that the reader can read: those that await them, and those that they requested. */
export function LineList() {
  const { t } = useTranslation(['approvalLine', 'common']);
  const { ws } = useSession();
  const go = useGo();
  const mayAsk = useCan('approval.write');
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
  const [asking, setAsking] = useAsking(mayAsk);
  const columns = useLineColumns({ fresh, onDecide: setDeciding });
  const ask = mayAsk && (
    <Button look="main" size="sm" icon={<Plus aria-hidden />} onClick={() => setAsking({ subject: null })}>
      {t('ask')}
    </Button>
  );

  return (
    <>
      <Head />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <OwnAbsence />
      <Views view={view} mayAsk={mayAsk} count={count} />
      <Box css={MARKED}>
        <DataTable
          id="approvalLine"
          caption={t('title')}
          columns={columns}
          {...tableQuery(list)}
          // A view is no filter to clear for more rows: each has its own empty state.
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
        {asking && <AskForApproval subject={asking.subject} onClose={() => setAsking(null)} />}
        {deciding && <DecideDialog line={deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </>
  );
}

function Head() {
  const { t } = useTranslation('approvalLine');
  const maySet = useCan('approval.settings');
  return (
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
  );
}

/** The views of the list; those that await the reader are counted. */
function Views({ view, mayAsk, count }: { view: View; mayAsk: boolean; count: number | undefined }) {
  const { t } = useTranslation('approvalLine');
  return (
    <Tabs
      label={t('view.label')}
      items={(['all', 'waiting', ...(mayAsk ? (['mine'] as const) : [])] as const).map((one) => ({
        label: t(`view.${one}`),
        href: one === 'all' ? '?' : `?view=${one}`,
        current: view === one,
        ...(one === 'waiting' && count !== undefined && { count }),
      }))}
    />
  );
}

/**
 * The open request for approval, if any; an address with `?new=` opens one immediately, as an application's page does.
 */
function useAsking(mayAsk: boolean) {
  const go = useGo();
  const search = new URLSearchParams(useSearch());
  const requested = mayAsk ? search.get('new') : null;
  const reportType = REPORT_TYPES.find((one) => one === search.get('kind')) ?? 'ROPA';
  const [asking, setAsking] = useState<{ subject: DocumentSubject | null } | null>(null);
  useEffect(() => {
    if (requested === null) return;
    setAsking({ subject: requested === '1' ? null : { reportType, subjectId: requested } });
    go(LIST, { replace: true });
  }, [requested, reportType, go]);
  return [asking, setAsking] as const;
}
