import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Locale } from '../../../shared/locale.ts';
import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import type { UserConsentDetail } from '../../../shared/userConsent/schema.ts';
import { bodyOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast, useLocale } from '../../ui/index.ts';

/** The query of one submission's proof: fetched once and not refetched on live events, because each read is logged. */
export const proofKey = (ws: string, id: string) => ['userConsentProof', ws, id] as const;

/** The address of a receipt: a separate page, in the language of its address, opened in a new tab. */
export const receiptHref = (ws: string, id: string, lang: Locale): string =>
  location.origin + withLocale(lang, receiptPath(ws, id));

/** Issues receipts of submissions and opens them. */
export function useReceipts() {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const locale = useLocale();
  const cache = useQueryClient();
  const call = trpc.consentReceipt.issue.useMutation();
  return {
    issuing: call.isPending,
    issue: (id: string) =>
      call.mutateAsync({ ws, id }).then(
        (receipt) => {
          cache.setQueryData<UserConsentDetail>(
            proofKey(ws, id),
            (before) =>
              before && {
                ...before,
                receipts: [
                  { id: receipt.id, issuedAt: receipt.issuedAt },
                  ...before.receipts.filter((one) => one.id !== receipt.id),
                ],
              },
          );
          toast.success(t('receipt.issued'), {
            action: {
              label: t('receipt.open'),
              onSelect: () => window.open(receiptHref(ws, receipt.id, locale), '_blank', 'noreferrer'),
            },
          });
          return receipt;
        },
        (error: unknown) => void toast.error(t('receipt.failed'), { detail: bodyOf(error)?.message }),
      ),
  };
}
