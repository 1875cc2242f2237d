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

/**
 * Data Subject Right Access: the rights, and the identity with which requests entered in this tab start. Only for
 * who may enter requests: for others its fields are disabled, and it says why.
 */
export default function WebFormManagement({ open, onClose }: ShellDialogProps) {
  const { t } = useTranslation(['webForm', 'pages']);
  const { personnel, email: own } = useSession();
  const findsReceipts = useCan('consent.history');
  const seesConsents = useCan('consent.read');
  const entersRequests = useCan('request.manage');
  const withdrawal = findsReceipts ? 'userConsentReceipt' : seesConsents ? 'consents' : null;
  const defaults = useMemo(() => {
    const [firstName = '', ...rest] = personnel.name.trim().split(/\s+/);
    const stored = webFormIdentity(personnel.id);
    return {
      hasGuardian: Boolean(stored?.guardian),
      identity: stored?.identity ?? { ...EMPTY, firstName, lastName: rest.join(' '), email: own },
      guardian: stored?.guardian ?? EMPTY,
    };
  }, [personnel, own]);
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} width={680}>
      <Text>{t('intro')}</Text>
      <chakra.ul ps="5" my="3" css={{ listStyle: 'disc' }}>
        {RIGHTS.map((right) => (
          <li key={right}>{t(`rights.${right}`)}</li>
        ))}
      </chakra.ul>
      {withdrawal && (
        <Text mb="5">
          {t('withdraw')}{' '}
          <Link href={pageAddress(withdrawal)} onClick={onClose}>
            {t(`pages:${withdrawal}`)}
          </Link>
        </Text>
      )}
      <Form
        schema={form}
        label={t('title')}
        defaultValues={defaults as never}
        disabled={!entersRequests}
        onSubmit={async (values) => {
          rememberWebFormIdentity(personnel.id, {
            identity: values.identity,
            ...(values.hasGuardian && { guardian: values.guardian }),
          });
          toast.success(t('saved'));
          onClose();
        }}
      >
        <FormSection title={t('identity')} description={t(entersRequests ? 'identityHint' : 'identityUnused')}>
          <PersonFields name="identity" />
        </FormSection>
        <CheckboxField name="hasGuardian" label={t('guardian')} />
        <Guardian />
        {entersRequests && <FormActions submitLabel={t('save')} />}
      </Form>
    </Dialog>
  );
}

function Guardian() {
  const { t } = useTranslation('webForm');
  const { control } = useFormContext();
  const visible = useWatch({ control, name: 'hasGuardian' });
  return visible ? (
    <FormSection title={t('guardianTitle')}>
      <PersonFields name="guardian" />
    </FormSection>
  ) : null;
}

function PersonFields({ name }: { name: string }) {
  const { t } = useTranslation('webForm');
  const locale = useLocale();
  const required = useCan('request.manage');
  const countries = useMemo(() => countryOptions(locale), [locale]);
  return (
    <chakra.div
      display="grid"
      gap="4"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
    >
      <TextField name={`${name}.firstName`} label={t('firstName')} required={required} />
      <TextField name={`${name}.lastName`} label={t('lastName')} required={required} />
      <EmailField name={`${name}.email`} label={t('email')} required={required} autoComplete="off" />
      <SelectField name={`${name}.country`} label={t('country')} options={countries} required={required} />
    </chakra.div>
  );
}
