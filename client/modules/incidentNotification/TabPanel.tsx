import { PenLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import {
  INCIDENT_NOTIFICATION_LIST,
  type IncidentNotification,
  type IncidentNotificationList,
  type NotificationTab,
  REPORT_PHASES,
  type ReportPhase,
} from '../../../shared/incidentNotification/schema.ts';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  EmptyState,
  ErrorState,
  Flex,
  guarded,
  SkeletonText,
  Stack,
  Text,
} from '../../ui/index.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { LIST_QUERY, useList } from '../../ui/table/index.ts';
import { useFocusAfter } from '../../ui/useFocusAfter.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { Phases } from './Phases.tsx';
import { NotificationList } from './NotificationList.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const Editor = lazyScreen(() => import('./Editor.tsx'));

export interface TabPanelProps {
  tab: NotificationTab;
  incident: Incident;
  /** The number of notifications made. */
  sent: IncidentNotificationList['sent'];
  mayNotify: boolean;
  /** `new`, the id of a draft, or null if nothing is being edited. */
  editing: string | null;
  onEdit: (what: string | null) => void;
}

/** The drafts or sent notifications of a tab, a page at a time, newest first. */
function usePages(tab: NotificationTab, status: 'DRAFT' | 'SENT', id: string) {
  const { ws } = useSession();
  const prefix = `${tab}.${status === 'SENT' ? 'sent' : 'drafts'}`;
  const { state, input } = useList(INCIDENT_NOTIFICATION_LIST, { prefix });
  return { state, query: trpc.incidentNotification.list.useQuery({ ws, id, tab, status, ...input }, LIST_QUERY) };
}

/** The draft being edited, wherever it is in the list; `gone` once somebody else has sent or deleted it. */
function useWritten(incidentId: string, editing: string | null, drafts: readonly IncidentNotification[]) {
  const { ws, personnel } = useSession();
  // The draft saved just now, until the list contains it.
  const [saved, setSaved] = useState<IncidentNotification | null>(null);
  const known = editing !== null && editing !== 'new';
  const found = trpc.incidentNotification.list.useQuery({ ws, id: incidentId, nid: editing ?? '' }, { enabled: known });
  // The list contains only the first recipients; editing a draft needs all.
  const complete = drafts.filter(({ recipients, recipientCount }) => recipients.length === recipientCount);
  const listed = [...(found.data?.collection ?? []), ...complete, ...(saved ? [saved] : [])];
  const draft = known ? listed.find(({ id }) => id === editing) : undefined;
  // Except when the user's own sending ends it.
  const sentByAnother = draft?.status === 'SENT' && draft.sentBy?.id !== personnel.id;
  const removed = known && (found.data?.collection.length === 0 || sentByAnother);
  return { draft, removed, waiting: known && !draft && !found.data, setSaved };
}

/** One tab: the editor, drafts, and sent notifications. */
export function TabPanel({ tab, incident, sent, mayNotify, editing, onEdit }: TabPanelProps) {
  const { t } = useTranslation('incidentNotification');
  const sentPages = usePages(tab, 'SENT', incident.id);
  const drafts = usePages(tab, 'DRAFT', incident.id);
  const { draft, removed, waiting, setSaved } = useWritten(incident.id, editing, drafts.query.data?.collection ?? []);
  const authorityNotified = incident.authorityNotifiedAt !== null;
  const latest: ReportPhase = sent.supplements > 0 ? 'SUPPLEMENT' : 'FIRST';
  const empty = sentPages.query.data?.meta.totalItems === 0 && drafts.query.data?.meta.totalItems === 0;
  // The first notification moves the button.
  const writing = useFocusAfter<HTMLButtonElement>(editing !== null, empty);
  const failed = [sentPages.query, drafts.query].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  if (!sentPages.query.data || !drafts.query.data) {
    return (
      <Box aria-busy="true">
        <SkeletonText lines={8} />
      </Box>
    );
  }
  const write = mayNotify && editing === null && (
    <Button ref={writing} look="main" icon={<PenLine aria-hidden />} onClick={() => onEdit('new')}>
      {t('editor.new')}
    </Button>
  );
  return (
    <Stack gap="4">
      {tab === 'authority' && <Phases incident={incident} sent={sent} />}
      {tab === 'authority' && (
        <AuthorityForm
          incident={incident}
          hasOfficer={sentPages.query.data.hasOfficer}
          initialPhase={editing === 'new' ? phaseAfter(incident) : (draft?.report ?? latest)}
        />
      )}
      {editing !== null && (
        <Card title={t(editing === 'new' ? `editor.newTitle.${tab}` : 'editor.editTitle')}>
          {waiting ? (
            <SkeletonText lines={8} />
          ) : (
            <Suspense fallback={<SkeletonText lines={8} />}>
              <Editor
                key={editing}
                tab={tab}
                incident={incident}
                record={draft ?? null}
                supplement={authorityNotified}
                removed={removed}
                onSaved={(saved) => {
                  setSaved(saved);
                  onEdit(saved.id);
                }}
                onClose={() => onEdit(null)}
              />
            </Suspense>
          )}
        </Card>
      )}
      {empty && editing === null && (
        <Card>
          <EmptyState title={t(`notified.empty.${tab}`)} body={t('notified.emptyBody')} action={write} />
        </Card>
      )}
      {!empty && write && <Box>{write}</Box>}
      <NotificationList
        title={t('notified.drafts')}
        authorityNotified={authorityNotified}
        list={drafts.query.data}
        state={drafts.state}
        without={editing}
        {...(mayNotify && { onEdit: (id: string) => guarded(() => onEdit(id)) })}
      />
      <NotificationList
        title={t('notified.title')}
        authorityNotified={authorityNotified}
        list={sentPages.query.data}
        state={sentPages.state}
      />
    </Stack>
  );
}

/** The phase of a new report to the authority. */
const phaseAfter = ({ authorityNotifiedAt }: Incident): ReportPhase =>
  authorityNotifiedAt === null ? 'FIRST' : 'SUPPLEMENT';

/** The authority's form for the selected phase; initially that of the draft being edited, or of the latest report. */
function AuthorityForm({
  incident,
  hasOfficer,
  initialPhase,
}: {
  incident: Incident;
  hasOfficer: boolean;
  initialPhase: ReportPhase;
}) {
  const { t } = useTranslation('incidentNotification');
  const [chosen, setChosen] = useState<ReportPhase | null>(null);
  const report = chosen ?? initialPhase;
  return (
    <Card
      title={t('form.title')}
      actions={<ExportButton kind="incident-authority-form" subjectId={incident.id} input={{ report }} size="sm" />}
    >
      {!hasOfficer && (
        <Box mb="3">
          <Banner tone="warn">{t('form.noOfficer')}</Banner>
        </Box>
      )}
      <Flex gap="3" wrap="wrap" alignItems="center" justifyContent="space-between">
        <Text color="muted">{t('form.lead')}</Text>
        <chakra.label display="inline-flex" alignItems="center" gap="2" textStyle="dense">
          {t('form.phase')}
          <NativeSelect width="auto" value={report} onChange={(event) => setChosen(event.target.value as ReportPhase)}>
            {REPORT_PHASES.map((phase) => (
              <option
                key={phase}
                value={phase}
                disabled={phase === 'SUPPLEMENT' && incident.authorityNotifiedAt === null}
              >
                {t(`report.${phase}`)}
              </option>
            ))}
          </NativeSelect>
        </chakra.label>
      </Flex>
    </Card>
  );
}
