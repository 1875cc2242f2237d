import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Button, Dialog, Stack, Text, toast, useFormat } from '../../ui/index.ts';

/** The main act of a draft: says what is frozen, publishes it and its ready purposes. */
export function PublishApplication({ record, unsaved }: { record: ApplicationDetail; unsaved: boolean }) {
  const { t } = useTranslation(['recordScreen', 'completeness', 'ui', 'errors']);
  const { ws } = useSession();
  const { text } = useFormat();
  const [open, setOpen] = useState(false);
  const publish = trpc.application.publish.useMutation();
  const cache = trpc.useUtils();
  const drafts = record.purposes.filter(({ status }) => status === 'draft');
  const missing = record.purposes.filter(({ status, problems }) => status === 'draft' && problems.length > 0);
  const ready = record.purposes.length > 0 && missing.length === 0;

  const submit = async () => {
    try {
      await publish.mutateAsync({
        ws,
        id: record.id,
        rowVersion: record.rowVersion,
        publishPurposes: drafts.length > 0,
      });
      toast.success(t('application.published', { name: record.name }));
      setOpen(false);
    } catch (error) {
      toast.error(messageOf(error) ?? t('errors:internal'));
    } finally {
      void cache.application.invalidate();
      void cache.purpose.invalidate();
    }
  };

  return (
    <>
      <Button look="main" onClick={() => setOpen(true)}>
        {t('application.publish')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('application.publishTitle', { name: record.name, version: record.publishedVersion + 1 })}
        description={t('application.publishBody')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('ui:cancel')}</Button>
            <Button look="main" disabled={!ready} loading={publish.isPending} onClick={() => void submit()}>
              {t('application.publish')}
            </Button>
          </>
        }
      >
        <Stack gap="3">
          {unsaved && <Banner tone="warn">{t('completeness:unsavedNotIncluded')}</Banner>}
          {record.completeness < 100 && (
            <Text color="muted">{t('completeness:incompleteNote', { number: record.completeness })}</Text>
          )}
          {!ready && (
            <Banner tone="warn" title={t('application.notReady')}>
              {record.purposes.length === 0
                ? t('application.noPurposesBody')
                : missing.map(({ id, title, problems }) => (
                    <div key={id}>
                      {t('application.notReadyPurpose', { title: text(title), number: problems.length })}
                    </div>
                  ))}
            </Banner>
          )}
          {ready && drafts.length > 0 && <Text>{t('application.publishPurposes', { number: drafts.length })}</Text>}
        </Stack>
      </Dialog>
    </>
  );
}
