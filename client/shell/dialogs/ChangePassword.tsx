import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Text } from '../../ui/layout.tsx';
import { toast } from '../../ui/toaster.tsx';
import { bodyOf } from '../errors.ts';
import { useSession } from '../session.tsx';
import type { ShellDialogProps } from './ShellDialogs.tsx';

/** Confirming sends a reset email to the person's own address. */
export default function ChangePassword({ open, onClose }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const { t: ui } = useTranslation('ui');
  const { email } = useSession();
  const request = trpc.auth.changePassword.useMutation();
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await request.mutateAsync();
      toast.success(t('password.sent'));
      onClose();
    } catch (error) {
      toast.error(t(bodyOf(error)?.name === 'ValidationException' ? 'password.emailMissing' : 'password.failed'));
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={sending}
      title={t('password.title')}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button look="main" loading={sending} onClick={() => void send()}>
            {t('password.send')}
          </Button>
        </>
      }
    >
      <Text>{t('password.body', { email })}</Text>
    </Dialog>
  );
}
