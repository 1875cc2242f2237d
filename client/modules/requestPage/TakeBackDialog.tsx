import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CODE_LENGTH, enterCode } from '../../../shared/requestIdentity/schema.ts';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Text, toast, useFormat } from '../../ui/index.ts';
import { Form, FormActions, TextField } from '../../ui/form/index.ts';
import { CheckCards } from '../purpose/fields/CheckCards.tsx';

const schema = z.object({
  rightIds: z.array(z.string()).min(1, { error: 'request:noRight' }),
  code: enterCode.shape.code,
});

interface TakeBackDialogProps {
  token: string;
  rights: RequestProgress['rights'];
  onDone: (progress: RequestProgress) => void;
  onClose: () => void;
}

/** Withdraws requested rights, after a new code: somebody who finds the page open cannot do it. */
export function TakeBackDialog({ token, rights, onDone, onClose }: TakeBackDialogProps) {
  const { t } = useTranslation(['requestPage', 'requestIdentity']);
  const { text } = useFormat();
  const send = trpc.requestIdentity.sendCode.useMutation(QUIET);
  const enter = trpc.requestIdentity.enterCode.useMutation(QUIET);
  const withdraw = trpc.requestMessage.subject.withdraw.useMutation(QUIET);
  const [isSent, setSent] = useState(false);
  /** The session that a code has opened. */
  const opened = useRef<{ readonly code: string; readonly session: string }>(null);
  const sendNow = () => send.mutate({ token }, { onSuccess: () => setSent(true) });
  return (
    <Dialog open onClose={onClose} title={t('takeBack.title')} description={t('takeBack.lead')}>
      {send.error && (
        <Banner tone="danger" role="alert">
          {messageOf(send.error)}
        </Banner>
      )}
      {!isSent ? (
        <Button look="main" loading={send.isPending} onClick={sendNow}>
          {t('takeBack.sendCode')}
        </Button>
      ) : (
        <Form
          schema={schema}
          label={t('takeBack.title')}
          defaultValues={{ rightIds: rights.map(({ id }) => id), code: '' }}
          onSubmit={async ({ rightIds, code }) => {
            // The first call uses the code up: a withdrawal that failed is tried again by the session that it opened.
            if (opened.current?.code !== code)
              opened.current = { code, session: (await enter.mutateAsync({ token, code })).session };
            onDone(await withdraw.mutateAsync({ session: opened.current.session, rightIds }));
            toast.success(t('takeBack.done'));
            onClose();
          }}
        >
          <Banner tone="info">
            <span role="status">{t('requestIdentity:sent')}</span>
          </Banner>
          {rights.length > 1 && (
            <CheckCards
              name="rightIds"
              label={t('takeBack.rights')}
              required
              cards={rights.map(({ id, name, stage }) => ({
                value: id,
                label: text(name),
                section: '',
                plain: t(`stage.${stage}`),
              }))}
            />
          )}
          <TextField
            name="code"
            label={t('takeBack.code')}
            required
            limit={CODE_LENGTH + 4}
            autoComplete="one-time-code"
            clean={(typed) => thaiDigits(typed).replace(/[^\d ]/g, '')}
            inputProps={{ inputMode: 'numeric' }}
          />
          <Text textStyle="small" color="muted">
            {t('requestIdentity:noCode')}
          </Text>
          <FormActions submitLabel={t('takeBack.confirm')} destructive>
            <Button look="plain" loading={send.isPending} onClick={sendNow}>
              {t('requestIdentity:sendAgain')}
            </Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
