import { useTranslation } from 'react-i18next';
import { type ApplicationFields, draftOf } from '../../../shared/application/fields.ts';
import type { Application, ApplicationDetail } from '../../../shared/application/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { initialValues, mergeFields } from '../../records/fields.ts';
import { useRecordForm } from '../../records/RecordForm.tsx';
import { useWords } from '../../records/useWords.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { APPLICATION_FIELDS, type ApplicationReading } from './applicationFields.ts';
import type { ApplicationChoices } from './useApplicationChoices.ts';

/** The form of an application: saved over a row version, merged with what a colleague saved. */
export function useApplicationForm(record: ApplicationDetail | undefined, { controllers, names }: ApplicationChoices) {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const words = useWords('recordScreen', 'application');
  const cache = trpc.useUtils();
  const create = trpc.application.create.useMutation();
  const update = trpc.application.update.useMutation();
  const [only] = controllers.length === 1 ? controllers : [];

  /**
   * The displayed content of form values, with names looked up; `theirs` has names that only the newer record knows.
   */
  const readingOf = (values: ApplicationFields, theirs: Application): ApplicationReading => {
    const known = new Map(names);
    for (const one of [theirs, record]) {
      for (const word of [one?.lineOfWork, one?.dataSource]) if (word) known.set(word.id, word.name);
      for (const { id, title } of one?.purposes ?? []) known.set(id, title);
    }
    const nameOf = (id: string) => known.get(id) ?? { th: id, en: id };
    const { dataControllerId, lineOfWorkId, dataSourceId } = values;
    const controller = controllers.find(({ id }) => id === dataControllerId);
    return {
      ...values,
      dataController: { name: controller?.name ?? { th: dataControllerId, en: dataControllerId } },
      lineOfWork: lineOfWorkId ? { name: nameOf(lineOfWorkId) } : null,
      dataSource: dataSourceId ? { name: nameOf(dataSourceId) } : null,
      purposes: values.purposeIds.map((id) => ({ id, title: nameOf(id) })),
      dataMapping: [],
    };
  };
  return useRecordForm<Application, ApplicationFields>({
    record,
    draftKey: `${ws}.application.${record?.id ?? 'new'}`,
    valuesOf: draftOf,
    initial: { ...initialValues<ApplicationFields>(APPLICATION_FIELDS), dataControllerId: only?.id ?? '' },
    fields: (theirs) =>
      mergeFields(
        APPLICATION_FIELDS,
        (values: ApplicationFields) => readingOf(values, theirs),
        readingOf(draftOf(theirs), theirs),
        words,
      ),
    update: (values, rowVersion) =>
      update.mutateAsync({ ws, ...values, id: (record as ApplicationDetail).id, rowVersion }),
    create: (values) => create.mutateAsync({ ws, ...values }),
    cache: () => (record ? cache.application.invalidate() : cache.application.list.invalidate()),
    // After the form has released its unsaved-changes guard.
    onCreated: ({ id }, go) => setTimeout(() => go(recordAddress('application', id), { replace: true })),
    messages: {
      saved: t('application.saved'),
      created: ({ purposes }) => t(purposes.length > 0 ? 'application.saved' : 'application.created'),
    },
  });
}
