import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IncidentNotification, notificationStatus } from '../../../shared/incidentNotification/schema.ts';
import { movesFrom } from '../../../shared/status.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast, useFormat, useLocale } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import type { EditorProps } from './Editor.tsx';
import { fieldsOf, formFields, type FormValues, newValues, valuesOf } from './formValues.ts';

/** The initial values of the editor's form, how it is saved as a draft, and how it is sent. */
export function useNotificationEdit({ tab, incident, record, supplement, onSaved, onClose }: EditorProps) {
  const { t } = useTranslation('incidentNotification');
  const { ws } = useSession();
  const locale = useLocale();
  const { dateTime } = useFormat();
  const cache = trpc.useUtils();
  const create = trpc.incidentNotification.create.useMutation();
  const update = trpc.incidentNotification.update.useMutation();
  const send = trpc.incidentNotification.send.useMutation();
  const [generation, setGeneration] = useState(0);
  // A draft deleted by somebody else remains open in the editor.
  const [began] = useState(record);
  const draftKey = `${ws}.incidentNotification.${incident.id}.${tab}.${began?.id ?? 'new'}`;
  const [fresh] = useState(() => newValues(tab, locale, supplement, incident.lateReason));
  const valuesNow = (from: IncidentNotification) => valuesOf(from, incident.lateReason);

  const restart = () => {
    forgetDraft(draftKey);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<IncidentNotification, FormValues>({
    record: began,
    valuesOf: valuesNow,
    draftKey,
    fields: () => formFields(t, dateTime),
    editable: ({ status }) => movesFrom(notificationStatus, status).includes('edit'),
    save: async (values, rowVersion) => {
      const target = { ws, id: incident.id, ...fieldsOf(values) };
      const saved = began
        ? await update.mutateAsync({ ...target, nid: began.id, rowVersion })
        : await create.mutateAsync({ ...target, key: values.key, send: false });
      const refreshed = cache.incidentNotification.invalidate();
      // The page finds the new draft in its list.
      if (!began) await refreshed;
      return saved;
    },
    saved: () => {
      restart();
      toast.success(t('editor.saved'));
    },
    takeTheirs: () => {
      restart();
      void cache.incidentNotification.list.invalidate();
      toast.info(t('editor.tookTheirs'));
    },
  });
  const save = async (typed: FormValues): Promise<void> => {
    const saved = await stale.save(typed);
    if (!began) onSaved(saved);
    toast.success(t('editor.saved'));
  };
  const sendNow = async (typedNow: FormValues, dirty: boolean) => {
    if (!began) await create.mutateAsync({ ws, id: incident.id, ...fieldsOf(typedNow), key: typedNow.key, send: true });
    else {
      const { rowVersion } = dirty ? await stale.save(typedNow) : stale.edit.base;
      await send.mutateAsync({ ws, id: incident.id, nid: began.id, rowVersion, lateReason: typedNow.lateReason });
    }
    forgetDraft(draftKey);
    void cache.incidentNotification.invalidate();
    void cache.incident.invalidate();
    toast.success(
      typedNow.channel === 'EMAIL'
        ? t('send.sent', { count: typedNow.recipients.length, number: typedNow.recipients.length })
        : t('send.recorded'),
    );
    onClose();
  };
  return {
    /** Changes when the form must be reset. */
    generation,
    /** The draft that the form started from; null: a new one. */
    began,
    draftKey,
    defaultValues: record ? valuesNow(record) : began ? stale.edit.base.values : fresh,
    stale,
    save,
    sendNow,
  };
}
