import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { Notice, SubjectRight } from '../../../shared/privacyNotice/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  BilingualField,
  CheckboxField,
  CheckboxInput,
  DateField,
  EmailField,
  FormSection,
  MultiSelectField,
  PhoneField,
  TextArea,
  TextField,
  useController,
  useFieldArray,
  useWatch,
} from '../../ui/form/index.ts';
import { useFormState } from '../../ui/form/Form.tsx';
import { Card, chakra, Link, Stack, Text, useFormat } from '../../ui/index.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { pagesAfterFirst } from '../../ui/table/pages.ts';
import { CustomLines } from './CustomLines.tsx';

const calm = { staleTime: 60_000 };

interface StepProps {
  record: Notice;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <FormSection title={title}>{children}</FormSection>
    </Card>
  );
}

/** The organisation of the notice, and the contact for questions about it. */
export function OrganizationStep({ record }: StepProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { text } = useFormat();
  const isSame = useWatch({ name: 'dpo.sameAddress' }) as boolean;
  const { name } = record.dataController;
  return (
    <Stack gap="5">
      <Section title={t('field.organization')}>
        <TextField name="name" label={t('field.name')} limit={200} required />
        <div>
          <Text fontWeight="semibold">{t('field.controller')}</Text>
          <Link href={pageAddress('dataControllers')}>{text(name)}</Link>
        </div>
        <FieldAnchor name="organization.name">
          <BilingualField name="organization.name" label={t('field.organizationName')} limit={200} required />
        </FieldAnchor>
        <TextField name="organization.acronym" label={t('field.acronym')} limit={50} />
        <TextArea name="organization.address" label={t('field.address')} limit={1000} rows={3} />
      </Section>
      <Section title={t('field.dpo')}>
        <TextField name="dpo.name" label={t('field.dpoName')} limit={200} />
        <EmailField name="dpo.email" label={t('field.dpoEmail')} />
        <PhoneField name="dpo.phone" label={t('field.dpoPhone')} />
        <CheckboxField name="dpo.sameAddress" label={t('field.sameAddress')} />
        {!isSame && <TextArea name="dpo.address" label={t('field.dpoAddress')} limit={1000} rows={3} required />}
      </Section>
    </Stack>
  );
}

type Line = NoticeDraft['rights']['custom'][number];

/** The rights of the act, with explanations of those that apply, those of the workspace's own, and custom ones. */
export function RightsStep({ record }: StepProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const query = trpc.privacyNotice.subjectRights.useQuery({ ws }, calm);
  const { field } = useController({ name: 'rights.codes' });
  const { disabled } = useFormState();
  const codes = field.value as string[];
  const custom = useWatch({ name: 'rights.custom' }) as Line[];
  const lines = useFieldArray({ name: 'rights.custom' });
  // One of the workspace's own is a line like those that are typed.
  const placeOf = ({ th, en }: Line) => custom.findIndex((line) => line.th === th && line.en === en);
  const isChosen = (right: SubjectRight) => (right.section ? codes.includes(right.key) : placeOf(right) >= 0);
  const toggle = ({ key, section, th, en }: SubjectRight, isOn: boolean) => {
    if (section) field.onChange(isOn ? [...codes, key] : codes.filter((one) => one !== key));
    else if (isOn) lines.append({ th, en }, { shouldFocus: false });
    else lines.remove(placeOf({ th, en }));
  };
  const noteOf = ({ key, section }: SubjectRight) => {
    if (!section) return t('right.own');
    return t(record.applyingRights.some((code) => code === key) ? 'right.applies' : 'right.other');
  };
  return (
    <Section title={t('step.rights')}>
      <FieldAnchor name="rights.codes">
        <Stack gap="3" role="group" aria-label={t('field.rights')}>
          <LoadedInDialog query={query}>
            {({ collection }) =>
              collection.map((right) => (
                <chakra.label key={right.key} display="flex" gap="3" alignItems="flex-start" cursor="pointer">
                  <CheckboxInput
                    type="checkbox"
                    disabled={disabled}
                    checked={isChosen(right)}
                    onChange={(event) => toggle(right, event.target.checked)}
                  />
                  <span>
                    {text(right)}
                    <chakra.span display="block" textStyle="dense" color="muted">
                      {noteOf(right)}
                    </chakra.span>
                  </span>
                </chakra.label>
              ))
            }
          </LoadedInDialog>
        </Stack>
      </FieldAnchor>
      <CustomLines name="rights.custom" label={t('field.customRights')} />
    </Section>
  );
}

/** Security measures of the catalogue, and custom ones. */
export function MeasuresStep() {
  const { t } = useTranslation('privacyNoticeScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const { data } = trpc.privacyNotice.securityMeasures.useQuery({ ws, pageSize: 100 }, calm);
  const further = trpc.useQueries((t) =>
    pagesAfterFirst(data?.meta).map((currentPage) =>
      t.privacyNotice.securityMeasures({ ws, pageSize: 100, currentPage }, calm),
    ),
  );
  const measures = [data, ...further.map((page) => page.data)].flatMap((page) => page?.collection ?? []);
  return (
    <Section title={t('step.measures')}>
      <MultiSelectField
        name="measures.ids"
        label={t('field.measures')}
        options={measures.map((one) => ({ value: one.id, label: text(one) }))}
      />
      <CustomLines name="measures.custom" label={t('field.customMeasures')} />
    </Section>
  );
}

/** Who approved it, and the date from which it is in force. */
export function ApprovalStep({ record }: StepProps) {
  const { t } = useTranslation('privacyNoticeScreen');
  const isTyped = !record.approval?.approver;
  return (
    <Stack gap="5">
      <ApprovalCard record={record} />
      <Section title={t('step.approval')}>
        <TextField name="approver.name" label={t('field.approverName')} limit={200} required={isTyped} />
        <TextField name="approver.position" label={t('field.approverPosition')} limit={200} required={isTyped} />
        <DateField name="effectiveFrom" label={t('field.effectiveFrom')} help={t('field.effectiveHelp')} />
        <DateField name="reviewOn" label={t('field.reviewOn')} />
      </Section>
    </Stack>
  );
}
