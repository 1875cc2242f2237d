import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, CopyButton, Dialog, ErrorState, Flex, SkeletonText, Text, useFormat } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';

/** The data subject and the form of the link. */
export interface LinkWanted {
  consentId: string;
  uid: string;
}

/** The link with which one data subject views and changes their choices; created when the dialog opens. */
export function LinkDialog({ wanted, onClose }: { wanted: LinkWanted | null; onClose: () => void }) {
  const { t } = useTranslation('userConsent');
  return (
    <Dialog open={wanted !== null} onClose={onClose} title={t('link.title')}>
      {wanted && <CreatedLink {...wanted} />}
    </Dialog>
  );
}

function CreatedLink({ consentId, uid }: LinkWanted) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const { dateTime } = useFormat();
  const link = trpc.consentReceipt.link.useMutation();
  const { mutate } = link;
  useEffect(() => mutate({ ws, id: consentId, uid }), [mutate, ws, consentId, uid]);
  if (link.error)
    return (
      <ErrorState
        title={t('link.failed')}
        body={messageOf(link.error)}
        onRetry={() => mutate({ ws, id: consentId, uid })}
        retrying={link.isPending}
      />
    );
  if (!link.data) return <SkeletonText lines={4} />;
  return (
    <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <Text overflowWrap="anywhere" fontWeight="semibold">
        {uid}
      </Text>
      <Banner tone="warn">{t('link.body')}</Banner>
      <Flex gap="2" alignItems="center">
        <Input
          readOnly
          flex="1"
          minWidth="0"
          value={link.data.address}
          aria-label={t('link.address')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link.data.address} label={t('link.address')} />
      </Flex>
      <Text textStyle="dense" color="muted">
        {t('link.expires', { time: dateTime(link.data.expiresAt) })}
      </Text>
    </Box>
  );
}
