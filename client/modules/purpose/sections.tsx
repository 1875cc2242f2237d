import { useTranslation } from 'react-i18next';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, type LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import { Banner, Card, Grid } from '../../ui/index.ts';
import { BilingualField, FormSection, SwitchField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { CategoryField } from './fields/CategoryField.tsx';
import { CheckCards } from './fields/CheckCards.tsx';
import { LiaField } from './fields/LiaField.tsx';
import { ApplicationsField, CatalogueField, PersonField } from './fields/pickers.tsx';
import { PiiField } from './fields/PiiField.tsx';
import { RetentionField } from './fields/RetentionField.tsx';
import { ThirdPartiesField } from './fields/ThirdPartiesField.tsx';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { useNames } from './names.tsx';

/** All sections of the form, in the order of the law's questions: what, whose, why, how long, who, where to. */
export function Sections() {
  return (
    <>
      <Identity />
      <Data />
      <Basis />
      <Retention />
      <Security />
      <Sharing />
    </>
  );
}

function Section({
  name,
  children,
}: {
  name: 'identity' | 'data' | 'basis' | 'retention' | 'security' | 'sharing';
  children: React.ReactNode;
}) {
  const { t } = useTranslation('purposeScreen');
  return (
    <Card>
      <FormSection title={t(`section.${name}`)} description={t(`sectionLead.${name}`)}>
        {children}
      </FormSection>
    </Card>
  );
}

function Identity() {
  const { t } = useTranslation('purposeScreen');
  return (
    <Section name="identity">
      <FieldAnchor name="title">
        <BilingualField name="title" label={t('field.title')} required />
      </FieldAnchor>
      <FieldAnchor name="description">
        <BilingualField name="description" label={t('field.description')} multiline />
      </FieldAnchor>
      <SwitchField name="isPrimary" label={t('field.isPrimary')} help={t('field.isPrimaryHelp')} />
      <CategoryField name="purposeCategoryId" />
    </Section>
  );
}

function Data() {
  const { t } = useTranslation('purposeScreen');
  return (
    <Section name="data">
      <CatalogueField
        kind="dataSubjectGroup"
        name="dataSubjectGroupIds"
        label={t('field.dataSubjectGroupIds')}
        multiple
      />
      <PiiField name="piiCategoryIds" />
    </Section>
  );
}

function Basis() {
  const { t } = useTranslation('purposeScreen');
  const names = useNames();
  const [bases, pii, exemptions] = useWatch({ name: ['lawfulBases', 'piiCategoryIds', 'sensitiveExemptions'] }) as [
    LawfulBasis[],
    string[],
    string[],
  ];
  const sensitive = pii.some(names.isSensitive);
  const byConsent = bases.includes('consent');
  return (
    <Section name="basis">
      <CheckCards
        name="lawfulBases"
        label={t('field.lawfulBases')}
        cards={LAWFUL_BASES.map((value) => ({
          value,
          label: t(`basis.${value}.name`),
          section: t(`basis.${value}.section`),
          plain: t(`basis.${value}.plain`),
        }))}
      />
      {bases.includes('legitimateInterest') && <LiaField name="legitimateInterest" />}
      {sensitive && (
        <>
          <Banner tone={byConsent || exemptions.length > 0 ? 'info' : 'warn'}>
            {t(byConsent ? 'exemptionByConsent' : 'exemptionLead')}
          </Banner>
          <CheckCards
            name="sensitiveExemptions"
            label={t('field.sensitiveExemptions')}
            cards={SENSITIVE_EXEMPTIONS.map((value) => ({
              value,
              label: t(`exemption.${value}.name`),
              section: t(`exemption.${value}.section`),
              plain: t(`exemption.${value}.plain`),
            }))}
          />
        </>
      )}
    </Section>
  );
}

function Retention() {
  const { t } = useTranslation('purposeScreen');
  return (
    <Section name="retention">
      <RetentionField name="retention" />
      <CatalogueField kind="storageSystem" name="storageSystemIds" label={t('field.storageSystemIds')} multiple />
      <CatalogueField
        kind="destructionMethod"
        name="destructionMethodIds"
        label={t('field.destructionMethodIds')}
        multiple
      />
    </Section>
  );
}

function Security() {
  const { t } = useTranslation('purposeScreen');
  return (
    <Section name="security">
      <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <CatalogueField
          kind="department"
          name="responsibleDepartmentId"
          label={t('field.responsibleDepartmentId')}
          help={t('field.responsibleHelp')}
        />
        <PersonField name="responsiblePersonnelId" label={t('field.responsiblePersonnelId')} />
      </Grid>
      <CatalogueField kind="securityMeasure" name="securityMeasureIds" label={t('field.securityMeasureIds')} multiple />
    </Section>
  );
}

function Sharing() {
  const { t } = useTranslation('purposeScreen');
  const { formState } = useFormContext();
  const [disclosed, shared] = useWatch({ name: ['thirdPartyDisclosure', 'internalSharing'] }) as [boolean, boolean];
  return (
    <Section name="sharing">
      <SwitchField name="thirdPartyDisclosure" label={t('field.thirdPartyDisclosure')} />
      {disclosed && <ThirdPartiesField name="thirdParties" disabled={formState.isSubmitting} />}
      <SwitchField name="internalSharing" label={t('field.internalSharing')} />
      {shared && <ApplicationsField name="internalApplicationIds" label={t('field.internalApplicationIds')} multiple />}
    </Section>
  );
}
