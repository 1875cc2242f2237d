import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ORGANIZATION_LOG_LIST, type OrganizationLog } from '../../../shared/activityLog/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { WorkspaceDeletionItem } from '../../../shared/workspace/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { useSwitchWorkspace } from '../../shell/switchWorkspace.tsx';
import { trpc } from '../../trpc.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  EmptyState,
  ErrorState,
  Flex,
  Heading,
  PageHeader,
  ProgressBar,
  SkeletonText,
  StatusTag,
  Text,
  useFormat,
} from '../../ui/index.ts';
import {
  type Column,
  DataTable,
  LIST_QUERY,
  NameButton,
  tableQuery,
  timeColumn,
  useList,
} from '../../ui/table/index.ts';
import { ChangesDialog } from '../../records/ChangesDialog.tsx';
import { entryColumns } from '../activityLog/entryColumns.tsx';
import { ExportButton } from '../export/ExportButton.tsx';

/**
 * Workspaces of the organisation that are deleted or being deleted, and what is retained of them: their activity log.
 */
export default function DeletedWorkspacesPage() {
  const { t } = useTranslation(['workspace', 'pages']);
  const { ws } = useSession();
  const query = trpc.workspace.deletion.list.useQuery({ ws });
  const deletions = query.data?.collection;
  return (
    <>
      <PageHeader
        title={t('deletedTitle')}
        description={t('deletedLead')}
        trail={[{ label: t('pages:workspaces'), href: pageAddress('workspaces') }]}
      />
      {query.error ? (
        <ErrorState body={query.error.message} onRetry={() => void query.refetch()} />
      ) : !deletions ? (
        <SkeletonText lines={6} />
      ) : deletions.length === 0 ? (
        <EmptyState title={t('deletedNone')} body={t('deletedNoneBody')} />
      ) : (
        <>
          <Box
            display="grid"
            gap="4"
            gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 22rem), 1fr))"
            mb="8"
            data-deletions=""
          >
            {deletions.map((deletion) => (
              <Deletion key={deletion.uuid} deletion={deletion} />
            ))}
          </Box>
          <StoredLog deletions={deletions} />
        </>
      )}
    </>
  );
}

function Deletion({ deletion }: { deletion: WorkspaceDeletionItem }) {
  const { t } = useTranslation('workspace');
  const { dateTime } = useFormat();
  const { switchTo } = useSwitchWorkspace();
  const { uuid, name, requestedAt, requestedBy, dueAt, startedAt, finishedAt, member } = deletion;
  const [tone, state] =
    finishedAt !== null
      ? (['ok', t('deletedDone')] as const)
      : startedAt !== null
        ? (['live', t('deletedRunning')] as const)
        : (['warn', t('deletedWaiting')] as const);
  return (
    <Card>
      <chakra.div display="grid" gap="2">
        <Flex gap="3" align="flex-start" wrap="wrap">
          <Heading flex="1" minWidth="0" overflowWrap="anywhere">
            {name}
          </Heading>
          <StatusTag tone={tone}>{state}</StatusTag>
        </Flex>
        <Text>
          {finishedAt === null
            ? t('deletedDue', { at: dateTime(dueAt) })
            : t('deletedDoneAt', { at: dateTime(finishedAt) })}
        </Text>
        <Text textStyle="dense" color="muted" overflowWrap="anywhere">
          {t('deletedBy', { name: requestedBy, at: dateTime(requestedAt) })}
        </Text>
        {startedAt !== null && finishedAt === null && <Progress deletion={deletion} />}
        {startedAt === null && member && (
          <chakra.div mt="1">
            <Button size="sm" icon={<LogIn aria-hidden />} onClick={() => void switchTo({ uuid, name })}>
              {t('open')}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
    </Card>
  );
}

function Progress({ deletion: { name, rowsTotal, rowsRemoved } }: { deletion: WorkspaceDeletionItem }) {
  const { t } = useTranslation('workspace');
  const { number } = useFormat();
  const share = rowsTotal === null ? undefined : Math.min(1, rowsRemoved / Math.max(1, rowsTotal));
  const words =
    rowsTotal === null
      ? t('deletedCounting')
      : t('deletedProgress', { removed: number(Math.min(rowsRemoved, rowsTotal)), total: number(rowsTotal) });
  return (
    <div>
      <ProgressBar label={name} share={share} words={words} />
      <Text textStyle="dense" color="muted" mt="1" data-numeric="">
        {words}
      </Text>
    </div>
  );
}

function StoredLog({ deletions }: { deletions: readonly WorkspaceDeletionItem[] }) {
  const { t } = useTranslation(['activityLog', 'common']);
  const { ws } = useSession();
  const { number } = useFormat();
  const [opened, setOpened] = useState<OrganizationLog | null>(null);
  const list = useList(ORGANIZATION_LOG_LIST, { more: { dates: 'range' } });
  const { dates } = list.state.filters;
  const days = { from: dates?.from, to: dates?.to };
  const query = trpc.activityLog.organization.useQuery({ ws, ...list.input, ...days }, LIST_QUERY);
  const { module, workspaceId } = list.input;
  const started = deletions.filter(({ startedAt }) => startedAt !== null);

  const columns: Column<OrganizationLog>[] = [
    {
      id: 'activity',
      header: t('what'),
      cell: (row) => <NameButton onClick={() => setOpened(row)}>{row.title}</NameButton>,
    },
    { id: 'workspace', wraps: true, header: t('organizationLog.workspace'), cell: (row) => row.workspace.name },
    ...entryColumns(t, number),
    timeColumn('createdAt', t('time'), { priority: 1 }),
  ];
  return (
    <section>
      <Flex gap="3" mb="3" wrap="wrap" align="flex-end">
        <Box flex="1" minWidth="min(100%, 16rem)">
          <Heading as="h2">{t('organizationLog.title')}</Heading>
          <Text color="muted">{t('organizationLog.lead')}</Text>
        </Box>
        <ExportButton
          kind="organization-activity-logs"
          input={{ module, ...days, workspaceId, query: list.input.query }}
        />
      </Flex>
      <DataTable
        id="organizationLog"
        caption={t('organizationLog.title')}
        {...tableQuery(query)}
        state={list.state}
        columns={columns}
        searchPlaceholder={t('search')}
        filters={[
          list.filter(
            'workspaceId',
            t('organizationLog.workspace'),
            started.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ),
          list.filter('module', t('moduleLabel'), (value) => t(`module.${value}`)),
          { kind: 'range', key: 'dates', label: t('dates') },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        emptyState={<EmptyState title={t('organizationLog.empty')} body={t('organizationLog.emptyBody')} />}
      />
      <ChangesDialog entry={opened} onClose={() => setOpened(null)} />
    </section>
  );
}
