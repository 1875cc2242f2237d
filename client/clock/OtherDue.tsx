import { useTranslation } from 'react-i18next';
import { formatTime } from '../format.ts';
import { chakra } from '../ui/layout.tsx';
import { useFormat } from '../ui/useFormat.ts';

/** When a deadline is due by another way of counting. */
export function OtherDue({ name, dueAt, kind = '' }: { name: string; dueAt: string; kind?: string }) {
  const { t } = useTranslation('clock');
  const { date } = useFormat();
  return (
    <chakra.span color="muted" textStyle="small" fontVariantNumeric="tabular-nums" data-other={kind}>
      {name}: {t('moment', { date: date(dueAt), time: formatTime(dueAt, true) })}
    </chakra.span>
  );
}
