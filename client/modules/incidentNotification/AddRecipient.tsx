import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import { isTelephone } from '../../../shared/telephone.ts';
import { Button, chakra, Text } from '../../ui/index.ts';
import { Input } from '../../ui/form/index.ts';
import { useAdopter } from '../../ui/form/useAdopter.ts';
import type { FormValues } from './formValues.ts';
import { parseRecipients, recipientPhone } from './parseRecipients.ts';

interface AddRecipientProps {
  /** Returns whether there was room. */
  onAdd: (more: readonly Recipient[]) => boolean;
  control: { disabled: boolean; 'aria-invalid'?: true; 'aria-describedby'?: string };
  channel: FormValues['channel'];
}

/** What is typed of the next recipient; `adopt` adds it. */
function useTyped(phone: boolean, onAdd: AddRecipientProps['onAdd']) {
  const id = useId();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [bad, setBad] = useState(false);
  const focus = (field: 'name' | 'address') => document.getElementById(`${id}-${field}`)?.focus();
  /** @returns whether nothing remains here */
  const adopt = (): boolean => {
    const number = phone ? address.trim() : '';
    const isBad = number !== '' && !isTelephone(number);
    setBad(isBad);
    if (isBad) {
      focus('address');
      return false;
    }
    const [found = number === '' ? undefined : { name: '', email: '', phone: '' }] = parseRecipients(
      [name, phone ? '' : address].filter((text) => text.trim() !== '').join(', '),
    );
    if (!found) return true;
    if (!onAdd([number === '' ? found : { ...found, phone: recipientPhone(number) }])) return false;
    setName('');
    setAddress('');
    return true;
  };
  useAdopter(adopt);
  return { id, name, setName, address, setAddress, bad, setBad, adopt, focus };
}

/**
 * Adds one recipient: a name with an address; Enter adds and keeps the focus, and so does sending or saving, so that
 * nobody typed here is left out. A whole line pasted into the name is parsed too.
 */
export function AddRecipient({ onAdd, control, channel }: AddRecipientProps) {
  const { t } = useTranslation('incidentNotification');
  const phone = channel === 'SMS';
  const { id, name, setName, address, setAddress, bad, setBad, adopt, focus } = useTyped(phone, onAdd);
  const add = () => {
    if (name + address !== '' && adopt()) focus('name');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  const field = { ...control, autoComplete: 'off', maxLength: 300, onKeyDown };
  return (
    <chakra.div
      display="grid"
      gap="2"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr) auto' }}
      alignItems="end"
    >
      <chakra.div>
        <chakra.label htmlFor={`${id}-name`} textStyle="dense" color="muted">
          {t('recipients.name')}
        </chakra.label>
        <Input {...field} id={`${id}-name`} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </chakra.div>
      <chakra.div>
        <chakra.label htmlFor={`${id}-address`} textStyle="dense" color="muted">
          {t(phone ? 'recipients.phone' : 'recipients.email')}
        </chakra.label>
        <Input
          {...field}
          id={`${id}-address`}
          inputMode={phone ? 'tel' : 'email'}
          value={address}
          {...(bad && { 'aria-invalid': true as const, 'aria-describedby': `${id}-bad` })}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setBad(false);
          }}
        />
        {bad && (
          <Text id={`${id}-bad`} role="alert" textStyle="dense" color="danger.text">
            {t('recipients.badPhone')} · {t('recipients.phoneHelp')}
          </Text>
        )}
      </chakra.div>
      <Button
        icon={<Plus aria-hidden />}
        disabled={control.disabled || (name.trim() === '' && address.trim() === '')}
        onClick={add}
      >
        {t('recipients.add')}
      </Button>
      {phone && <Text srOnly>{t('recipients.help.other')}</Text>}
    </chakra.div>
  );
}
