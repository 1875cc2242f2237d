import { Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan } from '../../shell/session.tsx';
import { Banner, Card, Link, LinkButton, Stack, Text } from '../../ui/index.ts';

/** The status of the approval of the notice, with an action to request one. */
export function ApprovalCard({ record: { id, status, approval } }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const mayAsk = useCan('approval.write');
  const mayRead = useCan('approval.read');
  if (!approval && !mayAsk) return null;
  const isOpen = approval !== null && approval.status !== 'APPROVED';
  const number = approval?.number ?? 0;
  return (
    <Card title={t('approval.title')}>
      <Stack gap="3">
        <Text color="muted">{t('approval.lead')}</Text>
        {approval && (
          <Banner tone={approval.approver ? 'ok' : approval.isCurrent ? 'info' : 'warn'}>
            {approval.approver
              ? t('approval.approved', { number, ...approval.approver })
              : t(approval.isCurrent ? 'approval.open' : 'approval.changed', { number })}{' '}
            {mayRead && <Link href={recordAddress('approvalLine', approval.lineId)}>{t('approval.toLine')}</Link>}
          </Banner>
        )}
        {mayAsk && !isOpen && !approval?.approver && status === 'draft' && (
          <LinkButton
            alignSelf="start"
            icon={<Stamp aria-hidden />}
            href={pageAddress('approvalLine', { new: id, kind: 'NOTICE' })}
          >
            {t('approval.ask')}
          </LinkButton>
        )}
      </Stack>
    </Card>
  );
}
