import { BellRing, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { IncidentNotificationList, NotificationTab } from '../../../shared/incidentNotification/schema.ts';
import { Countdown } from '../../clock/Countdown.tsx';
import { useClockTitle } from '../../clock/useClock.ts';
import { LoadedRecord } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  ErrorState,
  LinkButton,
  PageHeader,
  SideRail,
  SkeletonText,
  Stack,
  Tabs,
  Tag,
  Text,
} from '../../ui/index.ts';
import { incidentHref } from '../incident/address.ts';
import { IncidentTags } from '../incident/words.tsx';
import { Demands } from './Demands.tsx';
import { TabPanel } from './TabPanel.tsx';
import { LIST, owedTabs, TABS, tabHref, tabOf } from './tabs.ts';

/**
 * Notifications of one incident: the duties under the act, who was notified of what, and the editor of the next
 * notification.
 */
export default function IncidentNotificationPage() {
  const { id = '' } = useParams<{ id: string }>();
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation(['incidentNotification', 'incident']);
  const { ws } = useSession();
  const incident = trpc.incident.get.useQuery({ ws, id });
  // The number of notifications; each tab requests its own pages.
  const sentList = trpc.incidentNotification.list.useQuery({ ws, id, pageSize: 1 });
  useClockTitle(incident.data?.clock ?? null);
  return (
    <LoadedRecord query={incident}>
      {(record) => (
        <>
          <PageHeader
            title={record.title}
            trail={[{ label: t('title'), href: LIST }]}
            state={<IncidentTags incident={record} />}
            updatedAt={record.updatedAt}
            updatedBy={record.updatedBy?.name ?? (record.reportedBy === null ? t('incident:public.tag') : null)}
            action={
              <>
                {record.status === 'REJECTED' ? (
                  <Text color="muted">{t('incident:rejectedClock.title')}</Text>
                ) : (
                  <Countdown clock={record.clock} size="detail" />
                )}
                <LinkButton look="quiet" href={incidentHref(id)} icon={<FileText aria-hidden />}>
                  {t('openIncident')}
                </LinkButton>
              </>
            }
          />
          {sentList.error && !sentList.data ? (
            <ErrorState onRetry={() => void sentList.refetch()} />
          ) : sentList.data ? (
            <Body incident={record} sent={sentList.data.sent} subjectMails={sentList.data.subjectMails} />
          ) : (
            <Box aria-busy="true">
              <SkeletonText lines={8} />
            </Box>
          )}
        </>
      )}
    </LoadedRecord>
  );
}

function Body({
  incident,
  sent,
  subjectMails,
}: { incident: Incident } & Pick<IncidentNotificationList, 'sent' | 'subjectMails'>) {
  const { t } = useTranslation('incidentNotification');
  const owed = owedTabs(incident);
  // The initial tab is fixed: notifying somebody does not switch the tab.
  const [start] = useState<NotificationTab>(owed[0] ?? 'management');
  const current = tabOf(new URLSearchParams(useSearch()).get('tab')) ?? start;
  // What is being written in each tab, because the user may switch tabs.
  const [editing, setEditing] = useState<Partial<Record<NotificationTab, string>>>({});
  const open = (tab: NotificationTab, what: string | null) =>
    setEditing((before) => ({ ...before, [tab]: what ?? undefined }));
  const mayNotify = incident.allowed.includes('notify');
  return (
    <SideRail rail={<Demands incident={incident} subjectMails={subjectMails} />}>
      <Tabs
        label={t('title')}
        items={TABS.map((tab) => ({
          label: (
            <>
              {t(`tab.${tab}`)}
              {owed.includes(tab) && (
                <Tag tone="live" icon={<BellRing aria-hidden />}>
                  {t('tabOwed')}
                </Tag>
              )}
            </>
          ),
          href: tabHref(tab),
          count: sent[tab],
          current: tab === current,
        }))}
      />
      <Stack gap="4">
        {!mayNotify && (
          <Banner
            tone="warn"
            title={t('notYet.title')}
            action={
              <LinkButton size="sm" href={incidentHref(incident.id)}>
                {t('openIncident')}
              </LinkButton>
            }
          >
            {t('notYet.body')}
          </Banner>
        )}
        {TABS.filter((tab) => tab === current || editing[tab] !== undefined).map((tab) => (
          <Box key={tab} display={tab === current ? 'block' : 'none'}>
            <TabPanel
              tab={tab}
              incident={incident}
              sent={sent}
              mayNotify={mayNotify}
              editing={editing[tab] ?? null}
              onEdit={(what) => open(tab, what)}
            />
          </Box>
        ))}
      </Stack>
    </SideRail>
  );
}
