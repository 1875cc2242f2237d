import { chakra } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TELEPHONE_LIMIT } from '../../../shared/telephone.ts';
import { thaiDigits } from '../../../shared/thaiDigits.ts';
import { IconButton } from '../Button.tsx';
import { FieldFrame, useField } from './Field.tsx';
import type { FieldProps } from './Field.tsx';
import { useFormState } from './Form.tsx';
import { Input, TextAreaInput } from './inputs.tsx';
import { passwordStrength } from './passwordStrength.ts';

const textLimit = 1000;
const longTextLimit = 10_000;

export interface TextFieldProps extends FieldProps {
  /** Longest text in characters: 1,000, or 10,000 for TextArea. */
  limit?: number;
  autoComplete?: string;
  /** Rewrites the input before it is stored. */
  clean?: (text: string) => string;
  /** Removes spaces at both ends on blur; true by default. */
  trim?: boolean;
  inputProps?: ComponentProps<typeof Input>;
  /** Inside the input at its end. */
  end?: ReactNode;
}

/** One line of text. @example <TextField name="name" label={t('name')} required /> */
export function TextField({
  limit = textLimit,
  autoComplete = 'off',
  clean,
  trim = true,
  inputProps,
  end,
  placeholder,
  ...field
}: TextFieldProps) {
  const handle = useField<string>(field);
  const value = handle.value ?? '';
  return (
    <FieldFrame {...field} handle={handle} aside={<Counter used={value.length} limit={limit} />}>
      <chakra.div position="relative">
        <Input
          {...inputProps}
          {...handle.control}
          {...(end && { pe: '11' })}
          name={field.name}
          value={value}
          maxLength={limit}
          autoComplete={autoComplete}
          placeholder={placeholder}
          onChange={(event) => handle.set(clean ? clean(event.target.value) : event.target.value)}
          onBlur={() => {
            if (trim && value !== value.trim()) handle.set(value.trim());
            handle.blur();
          }}
        />
        {end && (
          <chakra.span position="absolute" insetInlineEnd="1" top="50%" css={{ transform: 'translateY(-50%)' }}>
            {end}
          </chakra.span>
        )}
      </chakra.div>
    </FieldFrame>
  );
}

/** Several lines of text. @example <TextArea name="reason" label={t('reason')} rows={4} /> */
export function TextArea({
  limit = longTextLimit,
  rows = 4,
  placeholder,
  ...field
}: FieldProps & { limit?: number; rows?: number }) {
  const handle = useField<string>(field);
  const value = handle.value ?? '';
  return (
    <FieldFrame {...field} handle={handle} aside={<Counter used={value.length} limit={limit} />}>
      <TextAreaInput
        {...handle.control}
        name={field.name}
        value={value}
        rows={rows}
        maxLength={limit}
        placeholder={placeholder}
        onChange={(event) => handle.set(event.target.value)}
        onBlur={handle.blur}
      />
    </FieldFrame>
  );
}

/** Appears when nine tenths of the limit are used. */
export function Counter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation('ui');
  if (used < limit * 0.9) return null;
  return (
    <chakra.span textStyle="small" color={used >= limit ? 'warn.text' : 'muted'} data-numeric="">
      {t('form.counter', { used: used.toLocaleString('en-US'), limit: limit.toLocaleString('en-US') })}
    </chakra.span>
  );
}

/**
 * A phone number in usual notation: digits, separators, `+` of another country, an extension.
 * @example <PhoneField name="phone" label={t('phone')} />
 */
export function PhoneField(props: FieldProps) {
  return (
    <TextField {...props} limit={TELEPHONE_LIMIT} autoComplete="tel" inputProps={{ type: 'tel' }} clean={thaiDigits} />
  );
}

/**
 * An email address, lower case, safe characters only.
 * @example <EmailField name="email" label={t('email')} />
 */
