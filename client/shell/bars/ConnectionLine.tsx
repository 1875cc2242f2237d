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

let lostAt = 0;
/** When the network was lost (ms since 1970); 0 while it is there. The browser only tells that it is lost. */
function networkLostAt(): number {
  if (navigator.onLine) lostAt = 0;
  else lostAt ||= Date.now();
  return lostAt;
}

/** States unobtrusively that the network or the live connection is lost, and as of when the data is. */
export function ConnectionLine() {
  const { t } = useTranslation('shell');
  const { state, since } = useLiveState();
  const offlineSince = useSyncExternalStore(followNetwork, networkLostAt);
  const isBehind = state === 'lost' || (state === 'off' && since > 0);
  // The socket of a lost network is noticed to be lost later, and may have been lost before.
  if (offlineSince)
    return (
      <QuietLine since={isBehind ? Math.min(since, offlineSince) : offlineSince}>{t('connection.offline')}</QuietLine>
    );
  return isBehind ? <QuietLine since={since} /> : null;
}
