import { useTranslation } from 'react-i18next';
import { dayAfter } from '../../../shared/bangkok.ts';
import { today } from '../../format.ts';
import { Tag } from '../../ui/index.ts';

/** Days before a review from which it counts as near. */
const SOON_DAYS = 30;

/** Whether a review is overdue or near; nothing for one that is far or not planned. */
export function ReviewTag({ reviewOn }: { reviewOn: string | null }) {
  const { t } = useTranslation('recordScreen');
  if (reviewOn === null || reviewOn > dayAfter(today(), SOON_DAYS)) return null;
  return reviewOn < today() ? (
    <Tag tone="danger">{t('application.reviewOverdue')}</Tag>
  ) : (
    <Tag tone="warn">{t('application.reviewSoon')}</Tag>
  );
}
