import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import {
  type Application,
  type ApplicationDetail,
  PROCESSING_FREQUENCIES,
} from '../../../shared/application/schema.ts';
import type { CatalogueKind } from '../../../shared/catalogue/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, LinkButton, toast, useFormat } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import {
  AsyncSelectField,
  Form,
  FormActions,
  FormSection,
  NumberField,
  SelectField,
  TextArea,
  TextField,
  useFormContext,
  useWatch,
} from '../../ui/form/index.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { Spot, useAskedField } from '../purpose/fieldFocus.tsx';
import type { FormField } from '../../records/mergeFields.ts';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { formSchema, type FormValues, valuesOf } from './formValues.ts';
import { RightsFields, RoleFields } from './particulars.tsx';
import { PurposeOrder } from './PurposeOrder.tsx';

/** Adds an application, or edits one. */
export function ApplicationForm({
  record,
  onDirty,
}: {
  record?: ApplicationDetail;
  onDirty?: (dirty: boolean) => void;
}) {
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
  const learn = (options: readonly { value: string; label: string }[]) =>
    setLearned((known) => new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]));
  const [generation, setGeneration] = useState(0);
  const draftKey = `${ws}.application.${record?.id ?? 'new'}`;
  useAskedField();

  const words =
    (kind: CatalogueKind): LoadOptions =>
    async ({ query, page }) => {
      const { collection, meta } = await cache.catalogue.list.fetch({
        ws,
        kind,
        query,
        currentPage: page,
        pageSize: 20,
      });
      return {
        options: collection.map(({ id, name }) => ({ value: id, label: text(name) })),
        hasMore: meta.currentPage < meta.totalPage,
      };
    };
  const purposes: LoadOptions = async ({ query, page }) => {
    const { collection, meta } = await cache.purpose.pick.fetch({ ws, query, currentPage: page, pageSize: 20 });
    return {
      options: collection.map(({ id, title, status }) => ({
        value: id,
        label: text(title),
        note: t(`status.${status}`),
      })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
  const shown = (item: { id: string; name: { th: string; en: string } } | null | undefined) =>
    item ? [{ value: item.id, label: text(item.name) }] : [];
  const frequency = (value: string | null) =>
    value ? t(`activityLog:value.processingFrequency.${value}` as 'activityLog:value.processingFrequency.daily') : '';

  const fields = (theirs: Application): FormField<FormValues>[] => {
    const known = [theirs, record].flatMap((one) => [
      one?.lineOfWork,
      one?.dataSource,
      ...(one?.purposes ?? []).map(({ id, title }) => ({ id, name: title })),
    ]);
    const names = new Map([...titles, ...known.flatMap((one) => (one ? [[one.id, text(one.name)] as const] : []))]);
    const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? id));
    const refusals = { none: t('completeness:form.refusalNone'), recorded: t('completeness:form.refusalRecorded') };
    return [
      { key: 'description', label: t('application.description'), text: (values) => values.description, long: true },
      {
        key: 'processingRole',
        label: t('application.role'),
        text: (values) => t(`application.roles.${values.processingRole}`),
      },
      { key: 'onBehalfName', label: t('completeness:form.onBehalfName'), text: (values) => values.onBehalfName },
      {
        key: 'onBehalfContact',
        label: t('completeness:form.onBehalfContact'),
        text: (values) => values.onBehalfContact,
      },
      {
        key: 'dataControllerId',
        label: t('application.dataController'),
        text: (values) =>
          text(controllers.data?.find(({ id }) => id === values.dataControllerId)?.name) || values.dataControllerId,
      },
      // In the order they are shown and published.
      {
        key: 'purposeIds',
        label: t('application.purposes'),
        members: 'list',
        text: (values) => values.purposeIds.map(nameOf).join('\n'),
      },
      { key: 'lineOfWorkId', label: t('application.lineOfWork'), text: (values) => nameOf(values.lineOfWorkId) },
      { key: 'dataSourceId', label: t('application.dataSource'), text: (values) => nameOf(values.dataSourceId) },
      {
        key: 'dataSubjectCount',
        label: t('application.dataSubjectCount'),
        text: (values) => String(values.dataSubjectCount ?? ''),
      },
      {
        key: 'processingFrequency',
        label: t('application.frequency'),
        text: (values) => frequency(values.processingFrequency),
      },
      {
        key: 'accessMeans',
        label: t('completeness:form.accessMeans'),
        text: (values) => values.accessMeans,
        long: true,
      },
      {
        key: 'refusalStatus',
        label: t('completeness:form.refusals'),
        text: ({ refusalStatus }) =>
          refusalStatus === null ? '' : refusals[refusalStatus === 'none' ? 'none' : 'recorded'],
      },
      {
        key: 'refusalNote',
        label: t('completeness:form.refusalNote'),
        text: (values) => values.refusalNote,
        long: true,
      },
    ];
  };
  const restart = () => {
    forgetDraft(draftKey);
    setGeneration((before) => before + 1);
    void cache.application.invalidate();
  };
  const stale = useStaleEdit<Application, FormValues>({
    record,
    valuesOf,
    fields,
    draftKey,
    save: (values, rowVersion) =>
      update.mutateAsync({ ws, ...values, id: (record as ApplicationDetail).id, rowVersion }),
    saved: () => {
      toast.success(t('application.saved'));
      restart();
    },
    takeTheirs: restart,
  });
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
          if (record) {
            await stale.save(values);
            toast.success(t('application.saved'));
            await cache.application.invalidate();
            return;
          }
          const { rowVersion: _, ...fields } = values;
          const made = await create.mutateAsync({ ws, ...fields });
          toast.success(t('application.created'));
          void cache.application.list.invalidate();
          // After the form has let go of its unsaved-changes guard.
          setTimeout(() => go(recordAddress('application', made.id), { replace: true }));
        }}
      >
        {onDirty && <Dirty onDirty={onDirty} />}
        {record && <NewerRecord edit={stale.edit} newest={record} />}
        <Card>
          <FormSection title={t('application.section.identity')}>
            <TextField
              name="name"
              label={t('application.name')}
              help={t('application.nameHelp')}
              required
              disabled={record !== undefined}
            />
            <TextArea name="description" label={t('application.description')} required />
            <RoleFields />
            <SelectField
              name="dataControllerId"
              label={<ControllerLabel />}
              required
              options={(controllers.data ?? []).map(({ id, name }) => ({ value: id, label: text(name) }))}
            />
          </FormSection>
        </Card>
        <Card>
          <FormSection title={t('application.section.purposes')}>
            <Spot name="purposeIds">
              <AsyncSelectField
                name="purposeIds"
                label={t('application.purposes')}
                help={t('application.purposesHelp')}
                multiple
                load={purposes}
                initialOptions={[...titles].map(([value, label]) => ({ value, label }))}
                onChosen={learn}
              />
            </Spot>
            <PurposeOrder titles={titles} />
            {record && canWrite && (
              <div>
                <LinkButton
                  size="sm"
                  icon={<Plus />}
                  href={pageAddress('purpose', { id: 'new', application: record.id })}
                >
                  {t('application.addPurpose')}
                </LinkButton>
              </div>
            )}
          </FormSection>
        </Card>
        <Card>
          <FormSection title={t('application.section.scope')}>
            <AsyncSelectField
              name="lineOfWorkId"
              label={t('application.lineOfWork')}
              load={words('lineOfWork')}
              initialOptions={shown(record?.lineOfWork)}
              onChosen={learn}
            />
            <AsyncSelectField
              name="dataSourceId"
              label={t('application.dataSource')}
              load={words('dataSource')}
              initialOptions={shown(record?.dataSource)}
              onChosen={learn}
            />
            <NumberField
              name="dataSubjectCount"
              label={t('application.dataSubjectCount')}
              unit={t('application.people')}
            />
            <SelectField
              name="processingFrequency"
              label={t('application.frequency')}
              options={PROCESSING_FREQUENCIES.map((value) => ({ value, label: frequency(value) }))}
            />
          </FormSection>
        </Card>
        <RightsFields
          controller={{ name: text(record?.dataController.name), contact: [email, phone].filter(Boolean).join(', ') }}
          canWrite={canWrite}
        />
        {canWrite && <FormActions cancelHref={pageAddress('applications')} />}
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
