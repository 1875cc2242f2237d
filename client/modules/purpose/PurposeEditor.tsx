import { EllipsisVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { particularsOf } from '../../../shared/application/schema.ts';
import type { Purpose } from '../../../shared/purpose/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, IconButton, Menu, SideRail, Stack, toast } from '../../ui/index.ts';
import { forgetDraft } from '../../ui/form/draft.ts';
import { Form, FormActions, useFormContext } from '../../ui/form/index.ts';
import { IncidentsOf } from '../incident/IncidentsOf.tsx';
import { NewerRecord } from '../../records/NewerRecord.tsx';
import { useStaleEdit } from '../../records/useStaleEdit.tsx';
import { ApplicationsCard } from './ApplicationsCard.tsx';
import { useAskedField } from './fieldFocus.tsx';
import { useFormFields } from './formFields.ts';
import { draftKeyOf, formSchema, type FormValues, valuesOf } from './formValues.ts';
import { MissingCard } from './Missing.tsx';
import { PublishPurpose } from './PublishPurpose.tsx';
import { RemovePurpose } from './RemovePurpose.tsx';
import { Sections } from './sections.tsx';

const LIST = pageAddress('purposes');

export interface PurposeEditorProps {
  /** Missing for a new purpose. */
  record?: Purpose;
  /** Where the page's actions stand: they belong to the form but are drawn in the header. */
  actionSlot: HTMLElement | null;
}

/** The form of a purpose with what belongs to it: live list of what is missing, publishing, conflicts. */
export function PurposeEditor({ record, actionSlot }: PurposeEditorProps) {
  const { t } = useTranslation(['purposeScreen', 'errors']);
  const { ws } = useSession();
  const go = useGo();
  const canPublish = useCan('ropa.publish');
  const cache = trpc.useUtils();
  const create = trpc.purpose.create.useMutation();
  const update = trpc.purpose.update.useMutation();
  const linkTo = trpc.application.update.useMutation();
  const applicationId = new URLSearchParams(useSearch()).get('application');
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const [generation, setGeneration] = useState(0);
  const draftKey = draftKeyOf(ws, record?.id);
  useAskedField();

  /** Puts a newer record in place of what is cached, before anybody asks for it again. */
  const keep = (saved: Purpose) => {
    cache.purpose.get.setData({ ws, id: saved.id }, saved);
    void cache.purpose.list.invalidate();
    void cache.purpose.versions.invalidate();
    void cache.activityLog.invalidate();
  };
  /** Starts the form anew from a record; what this browser kept of it is gone. */
  const restart = (from: Purpose) => {
    forgetDraft(draftKey);
    keep(from);
    setGeneration((before) => before + 1);
  };
  const stale = useStaleEdit<Purpose, FormValues>({
    record,
    valuesOf,
    draftKey,
    fields: useFormFields(),
    save: async (values, rowVersion) => {
      const saved = record
        ? await update.mutateAsync({ ws, ...values, id: record.id, rowVersion })
        : await create.mutateAsync({ ws, ...values });
      keep(saved);
      return saved;
    },
    saved: (saved) => {
      restart(saved);
      toast.success(t('updated'));
    },
    takeTheirs: (theirs) => {
      restart(theirs);
      toast.info(t('stale.tookTheirs'));
    },
  });
  /** Adds a new purpose to the application it was begun from. A failure leaves the purpose: it can be chosen there. */
  const link = async (id: string, purposeId: string) => {
    try {
      const application = await cache.application.get.fetch({ ws, id }, { staleTime: 0 });
      const {
        name,
        description,
        dataController,
        lineOfWork,
        dataSource,
        dataSubjectCount,
        processingFrequency,
        purposes,
        rowVersion,
      } = application;
      await linkTo.mutateAsync({
        ws,
        id,
        rowVersion,
        name,
        description,
        dataControllerId: dataController.id,
        lineOfWorkId: lineOfWork?.id ?? null,
        dataSourceId: dataSource?.id ?? null,
        dataSubjectCount,
        processingFrequency,
        ...particularsOf(application),
        purposeIds: [...purposes.map((purpose) => purpose.id), purposeId],
      });
      void cache.application.invalidate();
      void cache.purpose.get.invalidate({ ws, id: purposeId });
    } catch (error) {
      toast.error(messageOf(error) ?? t('errors:internal'));
    }
  };

  return (
    // The rail stays in view along the whole form.
    <Box css={{ '& > div > aside': { alignSelf: 'stretch' } }}>
      <SideRail
        rail={<Stack gap="4" ref={setRail} alignSelf="start" minWidth="0" position={{ lg: 'sticky' }} top="4" />}
      >
        <Form
          key={generation}
          schema={formSchema}
          label={t('title')}
          defaultValues={valuesOf(record)}
          draftKey={draftKey}
          onSubmit={async (values) => {
            const saved = await stale.save(values);
            toast.success(t(record ? 'updated' : 'created'));
            if (!record) {
              forgetDraft(draftKey);
              if (applicationId) await link(applicationId, saved.id);
              go(recordAddress('purpose', saved.id), { replace: true });
              // What can be done next stands at the top.
              window.scrollTo({ top: 0 });
            }
          }}
        >
          {record && record.status === 'published' && (
            <Banner tone="info">{t('editPublished', { number: record.publishedVersion })}</Banner>
          )}
          {record && <NewerRecord edit={stale.edit} newest={record} title={t('stale.title')} />}
          <Sections />
          <FormActions submitLabel={t('saveDraft')} {...(!record && { cancelHref: LIST })} />
          {rail &&
            createPortal(
              <>
                <MissingCard />
                {record && <ApplicationsCard applications={record.applications} />}
                {record && <IncidentsOf purposeId={record.id} />}
              </>,
              rail,
            )}
          {record &&
            actionSlot &&
            createPortal(
              <>
                <More record={record} />
                {canPublish && <PublishPurpose record={record} save={stale.save} onPublished={restart} />}
              </>,
              actionSlot,
            )}
        </Form>
        {stale.dialog}
      </SideRail>
    </Box>
  );
}

/** Acts beside the main one. */
function More({ record }: { record: Purpose }) {
  const { t } = useTranslation(['purposeScreen', 'common']);
  const go = useGo();
  const form = useFormContext();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Menu
        items={[
          {
            key: 'remove',
            label: t('common:remove'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
        trigger={(props) => <IconButton label={t('more')} icon={<EllipsisVertical aria-hidden />} {...props} />}
      />
      <RemovePurpose
        purpose={
          removing ? { id: record.id, title: record.content.title, applicationCount: record.applications.length } : null
        }
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          // What is typed is gone with the purpose: nothing to ask about on leaving.
          form.reset(form.getValues());
          setTimeout(() => go(LIST, { replace: true }), 0);
        }}
      />
    </>
  );
}
