import { PenLine } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident.ts';
import type { IncidentNotification, NotificationTab } from '../../../shared/incidentNotification.ts';
import { Banner, Box, Button, Card, EmptyState, guarded, SkeletonText, Stack, Text } from '../../ui/index.ts';
import { useSession } from '../../shell/session.tsx';
import { ExportButton } from '../export/ExportButton.tsx';
import { Phases } from './Phases.tsx';
import { Told } from './Told.tsx';

const Editor = lazy(() => import('./Editor.tsx'));

export interface TabPanelProps {
  tab: NotificationTab;
  incident: Incident;
  /** Of this tab, newest first. */
  rows: readonly IncidentNotification[];
  mayTell: boolean;
  /** `new`, the id of a draft, or null: nothing is being written. */
  editing: string | null;
  onEdit: (what: string | null) => void;
}

/** One tab: what is being written, drafts, and what was told. */
export function TabPanel({ tab, incident, rows, mayTell, editing, onEdit }: TabPanelProps) {
  const { t } = useTranslation('incidentNotification');
  const { personnel } = useSession();
  const sent = rows.filter(({ status }) => status === 'SENT');
  const drafts = rows.filter(({ status, id }) => status === 'DRAFT' && id !== editing);
  const draft = rows.find(({ id }) => id === editing);
  // Not while it is one's own sending that ends it.
  const isGone = editing !== null && editing !== 'new' && (draft === undefined || (draft.status === 'SENT' && draft.sentBy?.id !== personnel.id));
  const write = mayTell && editing === null && (
    <Button look="main" icon={<PenLine aria-hidden />} onClick={() => onEdit('new')}>
      {t('editor.new')}
    </Button>
  );
  return (
    <Stack gap="4">
      {tab === 'authority' && <Phases incident={incident} sent={sent} />}
      {tab === 'authority' && (
        <Card title={t('form.title')} actions={<ExportButton kind="incident-authority-form" subjectId={incident.id} size="sm" />}>
          <Text color="muted">{t('form.lead')}</Text>
        </Card>
      )}
      {editing !== null && (
        <Card title={t(editing === 'new' ? `editor.newTitle.${tab}` : 'editor.editTitle')}>
          {isGone ? (
            <Banner tone="warn" role="status" action={<Button size="sm" onClick={() => onEdit(null)}>{t('editor.close')}</Button>}>
              {t('editor.gone')}
            </Banner>
          ) : (
            <Suspense fallback={<SkeletonText lines={8} />}>
              <Editor key={editing} tab={tab} incident={incident} record={draft ?? null} supplement={incident.authorityNotifiedAt !== null} onSaved={({ id }) => onEdit(id)} onClose={() => onEdit(null)} />
            </Suspense>
          )}
        </Card>
      )}
      {rows.length === 0 && editing === null && (
        <Card>
          <EmptyState title={t(`told.empty.${tab}`)} body={t('told.emptyBody')} action={write} />
        </Card>
      )}
      {rows.length > 0 && write && <Box>{write}</Box>}
      <Told title={t('told.drafts')} rows={drafts} {...(mayTell && { onEdit: (id: string) => guarded(() => onEdit(id)) })} />
      <Told title={t('told.title')} rows={sent} />
    </Stack>
  );
}
