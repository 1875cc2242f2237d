import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Stack } from '../../ui/index.ts';
import { type FailureDialogProps, useFailureAdvice } from './failureAdvice.ts';
import { MailServerAnswer } from './MailServerAnswer.tsx';

/** Sends a test mail to the user through a server, and displays the server's response. */
export function MailServerTestDialog({ server, hasGlobal, onClose }: FailureDialogProps) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const test = trpc.mailServer.sendTest.useMutation();
  const advice = useFailureAdvice(hasGlobal);
  const result = test.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('test.title', { name: server.name })}
      description={t('test.lead')}
      footer={
        <Button
          look="main"
          icon={<Send aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate({ ws, id: server.id })}
        >
          {t(result || test.error ? 'test.again' : 'test.send')}
        </Button>
      }
    >
      <Stack gap="4" role="status">
        {test.error && <Banner tone="danger">{test.error.message}</Banner>}
        {result?.sent && (
          <Banner tone="ok" title={t('test.sent', { to: result.to })}>
            {t('test.sentBody')}
          </Banner>
        )}
        {result?.kind && (
          <Banner tone="danger" title={t(`failure.kind.${result.kind}`)}>
            {advice(result.kind)}
          </Banner>
        )}
        {result && <MailServerAnswer answer={result.answer} />}
      </Stack>
    </Dialog>
  );
}
