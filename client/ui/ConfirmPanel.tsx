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
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    // The next question: nothing of the previous one stays.
    setWasOpen(open);
    setWord('');
    setFailure('');
  }
  const allowed = typed === undefined || word.trim() === typed;
  const confirm = async () => {
    if (!allowed || busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <DialogPanel
      open={open}
      onClose={onClose}
      title={title}
      width={480}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
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
