import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CODE_LENGTH, enterCode } from '../../../shared/requestIdentity/schema.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Form, FormFailure, TextField } from '../../ui/form/index.ts';
import { Banner, Button, Card, Flex, Heading, Stack, Text } from '../../ui/index.ts';
import { useCodeSent } from './accessSession.ts';

const schema = z.object({ code: enterCode.shape.code });

/** Sends a code to the recipient of the link by mail, and verifies it. */
export function CodeForm({ token, onOpened }: { token: string; onOpened: (session: string) => void }) {
  const { t } = useTranslation('requestIdentity');
  const send = trpc.requestIdentity.sendCode.useMutation(QUIET);
  const enter = trpc.requestIdentity.enterCode.useMutation(QUIET);
  const [isSent, noteSent] = useCodeSent(token);
  const sendNow = () => send.mutate({ token }, { onSuccess: noteSent });
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h1" textStyle="display">
          {t('title')}
        </Heading>
        <Text color="muted">{t('lead')}</Text>
        {send.error && (
          <Banner tone="danger" role="alert">
            {messageOf(send.error)}
          </Banner>
        )}
        {!isSent ? (
          <Button look="main" size="lg" loading={send.isPending} onClick={sendNow}>
            {t('send')}
          </Button>
        ) : (
          <>
            <Banner tone="info">
              <span role="status">{t('sent')}</span>
            </Banner>
            <Form
              schema={schema}
              defaultValues={{ code: '' }}
              label={t('title')}
              unguarded
              onSubmit={async ({ code }) => onOpened((await enter.mutateAsync({ token, code })).session)}
            >
              <TextField
                name="code"
                label={t('code')}
                required
                limit={CODE_LENGTH + 4}
                autoComplete="one-time-code"
                clean={(text) => thaiDigits(text).replace(/[^\d ]/g, '')}
                inputProps={{ inputMode: 'numeric', autoFocus: true }}
              />
              <FormFailure />
              <Flex gap="2" flexWrap="wrap">
                <Button type="submit" look="main" loading={enter.isPending}>
                  {t('open')}
                </Button>
                <Button look="plain" loading={send.isPending} onClick={sendNow}>
                  {t('sendAgain')}
                </Button>
              </Flex>
            </Form>
            <Text textStyle="small" color="muted">
              {t('noCode')}
            </Text>
          </>
        )}
      </Stack>
    </Card>
  );
}
