import { useTranslation } from 'react-i18next';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  chakra,
  Dialog,
  ErrorState,
  Flex,
  SkeletonText,
  Stack,
  Switch,
  Text,
  toast,
} from '../../ui/index.ts';

/** The workspaces whose mails a server sends. */
export function MailServerWorkspaces({ server, onClose }: { server: MailServer; onClose: () => void }) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const query = trpc.mailServer.workspaces.useQuery({ ws });
  const link = trpc.mailServer.link.useMutation();
  const unlink = trpc.mailServer.unlink.useMutation();
  const change = async (wid: string, name: string, linked: boolean) => {
    try {
      await (linked ? link : unlink).mutateAsync({ ws, id: server.id, wid });
      toast.success(t(linked ? 'workspaces.linked' : 'workspaces.unlinked', { name }));
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.mailServer.invalidate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('workspaces.title', { name: server.name })}
      description={t('workspaces.lead')}
    >
      <Stack gap="4">
        {server.otherWorkspaces > 0 && <Banner>{t('workspaces.others', { count: server.otherWorkspaces })}</Banner>}
        {query.error && !query.data ? (
          <ErrorState body={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : !query.data ? (
          <SkeletonText lines={3} />
        ) : (
          <chakra.ul listStyle="none">
            {query.data.map(({ id, name, serverId, serverName }) => (
              <Flex
                as="li"
                key={id}
                gap="3"
                py="3"
                borderTopWidth="1px"
                _first={{ borderTopWidth: 0 }}
                alignItems="center"
              >
                <Box flex="1" minWidth="0">
                  <Text id={`workspace-${id}`} overflowWrap="anywhere">
                    {name}
                  </Text>
                  <Text color="muted" textStyle="dense">
                    {serverId === server.id
                      ? t('workspaces.byThis')
                      : serverId
                        ? t('workspaces.byOther', { name: serverName })
                        : t('workspaces.byGlobal')}
                  </Text>
                </Box>
                <Switch
                  aria-labelledby={`workspace-${id}`}
                  checked={serverId === server.id}
                  disabled={link.isPending || unlink.isPending}
                  onCheckedChange={(linked) => void change(id, name, linked)}
                />
              </Flex>
            ))}
          </chakra.ul>
        )}
      </Stack>
    </Dialog>
  );
}
