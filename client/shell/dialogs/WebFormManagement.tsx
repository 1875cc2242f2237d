import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { DEFAULT_COUNTRY } from '../../../shared/constants.ts';
import { country, email, requiredText } from '../../../shared/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import {
  CheckboxField,
  EmailField,
  Form,
  FormActions,
  FormSection,
  SelectField,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { Link } from '../../ui/Link.tsx';
import { chakra, Text } from '../../ui/layout.tsx';
import { toast } from '../../ui/toaster.tsx';
import { useLocale } from '../../ui/useFormat.ts';
import { countryOptions } from '../countries.ts';
import { useCan, useSession } from '../session.tsx';
import { rememberWebFormIdentity, webFormIdentity } from '../webFormIdentity.ts';
import type { ShellDialogProps } from './ShellDialogs.tsx';

const RIGHTS = ['access', 'rectification', 'objection', 'restriction', 'portability', 'erasure'] as const;

const person = z.object({ firstName: requiredText(), lastName: requiredText(), email, country });
const form = z.discriminatedUnion('hasGuardian', [
  z.object({ hasGuardian: z.literal(false), identity: person, guardian: z.unknown() }),
  z.object({ hasGuardian: z.literal(true), identity: person, guardian: person }),
]);
const EMPTY = { firstName: '', lastName: '', email: '', country: DEFAULT_COUNTRY };

/** Data Subject Right Access: the rights, and the identity with which request forms opened from here start. */
export default function WebFormManagement({ open, onClose }: ShellDialogProps) {
  const { t } = useTranslation('shell');
  const { personnel, email: own, ws } = useSession();
  const findsReceipts = useCan('consent.history');
  const seesConsents = useCan('consent.read');
  const withdrawal = findsReceipts ? pageAddress('userConsentReceipt') : seesConsents ? pageAddress('consents') : null;
  const defaults = useMemo(() => {
    const [firstName = '', ...rest] = personnel.name.trim().split(/\s+/);
    const stored = webFormIdentity(ws);
    return {
      hasGuardian: Boolean(stored?.guardian),
      identity: stored?.identity ?? { ...EMPTY, firstName, lastName: rest.join(' '), email: own },
      guardian: stored?.guardian ?? EMPTY,
    };
  }, [personnel.name, own, ws]);
  return (
    <Dialog open={open} onClose={onClose} title={t('webForm.title')} width={680}>
      <Text>{t('webForm.intro')}</Text>
      <chakra.ul ps="5" my="3" css={{ listStyle: 'disc' }}>
        {RIGHTS.map((right) => (
          <li key={right}>{t(`webForm.rights.${right}`)}</li>
        ))}
      </chakra.ul>
      {withdrawal && (
        <Text mb="5">
          {t('webForm.withdraw')}{' '}
          <Link href={withdrawal} onClick={onClose}>
            {t('webForm.withdrawLink')}
          </Link>
        </Text>
      )}
      <Form
        schema={form}
        label={t('webForm.title')}
        defaultValues={defaults as never}
        onSubmit={async (values) => {
          rememberWebFormIdentity(ws, {
            identity: values.identity,
            ...(values.hasGuardian && { guardian: values.guardian }),
          });
          toast.success(t('webForm.saved'));
          onClose();
        }}
      >
        <FormSection title={t('webForm.identity')} description={t('webForm.identityHint')}>
          <PersonFields name="identity" />
        </FormSection>
        <CheckboxField name="hasGuardian" label={t('webForm.guardian')} />
        <Guardian />
        <FormActions submitLabel={t('webForm.save')} />
      </Form>
    </Dialog>
  );
}

function Guardian() {
  const { t } = useTranslation('shell');
  const { control } = useFormContext();
  const visible = useWatch({ control, name: 'hasGuardian' });
  return visible ? (
    <FormSection title={t('webForm.guardianTitle')}>
      <PersonFields name="guardian" />
    </FormSection>
  ) : null;
}

function PersonFields({ name }: { name: string }) {
  const { t } = useTranslation('shell');
  const locale = useLocale();
  const countries = useMemo(() => countryOptions(locale), [locale]);
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      <TextField name={`${name}.firstName`} label={t('webForm.firstName')} required />
      <TextField name={`${name}.lastName`} label={t('webForm.lastName')} required />
      <EmailField name={`${name}.email`} label={t('webForm.email')} required autoComplete="off" />
      <SelectField name={`${name}.country`} label={t('webForm.country')} options={countries} required />
    </chakra.div>
  );
}
