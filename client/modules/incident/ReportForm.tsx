import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { useGoLater } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, Button, guarded, LinkButton, toast, useFormat } from '../../ui/index.ts';
import { Form, FormActions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { useNames } from '../purpose/names.tsx';
import { mergeFields } from '../../records/fields.ts';
import { RecordForm, useRecordForm } from '../../records/RecordForm.tsx';
import { useEditing } from '../../records/useEditing.tsx';
import { useWords } from '../../records/useWords.ts';
import { incidentHref, LIST } from './address.ts';
import {
  deletedApplications,
  draftKeyOf,
  fieldsOf,
  formSchema,
  formSchemaWithoutApplications,
  type FormValues,
  newValues,
  valuesOf,
} from './formValues.ts';
import { INCIDENT_FIELDS, type ReportReading } from './incidentFields.ts';
import { IncidentNames } from './names.tsx';
import { BesideForm, NextSteps } from './NextSteps.tsx';
import { ReportFields } from './ReportFields.tsx';
import { useLacksApplications } from './useLacksApplications.ts';

/** A new report: saved as a draft, or saved and sent to the DPO in one action. */
export function NewReport() {
  const { personnel: me, email } = useSession();
  return (
    <IncidentNames record={undefined}>
      <NewForm values={newValues({ name: me.name, email: me.email || email, phone: me.phone })} />
    </IncidentNames>
  );
}

function NewForm({ values: start }: { values: FormValues }) {
  const { t } = useTranslation(['incident', 'ui']);
  const { ws } = useSession();
  const goLater = useGoLater();
  const cache = trpc.useUtils();
  const create = trpc.incident.create.useMutation();
  const submit = trpc.incident.submit.useMutation();
  // Which of the two buttons was pressed; the keyboard shortcut sends.
  const keep = useRef(false);
  const [defaults] = useState(start);
  const [discoveredAt, setDiscoveredAt] = useState('');
  const schema = useSchema();
  return (
    <BesideForm rail={<NextSteps discoveredAt={discoveredAt} />}>
      <Box
        display="contents"
        // Runs before the form is submitted: an earlier press of the other button does not count.
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep.current = false;
        }}
      >
        <Form
          schema={schema}
          label={t('newTitle')}
          defaultValues={defaults}
          draftKey={draftKeyOf(ws, undefined)}
          lost={t('lost')}
          onSubmit={async (values) => {
            const only = keep.current;
            const go = goLater();
            const created = await create.mutateAsync({ ws, ...fieldsOf(values), key: values.key });
            let sent = false;
            try {
              if (!only) {
                await submit.mutateAsync({ ws, id: created.id });
                sent = true;
              }
            } catch {
              // The report has been created: its page offers to send it again.
            }
            void cache.incident.invalidate();
            if (only || sent) toast.success(t(only ? 'created' : 'createdSubmitted'));
            else toast.error(t('notSubmitted'));
            // After the form has released its unsaved-changes guard.
            setTimeout(() => go(incidentHref(created.id), { replace: true }));
          }}
        >
          <Discovered onChange={setDiscoveredAt} />
          <ReportFields />
          {/* Without an element around it, so that the bar sticks within the form. */}
          <Box
            display="contents"
            onClickCapture={() => {
              keep.current = false;
            }}
          >
            <FormActions submitLabel={t('saveAndSubmit')}>
              <LinkButton href={LIST}>{t('ui:cancel')}</LinkButton>
              <Button
                type="submit"
                onClick={() => {
                  keep.current = true;
                }}
              >
                {t('saveOnly')}
              </Button>
            </FormActions>
          </Box>
        </Form>
      </Box>
    </BesideForm>
  );
}

function useSchema(record?: Incident) {
  const lacksApplications = useLacksApplications();
  return lacksApplications || deletedApplications(record).length > 0 ? formSchemaWithoutApplications : formSchema;
}

/** Reports the moment of discovery, once it is entered. */
function Discovered({ onChange }: { onChange: (moment: string) => void }) {
  const discoveredAt = useWatch({ name: 'discoveredAt' }) as string;
  useEffect(() => onChange(discoveredAt), [discoveredAt, onChange]);
  return null;
}

interface EditReportProps {
  record: Incident;
  /** false: it can be read but no longer saved, for example after it was sent to the DPO. */
  mayEdit: boolean;
  onDone: () => void;
}

/** The report of an incident as a form; shows who else is editing it and when somebody has saved in between. */
export function EditReport(props: EditReportProps) {
  return (
    <IncidentNames record={props.record}>
      <EditForm {...props} />
    </IncidentNames>
  );
}

function useEditForm({ record, onDone }: EditReportProps) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { text } = useFormat();
  const words = useWords('incident');
  const cache = trpc.useUtils();
  const update = trpc.incident.update.useMutation();
  const names = useNames();
  return useRecordForm<Incident, FormValues>({
    record,
    draftKey: draftKeyOf(ws, record.id),
    valuesOf,
    fields: (theirs) => {
      const theirNames = new Map(
        [...theirs.applications, ...theirs.dataSubjectGroups, ...theirs.purposes, ...theirs.piiCategories].map(
          ({ id, name }) => [id, text(name)],
        ),
      );
      const nameOf = (id: string) => theirNames.get(id) || text(names.get(id)?.name) || t('notFoundName');
      const readingOf = (values: FormValues): ReportReading => ({ ...values, nameOf });
      return mergeFields(INCIDENT_FIELDS, readingOf, readingOf(valuesOf(theirs)), words);
    },
    editable: ({ allowed }) => allowed.includes('edit'),
    update: (values, rowVersion) => update.mutateAsync({ ws, id: record.id, rowVersion, ...fieldsOf(values) }),
    cache: (saved) => {
      cache.incident.get.setData({ ws, id: record.id }, saved);
      void cache.incident.list.invalidate();
    },
    // After the form has let go of its unsaved-changes guard.
    onSaved: () => setTimeout(onDone),
    messages: { saved: t('updated') },
  });
}

function EditForm(props: EditReportProps) {
  const { record, mayEdit, onDone } = props;
  const { t } = useTranslation('incident');
  const form = useEditForm(props);
  const schema = useSchema(record);
  return (
    <RecordForm
      form={form}
      schema={schema as never}
      label={t('editTitle')}
      over={!mayEdit && t('noLongerYours')}
      notice={<Telling id={record.id} />}
    >
      <ReportFields record={record} />
      <FormActions submitLabel={t('save')} onCancel={() => guarded(onDone)} />
    </RecordForm>
  );
}

/** Tells other users that this report is being edited. */
function Telling({ id }: { id: string }) {
  useEditing({ entity: 'incident', id, dirty: useFormContext().formState.isDirty });
  return null;
}
