import { EllipsisVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearch } from 'wouter';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, IconButton, Link, Menu, PageHeader, SideRail, SkeletonPage, StatusTag, Tabs, Text, useFormat } from '../../ui/index.ts';
import { RecordHistory } from '../record/RecordHistory.tsx';
import { StatusOfRecord } from '../record/StatusOfRecord.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { ApplicationVersions } from './ApplicationVersions.tsx';
import { PublishApplication } from './PublishApplication.tsx';
import { RemoveApplication } from './RemoveApplication.tsx';

const LIST = '/business-function/application';

/** One application: its record, its purposes, its published versions. `new` adds one. */
export default function ApplicationPage() {
  const { id } = useParams<{ id: string }>();
  const { t } = useTranslation('recordScreen');
  if (id === 'new') {
    return (
      <>
        <PageHeader title={t('application.newTitle')} trail={[{ label: t('application.title'), href: LIST }]} description={t('application.lead')} />
        <ApplicationForm />
      </>
    );
  }
  return <Existing key={id} id={id} />;
}

function Existing({ id }: { id: string }) {
  const { t } = useTranslation(['recordScreen', 'common', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const go = useGo();
  const canWrite = useCan('ropa.write');
  const canPublish = useCan('ropa.publish');
  const [removing, setRemoving] = useState(false);
  const [reloads, setReloads] = useState(0);
  const tab = new URLSearchParams(useSearch()).get('tab');
  const query = trpc.application.detail.useQuery({ ws, id });
  if (query.error && !query.data) throw query.error;
  const record = query.data;
  if (!record) return <SkeletonPage />;

  return (
    <>
      <PageHeader
        title={record.name}
        trail={[{ label: t('application.title'), href: LIST }]}
        state={<StatusOfRecord {...record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name}
        action={
          <>
            {canWrite && (
              <Menu
                items={[{ key: 'remove', label: t('common:remove'), icon: <Trash2 />, danger: true, onSelect: () => setRemoving(true) }]}
                trigger={(props) => <IconButton label={t('ui:more')} icon={<EllipsisVertical />} {...props} />}
              />
            )}
            {canPublish && record.status === 'draft' && <PublishApplication record={record} />}
          </>
        }
      />
      <Tabs
        items={[
          { label: t('common:details'), href: '?' },
          { label: t('versions'), href: '?tab=versions', count: record.publishedVersion },
        ]}
      />
      {tab === 'versions' ? (
        <ApplicationVersions id={id} />
      ) : (
        <SideRail
          rail={
            <>
              <Card title={t('application.purposes')}>
                {record.purposes.length === 0 ? (
                  <Text color="muted">{t('application.noPurposesBody')}</Text>
                ) : (
                  <chakra.ul listStyle="none" display="grid" gap="2" textStyle="dense">
                    {record.purposes.map((purpose) => (
                      <li key={purpose.id}>
                        <Link href={`/business-function/purpose/${purpose.id}`}>{text(purpose.title)}</Link>{' '}
                        {purpose.status === 'published' ? (
                          <StatusTag tone="ok">{t('status.published')}</StatusTag>
                        ) : purpose.problems.length === 0 ? (
                          <StatusTag tone="info">{t('application.ready')}</StatusTag>
                        ) : (
                          <StatusTag tone="live">{t('status.draft')}</StatusTag>
                        )}
                      </li>
                    ))}
                  </chakra.ul>
                )}
              </Card>
              {record.namedBy.length > 0 && (
                <Card title={t('application.namedBy')}>
                  <chakra.ul listStyle="none" textStyle="dense">
                    {record.namedBy.map((purpose) => (
                      <li key={purpose.id}>
                        <Link href={`/business-function/purpose/${purpose.id}`}>{text(purpose.title)}</Link>
                      </li>
                    ))}
                  </chakra.ul>
                </Card>
              )}
              <RecordHistory entityId={id} />
            </>
          }
        >
          <ApplicationForm
            key={`${record.rowVersion}.${reloads}`}
            record={record}
            reload={() => {
              setReloads(reloads + 1);
              void query.refetch();
            }}
          />
        </SideRail>
      )}
      <RemoveApplication application={removing ? record : null} onClose={() => setRemoving(false)} onRemoved={() => go(LIST, { replace: true })} />
    </>
  );
}
