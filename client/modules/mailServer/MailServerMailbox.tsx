import { CirclePlay, Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAILBOX_ENCRYPTIONS } from '../../../shared/mail/servers.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { FormActions, TextField } from '../../ui/form/index.ts';
import {
  Banner,
  Box,
  Button,
  ConfirmDialog,
  Dialog,
  Flex,
  Stack,
  Text,
  toast,
  useDialog,
  useFormat,
} from '../../ui/index.ts';
import { ConnectionFields, SignInFields } from './ConnectionFields.tsx';
import { knownMailbox, MAILBOX_FIELDS, type MailboxValues, mailboxValuesOf, newMailbox } from './mailboxFields.ts';
import { MailServerAnswer } from './MailServerAnswer.tsx';

function useForm(server: MailServer) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const words = useWords('mailServer');
  const cache = trpc.useUtils();
  const set = trpc.mailServer.setMailbox.useMutation();
  const { id } = server;
  return useRecordForm<MailServer, MailboxValues>({
    record: server,
    draftKey: `${ws}.mailServer.${id}.mailbox`,
    valuesOf: mailboxValuesOf,
    fields: (theirs) => mergeFields(MAILBOX_FIELDS, (values: MailboxValues) => values, mailboxValuesOf(theirs), words),
    update: ({ password, ...values }, rowVersion) =>
      set.mutateAsync({ ws, id, rowVersion, ...values, ...(password !== '' && { password }) }),
    cache: () => cache.mailServer.invalidate(),
    messages: { saved: t('mailbox.saved') },
  });
}

/** The mailbox that is searched for returned mails of a server: settings, a test, and the status of reading it. */
export function MailServerMailbox({ server, onClose }: { server: MailServer; onClose: () => void }) {
  const { t } = useTranslation('mailServer');
  const form = useForm(server);
  const { name, mailbox, rowVersion } = server;
  const isNew = mailbox === null;
  return (
    <Dialog open onClose={onClose} width={720} title={t('mailbox.title', { name })} description={t('mailbox.lead')}>
      <Stack gap="4">
        {server.bounceAddress === '' && <Banner>{t('mailbox.noAddress')}</Banner>}
        {/* A test is about the settings that were stored then. */}
        {mailbox && <MailboxState key={rowVersion} server={server} mailbox={mailbox} />}
        <RecordForm
          form={form}
          schema={(isNew ? newMailbox : knownMailbox) as never}
          label={t('mailbox.title', { name })}
        >
          <ConnectionFields
            encryptions={MAILBOX_ENCRYPTIONS}
            host={{ label: t('mailbox.host'), help: t('mailbox.hostHelp') }}
            portHelp={t('mailbox.portHelp')}
          />
          <SignInFields usernameRequired hasPassword={!isNew} passwordRequired={isNew} />
          <TextField name="folder" label={t('mailbox.folder')} help={t('mailbox.folderHelp')} limit={200} required />
          <FormActions submitLabel={t(isNew ? 'mailbox.start' : 'mailbox.save')} />
        </RecordForm>
      </Stack>
    </Dialog>
  );
}

/** The status of reading the mailbox, with the possible actions. */
function MailboxState({ server, mailbox }: { server: MailServer; mailbox: NonNullable<MailServer['mailbox']> }) {
  const { t } = useTranslation('mailServer');
  const { ws } = useSession();
  const { dateTime, number } = useFormat();
  const cache = trpc.useUtils();
  const test = trpc.mailServer.testMailbox.useMutation();
  const remove = trpc.mailServer.removeMailbox.useMutation();
  const resume = trpc.mailServer.setMailbox.useMutation({
    onSettled: () => void cache.mailServer.invalidate(),
    onSuccess: () => toast.success(t('mailbox.resumed')),
    onError: ({ message }) => void toast.error(message),
  });
  const question = useDialog();
  const { id, name, rowVersion } = server;
  const { fault, lastReadAt, returned, ...settings } = mailbox;
  const isPaused = fault?.kind === 'restored';
  return (
    <Stack gap="4">
      {fault && !test.data && (
        <Banner tone="warn" title={t(`mailbox.fault.${fault.kind}`)}>
          {t(`mailbox.advice.${fault.kind}`)}
        </Banner>
      )}
      <Text>
        {lastReadAt
          ? t('mailbox.readAt', { at: dateTime(lastReadAt), count: returned, number: number(returned) })
          : t('mailbox.neverRead')}
      </Text>
      <Box role="status" _empty={{ mt: '-4' }}>
        {test.error && <Banner tone="danger">{test.error.message}</Banner>}
        {test.data?.kind === null && (
          <Banner
            tone="ok"
            title={t('mailbox.opened', { count: test.data.messages ?? 0, number: number(test.data.messages ?? 0) })}
          />
        )}
        {test.data?.kind && (
          <Banner tone="danger" title={t(`mailbox.fault.${test.data.kind}`)}>
            {t(`mailbox.advice.${test.data.kind}`)}
          </Banner>
        )}
      </Box>
      {test.data ? (
        <MailServerAnswer answer={test.data.answer} />
      ) : (
        fault && !isPaused && <MailServerAnswer answer={fault.answer} />
      )}
      <Flex gap="2" flexWrap="wrap">
        {isPaused && (
          <Button
            size="sm"
            icon={<CirclePlay aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate({ ws, id, rowVersion, ...settings })}
          >
            {t('mailbox.resume')}
          </Button>
        )}
        <Button size="sm" icon={<Inbox aria-hidden />} loading={test.isPending} onClick={() => test.mutate({ ws, id })}>
          {t('mailbox.test')}
        </Button>
        <Button size="sm" onClick={question.show}>
          {t('mailbox.remove')}
        </Button>
      </Flex>
      <ConfirmDialog
        {...question.props}
        destructive
        title={t('mailbox.removeTitle', { name })}
        body={t('mailbox.removeBody')}
        confirmLabel={t('mailbox.remove')}
        onConfirm={async () => {
          await remove.mutateAsync({ ws, id, rowVersion });
          toast.success(t('mailbox.removed'));
          void cache.mailServer.invalidate();
        }}
      />
    </Stack>
  );
}
