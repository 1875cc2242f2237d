import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CODE_LENGTH, enterCode } from '../../../shared/requestIdentity/schema.ts';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import { QUIET } from '../../publicPage/quiet.ts';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, toast, useFormat } from '../../ui/index.ts';
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
  const { t } = useTranslation('requestPage');
  const { text } = useFormat();
  const send = trpc.requestIdentity.sendCode.useMutation(QUIET);
  const enter = trpc.requestIdentity.enterCode.useMutation(QUIET);
  const withdraw = trpc.requestMessage.subject.withdraw.useMutation(QUIET);
  const [isSent, setSent] = useState(false);
  return (
    <Dialog open onClose={onClose} title={t('takeBack.title')} description={t('takeBack.lead')}>
      {send.error && (
        <Banner tone="danger" role="alert">
          {messageOf(send.error)}
        </Banner>
      )}
      {!isSent ? (
        <Button
          look="main"
          loading={send.isPending}
          onClick={() => send.mutate({ token }, { onSuccess: () => setSent(true) })}
        >
          {t('takeBack.sendCode')}
        </Button>
      ) : (
        <Form
          schema={schema}
          label={t('takeBack.title')}
          defaultValues={{ rightIds: rights.map(({ id }) => id), code: '' }}
          onSubmit={async ({ rightIds, code }) => {
            const { session } = await enter.mutateAsync({ token, code });
            onDone(await withdraw.mutateAsync({ session, rightIds }));
            toast.success(t('takeBack.done'));
            onClose();
          }}
        >
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
          <FormActions submitLabel={t('takeBack.confirm')} destructive />
        </Form>
      )}
    </Dialog>
  );
}
