import { useTranslation } from 'react-i18next';
import { dkimFields, type MailServer } from '../../../shared/mailServer/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Form, FormActions, TextField } from '../../ui/form/index.ts';
import { Button, Dialog, Stack, Text, toast } from '../../ui/index.ts';

/** The key by which mails of a server are signed, with the record of the DNS to copy. */
export function MailServerDkim({ server, onClose }: { server: MailServer; onClose: () => void }) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const sign = trpc.mailServer.sign.useMutation();
  const unsign = trpc.mailServer.unsign.useMutation();
  const { id, name, dkim, rowVersion } = server;
  const end = async () => {
    try {
      await unsign.mutateAsync({ ws, id, rowVersion });
      toast.success(t('dkim.removed'));
    } catch (error) {
      toast.error((error as Error).message);
    }
    await cache.mailServer.invalidate();
  };
  return (
    <Dialog open onClose={onClose} width={720} title={t('dkim.title', { name })} description={t('dkim.lead')}>
      <Stack gap="4">
        {dkim && (
          <>
            <Text>{t('dkim.record')}</Text>
            <CodeBlock name={t('dkim.recordName')} language={t('dkim.recordName')} code={dkim.name} />
            <CodeBlock name={t('dkim.recordValue')} language={t('dkim.recordValue')} code={dkim.value} />
            <div>
              <Button size="sm" loading={unsign.isPending} onClick={() => void end()}>
                {t('dkim.remove')}
              </Button>
            </div>
          </>
        )}
        <Form
          schema={dkimFields}
          label={t('dkim.title', { name })}
          draftKey={`${ws}.mailServer.${id}.dkim`}
          defaultValues={{ selector: dkim?.selector ?? 'pokpong' }}
          onSubmit={async ({ selector }) => {
            await sign.mutateAsync({ ws, id, rowVersion, selector });
            await cache.mailServer.invalidate();
            toast.success(t('dkim.created'));
          }}
        >
          <TextField name="selector" label={t('dkim.selector')} help={t('dkim.selectorHelp')} limit={63} required />
          <FormActions submitLabel={t(dkim ? 'dkim.again' : 'dkim.create')} />
        </Form>
      </Stack>
    </Dialog>
  );
}
