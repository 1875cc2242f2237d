import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { PURPOSE_FIELDS, type PurposeSection, WORD_LISTS } from '../../../shared/purpose/fields.ts';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, type LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import { Banner, Card, Grid } from '../../ui/index.ts';
import { BilingualField, FormSection, SwitchField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { CategoryField } from './fields/CategoryField.tsx';
import { CheckCards } from './fields/CheckCards.tsx';
import { LiaField } from './fields/LiaField.tsx';
import { ApplicationsField, CatalogueField, PersonField } from './fields/pickers.tsx';
import { PiiField } from './fields/PiiField.tsx';
import { RetentionField } from './fields/RetentionField.tsx';
import { StoragePlaces } from './fields/StoragePlaces.tsx';
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

function Section({ name, children }: { name: PurposeSection; children: React.ReactNode }) {
  const { t } = useTranslation('purposeScreen');
  return (
    <Card>
      <FormSection title={t(`section.${name}`)} description={t(`sectionLead.${name}`)}>
        {children}
      </FormSection>
    </Card>
  );
}

/** The catalogue fields of a section. */
function WordFields({ section }: { section: PurposeSection }) {
  const { t } = useTranslation('purposeScreen');
  return WORD_LISTS.filter((key) => PURPOSE_FIELDS[key].section === section).map((key) => {
    const { draftKey, kind } = PURPOSE_FIELDS[key];
    return (
      <Fragment key={key}>
        <CatalogueField kind={kind} name={draftKey} label={t(`field.${draftKey}`)} multiple />
        {key === 'storageSystems' && <StoragePlaces name={draftKey} />}
      </Fragment>
    );
  });
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
  return (
    <Section name="data">
      <WordFields section="data" />
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
  return (
    <Section name="retention">
      <RetentionField name="retention" />
      <WordFields section="retention" />
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
      <WordFields section="security" />
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
      {shared && <ApplicationsField name="internalApplicationIds" label={t('field.internalApplicationIds')} />}
    </Section>
  );
}
