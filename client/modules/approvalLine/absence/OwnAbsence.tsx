import { CalendarOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../../shared/approvalLine/absence.ts';
import { serverNow } from '../../../serverNow.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Box, Button, Dialog, useDialog, useFormat } from '../../../ui/index.ts';
import { AbsenceList } from './AbsenceList.tsx';
import { lazyScreen } from '../../../ui/lazyScreen.tsx';

const AbsenceDialog = lazyScreen(() => import('./AbsenceDialog.tsx'));

/** Current and future absences of the reader: their own, and those in which they are the delegate now. */
function useOwnAbsences(): { mine: readonly Absence[]; away: Absence | undefined; standing: readonly Absence[] } {
  const { ws, personnel: me } = useSession();
  const absences = trpc.approvalLine.absences.list.useQuery({ ws });
  const rows: readonly Absence[] = absences.data?.collection ?? [];
  const open = rows.filter(
    ({ endedAt, untilAt, active }) => endedAt === null && (active || Date.parse(untilAt) > serverNow()),
  );
  const mine = open.filter(({ person }) => person.id === me.id);
  return {
    mine,
    away: mine.find(({ active }) => active),
    standing: open.filter(({ delegate, active }) => active && delegate.id === me.id),
  };
}

/** States that the reader is away, or whose delegate they are. */
export function OwnAbsence() {
  const { t } = useTranslation('approvalLine');
  const { dateTime } = useFormat();
  const { away, standing } = useOwnAbsences();
  if (!away && standing.length === 0) return null;
  return (
    <Box display="grid" gap="2" mb="4">
      {away?.delegateProblem && (
        <Banner tone="warn" title={t('absence.youAreAlone', { until: dateTime(away.untilAt) })}>
          {t(`absence.problem.${away.delegateProblem}`, { delegate: away.delegate.name })}
        </Banner>
      )}
      {away && !away.delegateProblem && (
        <Banner>{t('absence.youAre', { delegate: away.delegate.name, until: dateTime(away.untilAt) })}</Banner>
      )}
      {standing.map((row) => (
        <Banner key={row.id} tone="live">
          {t('absence.youStandIn', { person: row.person.name, until: dateTime(row.untilAt) })}
        </Banner>
      ))}
    </Box>
  );
}

/** Buttons to announce an own absence, and to end it. */
export function AwayButtons() {
  const { t } = useTranslation('approvalLine');
  const { mine } = useOwnAbsences();
  const [adding, setAdding] = useState(false);
  const managing = useDialog();
  return (
    <>
      {mine.length > 0 && (
        <Button onClick={managing.show}>
          {t('absence.mine')} ({mine.length})
        </Button>
      )}
      <Button icon={<CalendarOff aria-hidden />} onClick={() => setAdding(true)}>
        {t('absence.away')}
      </Button>
      <Dialog {...managing.props} title={t('absence.mine')} description={t('absence.lead')}>
        <AbsenceList rows={mine} />
      </Dialog>
      <Suspense fallback={null}>{adding && <AbsenceDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
