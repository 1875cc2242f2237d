import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import { isTelephone } from '../../../shared/telephone.ts';
import { Button, chakra, Dialog, Stack, Tag, Text, UnsavedGuard, useFormat, Wrap } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';
import { isAddress, parseRecipients } from './parseRecipients.ts';

interface PasteDialogProps {
  open: boolean;
  onClose: () => void;
  /** Whether an e-mail address is required. */
  needsAddress: boolean;
  /** How many more can be added. */
  room: number;
  /** The maximum number of recipients. */
  limit: number;
  onAdd: (more: readonly Recipient[]) => void;
}

/** Adds many recipients at once, one per line; displays the parsed result before they are added. */
export default function PasteDialog({ open, onClose, needsAddress, room, limit, onAdd }: PasteDialogProps) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  const id = useId();
  const [text, setText] = useState('');
  const found = useMemo(() => parseRecipients(text), [text]);
  const bad = needsAddress ? found.filter(({ email }) => !isAddress(email)).length : 0;
  const badPhones = found.filter(({ phone }) => phone !== '' && !isTelephone(phone)).length;
  const close = () => {
    setText('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('recipients.pasteTitle')}
      footer={
        <Button
          look="main"
          disabled={found.length === 0}
          onClick={() => {
            onAdd(found);
            close();
          }}
        >
          {t('recipients.pasteAdd', { number: number(found.length) })}
        </Button>
      }
    >
      <UnsavedGuard active={text !== ''} />
      <Stack gap="3">
        <Text id={`${id}-help`} color="muted">
          {t('recipients.pasteHelp')}
        </Text>
        <chakra.label htmlFor={id} fontWeight="semibold">
          {t('recipients.pasteLabel')}
        </chakra.label>
        <TextAreaInput
          id={id}
          aria-describedby={`${id}-help`}
          rows={10}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Wrap gap="1.5" role="status">
          {found.length > 0 && <Tag tone="info">{t('recipients.pasteFound', { number: number(found.length) })}</Tag>}
          {bad > 0 && <Tag tone="warn">{t('recipients.pasteBad', { number: number(bad) })}</Tag>}
          {badPhones > 0 && <Tag tone="warn">{t('recipients.pasteBadPhone', { number: number(badPhones) })}</Tag>}
          {found.length > room && <Tag tone="warn">{t('recipients.room', { limit: number(limit) })}</Tag>}
        </Wrap>
      </Stack>
    </Dialog>
  );
}
