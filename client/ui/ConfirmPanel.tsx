import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import type { ConfirmDialogProps } from './Dialog.tsx';
import DialogPanel from './DialogPanel.tsx';
import { Stack, chakra } from './layout.tsx';
import { Input } from './form/inputs.tsx';

/** The rendered confirmation; used through ConfirmDialog. */
export default function ConfirmPanel({
  open,
  onClose,
  onConfirm,
  title,
  body,
  confirmLabel,
  destructive = false,
  typed,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [word, setWord] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const allowed = typed === undefined || word.trim() === typed;
  const close = () => {
    setWord('');
    setFailure('');
    onClose();
  };
  const confirm = async () => {
    if (!allowed || busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogPanel
      open={open}
      onClose={close}
      title={title}
      width={480}
      persistent={busy}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button look={destructive ? 'danger' : 'main'} disabled={!allowed} loading={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        {body && <div>{body}</div>}
        {typed !== undefined && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void confirm();
            }}
          >
            <chakra.label htmlFor={id} textStyle="dense" display="block" mb="1">
              {t('confirmDialog.type', { word: typed })}
            </chakra.label>
            <Input id={id} value={word} autoComplete="off" onChange={(event) => setWord(event.target.value)} />
          </form>
        )}
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
      </Stack>
    </DialogPanel>
  );
}
