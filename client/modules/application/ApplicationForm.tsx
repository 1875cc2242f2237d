import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Application, applicationFields, PROCESSING_FREQUENCIES } from '../../../shared/application.ts';
import type { CatalogueKind } from '../../../shared/catalogue.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, LinkButton, toast, useFormat } from '../../ui/index.ts';
import { AsyncSelectField, Form, FormActions, FormSection, NumberField, SelectField, TextArea, TextField } from '../../ui/form/index.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { useStaleEdit } from '../record/useStaleEdit.tsx';
import { PurposeOrder } from './PurposeOrder.tsx';

/** Adds an application, or edits one. */
export function ApplicationForm({ record, reload }: { record?: Application; reload?: () => void }) {
  const { t } = useTranslation(['recordScreen', 'activityLog']);
  const { ws } = useSession();
  const { text } = useFormat();
  const go = useGo();
  const canWrite = useCan('ropa.write');
  const cache = trpc.useUtils();
  const create = trpc.application.create.useMutation();
  const update = trpc.application.update.useMutation();
  const controllers = trpc.dataController.pick.useQuery({ ws });
  const [titles, setTitles] = useState(() => new Map(record?.purposes.map(({ id, title }) => [id, text(title)])));

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
  const [typed, setTyped] = useState<Record<string, unknown>>({});
  const stale = useStaleEdit<Application>({
    takeTheirs: () => reload?.(),
    fields: (theirs) => [
      { key: 'description', label: t('application.description'), before: theirs.description, after: String(typed.description ?? '') },
      { key: 'dataSubjectCount', label: t('application.dataSubjectCount'), before: String(theirs.dataSubjectCount ?? ''), after: String(typed.dataSubjectCount ?? '') },
      { key: 'processingFrequency', label: t('application.frequency'), before: frequency(theirs.processingFrequency), after: frequency((typed.processingFrequency as string) ?? null) },
      {
        key: 'purposes',
        label: t('application.purposes'),
        before: theirs.purposes.map(({ title }) => text(title)).join('\n'),
        after: ((typed.purposeIds as string[] | undefined) ?? []).map((id) => titles.get(id) ?? id).join('\n'),
      },
    ],
  });

  return (
    <>
      <Form
        schema={applicationFields}
        label={record?.name ?? t('application.newTitle')}
        draftKey={`${ws}.application.${record?.id ?? 'new'}`}
        disabled={!canWrite}
        defaultValues={{
          name: record?.name ?? '',
          description: record?.description ?? '',
          dataControllerId: record?.dataController.id ?? (controllers.data?.length === 1 ? controllers.data[0]?.id : '') ?? '',
          lineOfWorkId: record?.lineOfWork?.id ?? null,
          dataSourceId: record?.dataSource?.id ?? null,
          dataSubjectCount: record?.dataSubjectCount ?? null,
          processingFrequency: record?.processingFrequency ?? null,
          purposeIds: record?.purposes.map(({ id }) => id) ?? [],
        }}
        onSubmit={async (values) => {
          setTyped(values);
          if (record) {
            await stale.guard((rowVersion) => update.mutateAsync({ ws, id: record.id, ...values, rowVersion }), record.rowVersion);
            toast.success(t('application.saved'));
            await cache.application.invalidate();
            return;
          }
          const made = await create.mutateAsync({ ws, ...values });
          toast.success(t('application.created'));
          void cache.application.list.invalidate();
          // After the form has let go of its unsaved-changes guard.
          setTimeout(() => go(`/business-function/application/${made.id}`, { replace: true }));
        }}
      >
        <Card><FormSection title={t('application.section.identity')}>
          <TextField name="name" label={t('application.name')} help={t('application.nameHelp')} required disabled={record !== undefined} />
          <TextArea name="description" label={t('application.description')} required />
          <SelectField
            name="dataControllerId"
            label={t('application.dataController')}
            required
            options={(controllers.data ?? []).map(({ id, name }) => ({ value: id, label: text(name) }))}
          />
        </FormSection></Card>
        <Card><FormSection title={t('application.section.scope')}>
          <AsyncSelectField name="lineOfWorkId" label={t('application.lineOfWork')} load={words('lineOfWork')} initialOptions={shown(record?.lineOfWork)} />
          <AsyncSelectField name="dataSourceId" label={t('application.dataSource')} load={words('dataSource')} initialOptions={shown(record?.dataSource)} />
          <NumberField name="dataSubjectCount" label={t('application.dataSubjectCount')} unit={t('application.people')} />
          <SelectField name="processingFrequency" label={t('application.frequency')} options={PROCESSING_FREQUENCIES.map((value) => ({ value, label: frequency(value) }))} />
        </FormSection></Card>
        <Card><FormSection title={t('application.section.purposes')}>
          <AsyncSelectField
            name="purposeIds"
            label={t('application.purposes')}
            help={t('application.purposesHelp')}
            multiple
            load={purposes}
            initialOptions={[...titles].map(([value, label]) => ({ value, label }))}
            onChosen={(options) => setTitles((known) => new Map([...known, ...options.map(({ value, label }) => [value, label] as const)]))}
          />
          <PurposeOrder titles={titles} />
          {record && canWrite && (
            <div>
              <LinkButton size="sm" icon={<Plus />} href={`/business-function/purpose/new?application=${record.id}`}>
                {t('application.addPurpose')}
              </LinkButton>
            </div>
          )}
        </FormSection></Card>
        {canWrite && <FormActions cancelHref="/business-function/application" />}
      </Form>
      {stale.dialog}
    </>
  );
}
