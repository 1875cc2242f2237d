import { useTranslation } from 'react-i18next';
import { chakra } from '../ui/layout.tsx';
import { useNow } from '../ui/ticker.ts';
import { useFormat } from '../ui/useFormat.ts';
import { useSession } from './session.tsx';
import { MINUTE } from '../../shared/duration.ts';

/** In print only: whose page it is, and when it was printed. */
export function PrintedOn() {
  const { t } = useTranslation('shell');
  const { workspace } = useSession();
  const { dateTime } = useFormat();
  const now = useNow(MINUTE);
  return (
    <chakra.p data-paper="" textStyle="small" color="muted" mb="4">
      {t('brand')} · {workspace.name} · {t('printedOn', { moment: dateTime(new Date(now), 'long') })}
    </chakra.p>
  );
}
