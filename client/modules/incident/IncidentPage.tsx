import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useClockTitle } from '../../clock/useClock.ts';
import { isNotFound } from '../../shell/errors.ts';
import { useGo, usePath } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, ErrorState, PageHeader, SideRail, SkeletonPage, Tabs } from '../../ui/index.ts';
import { LIST } from './address.ts';
import { DecisionTab } from './DecisionTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { IncidentHead } from './IncidentHead.tsx';
import { type DialogMove, MoveDialogs } from './MoveDialogs.tsx';
import { Rail } from './Rail.tsx';
import { EditReport, NewReport } from './ReportForm.tsx';
import { ReportView } from './ReportView.tsx';
import { ResponseTab } from './ResponseTab.tsx';
import { useMoves } from './useMoves.ts';

const TABS = ['response', 'decision', 'history'] as const;

/** One incident: its report, the response, the risk, its history. The id `new` creates one. */
export default function IncidentPage() {
  const { id } = useParams<{ id: string }>();
  return id === 'new' ? <NewIncident /> : <Existing key={id} id={id} />;
}

function NewIncident() {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { data } = trpc.incident.settings.get.useQuery({ ws }, { staleTime: 60_000 });
  const lead = data ? t('newLead', { hours: data.authorityHours }) : t('newLeadPlain');
  return (
    <>
      <PageHeader title={t('newTitle')} trail={[{ label: t('title'), href: LIST }]} description={lead} />
      <NewReport />
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const go = useGo();
  const path = usePath();
  const params = new URLSearchParams(useSearch());
  const [openMove, setOpenMove] = useState<DialogMove | null>(null);
  const query = trpc.incident.get.useQuery({ ws, id });
  const [writing, setWriting] = useState(false);
  // After reassignment the user may no longer read it; what they are typing stays until they close it, and cannot be
  // sent.
  const known = query.data;
  const lost = known !== undefined && isNotFound(query.error);
  const record: Incident | undefined = lost ? { ...known, allowed: [] } : known;
  useClockTitle(record?.clock ?? null);
  const moves = useMoves({ id });
  if (!record) {
    if (!query.error) return <SkeletonPage />;
    // The frame renders the page for a missing record.
    if (isNotFound(query.error)) throw query.error;
    return <ErrorState onRetry={() => void query.refetch()} />;
  }
  if (lost && !writing && openMove === null && params.get('edit') !== '1') throw query.error;

  const tab = TABS.find((one) => one === params.get('tab')) ?? 'overview';
  const mayEdit = record.allowed.includes('edit');
  const editing = params.get('edit') === '1';
  const addressOf = (name: string, edit = editing) =>
    `?${new URLSearchParams([...(name === 'overview' ? [] : [['tab', name]]), ...(edit ? [['edit', '1']] : [])])}`;
  return (
    <>
      <IncidentHead
        record={record}
        moves={moves}
        onAsk={setOpenMove}
        editHref={path + addressOf('overview', true)}
        decideHref={`${path}${addressOf('decision')}&decide=1`}
      />
      <Tabs
        items={[
          { label: t('tab.overview'), href: addressOf('overview'), current: tab === 'overview' },
          {
            label: t('tab.response'),
            href: addressOf('response'),
            current: tab === 'response',
            count: record.activities.length,
          },
          {
            label: t('tab.decision'),
            href: addressOf('decision'),
            current: tab === 'decision',
            ...(record.decisions.length > 0 && { count: record.decisions.length }),
          },
          { label: t('tab.history'), href: addressOf('history'), current: tab === 'history' },
        ]}
      />
      <SideRail rail={<Rail record={record} moves={moves} />}>
        {/* Stays mounted beside another tab: its input is not lost, nor when a colleague moves the incident on. */}
        <Box display={tab === 'overview' ? 'block' : 'none'}>
          {editing ? (
            <EditReport record={record} mayEdit={mayEdit} onDone={() => go(path, { replace: true })} />
          ) : (
            <ReportView record={record} />
          )}
        </Box>
        {tab === 'response' && <ResponseTab record={record} onWriting={setWriting} />}
        <DecisionTab
          record={record}
          moves={moves}
          visible={tab === 'decision'}
          requested={params.get('decide') === '1'}
          onDone={() => go(path + addressOf('decision'), { replace: true })}
        />
        {tab === 'history' && <HistoryTab record={record} />}
      </SideRail>
      <MoveDialogs record={record} moves={moves} openMove={openMove} onClose={() => setOpenMove(null)} />
    </>
  );
}
