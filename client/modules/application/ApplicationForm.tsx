import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Application, type ApplicationDetail, PROCESSING_FREQUENCIES } from '../../../shared/application.ts';
import type { CatalogueKind } from '../../../shared/catalogue.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, LinkButton, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { AsyncSelectField, Form, FormActions, FormSection, NumberField, SelectField, TextArea, TextField, useFormContext, useWatch } from '../../ui/form/index.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { Spot, useAskedField } from '../purpose/fieldFocus.tsx';
import { NewerRecord } from '../record/NewerRecord.tsx';
import { useStaleEdit } from '../record/useStaleEdit.tsx';
import { formSchema, type FormValues, sameFields, valuesOf } from './formValues.ts';
import { RightsFields, RoleFields } from './particulars.tsx';
import { PurposeOrder } from './PurposeOrder.tsx';

/** Adds an application, or edits one. */
export function ApplicationForm({ record, onDirty }: { record?: ApplicationDetail; onDirty?: (dirty: boolean) => void }) {
  const { t } = useTranslation(['recordScreen', 'activityLog', 'completeness']);
  const { ws } = useSession();
  const { text } = useFormat();
  const go = useGo();
  const canWrite = useCan('ropa.write');
  const cache = trpc.useUtils();
  const create = trpc.application.create.useMutation();
  const update = trpc.application.update.useMutation();
  const controllers = trpc.dataController.pick.useQuery({ ws });
  const [learned, setLearned] = useState<ReadonlyMap<string, string>>(() => new Map());
  const titles = new Map([...(record?.purposes ?? []).map(({ id, title }) => [id, text(title)] as const), ...learned]);
  const [generation, setGeneration] = useState(0);
  const draftKey = `${ws}.application.${record?.id ?? 'new'}`;
  useAskedField();

  const words = (kind: CatalogueKind): LoadOptions => async ({ query, page }) => {
    const { collection, meta } = await cache.catalogue.list.fetch({ ws, kind, query, currentPage: page, pageSize: 20 });
    return { options: collection.map(({ id, name }) => ({ value: id, label: text(name) })), hasMore: meta.currentPage < meta.totalPage };
  };
  const purposes: LoadOptions = async ({ query, page }) => {
    const { collection, meta } = await cache.purpose.pick.fetch({ ws, query, currentPage: page, pageSize: 20 });
    return {
      options: collection.map(({ id, title, status }) => ({ value: id, label: text(title), note: t(`status.${status}`) })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
  const shown = (item: { id: string; name: { th: string; en: string } } | null | undefined) => (item ? [{ value: item.id, label: text(item.name) }] : []);
  const frequency = (value: string | null) => (value ? t(`activityLog:value.processingFrequency.${value}` as 'activityLog:value.processingFrequency.daily') : '');

  const [typed, setTyped] = useState<FormValues>(() => valuesOf(record));
  const said = (values: FormValues, names: ReadonlyMap<string, string>): [key: string, label: string, text: string][] => [
    ['description', t('application.description'), values.description],
    ['dataController', t('application.dataController'), text(controllers.data?.find(({ id }) => id === values.dataControllerId)?.name) || values.dataControllerId],
    ['dataSubjectCount', t('application.dataSubjectCount'), String(values.dataSubjectCount ?? '')],
    ['processingFrequency', t('application.frequency'), frequency(values.processingFrequency)],
    ['processingRole', t('application.role'), t(`application.roles.${values.processingRole}`)],
    ['onBehalfName', t('completeness:form.onBehalfName'), values.onBehalfName],
    ['onBehalfContact', t('completeness:form.onBehalfContact'), values.onBehalfContact],
    ['accessMeans', t('completeness:form.accessMeans'), values.accessMeans],
    ['refusalStatus', t('completeness:form.refusals'), values.refusalStatus === null ? '' : t(values.refusalStatus === 'none' ? 'completeness:form.refusalNone' : 'completeness:form.refusalRecorded')],
    ['refusalNote', t('completeness:form.refusalNote'), values.refusalNote],
    ['purposes', t('application.purposes'), values.purposeIds.map((id) => names.get(id) ?? id).join('\n')],
  ];
  const stale = useStaleEdit<Application>({
    takeTheirs: () => {
      forgetDraft(draftKey);
      setGeneration((before) => before + 1);
      void cache.application.invalidate();
    },
    fields: (theirs) => {
      const mine = said(typed, titles);
      return said(valuesOf(theirs), new Map(theirs.purposes.map(({ id, title }) => [id, text(title)]))).map(([key, label, before], index) => ({ key, label, before, after: mine[index]?.[2] ?? '' }));
    },
  });
  const save = (values: FormValues) => (rowVersion: number) => update.mutateAsync({ ws, ...values, id: (record as ApplicationDetail).id, rowVersion });
  const { email, phone } = record?.dataController ?? {};

  return (
    <>
      <Form
        key={generation}
        schema={formSchema}
        label={record?.name ?? t('application.newTitle')}
        draftKey={draftKey}
        disabled={!canWrite}
        defaultValues={valuesOf(record, controllers.data?.length === 1 ? controllers.data[0]?.id : '')}
        onSubmit={async (values) => {
          setTyped(values);
          if (record) {
            await stale.guard(save(values), values.rowVersion);
            toast.success(t('application.saved'));
            await cache.application.invalidate();
            return;
          }
          const { rowVersion: _, ...fields } = values;
          const made = await create.mutateAsync({ ws, ...fields });
          toast.success(t('application.created'));
          void cache.application.list.invalidate();
          // After the form has let go of its unsaved-changes guard.
          setTimeout(() => go(`/business-function/application/${made.id}`, { replace: true }));
        }}
      >
        {onDirty && <Dirty onDirty={onDirty} />}
        {record && (
          <NewerRecord
            values={valuesOf(record)}
            title={t('stale.title')}
            same={sameFields}
            onCompare={(mine) => {
              setTyped(mine);
              stale.compare(record, save(mine));
            }}
          />
        )}
        <Card><FormSection title={t('application.section.identity')}>
          <TextField name="name" label={t('application.name')} help={t('application.nameHelp')} required disabled={record !== undefined} />
          <TextArea name="description" label={t('application.description')} required />
          <RoleFields />
          <SelectField
            name="dataControllerId"
            label={<ControllerLabel />}
            required
            options={(controllers.data ?? []).map(({ id, name }) => ({ value: id, label: text(name) }))}
          />
        </FormSection></Card>
        <Card><FormSection title={t('application.section.purposes')}>
          <Spot name="purposeIds">
            <AsyncSelectField
              name="purposeIds"
              label={t('application.purposes')}
              help={t('application.purposesHelp')}
              multiple
              load={purposes}
              initialOptions={[...titles].map(([value, label]) => ({ value, label }))}
              onChosen={(options) => setLearned((known) => new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]))}
            />
          </Spot>
          <PurposeOrder titles={titles} />
          {record && canWrite && (
            <div>
              <LinkButton size="sm" icon={<Plus />} href={`/business-function/purpose/new?application=${record.id}`}>
                {t('application.addPurpose')}
              </LinkButton>
            </div>
          )}
        </FormSection></Card>
        <Card><FormSection title={t('application.section.scope')}>
          <AsyncSelectField name="lineOfWorkId" label={t('application.lineOfWork')} load={words('lineOfWork')} initialOptions={shown(record?.lineOfWork)} />
          <AsyncSelectField name="dataSourceId" label={t('application.dataSource')} load={words('dataSource')} initialOptions={shown(record?.dataSource)} />
          <NumberField name="dataSubjectCount" label={t('application.dataSubjectCount')} unit={t('application.people')} />
          <SelectField name="processingFrequency" label={t('application.frequency')} options={PROCESSING_FREQUENCIES.map((value) => ({ value, label: frequency(value) }))} />
        </FormSection></Card>
        <RightsFields controller={{ name: text(record?.dataController.name), contact: [email, phone].filter(Boolean).join(', ') }} canWrite={canWrite} />
        {canWrite && <FormActions cancelHref="/business-function/application" />}
      </Form>
      {stale.dialog}
    </>
  );
}

/** Tells when there begins or ceases to be something unsaved. */
function Dirty({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { isDirty } = useFormContext().formState;
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  return null;
}

/** A processor names itself where a controller names the controller. */
function ControllerLabel() {
  const { t } = useTranslation(['recordScreen', 'completeness']);
  const role = useWatch({ name: 'processingRole' }) as string;
  return role === 'processor' ? t('completeness:form.processorName') : t('application.dataController');
}
