import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choices } from '../../../shared/consentReceipt/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Button, Card, chakra, LinkButton, Text, toast, useFormat } from '../../ui/index.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { ActionTag } from '../userConsent/ActionTag.tsx';
import { receiptHref } from './receiptHref.ts';

/** A data subject's own choices, newest first, each with its receipt. */
export function OwnHistory({ link, history }: { link: { ws: string; token: string }; history: Choices['history'] }) {
  const { t } = useTranslation('consentReceipt');
  const { dateTime, text, locale } = useFormat();
  const call = trpc.consentReceipt.choices.receipt.useMutation(QUIET);
  const [issued, setIssued] = useState<Readonly<Record<string, string>>>({});
  const make = (id: string) =>
    call.mutate(
      { ...link, id },
      {
        onSuccess: (receipt) => setIssued((before) => ({ ...before, [id]: receipt.id })),
        onError: (error) => void toast.error(messageOf(error)),
      },
    );
  return (
    <Card title={t('choices.history')} flush>
      <chakra.ol listStyle="none">
        {history.map(({ id, at, action, changed, knownBy, allowed, receiptId }) => {
          const receipt = issued[id] ?? receiptId;
          const when = dateTime(at);
          return (
            <chakra.li
              key={id}
              display="flex"
              flexWrap="wrap"
              gap="3"
              alignItems="center"
              px={{ base: '4', md: '5' }}
              py="3"
              css={{ '& + &': { borderTopWidth: '1px' } }}
            >
              <chakra.div flex="1" minWidth="min(100%, 14rem)">
                <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
                  <chakra.time dateTime={at}>{when}</chakra.time>
                  <ActionTag action={action} changed={changed} />
                </chakra.div>
                <Text textStyle="dense" color="muted">
                  {allowed.length > 0 ? allowed.map(text).join(' · ') : t('find.nothing')}
                </Text>
                {knownBy && (
                  <Text textStyle="small" color="muted">
                    {t('field.knownBy')}: {t(`knownBy.${knownBy}`)}
                  </Text>
                )}
              </chakra.div>
              {receipt ? (
                <LinkButton
                  size="sm"
                  href={receiptHref(link.ws, receipt, locale)}
                  target="_blank"
                  aria-label={`${t('choices.receipt')}: ${when}`}
                >
                  {t('choices.receipt')}
                </LinkButton>
              ) : (
                <Button
                  size="sm"
                  loading={call.isPending && call.variables?.id === id}
                  onClick={() => make(id)}
                  aria-label={`${t('choices.getReceipt')}: ${when}`}
                >
                  {t('choices.getReceipt')}
                </Button>
              )}
            </chakra.li>
          );
        })}
      </chakra.ol>
    </Card>
  );
}
