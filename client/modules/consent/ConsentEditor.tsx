import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, toast, useLocale } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { Form, FormActions } from '../../ui/form/index.ts';
import { useAskedField } from '../purpose/fieldFocus.tsx';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { sayOf } from './content.ts';
import { formFields } from './formFields.ts';
import { draftKeyOf, formSchema, type FormValues, shownOfDraft, valuesOf } from './formValues.ts';
import { MissingCard } from './Missing.tsx';
import { DraftPreview } from './DraftPreview.tsx';
import { PublishConsent } from './PublishConsent.tsx';
import { usePurposeNames } from './purposeNames.tsx';
import { Sections } from './sections.tsx';

export interface ConsentEditorProps {
  record: Consent;
  /** Where the page's main action stands: it belongs to the form but is drawn in the header. */
  actionSlot: HTMLElement | null;
  /** Where preview and list of what is missing stand. */
  rail: HTMLElement | null;
}

/** The form of a consent form with what belongs to it: live preview, what is missing, publishing, conflicts. */
export function ConsentEditor({ record, actionSlot, rail }: ConsentEditorProps) {
  const { t } = useTranslation(['consent', 'ui']);
  const { ws } = useSession();
  const locale = useLocale();
  const names = usePurposeNames();
  const canPublish = useCan('consent.publish');
  const cache = trpc.useUtils();
  const update = trpc.consent.update.useMutation();
  const [generation, setGeneration] = useState(0);
  const draftKey = draftKeyOf(ws, record.id);
  useAskedField();

  /** Puts a newer record in place of what is cached, before anybody asks for it again. */
  const keep = (saved: Consent) => {
    cache.consent.get.setData({ ws, id: saved.id }, saved);
    void cache.consent.list.invalidate();
    void cache.consent.versions.invalidate();
    void cache.activityLog.invalidate();
  };
  /** Starts the form anew from the record as it is now; what this browser kept of it is gone. */
  const restart = () => {
    forgetDraft(draftKey);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<Consent, FormValues>({
    record,
    valuesOf,
    draftKey,
    fields: (theirs) => {
      const told = new Map(theirs.purposes.map((one) => [one.id, one]));
      return formFields(
        valuesOf(theirs),
        (values) =>
          shownOfDraft(
            values,
            (id) => names.get(id) ?? told.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } },
          ),
        { say: sayOf(t), locale },
      );
    },
    save: async (values, rowVersion) => {
      const saved = await update.mutateAsync({ ws, ...values, id: record.id, rowVersion });
      keep(saved);
      return saved;
    },
    saved: () => {
      restart();
      toast.success(t('saved'));
    },
    takeTheirs: () => {
      forgetDraft(draftKey);
      void cache.consent.get.invalidate({ ws, id: record.id }).then(restart);
      toast.info(t('stale.tookTheirs'));
    },
  });

  return (
    <>
      <Form
        key={generation}
        schema={formSchema}
        label={t('tab.form')}
        defaultValues={valuesOf(record)}
        draftKey={draftKey}
        onSubmit={async (values) => {
          await stale.save(values);
          toast.success(t('saved'));
        }}
      >
        {record.status === 'published' && (
          <Banner tone={record.outdated ? 'warn' : 'info'}>
            {t(record.outdated ? 'outdated' : 'editPublished', { number: record.publishedVersion })}
          </Banner>
        )}
        <NewerRecord edit={stale.edit} newest={record} title={t('stale.title')} />
        <Sections record={record} />
        <FormActions submitLabel={t('saveDraft')} />
        {rail &&
          createPortal(
            <>
              <MissingCard record={record} />
              <DraftPreview record={record} />
            </>,
            rail,
          )}
        {actionSlot &&
          canPublish &&
          createPortal(
            <PublishConsent
              record={record}
              save={stale.save}
              onPublished={(published) => {
                keep(published);
                restart();
              }}
            />,
            actionSlot,
          )}
      </Form>
      {stale.dialog}
    </>
  );
}
