import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AccountSession } from '../../../shared/account/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, Dialog, ErrorState, Flex, SkeletonText, Stack, Tag, Text, useFormat } from '../../ui/index.ts';
import { EndSessions } from './EndSessions.tsx';

interface SessionsDialogProps {
  account: Pick<Account, 'id' | 'name'>;
  onClose: () => void;
}

/** The open sessions of somebody, with buttons to end each and all. */
export function SessionsDialog({ account, onClose }: SessionsDialogProps) {
  const { t } = useTranslation('account');
  const { ws } = useSession();
  const [ending, setEnding] = useState<{ handle?: string } | null>(null);
  const query = trpc.account.sessions.useQuery({ ws, id: account.id });
  const sessions = query.data?.collection;
  const others = sessions?.filter(({ isOwn }) => !isOwn) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('dialog.title', { name: account.name })}
      description={t('dialog.lead')}
    >
      <Stack gap="4">
        {query.error && !sessions && (
          <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {query.isLoading && <SkeletonText lines={3} />}
        {sessions?.length === 0 && <Text color="muted">{t('dialog.none')}</Text>}
        {sessions?.map((session) => (
          <SessionLine key={session.handle} session={session} onEnd={() => setEnding({ handle: session.handle })} />
        ))}
        {others.length > 1 && (
          <Box>
            <Button look="danger" onClick={() => setEnding({})}>
              {t('dialog.endAll')}
            </Button>
          </Box>
        )}
      </Stack>
      {ending && <EndSessions account={account} {...ending} onClose={() => setEnding(null)} />}
    </Dialog>
  );
}

function SessionLine({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const { dateTime } = useFormat();
  const { kind, createdAt, lastSeenAt, expiresAt, endsAnyway, isOwn } = session;
  return (
    <Flex gap="3" wrap="wrap" alignItems="center" justifyContent="space-between" borderBottomWidth="1px" pb="3">
      <Box flex="1" minWidth="14rem">
        <Flex gap="2" alignItems="center">
          <Text fontWeight="semibold">{t(`dialog.kind.${kind}`)}</Text>
          {isOwn && <Tag>{t('dialog.own')}</Tag>}
        </Flex>
        <Text textStyle="dense" color="muted">
          {t('dialog.times', { created: dateTime(createdAt), used: dateTime(lastSeenAt) })}
        </Text>
        <Text textStyle="dense" color="muted">
          {t(endsAnyway ? 'dialog.endsAnyway' : 'dialog.expires', { time: dateTime(expiresAt) })}
        </Text>
      </Box>
      {!isOwn && (
        <Button size="sm" onClick={onEnd}>
          {t('dialog.end')}
        </Button>
      )}
    </Flex>
  );
}
