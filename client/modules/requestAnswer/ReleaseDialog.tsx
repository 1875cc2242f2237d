import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { answerSettingsFields, reviewedContent } from '../../../shared/requestAnswer/schema.ts';
import { trpc } from '../../trpc.ts';
import { Box, Button, chakra, CopyButton, Dialog, Flex, Stack, Text, UnsavedGuard } from '../../ui/index.ts';
import { Form, FormActions, NumberField } from '../../ui/form/index.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { SentContent } from './SentContent.tsx';
import { useAnswerCache } from './useAnswerCache.ts';

type Handover = z.output<typeof answerSettingsFields>;

/** Releases the answer: validity and number of downloads, then displays the password once. */
export function ReleaseDialog({ onClose, ...props }: AnswerPartProps & { onClose: () => void }) {
  const { t } = useTranslation('requestAnswer');
  const { settings } = props.answer;
  const release = trpc.requestAnswer.release.useMutation();
  const { of, refetch } = useAnswerCache(props);
  const [password, setPassword] = useState<string | null>(null);
  // Of the moment in which it was decided to release it: what a colleague adds since is not sent unseen.
  const [answer] = useState(props.answer);
  if (password !== null) return <Password password={password} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('release.title')} description={t('release.body')}>
      <Form
        schema={answerSettingsFields as unknown as z.ZodType<Handover, Handover>}
        label={t('release.title')}
        defaultValues={{ expiryDays: settings.expiryDays, downloadLimit: settings.downloadLimit }}
        onSubmit={async (values) => {
          const released = await release
            .mutateAsync({ ...of, ...values, reviewed: reviewedContent(answer) })
            .finally(refetch);
          setPassword(released.password);
        }}
      >
        <SentContent request={props.request} right={props.right} answer={answer} />
        <NumberField name="expiryDays" label={t('release.expiryDays')} help={t('settings.expiryDaysHelp')} required />
        <NumberField
          name="downloadLimit"
          label={t('release.downloadLimit')}
          help={t('settings.downloadLimitHelp')}
          required
        />
        <FormActions submitLabel={t('release.confirm')} />
      </Form>
    </Dialog>
  );
}

/** Stays open until the user closes it, because the password is displayed only once. */
function Password({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation('requestAnswer');
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      title={t('password.title')}
      footer={
        <Button look="main" onClick={onClose}>
          {t('password.done')}
        </Button>
      }
    >
      <UnsavedGuard active once />
      <Stack gap="4">
        <Text>{t('password.body')}</Text>
        <Flex align="center" gap="3" wrap="wrap">
          <Box>
            <Text textStyle="small" color="muted">
              {t('password.label')}
            </Text>
            <chakra.output
              fontFamily="mono"
              fontSize="xl"
              fontWeight="semibold"
              letterSpacing="0.05em"
              userSelect="all"
              data-password
            >
              {password}
            </chakra.output>
          </Box>
          <CopyButton text={password} label={t('password.label')} />
        </Flex>
      </Stack>
    </Dialog>
  );
}
