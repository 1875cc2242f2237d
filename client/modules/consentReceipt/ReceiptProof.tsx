import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { checkReceipt, type ReceiptVerdict } from '../../../shared/consentReceipt/check.ts';
import { keysOf } from '../../../shared/signed.ts';
import { KEYS_PATH, type ReceiptView } from '../../../shared/consentReceipt/receipt.ts';
import { Box, Button, Facts, Text, useFormat } from '../../ui/index.ts';
import { VerdictHead } from './VerdictHead.tsx';

interface SignedReceipt {
  jws: string;
  /** The displayed receipt, which must equal the signed one. */
  receipt: unknown;
}

/** Verifies a receipt in this browser against the published keys. @throws where they cannot be fetched */
async function checkNow({ jws, receipt }: SignedReceipt): Promise<{ verdict: ReceiptVerdict; at: string }> {
  const answer = await fetch(KEYS_PATH, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const verdict = await checkReceipt({ jws, readable: receipt }, keysOf(await answer.text()));
  return { verdict, at: new Date().toISOString() };
}

/**
 * Whether a receipt is genuine, verified in the browser and explained in plain words: what was verified, by whom, when.
 */
export function ReceiptProof({ signed, view }: { signed: SignedReceipt; view: ReceiptView }) {
  const { t } = useTranslation('consentReceipt');
  const { dateTime, text } = useFormat();
  const check = useQuery({
    queryKey: ['receiptProof', signed.jws],
    queryFn: () => checkNow(signed),
    enabled: isSecureContext,
    retry: false,
    staleTime: Infinity,
  });
  if (!isSecureContext || check.isError)
    return (
      <VerdictHead tone="warn" icon={<ShieldAlert size={32} aria-hidden />} title={t('proof.unchecked')}>
        <Text>{isSecureContext ? t('proof.uncheckedBody') : t('check.insecure')}</Text>
        {isSecureContext && (
          <Button data-screen mt="2" loading={check.isFetching} onClick={() => void check.refetch()}>
            {t('proof.retry')}
          </Button>
        )}
      </VerdictHead>
    );
  if (!check.data)
    return (
      <Text role="status" color="muted">
        {t('proof.checking')}
      </Text>
    );
  const { verdict, at } = check.data;
  if (!verdict.ok)
    return (
      <VerdictHead tone="danger" icon={<ShieldX size={32} aria-hidden />} title={t('proof.bad')}>
        <Text>{t(`check.fault.${verdict.fault}`)}</Text>
        <Text mt="1">{t('proof.badBody')}</Text>
      </VerdictHead>
    );
  return (
    <VerdictHead tone="ok" icon={<ShieldCheck size={32} aria-hidden />} title={t('proof.good')}>
      <Box mt="2">
        <Facts
          layout="beside"
          rows={[
            [t('proof.what'), t('proof.whatBody')],
            [
              t('proof.signer'),
              t('proof.signerBody', {
                controller: text(view.controller.name),
                address: verdict.receipt['dct:publisher'],
              }),
            ],
            [t('proof.signedAt'), dateTime(view.issuedAt, 'long')],
            [t('proof.checkedAt'), t('proof.checkedAtBody', { time: dateTime(at, 'long') })],
          ]}
        />
      </Box>
    </VerdictHead>
  );
}
