import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ApplicationDetail,
  applicationFields,
  PROCESSING_FREQUENCIES,
} from '../../../shared/application/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { RecordForm } from '../../records/RecordForm.tsx';
import { useCan } from '../../shell/session.tsx';
import { Card, LinkButton, useFormat } from '../../ui/index.ts';
import {
  AsyncSelectField,
  DateField,
  FormActions,
  FormSection,
  NumberField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import { RightsFields, RoleFields } from './particulars.tsx';
import { ProcessCodeField } from './ProcessCodeField.tsx';
import { CatalogueField } from '../purpose/fields/pickers.tsx';
import { NamesContext } from '../purpose/names.tsx';
import { PurposeOrder } from './PurposeOrder.tsx';
import { type ApplicationChoices, useApplicationChoices } from './useApplicationChoices.ts';
import { useApplicationForm } from './useApplicationForm.ts';

interface SectionProps {
  record: ApplicationDetail | undefined;
  choices: ApplicationChoices;
}

/** Adds an application, or edits one. */
export function ApplicationForm({
  record,
  onDirty,
}: {
  record?: ApplicationDetail;
  onDirty?: (dirty: boolean) => void;
}) {
  const { t } = useTranslation('recordScreen');
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const choices = useApplicationChoices(record);
  const form = useApplicationForm(record, choices);
  const { name, email, phone } = record?.dataController ?? {};
  const names = {
    get(id: string) {
      const known = choices.names.get(id);
      return known && { id, name: known };
    },
    learn: choices.learn,
    isSensitive: () => false,
    hasLeft: () => false,
  };
  return (
    <NamesContext value={names}>
      <RecordForm
        form={form}
        schema={applicationFields as never}
        label={record?.name ?? t('application.newTitle')}
        disabled={!canWrite}
      >
        {onDirty && <Dirty onDirty={onDirty} />}
        <Identity record={record} choices={choices} />
        <Purposes record={record} choices={choices} />
        <Scope />
        <RightsFields
          applicationId={record?.id}
          controller={{ name: text(name), contact: [email, phone].filter(Boolean).join(', ') }}
          canWrite={canWrite}
        />
        {canWrite && <FormActions cancelHref={pageAddress('applications')} />}
      </RecordForm>
    </NamesContext>
  );
}

/** Reports when there start or cease to be unsaved changes. */
function Dirty({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { isDirty } = useFormContext().formState;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return null;
}

function Identity({ record, choices }: SectionProps) {
  const { t } = useTranslation(['recordScreen', 'completeness']);
  const { text } = useFormat();
  const role = useWatch({ name: 'processingRole' }) as string;
  return (
    <Card>
      <FormSection title={t('application.section.identity')}>
        <TextField
          name="name"
          label={t('application.name')}
          help={t('application.nameHelp')}
          required
          disabled={record !== undefined}
        />
        <ProcessCodeField id={record?.id} />
        <TextArea name="description" label={t('application.description')} required />
        <RoleFields />
        <SelectField
          name="dataControllerId"
          // A processor names itself where a controller names the controller.
          label={role === 'processor' ? t('completeness:form.processorName') : t('application.dataController')}
          required
          query={choices.query}
          options={choices.controllers.map(({ id, name }) => ({ value: id, label: text(name) }))}
        />
      </FormSection>
    </Card>
  );
}

function Purposes({ record, choices }: SectionProps) {
  const { t } = useTranslation('recordScreen');
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const titles = new Map([...choices.names].map(([id, name]) => [id, text(name)]));
  return (
    <Card>
      <FormSection title={t('application.section.purposes')}>
        <FieldAnchor name="purposeIds">
          <AsyncSelectField
            name="purposeIds"
            label={t('application.purposes')}
            help={t('application.purposesHelp')}
            multiple
            load={choices.findPurposes}
            initialOptions={[...titles].map(([value, label]) => ({ value, label }))}
          />
        </FieldAnchor>
        <PurposeOrder titles={titles} />
        {record && canWrite && (
          <div>
            <LinkButton size="sm" icon={<Plus />} href={pageAddress('purpose', { id: 'new', application: record.id })}>
              {t('application.addPurpose')}
            </LinkButton>
          </div>
        )}
      </FormSection>
    </Card>
  );
}

function Scope() {
  const { t } = useTranslation(['recordScreen', 'activityLog', 'review']);
  return (
    <Card>
      <FormSection title={t('application.section.scope')}>
        <CatalogueField kind="lineOfWork" name="lineOfWorkId" label={t('application.lineOfWork')} />
        <CatalogueField kind="dataSource" name="dataSourceId" label={t('application.dataSource')} />
        <NumberField name="dataSubjectCount" label={t('application.dataSubjectCount')} unit={t('application.people')} />
        <SelectField
          name="processingFrequency"
          label={t('application.frequency')}
          options={PROCESSING_FREQUENCIES.map((value) => ({
            value,
            label: t(`activityLog:value.processingFrequency.${value}`),
          }))}
        />
        <DateField name="reviewOn" label={t('application.reviewOn')} help={t('review:reviewOnHelp')} />
      </FormSection>
    </Card>
  );
}
