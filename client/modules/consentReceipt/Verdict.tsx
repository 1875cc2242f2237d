import { ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { receiptView } from '../../../shared/consentReceipt/receipt.ts';
import type { ReceiptVerdict } from '../../../shared/consentReceipt/check.ts';
import { Box, Facts, Text, useFormat } from '../../ui/index.ts';
import { Exact } from './Exact.tsx';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { VerdictHead } from './VerdictHead.tsx';
import type { KeySource } from './useReceiptCheck.ts';

/** Genuine or not, by words, picture and colour; every field of a genuine one. */
export function Verdict({ verdict, keys, readable }: { verdict: ReceiptVerdict; keys: KeySource; readable: boolean }) {
  const { t } = useTranslation('consentReceipt');
  const { dateTime } = useFormat();
  if (!verdict.ok) {
    return (
      <VerdictHead tone="danger" icon={<ShieldX size={40} aria-hidden />} title={t('check.bad')}>
        <Text>{t(`check.fault.${verdict.fault}`)}</Text>
        {verdict.keyId && (
          <Text mt="1" textStyle="dense">
            {t('field.keyId')}: <Exact>{verdict.keyId}</Exact>
          </Text>
        )}
      </VerdictHead>
    );
  }
  const view = receiptView(verdict.receipt);
  const time = dateTime(view.issuedAt, 'long');
  return (
    <>
      <VerdictHead tone="ok" icon={<ShieldCheck size={40} aria-hidden />} title={t('check.good')}>
        <Text>{keys.file ? t('check.goodFileBody', { time, name: keys.file }) : t('check.goodBody', { time })}</Text>
        {readable && <Text>{t('check.readableSame')}</Text>}
        <Box mt="2">
          <Facts
            layout="beside"
            rows={[
              [t('check.signer'), verdict.receipt['dct:publisher']],
              [t('field.keyId'), <Exact key="key">{verdict.keyId}</Exact>],
            ]}
          />
        </Box>
      </VerdictHead>
      <Box mt="4">
        <ReceiptSheet view={view} keyId={verdict.keyId} level={2} />
      </Box>
    </>
  );
}
