import { useTranslation } from 'react-i18next';
import { LOCALES } from '../../../shared/locale.ts';
import { AGE_BANDS } from '../../../shared/request/schema.ts';
import { useCountryOptions } from '../../shell/countries.ts';
import { Grid } from '../../ui/index.ts';
import { EmailField, FormSection, PhoneField, SelectField, TextField, useWatch } from '../../ui/form/index.ts';

import { needsGuardian } from './checkGuardian.ts';

const TWO = { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' };

/** The data subject. */
export function SubjectFields() {
  const { t } = useTranslation(['requestScreen', 'request']);
  const countries = useCountryOptions();
  return (
    <FormSection title={t('part.subject')}>
      <Grid gap="4" alignItems="start" templateColumns={TWO}>
        <TextField name="subject.firstName" label={t('field.firstName')} limit={200} required />
        <TextField name="subject.lastName" label={t('field.lastName')} limit={200} required />
        <EmailField name="subject.email" label={t('field.email')} help={t('reachableHelp')} />
        <PhoneField name="subject.telephone" label={t('field.telephone')} />
        <TextField name="subject.uid" label={t('field.uid')} help={t('uidHelp')} limit={200} />
        <SelectField name="country" label={t('field.country')} required options={countries} />
        <SelectField
          name="language"
          label={t('field.language')}
          required
          options={LOCALES.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <SelectField
          name="ageBand"
          label={t('field.ageBand')}
          help={t('ageBandHelp')}
          placeholder={t('ageBandUnknown')}
          options={AGE_BANDS.map((value) => ({ value, label: t(`request:ageBand.${value}`) }))}
        />
      </Grid>
    </FormSection>
  );
}

/** The person with parental power, if the age band requires one. */
export function GuardianFields() {
  const { t } = useTranslation('requestScreen');
  const band = useWatch({ name: 'ageBand' }) as string;
  if (!needsGuardian(band)) return null;
  return (
    <FormSection title={t('field.guardian')} description={t(band === 'CHILD' ? 'guardianChild' : 'guardianMinor')}>
      <Grid gap="4" alignItems="start" templateColumns={TWO}>
        <TextField name="guardian.firstName" label={t('field.firstName')} limit={200} required />
        <TextField name="guardian.lastName" label={t('field.lastName')} limit={200} required />
        <EmailField name="guardian.email" label={t('field.email')} help={t('guardianReachableHelp')} />
        <PhoneField name="guardian.telephone" label={t('field.telephone')} />
      </Grid>
    </FormSection>
  );
}
