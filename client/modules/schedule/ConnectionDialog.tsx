import { PlugZap } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { serverIssues } from '../../ui/form/index.ts';
import { Banner, Button, chakra, Dialog, Stack, Text } from '../../ui/index.ts';
import { confirmedKey, type FormValues, secretOf } from './scheduleFields.ts';

interface ConnectionDialogProps {
  /** Id of the schedule whose stored password or key is used while none is entered; none if the method differs. */
  id: string | undefined;
  values: FormValues;
  /** Called when the server's key was confirmed. */
  onConfirmed: (fingerprint: string) => void;
  onClose: () => void;
}

/** Tests the connection: displays the key of the server for confirmation, then signs in and writes to the folder. */
export function ConnectionDialog({ id, values, onConfirmed, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const test = trpc.schedule.test.useMutation();
  const { host, port, username, folder } = values;
  const secret = secretOf(values);
  const isStored = Object.keys(secret).length === 0;
  const start = (hostKey: string) =>
    test.mutate({
      ws,
      ...(isStored && id !== undefined && { id }),
      host,
      port,
      username,
      folder,
      ...secret,
      ...(hostKey !== '' && { hostKey }),
    });
  useEffect(() => start(confirmedKey(values)), []); // eslint-disable-line react-hooks/exhaustive-deps
  const { data: result } = test;
  const found = result?.hostKey;
  const mayConfirm = found && (result.state === 'confirm' || result.problem === 'hostKeyChanged');
  const confirm = () => {
    if (!found) return;
    onConfirmed(found.fingerprint);
    start(found.fingerprint);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('test.title')}
      description={t('test.lead', { server: `${host}:${port}` })}
      footer={
        mayConfirm ? (
          <Button look="main" loading={test.isPending} onClick={confirm}>
            {t('test.confirm')}
          </Button>
        ) : (
          <Button icon={<PlugZap aria-hidden />} loading={test.isPending} onClick={() => start(confirmedKey(values))}>
            {t('test.again')}
          </Button>
        )
      }
    >
      <Stack gap="4" role="status">
        {test.isPending && <Text color="muted">{t('test.running')}</Text>}
        {test.error && <Banner tone="danger">{serverIssues(test.error)[0]?.reason ?? test.error.message}</Banner>}
        {result?.state === 'ready' && (
          <Banner tone="ok" title={t('test.ready')}>
            {t('test.readyBody')}
          </Banner>
        )}
        {result?.problem && (
          <Banner tone="danger" title={`${result.reportCode}: ${t(`problem.${result.problem}.title`)}`}>
            {t(`problem.${result.problem}.action`)}
          </Banner>
        )}
        {mayConfirm && (
          <div>
            <Text textStyle="label" mb="1">
              {t('test.hostKey', { type: found.type })}
            </Text>
            <chakra.code textStyle="dense" overflowWrap="anywhere" fontFamily="mono">
              {found.fingerprint}
            </chakra.code>
            <Text color="muted" mt="2">
              {t('test.compare')}
            </Text>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
