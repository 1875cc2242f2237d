import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { READABLE } from '../../../shared/contrast.ts';
import { megabytes, PICTURE } from '../../../shared/file.ts';
import { PAGE_COLOUR, type RequestForm } from '../../../shared/requestForm/schema.ts';
import { ApplicationLink } from '../../embedScreen/ApplicationField.tsx';
import { ColourField } from '../../embedScreen/ColourField.tsx';
import { ContrastLine } from '../../embedScreen/ContrastLine.tsx';
import { LogoField } from '../../embedScreen/LogosField.tsx';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import {
  BilingualField,
  FormSection,
  NumberField,
  TextArea,
  TextField,
  UrlField,
  useWatch,
} from '../../ui/form/index.ts';
import { Card } from '../../ui/index.ts';
import { RightsField } from './fields/RightsField.tsx';

/** All sections of the form, in the order in which they are displayed to a data subject. */
export function Sections({ record }: { record: RequestForm }) {
  return (
    <>
      <General record={record} />
      <Texts />
      <Section name="rights">
        <FieldAnchor name="rightRequests">
          <RightsField />
        </FieldAnchor>
      </Section>
      <Submitted />
      <Look />
      <Font />
      <CustomApi />
    </>
  );
}

type SectionName = 'general' | 'texts' | 'rights' | 'submitted' | 'look' | 'font' | 'api';

function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  return (
    <Card>
      <FormSection
        title={t(`section.${name}`)}
        description={name === 'font' ? t('embedScreen:form.font') : t(`sectionLead.${name}`)}
      >
        {children}
      </FormSection>
    </Card>
  );
}

function General({ record }: { record: RequestForm }) {
  const { t } = useTranslation(['requestForm', 'embedScreen']);
  return (
    <Section name="general">
      <TextField name="name" label={t('field.name')} help={t('embedScreen:form.nameHelp')} limit={200} required />
      <TextArea
        name="description"
        label={t('field.description')}
        help={t('field.descriptionHelp')}
        limit={1000}
        rows={2}
      />
      <ApplicationLink application={record.application} />
      <FieldAnchor name="expiryDays">
        <NumberField name="expiryDays" label={t('field.expiryDays')} help={t('field.expiryDaysHelp')} required />
      </FieldAnchor>
    </Section>
  );
}

function Texts() {
  const { t } = useTranslation('requestForm');
  return (
    <Section name="texts">
      <FieldAnchor name="title">
        <BilingualField name="title" label={t('field.title')} limit={200} required />
      </FieldAnchor>
      <FieldAnchor name="detail">
        <BilingualField name="detail" label={t('field.detail')} multiline rows={5} required />
      </FieldAnchor>
      <FieldAnchor name="terms">
        <BilingualField name="terms" label={t('field.terms')} help={t('field.termsHelp')} multiline rows={4} />
      </FieldAnchor>
    </Section>
  );
}

function Submitted() {
  const { t } = useTranslation('requestForm');
  return (
    <Section name="submitted">
      <FieldAnchor name="submittedTitle">
        <BilingualField name="submittedTitle" label={t('field.submittedTitle')} limit={200} required />
      </FieldAnchor>
      <FieldAnchor name="submittedDetail">
        <BilingualField name="submittedDetail" label={t('field.submittedDetail')} multiline rows={3} required />
      </FieldAnchor>
    </Section>
  );
}

function Look() {
  const { t } = useTranslation('requestForm');
  const colour = useWatch({ name: 'themeColor' }) as string;
  return (
    <Section name="look">
      <FieldAnchor name="themeColor">
        <ColourField name="themeColor" label={t('field.themeColor')} help={t('field.themeColorHelp')} />
        <ContrastLine what={t('field.themeColor')} ground={PAGE_COLOUR} colour={colour} lowest={READABLE} />
      </FieldAnchor>
      <LogoField name="logo" label={t('field.logo')} help={t('field.logoHelp', { size: megabytes(PICTURE.limit) })} />
    </Section>
  );
}

function Font() {
  const { t } = useTranslation('requestForm');
  return (
    <Section name="font">
      <FieldAnchor name="customFontName">
        <TextField name="customFontName" label={t('field.customFontName')} limit={100} />
      </FieldAnchor>
      <FieldAnchor name="customFontUrl">
        <UrlField name="customFontUrl" label={t('field.customFontUrl')} help={t('field.customFontUrlHelp')} />
      </FieldAnchor>
    </Section>
  );
}

function CustomApi() {
  const { t } = useTranslation('requestForm');
  return (
    <Section name="api">
      <TextArea
        name="customApiDescription"
        label={t('field.customApiDescription')}
        help={t('field.customApiDescriptionHelp')}
        rows={4}
      />
    </Section>
  );
}
