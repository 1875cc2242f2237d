import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { liveStateAtom } from '../../live/live.ts';
import { QuietLine } from '../../ui/Banner.tsx';

/** Says quietly that the live connection is away, and as of when what is shown is. */
export function ConnectionLine() {
  const { t } = useTranslation('shell');
  const { state, since } = useAtomValue(liveStateAtom);
  return state === 'lost' ? <QuietLine since={since}>{t('connection.lost')}</QuietLine> : null;
}
