import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ApplicationItem } from '../../../shared/application/schema.ts';
import { APPLICATION_LIST } from '../../../shared/application/list.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton, Tag, useFormat } from '../../ui/index.ts';
import { useList, LIST_QUERY, ListPage, useRowActions } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useApplicationColumns } from './columns.tsx';
import { RemoveApplication } from './RemoveApplication.tsx';
import { useCannotAdd } from './useCannotAdd.tsx';

const address = (id: string) => recordAddress('application', id);

/** Applications of the record of processing. */
export default function ApplicationsPage() {
  const { t } = useTranslation('recordScreen');
  const { ws } = useSession();
  const { text } = useFormat();
  const canWrite = useCan('ropa.write');
  const [removing, setRemoving] = useState<ApplicationItem | null>(null);
  const list = useList(APPLICATION_LIST, { params: { dataControllerId: 'controller', processingRole: 'role' } });
  const query = trpc.application.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = useApplicationColumns();
  const actions = useRowActions();
  const controllers = trpc.dataController.pick.useQuery({ ws }, { staleTime: 60_000 });
  const allowance = trpc.application.allowance.useQuery({ ws });
  const cannotAdd = useCannotAdd(allowance.data);

  const add = canWrite && (
    <LinkButton look="main" size="sm" icon={<Plus />} href={address('new')}>
      {t('application.add')}
    </LinkButton>
  );
  const bring = canWrite && (
    <LinkButton size="sm" icon={<Upload />} href={pageAddress('recordImport')}>
      {t('application.import')}
    </LinkButton>
  );

  return (
    <ListPage
      id="application"
      title={t('application.title')}
      lead={t('application.lead')}
      action={<ExportButton kind="ropa" formats={['xlsx', 'pdf', 'html', 'ttl', 'jsonld']} />}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('application.search')}
      filters={[
        list.filter('status', t('statusLabel'), (value) => t(value === 'DRAFT' ? 'status.draft' : 'status.published')),
        list.filter('complete', t('application.completeness'), (value) =>
          t(value === 'true' ? 'application.completeOnly' : 'application.incompleteOnly'),
        ),
        list.filter('reviewOverdue', t('application.review'), () => t('application.onlyReviewOverdue')),
        list.filter('processingRole', t('application.role'), (value) => t(`application.roles.${value}`)),
        list.filter(
          'dataControllerId',
          t('application.dataController'),
          (controllers.data ?? []).map(({ id, name }) => ({ value: id, label: text(name) })),
        ),
      ]}
      rowName={(row) => row.name}
      rowHref={(row) => address(row.id)}
      rowActions={(row) => (canWrite ? [actions.edit(address(row.id)), actions.remove(() => setRemoving(row))] : [])}
      tools={bring}
      add={cannotAdd ? canWrite && <Tag>{cannotAdd.title}</Tag> : add}
      empty={
        cannotAdd ?? {
          title: t('application.emptyTitle'),
          body: t('application.emptyBody'),
          action: (
            <>
              {add} {bring}
            </>
          ),
        }
      }
    >
      <RemoveApplication application={removing} onClose={() => setRemoving(null)} />
    </ListPage>
  );
}
