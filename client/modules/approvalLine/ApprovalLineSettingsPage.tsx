import { CalendarPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, Card, ErrorState, PageHeader, SkeletonText, Text } from '../../ui/index.ts';
import { AbsenceList } from './absence/AbsenceList.tsx';
import { DefaultsForm } from './settings/DefaultsForm.tsx';
import { LIST } from './words.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const AbsenceDialog = lazyScreen(() => import('./absence/AbsenceDialog.tsx'));

/** Default approvers of new lines, the days until a reminder, and absences. */
export default function ApprovalLineSettingsPage() {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const defaults = trpc.approvalLine.defaults.get.useQuery({ ws });
  return (
    <>
      <PageHeader
        title={t('settingsPage.title')}
        trail={[{ label: t('title'), href: LIST }]}
        description={t('settingsPage.lead')}
      />
      <Box display="grid" gap="5" maxWidth="form">
        <Card title={t('settingsPage.defaults')}>
          {defaults.error && !defaults.data ? (
            <ErrorState onRetry={() => void defaults.refetch()} />
          ) : !defaults.data ? (
            <SkeletonText lines={8} />
          ) : (
            <DefaultsForm newest={defaults.data} />
          )}
        </Card>
        <Absences />
      </Box>
    </>
  );
}

function Absences() {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const list = trpc.approvalLine.absences.list.useQuery({ ws });
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title={t('absence.title')}
      actions={
        <Button size="sm" icon={<CalendarPlus aria-hidden />} onClick={() => setAdding(true)}>
          {t('absence.record')}
        </Button>
      }
    >
      <Text textStyle="dense" color="muted" mb="2">
        {t('absence.lead')}
      </Text>
      {list.error && !list.data ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonText lines={3} />
      ) : list.data.collection.length === 0 ? (
        <Text py="3">{t('absence.none')}</Text>
      ) : (
        <AbsenceList rows={list.data.collection} />
      )}
      <Suspense fallback={null}>{adding && <AbsenceDialog forOthers onClose={() => setAdding(false)} />}</Suspense>
    </Card>
  );
}
