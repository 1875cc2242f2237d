import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../live/state.ts';
import { QuietLine } from '../../ui/Banner.tsx';

function followNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** States unobtrusively that the network or the live connection is lost, and as of when the data is. */
export function ConnectionLine() {
  const { t } = useTranslation('shell');
  const { state, since } = useLiveState();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  if (!isOnline) return <QuietLine since={null}>{t('connection.offline')}</QuietLine>;
  return state === 'lost' || (state === 'off' && since > 0) ? <QuietLine since={since} /> : null;
}
