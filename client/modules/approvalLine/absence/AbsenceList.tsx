import { CalendarX2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Absence } from '../../../../shared/approvalLine/absence.ts';
import { serverNow } from '../../../serverNow.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, Button, chakra, ConfirmDialog, StatusTag, toast, useFormat } from '../../../ui/index.ts';

/** A list of absences, each with a button to end it for those who can. */
export function AbsenceList({ rows }: { rows: readonly Absence[] }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const [ending, setEnding] = useState<Absence | null>(null);
  const end = trpc.approvalLine.absences.end.useMutation({ onSettled: () => cache.approvalLine.invalidate() });
  return (
    <>
      <chakra.ul listStyle="none" display="grid">
        {rows.map((row) => (
          <Row key={row.id} row={row} onEnd={() => setEnding(row)} />
        ))}
      </chakra.ul>
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={t('absence.endTitle')}
        body={ending && t('absence.endBody', { person: ending.person.name, delegate: ending.delegate.name })}
        confirmLabel={t('absence.end')}
        onConfirm={async () => {
          if (!ending) return;
          await end.mutateAsync({ ws, id: ending.id });
          toast.success(t('absence.ended'));
        }}
      />
    </>
  );
}

function Row({ row, onEnd }: { row: Absence; onEnd: () => void }) {
  const { t } = useTranslation('approvalLine');
  const { dateTime } = useFormat();
  const over = row.endedAt !== null || (!row.active && Date.parse(row.untilAt) < serverNow());
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      py="3"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0' }}
      {...(over && { color: 'muted' })}
    >
      <chakra.span color="muted" flexShrink={0}>
        <UserRound size={20} aria-hidden />
      </chakra.span>
      <Box flex="1" minWidth="min(100%, 14rem)">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.span fontWeight="semibold">{row.person.name}</chakra.span>
          <StatusTag tone={row.active ? 'live' : over ? 'neutral' : 'info'}>
            {t(row.active ? 'absence.active' : over ? 'absence.past' : 'absence.upcoming')}
          </StatusTag>
        </Box>
        <Box textStyle="dense">{t('absence.standIn', { delegate: row.delegate.name })}</Box>
        {row.delegateProblem && (
          <Box textStyle="dense" color="warn.text" overflowWrap="anywhere">
            {t(`absence.problem.${row.delegateProblem}`, { delegate: row.delegate.name })}
          </Box>
        )}
        <Box textStyle="dense" color="muted" overflowWrap="anywhere">
          {t('absence.period', { from: dateTime(row.fromAt), until: dateTime(row.endedAt ?? row.untilAt) })}
          {row.note && ` · ${row.note}`}
        </Box>
      </Box>
      {row.yours && !over && (
        <Button
          size="sm"
          icon={<CalendarX2 aria-hidden />}
          aria-label={t('absence.endFor', { name: row.person.name })}
          onClick={onEnd}
        >
          {t('absence.end')}
        </Button>
      )}
    </chakra.li>
  );
}
