import { useTranslation } from 'react-i18next';
import { dkimFields, type MailServer } from '../../../shared/mailServer/schema.ts';
import { inTxtStrings } from '../../../shared/mailServer/dns.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { useNewest } from '../../records/useNewest.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, TextField } from '../../ui/form/index.ts';
import { Button, ConfirmDialog, Dialog, Stack, Text, toast, useDialog } from '../../ui/index.ts';
import { DnsAdvice } from './DnsAdvice.tsx';

/** The key that signs the mails of a server, with the DNS record to copy. */
export function MailServerDkim({ server, onClose }: { server: MailServer; onClose: () => void }) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const sign = trpc.mailServer.sign.useMutation();
  const unsign = trpc.mailServer.unsign.useMutation();
  const [{ id, name, dkim, rowVersion }, over] = useNewest(server);
  const question = useDialog();
  return (
    <Dialog open onClose={onClose} width={720} title={t('dkim.title', { name })} description={t('dkim.lead')}>
      <Stack gap="4">
        {dkim && (
          <>
            <Text>{t('dkim.record')}</Text>
            <CodeBlock name={t('dkim.recordName')} language={t('dkim.recordName')} code={dkim.name} />
            <CodeBlock name={t('dkim.recordValue')} language={t('dkim.recordValue')} code={dkim.value} />
            <CodeBlock name={t('dkim.recordSplit')} language={t('dkim.recordSplit')} code={inTxtStrings(dkim.value)} />
            <Text textStyle="dense" color="muted">
              {t('dkim.recordSplitHelp')}
            </Text>
            <div>
              <Button size="sm" onClick={question.show}>
                {t('dkim.remove')}
              </Button>
              <ConfirmDialog
                {...question.props}
                destructive
                title={t('dkim.removeTitle', { name })}
                body={t('dkim.removeBody')}
                confirmLabel={t('dkim.remove')}
                onConfirm={async () => {
                  await over(unsign.mutateAsync({ ws, id, rowVersion }));
                  toast.success(t('dkim.removed'));
                  void cache.mailServer.invalidate();
                }}
              />
            </div>
          </>
        )}
        <Form
          schema={dkimFields}
          label={t('dkim.title', { name })}
          draftKey={`${ws}.mailServer.${id}.dkim`}
          defaultValues={{ selector: dkim?.selector ?? 'pokpong' }}
          onSubmit={async ({ selector }) => {
            await over(sign.mutateAsync({ ws, id, rowVersion, selector }));
            await cache.mailServer.invalidate();
            toast.success(t('dkim.created'));
          }}
        >
          <TextField name="selector" label={t('dkim.selector')} help={t('dkim.selectorHelp')} limit={63} required />
          <FormActions submitLabel={t(dkim ? 'dkim.again' : 'dkim.create')} />
        </Form>
        <DnsAdvice server={server} />
      </Stack>
    </Dialog>
  );
}
