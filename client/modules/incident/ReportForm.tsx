import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, Button, guarded, SkeletonPage, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { Form, FormActions, useFormContext } from '../../ui/form/index.ts';
import { useNames } from '../purpose/names.tsx';
import { NewerRecord } from '../record/NewerRecord.tsx';
import { useEditing } from '../record/useEditing.tsx';
import { useStaleEdit } from '../record/useStaleEdit.tsx';
import { incidentHref, LIST } from './address.ts';
import { draftKeyOf, fieldsOf, formSchema, type FormValues, newValues, sameFields, valuesOf } from './formValues.ts';
import { IncidentNames } from './names.tsx';
import { ReportFields } from './ReportFields.tsx';
import { useReportWords } from './useReportWords.ts';

/** A new report: saved to go on with later, or saved and sent to the DPO in one. */
export function NewReport() {
  const { ws, personnel: me, email } = useSession();
  // Staff may not read the directory: they type their telephone number themselves.
  const mayRead = useCan('organization.read');
  const self = trpc.personnel.get.useQuery({ ws, id: me.id }, { enabled: mayRead, staleTime: 60_000, retry: false });
  if (mayRead && self.isPending) return <SkeletonPage />;
  return (
    <IncidentNames record={undefined}>
      <NewForm values={newValues({ name: me.name, email: me.email || email, phone: self.data?.phone ?? '' })} />
    </IncidentNames>
  );
}

function NewForm({ values: start }: { values: FormValues }) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const go = useGo();
  const cache = trpc.useUtils();
  const create = trpc.incident.create.useMutation();
  const submit = trpc.incident.submit.useMutation();
  // Which of the two buttons was pressed; the keyboard's way sends.
  const keep = useRef(false);
  const [defaults] = useState(start);
  return (
    <Form
      schema={formSchema}
      label={t('newTitle')}
      defaultValues={defaults}
      draftKey={draftKeyOf(ws, undefined)}
      onSubmit={async (values) => {
        const only = keep.current;
        const made = await create.mutateAsync({ ws, ...fieldsOf(values) });
        let sent = false;
        try {
          if (!only) {
            await submit.mutateAsync({ ws, id: made.id });
            sent = true;
          }
        } catch {
          // The report is there: its page offers to send it again.
        }
        void cache.incident.invalidate();
        if (only || sent) toast.success(t(only ? 'created' : 'createdSubmitted'));
        else toast.error(t('notSubmitted'));
        // After the form has let go of its unsaved-changes guard.
        setTimeout(() => go(incidentHref(made.id), { replace: true }));
      }}
    >
      <ReportFields />
      <Box
        onClickCapture={() => {
          keep.current = false;
        }}
      >
        <FormActions submitLabel={t('saveAndSubmit')} cancelHref={LIST}>
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
  );
}

interface EditReportProps {
  record: Incident;
  /** false: it may be read and no longer be saved, as when it was sent to the DPO meanwhile. */
  mayEdit: boolean;
  onDone: () => void;
}

/** The report of an incident, to be edited; says who else is at it and when somebody has saved meanwhile. */
export function EditReport(props: EditReportProps) {
  return (
    <IncidentNames record={props.record}>
      <EditForm {...props} />
    </IncidentNames>
  );
}

function EditForm({ record, mayEdit, onDone }: EditReportProps) {
  const { t } = useTranslation('incident');
  const { t: ofRecord } = useTranslation('recordScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const cache = trpc.useUtils();
  const update = trpc.incident.update.useMutation();
  const names = useNames();
  const say = useReportWords();
  const [generation, setGeneration] = useState(0);
  const [typed, setTyped] = useState<FormValues>(() => valuesOf(record));
  const draftKey = draftKeyOf(ws, record.id);
  const nameOf = (id: string) => text(names.get(id)?.name) || t('notFoundName');

  const stale = useStaleEdit<Incident>({
    takeTheirs: () => {
      forgetDraft(draftKey);
      setGeneration((before) => before + 1);
      void cache.incident.invalidate();
    },
    keptMine: () => {
      forgetDraft(draftKey);
      void cache.incident.invalidate();
      toast.success(t('updated'));
      onDone();
    },
    fields: (theirs) => {
      const theirNames = new Map([...theirs.applications, ...theirs.dataSubjectGroups, ...theirs.purposes, ...theirs.piiCategories].map(({ id, name }) => [id, text(name)]));
      const mine = say(typed, nameOf);
      return say(valuesOf(theirs), (id) => theirNames.get(id) ?? nameOf(id)).map(({ key, label, text: before }, index) => ({ key, label, before, after: mine[index]?.text ?? '' }));
    },
  });
  const save = (values: FormValues) => async (rowVersion: number) => {
    const saved = await update.mutateAsync({ ws, id: record.id, rowVersion, ...fieldsOf(values) });
    cache.incident.get.setData({ ws, id: record.id }, saved);
    return saved;
  };

  return (
    <>
      {!mayEdit && (
        <Box mb="4" maxWidth="form">
          <Banner tone="warn" role="status">
            {t('noLongerYours')}
          </Banner>
        </Box>
      )}
      <Form
        key={generation}
        schema={formSchema}
        label={t('editTitle')}
        defaultValues={valuesOf(record)}
        draftKey={draftKey}
        onSubmit={async (values) => {
          setTyped(values);
          await stale.guard(save(values), values.rowVersion);
          toast.success(t('updated'));
          void cache.incident.list.invalidate();
          setTimeout(onDone);
        }}
      >
        <Telling id={record.id} />
        <NewerRecord
          values={valuesOf(record)}
          title={ofRecord('stale.title')}
          same={sameFields}
          onCompare={(mine) => {
            setTyped(mine);
            stale.compare(record, save(mine));
          }}
        />
        <ReportFields />
        <FormActions submitLabel={t('save')} onCancel={() => guarded(onDone)} />
      </Form>
      {stale.dialog}
    </>
  );
}

/** Tells the others that this report is being changed. */
function Telling({ id }: { id: string }) {
  useEditing({ entity: 'incident', id, dirty: useFormContext().formState.isDirty });
  return null;
}
