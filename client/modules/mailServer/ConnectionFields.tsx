import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Encryption } from '../../../shared/mail/servers.ts';
import { NumberField, PasswordField, SelectField, TextArea, TextField } from '../../ui/form/index.ts';

interface ConnectionFieldsProps {
  encryptions: readonly Encryption[];
  host: { label: string; help: string };
  portHelp: string;
  /** Displayed below the encryption. */
  children?: ReactNode;
}

/** The connection settings of a mail server or of its mailbox. */
export function ConnectionFields({ encryptions, host, portHelp, children }: ConnectionFieldsProps) {
  const { t } = useTranslation('mailServer');
  return (
    <>
      <TextField name="host" {...host} limit={253} required />
      <NumberField name="port" label={t('field.port')} help={portHelp} max={65_535} required />
      <SelectField
        name="encryption"
        label={t('field.encryption')}
        required
        options={encryptions.map((value) => ({ value, label: t(`encryptionOf.${value}`) }))}
      />
      {children}
      <TextArea
        name="certificate"
        label={t('field.certificate')}
        help={t('field.certificateHelp')}
        limit={10_000}
        rows={3}
      />
    </>
  );
}

interface SignInFieldsProps {
  usernameHelp?: string;
  usernameRequired?: boolean;
  /** Whether a password is stored; an empty field then leaves it unchanged. */
  hasPassword: boolean;
  passwordRequired?: boolean;
}

/** The credentials for the server. */
export function SignInFields({
  usernameHelp,
  usernameRequired = false,
  hasPassword,
  passwordRequired = false,
}: SignInFieldsProps) {
  const { t } = useTranslation('mailServer');
  return (
    <>
      <TextField
        name="username"
        label={t('field.username')}
        help={usernameHelp}
        limit={254}
        required={usernameRequired}
      />
      <PasswordField
        name="password"
        label={t('field.password')}
        help={t(hasPassword ? 'field.passwordStored' : 'field.passwordHelp')}
        autoComplete="off"
        limit={500}
        required={passwordRequired}
      />
    </>
  );
}
