import { useTranslation } from 'react-i18next';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { PublishDialog } from '../../records/PublishDialog.tsx';
import { ProblemLines } from '../../records/RecordProblems.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Link, Text, useFormat } from '../../ui/index.ts';

/** The main action of a draft: lists what is published, publishes it and its ready purposes. */
export function PublishApplication({ record, unsaved }: { record: ApplicationDetail; unsaved: boolean }) {
  const { t } = useTranslation(['recordScreen', 'completeness']);
  const { ws } = useSession();
  const { text } = useFormat();
  const publish = trpc.application.publish.useMutation();
  const cache = trpc.useUtils();
  const { id, rowVersion } = record;
  const drafts = record.purposes.filter(({ status }) => status === 'draft');
  const unready = drafts.filter(({ problems }) => problems.length > 0);

  const run = async () => {
    try {
      await publish.mutateAsync({ ws, id, rowVersion, publishPurposes: drafts.length > 0 });
    } finally {
      void cache.application.invalidate();
      void cache.purpose.invalidate();
    }
  };
  const missing =
    record.purposes.length === 0 ? (
      <Text>{t('application.noPurposesBody')}</Text>
    ) : unready.length > 0 ? (
      <ProblemLines>
        {unready.map((purpose) => (
          <li key={purpose.id}>
            <Link href={recordAddress('purpose', purpose.id)}>
              {t('application.notReadyPurpose', {
                title: text(purpose.title),
                count: purpose.problems.length,
                number: purpose.problems.length,
              })}
            </Link>
          </li>
        ))}
      </ProblemLines>
    ) : undefined;
  return (
    <PublishDialog number={record.publishedVersion + 1} missing={missing && (() => missing)} publish={run}>
      <Text>{t('application.publishBody')}</Text>
      {unsaved && <Banner tone="warn">{t('completeness:unsavedNotIncluded')}</Banner>}
      {record.completeness < 100 && (
        <Text color="muted">{t('completeness:incompleteNote', { number: record.completeness })}</Text>
      )}
      {drafts.length > 0 && (
        <Text>{t('application.publishPurposes', { count: drafts.length, number: drafts.length })}</Text>
      )}
    </PublishDialog>
  );
}
