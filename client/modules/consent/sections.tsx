import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { Consent } from '../../../shared/consent/schema.ts';
import { LAYOUTS, type ConsentLayout } from '../../../shared/consent/theme.ts';
import { Card, Grid } from '../../ui/index.ts';
import {
  BilingualField,
  DateField,
  FormSection,
  RadioCardsField,
  SwitchField,
  TextField,
  UrlField,
  useWatch,
} from '../../ui/form/index.ts';
import { megabytes, PICTURE } from '../../../shared/file.ts';
import { ApplicationLink } from '../../embedScreen/ApplicationField.tsx';
import { LogosField } from '../../embedScreen/LogosField.tsx';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { NoticeField } from './fields/NoticeField.tsx';
import { PurposesField } from './fields/PurposesField.tsx';
import { ThemeFields } from './fields/ThemeFields.tsx';

/** All sections of the form, in the order of the data subject's view. */
export function Sections({ record }: { record: Consent }) {
  return (
    <>
      <General record={record} />
      <Texts />
      <Section name="purposes">
        <FieldAnchor name="purposes">
          <PurposesField consentId={record.id} />
        </FieldAnchor>
      </Section>
      <Rights record={record} />
      <Look />
      <Theme />
      <Font />
    </>
  );
}

function Section({
  name,
  children,
}: {
  name: 'general' | 'texts' | 'purposes' | 'rights' | 'look' | 'theme' | 'font';
  children: ReactNode;
}) {
  const { t } = useTranslation(['consent', 'embedScreen']);
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

function General({ record }: { record: Consent }) {
  const { t } = useTranslation(['consent', 'embedScreen']);
  return (
    <Section name="general">
      <TextField name="name" label={t('field.name')} help={t('embedScreen:form.nameHelp')} limit={200} required />
      <ApplicationLink application={record.application} />
      <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}>
        <DateField name="effectiveFrom" label={t('field.effectiveFrom')} help={t('field.effectiveFromHelp')} />
        <FieldAnchor name="effectiveTo">
          <DateField name="effectiveTo" label={t('field.effectiveTo')} help={t('field.effectiveToHelp')} />
        </FieldAnchor>
      </Grid>
    </Section>
  );
}

function Texts() {
  const { t } = useTranslation('consent');
  return (
    <Section name="texts">
      <FieldAnchor name="title">
        <BilingualField name="title" label={t('field.title')} limit={200} required />
      </FieldAnchor>
      <FieldAnchor name="description">
        <BilingualField name="description" label={t('field.description')} multiline rows={6} required />
      </FieldAnchor>
    </Section>
  );
}

function Rights({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const visible = useWatch({ name: 'showPrivacyPolicy' }) as boolean;
  const noticeId = useWatch({ name: 'privacyNoticeId' }) as string;
  return (
    <Section name="rights">
      <SwitchField name="showPrivacyPolicy" label={t('field.showPrivacyPolicy')} />
      {visible && (
        <>
          <FieldAnchor name="privacyNoticeId">
            <NoticeField record={record} />
          </FieldAnchor>
          {noticeId === '' && (
            <FieldAnchor name="privacyPolicyUrl">
              <UrlField name="privacyPolicyUrl" label={t('field.privacyPolicyUrl')} required />
            </FieldAnchor>
          )}
        </>
      )}
      <SwitchField name="askGuardian" label={t('field.askGuardian')} help={t('field.askGuardianHelp')} />
    </Section>
  );
}

function Look() {
  const { t } = useTranslation('consent');
  return (
    <Section name="look">
      <RadioCardsField
        name="layout"
        label={t('field.layout')}
        columns={3}
        cards={LAYOUTS.map((value) => ({
          value,
          label: t(`layout.${value}`),
          description: t(`layoutNote.${value}`),
          icon: <LayoutDrawing layout={value} />,
        }))}
      />
      <BilingualField name="theme.acceptLabel" label={t('field.acceptLabel')} limit={60} />
      <BilingualField name="theme.declineLabel" label={t('field.declineLabel')} limit={60} />
    </Section>
  );
}

/** A small picture of a page with the form. */
function LayoutDrawing({ layout }: { layout: ConsentLayout }) {
  const place = {
    bottom: { x: 2, y: 21, width: 36, height: 9 },
    top: { x: 2, y: 2, width: 36, height: 9 },
    popup: { x: 9, y: 8, width: 22, height: 16 },
  }[layout];
  const lines = { bottom: 'M5 7h30M5 12h22M5 17h26', top: 'M5 16h30M5 21h22M5 26h26', popup: 'M4 5h32M4 28h24' }[
    layout
  ];
  return (
    <svg aria-hidden width="40" height="32" viewBox="0 0 40 32" fill="none">
      <rect x="0.5" y="0.5" width="39" height="31" rx="3" stroke="currentColor" />
      <path d={lines} stroke="currentColor" opacity="0.4" />
      <rect {...place} rx="1.5" fill="currentColor" />
    </svg>
  );
}

function Theme() {
  const { t } = useTranslation('consent');
  return (
    <Section name="theme">
      <ThemeFields />
      <LogosField
        name="theme.logoIds"
        label={t('field.logos')}
        help={t('field.logosHelp', { size: megabytes(PICTURE.limit) })}
      />
    </Section>
  );
}

function Font() {
  const { t } = useTranslation('consent');
  const custom = useWatch({ name: 'font.custom' }) as boolean;
  return (
    <Section name="font">
      <SwitchField name="font.custom" label={t('field.custom')} help={t('field.customHelp')} />
      {custom && (
        <>
          <FieldAnchor name="font.name">
            <TextField name="font.name" label={t('field.fontName')} limit={100} required />
          </FieldAnchor>
          <FieldAnchor name="font.url">
            <UrlField name="font.url" label={t('field.fontUrl')} required />
          </FieldAnchor>
        </>
      )}
    </Section>
  );
}
