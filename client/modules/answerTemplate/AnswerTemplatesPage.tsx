import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ANSWER_TEMPLATE_LIST,
  type AnswerOutcome,
  type AnswerTemplate,
} from '../../../shared/answerTemplate/schema.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { StatusOfRecord } from '../../records/StatusOfRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { ConfirmDialog, LinkButton, Tag, toast, useFormat } from '../../ui/index.ts';
import { type Column, LIST_QUERY, ListPage, timeColumn, useList, useRowActions } from '../../ui/table/index.ts';

const address = (id: string) => recordAddress('answerTemplate', id);

/** Texts for answers to requests: built-in ones and own ones. */
export default function AnswerTemplatesPage() {
  const { t } = useTranslation(['answerTemplate', 'common']);
  const { ws } = useSession();
  const { text } = useFormat();
  const [removing, setRemoving] = useState<AnswerTemplate | null>(null);
  const list = useList(ANSWER_TEMPLATE_LIST);
  const query = trpc.answerTemplate.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const actions = useRowActions();
  const remove = trpc.answerTemplate.remove.useMutation();
  const cache = trpc.useUtils();
  const columns = useTemplateColumns();
  return (
    <ListPage
      id="answerTemplate"
      title={t('title')}
      lead={t('lead')}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={[
        list.filter('right', t('column.right'), (value) => t(`right.${value as RightCode}`)),
        list.filter('outcome', t('column.outcome'), (value) => t(`outcome.${value as AnswerOutcome}`)),
        list.filter('status', t('filter.status'), (value) =>
          t(value === 'DRAFT' ? 'filter.draft' : 'filter.published'),
        ),
        list.filter('active', t('column.active'), (value) => t(value === 'true' ? 'inUse' : 'notInUse')),
      ]}
      rowName={(row) => text(row.name)}
      rowHref={(row) => address(row.id)}
      rowActions={(row) => [
        actions.edit(address(row.id)),
        ...(row.builtIn ? [] : [actions.remove(() => setRemoving(row))]),
      ]}
      add={
        <LinkButton look="main" size="sm" icon={<Plus aria-hidden />} href={address('new')}>
          {t('add')}
        </LinkButton>
      }
      empty={{ title: t('emptyTitle'), body: t('emptyBody') }}
    >
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        destructive
        title={t('removeTitle', { name: removing ? text(removing.name) : '' })}
        body={t('removeBody')}
        confirmLabel={t('common:remove')}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ws, id: removing.id });
          void cache.answerTemplate.invalidate();
          toast.success(t('removed'));
        }}
      />
    </ListPage>
  );
}

function useTemplateColumns(): Column<AnswerTemplate>[] {
  const { t } = useTranslation(['answerTemplate', 'common']);
  const { text } = useFormat();
  return [
    { id: 'name', header: t('column.name'), cell: (row) => text(row.name) },
    {
      id: 'right',
      header: t('column.right'),
      cell: (row) => t(row.rightCode ? `right.${row.rightCode}` : 'anyRight'),
    },
    { id: 'outcome', header: t('column.outcome'), cell: (row) => t(`outcome.${row.outcome}`) },
    { id: 'state', priority: 1, header: t('column.state'), cell: (row) => <StatusOfRecord {...row} /> },
    {
      id: 'active',
      priority: 2,
      header: t('column.active'),
      cell: (row) => <Tag>{t(row.active ? 'inUse' : 'notInUse')}</Tag>,
    },
    timeColumn('updatedAt', t('common:updatedAt')),
  ];
}
