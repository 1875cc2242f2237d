import { Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Banner, Box, EmptyState, ErrorState, LinkButton, SkeletonText, Stack, Text } from '../../ui/index.ts';
import { MappingDirectory } from './directory.tsx';
import { MappingEditor } from './MappingEditor.tsx';
import { MappingLines } from './MappingLines.tsx';

/** The data mapping of an application, editable if the user may edit it, otherwise read-only. */
export default function MappingTab({
  record,
  onDirty,
}: {
  record: ApplicationDetail;
  onDirty: (dirty: boolean) => void;
}) {
  const { t } = useTranslation('dataMapping');
  const { ws } = useSession();
  const canWrite = useCan('ropa.write');
  const query = trpc.dataMapping.get.useQuery({ ws, id: record.id });
  const wanted = new URLSearchParams(useSearch()).get('purpose');
  const mapping = query.data;
  if (!mapping) return query.error ? <ErrorState onRetry={() => void query.refetch()} /> : <SkeletonText lines={8} />;

  if (record.purposes.length === 0 && mapping.flows.length === 0) {
    return (
      <Box bg="surface" borderWidth="1px" borderRadius="card">
        <EmptyState
          icon={<Workflow size={24} aria-hidden />}
          title={t('empty.noPurposes')}
          body={t('empty.noPurposesBody')}
          action={
            canWrite && (
              <LinkButton look="main" href={recordAddress('application', record.id, { field: 'purposeIds' })}>
                {t('empty.toPurposes')}
              </LinkButton>
            )
          }
        />
      </Box>
    );
  }
  return (
    <MappingDirectory purposes={record.purposes} flows={mapping.flows} editing={canWrite}>
      {canWrite ? (
        <MappingEditor mapping={mapping} wanted={wanted} onDirty={onDirty} />
      ) : (
        <Stack gap="4">
          <Banner tone="info">{t('readOnly')}</Banner>
          <Text color="muted" textStyle="dense">
            {t('lead')}
          </Text>
          {mapping.flows.length === 0 ? (
            <Box bg="surface" borderWidth="1px" borderRadius="card">
              <EmptyState
                icon={<Workflow size={24} aria-hidden />}
                title={t('empty.title')}
                body={t('empty.readOnly')}
              />
            </Box>
          ) : (
            <MappingLines lines={mapping.flows.map((flow) => ({ flow, problems: [] }))} purposes={record.purposes} />
          )}
        </Stack>
      )}
    </MappingDirectory>
  );
}