export function EmailField({ autoComplete = 'email', ...props }: FieldProps & { autoComplete?: string }) {
  return (
    <TextField
      {...props}
      limit={254}
      autoComplete={autoComplete}
      inputProps={{ type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
      // Of a pasted `Name <address>` the address.
      clean={(text) =>
        (/<([^<>]+)>/.exec(text)?.[1] ?? text).toLowerCase().replace(/[^a-z0-9.!#$%&'*+/=?^_`{|}~@-]/g, '')
      }
    />
  );
}

/** A web address. @example <UrlField name="website" label={t('website')} /> */
export function UrlField({ placeholder = 'https://', ...props }: FieldProps) {
  return (
    <TextField
      {...props}
      placeholder={placeholder}
      limit={2000}
      autoComplete="url"
      inputProps={{ type: 'text', inputMode: 'url', autoCapitalize: 'none', spellCheck: false }}
    />
  );
}

export interface NumberFieldProps extends FieldProps {
  max?: number;
  /** A unit after the number. */
  unit?: ReactNode;
}

/** A whole number from 0; empty is null. @example <NumberField name="days" label={t('days')} unit={t('day')} /> */
export function NumberField({ max, unit, placeholder, ...field }: NumberFieldProps) {
  const handle = useField<number | null | undefined>(field);
  return (
    <FieldFrame {...field} handle={handle}>
      <chakra.div display="flex" alignItems="center" gap="2">
        <Input
          {...handle.control}
          name={field.name}
          inputMode="numeric"
          autoComplete="off"
          maxWidth="10rem"
          textAlign="end"
          fontVariantNumeric="tabular-nums"
          placeholder={placeholder}
          value={handle.value ?? ''}
          onChange={(event) => {
            const digits = thaiDigits(event.target.value).replace(/\D/g, '').slice(0, 15);
            const number = digits === '' ? null : Number(digits);
            handle.set(number !== null && max !== undefined ? Math.min(number, max) : number);
          }}
          onBlur={handle.blur}
        />
        {unit && <chakra.span color="muted">{unit}</chakra.span>}
      </chakra.div>
    </FieldFrame>
  );
}

export interface PasswordFieldProps extends FieldProps {
  /**
   * `new-password` displays the strength and lets password managers suggest one; `off` is for passwords of other
   * systems.
   */
  autoComplete?: 'current-password' | 'new-password' | 'off';
  /** Longest password in characters: 128, that of accounts. */
  limit?: number;
}

/**
 * A password, never stored in drafts.
 * @example <PasswordField name="password" label={t('password')} autoComplete="new-password" />
 */
export function PasswordField({
  autoComplete = 'current-password',
  limit = 128,
  placeholder,
  ...field
}: PasswordFieldProps) {
  const { t } = useTranslation('ui');
  const { secret } = useFormState();
  const [visible, setVisible] = useState(false);
  const [head = field.name] = field.name.split('.');
  useEffect(() => {
    secret.add(head);
  }, [secret, head]);
  const handle = useField<string>(field);
  const value = handle.value ?? '';
  return (
    <FieldFrame {...field} handle={handle}>
      <chakra.div position="relative">
        <Input
          {...handle.control}
          name={field.name}
          type={visible ? 'text' : 'password'}
          pe="11"
          maxLength={limit}
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={value}
          onChange={(event) => handle.set(event.target.value)}
          onBlur={handle.blur}
        />
        <chakra.span position="absolute" insetInlineEnd="1" top="50%" css={{ transform: 'translateY(-50%)' }}>
          <IconButton
            size="sm"
            noTooltip
            label={t(visible ? 'form.hidePassword' : 'form.showPassword')}
            aria-pressed={visible}
            icon={visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setVisible(!visible)}
          />
        </chakra.span>
      </chakra.div>
      {autoComplete === 'new-password' && value !== '' && <Strength password={value} />}
    </FieldFrame>
  );
}

const levels = ['weak', 'fair', 'good', 'strong'] as const;

function Strength({ password }: { password: string }) {
  const { t } = useTranslation('ui');
  const level = passwordStrength(password);
  return (
    <chakra.div display="flex" alignItems="center" gap="3" textStyle="small" color="muted" role="status">
      <chakra.span display="flex" gap="1" width="8rem" aria-hidden>
        {levels.map((name, index) => (
          <chakra.span
            key={name}
            flex="1"
            height="1"
            borderRadius="full"
            bg={index <= level ? (level === 0 ? 'warn' : level === 1 ? 'live' : 'ok') : 'line'}
          />
        ))}
      </chakra.span>
      {t('form.strength')}: {t(`form.strengthLevel.${levels[level] ?? 'weak'}`)}
    </chakra.div>
  );
}
