import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleForm } from '../../../shared/schedule/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { AsyncSelectField, type LoadOptions, useFormContext, useWatch } from '../../ui/form/index.ts';
import { ErrorState, SkeletonText } from '../../ui/index.ts';
import type { FormValues } from './scheduleFields.ts';

const FOUND = 20;
const optionOf = ({ id, name, workspace }: ScheduleForm) => ({ value: id, label: name, note: workspace.name });

/** Forms of the selected workspaces, searched on the server; forms of a deselected workspace are deselected too. */
export function FormsField() {
  const { t } = useTranslation('schedule');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const { getValues, setValue } = useFormContext<FormValues>();
  const { workspaceIds, consentIds } = useWatch() as FormValues;
  // All results so far, so that selected forms have a name regardless of the current search.
  const known = useRef(new Map<string, ScheduleForm>());
  const unknown = consentIds.filter((id) => !known.current.has(id));
  const names = trpc.schedule.formNames.useQuery({ ws, ids: unknown }, { enabled: unknown.length > 0 });
  for (const form of names.data ?? []) known.current.set(form.id, form);
  useEffect(() => {
    const chosen = getValues('consentIds');
    const left = chosen.filter((id) => {
      const form = known.current.get(id);
      return !form || workspaceIds.includes(form.workspace.id);
    });
    if (left.length < chosen.length) setValue('consentIds', left, { shouldDirty: true, shouldValidate: true });
  }, [workspaceIds, names.data, getValues, setValue]);
  const load: LoadOptions = async ({ query, page, signal }) => {
    const { collection, meta } = await cache.client.schedule.forms.query(
      { ws, workspaceIds, query, currentPage: page, pageSize: FOUND },
      { signal },
    );
    for (const form of collection) known.current.set(form.id, form);
    return { options: collection.map(optionOf), hasMore: meta.currentPage < meta.totalPage };
  };
  if (names.error && !names.data) return <ErrorState onRetry={() => void names.refetch()} />;
  if (names.isLoading) return <SkeletonText lines={2} />;
  const missing = consentIds
    .filter((id) => !known.current.has(id))
    .map((id) => ({ value: id, label: t('formMissing') }));
  return (
    <AsyncSelectField
      // Results from other workspaces are no longer offered.
      key={workspaceIds.join(' ')}
      name="consentIds"
      label={t('field.consentIds')}
      help={t('field.consentIdsHelp')}
      required
      multiple
      load={load}
      initialOptions={[...[...known.current.values()].map(optionOf), ...missing]}
    />
  );
}
