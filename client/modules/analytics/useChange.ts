import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';

/** A smaller share reads as less than this one, not as none. */
const SMALLEST = 0.01;

/** The change of views since the previous period, in words: a share where there is something to compare with. */
export function useChange(): (counted: { views: number; previous: number }) => string {
  const { t } = useTranslation('analytics');
  const { number, percent } = useFormat();
  return ({ views, previous }) => {
    const change = views - previous;
    if (change === 0) return t('change.same');
    const share = Math.abs(change) / previous;
    const size = previous === 0 ? number(change) : share < SMALLEST ? `<${percent(SMALLEST)}` : percent(share);
    return t(change > 0 ? 'change.more' : 'change.less', { number: size });
  };
}
