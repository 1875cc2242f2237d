import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/index.ts';

export type View = 'all' | 'waiting' | 'mine';

/** Explains a view of the list, to requesters and to those who only approve. */
export function NothingToApprove({ view, mayAsk, action }: { view: View; mayAsk: boolean; action: ReactNode }) {
  const { t } = useTranslation('approvalLine');
  if (view === 'waiting') return <EmptyState title={t('empty.waitingTitle')} body={t('empty.waitingBody')} />;
  if (view === 'mine') return <EmptyState title={t('empty.mineTitle')} body={t('empty.mineBody')} action={action} />;
  return mayAsk ? (
    <EmptyState title={t('empty.title')} body={t('empty.body')} action={action} />
  ) : (
    <EmptyState title={t('empty.approverTitle')} body={t('empty.approverBody')} />
  );
}
