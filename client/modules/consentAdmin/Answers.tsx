import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { ADMIN_USER_CONSENT_LIST, type AdminUserConsent, CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Text } from '../../ui/index.ts';
import { type Column, DataTable, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { usePut } from '../userConsent/address.ts';
import { useColumns } from '../userConsent/columns.tsx';
import { FindSubject } from '../userConsent/FindSubject.tsx';
import { instantsOf } from '../userConsent/History.tsx';
import { useFrozenRows } from '../userConsent/useFrozenRows.ts';
import type { AdminWorkspaces } from './workspaces.ts';

const ACTIONS = [...CONSENT_ACTIONS, 'CHANGED'] as const;
/** Forms offered by the filter; the list of forms leads to the others. */
const FORMS = 100;

/** What data subjects answered, over every workspace. */
export function Answers({ workspaces }: { workspaces: AdminWorkspaces }) {
  const { t } = useTranslation(['consentAdmin', 'userConsent']);
  const { ws } = useSession();
  const go = useGo();
  const put = usePut();
  // As on the dashboard of one form: never in the address.
  const [uid, setUid] = useState('');
  const control = useList(ADMIN_USER_CONSENT_LIST, {
    params: { workspaceId: 'in', consentId: 'form' },
    more: { dates: 'range' },
  });
  const { state } = control;
  const { query: _, ...criteria } = control.criteria;
  const { workspaceId } = criteria;
  const { currentPage, pageSize, sortDirection } = state.input;
  const forms = trpc.consentAdmin.consents.useQuery({
    ws,
    workspaceId,
    pageSize: FORMS,
    sortBy: 'name',
    sortDirection: 'ASC',
  });
  const input = {
    ws,
    currentPage,
    pageSize,
    sortDirection,
    ...criteria,
    ...instantsOf(state.filters.dates),
    uid: uid || undefined,
  };
  const list = trpc.consentAdmin.userConsents.useQuery(input, LIST_QUERY);
  const frozen = useFrozenRows(list, JSON.stringify(input));
  const rows = frozen.data?.collection ?? [];
  const proofOf = (row: AdminUserConsent) =>
    pageAddress('consentDashboard', { workspace: row.workspace.id, form: row.consent.id, proof: row.id });
  const shared = useColumns<AdminUserConsent>({
    onProof: (id) => {
      const row = rows.find((one) => one.id === id);
      if (row) go(proofOf(row));
    },
  });
  const columns: Column<AdminUserConsent>[] = [
    ...shared.slice(0, 2),
    { id: 'workspace', header: t('dashboard.workspace'), cell: (row) => row.workspace.name },
    {
      id: 'form',
      header: t('dashboard.form'),
      cell: (row) => (
        <Text as="span" textStyle="dense" overflowWrap="anywhere">
          {row.consent.name}
        </Text>
      ),
    },
    ...shared.slice(2),
  ];
  const narrowed: typeof state = {
    ...state,
    // A form is of one workspace.
    setFilter: (key, value) =>
      key === 'in'
        ? put({ in: typeof value === 'string' ? value : undefined, form: undefined, currentPage: undefined })
        : state.setFilter(key, value),
    narrowed: state.narrowed || uid !== '',
    clear: () => {
      setUid('');
      state.clear();
    },
  };
  const highest = Math.max(1, ...(forms.data?.collection ?? []).map((form) => form.publishedVersion));
  return (
    <>
      <FindSubject
        uid={uid}
        onFind={(wanted) => {
          setUid(wanted);
          if (currentPage > 1) state.setPage(1);
        }}
      />
      <DataTable
        id="adminUserConsents"
        caption={t('dashboard.answers')}
        columns={columns}
        {...tableQuery(list)}
        data={frozen.data}
        pendingCount={frozen.pending}
        onShowPending={frozen.show}
        state={narrowed}
        searchable={false}
        filters={[
          control.filter(
            'workspaceId',
            t('dashboard.workspace'),
            workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ),
          control.filter(
            'consentId',
            t('dashboard.form'),
            (forms.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ),
          { kind: 'range', key: 'dates', label: t('userConsent:history.dates') },
          control.filter(
            'action',
            t('userConsent:history.action'),
            ACTIONS.map((one) => ({ value: one, label: t(`userConsent:action.${one}`) })),
          ),
          control.filter(
            'version',
            t('dashboard.version'),
            Array.from({ length: highest }, (_version, index) => ({
              value: String(index + 1),
              label: t('userConsent:form.version', { number: index + 1 }),
            })),
          ),
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.uid}
        rowActions={(row) => [{ key: 'proof', label: t('dashboard.proof'), icon: <ScrollText />, href: proofOf(row) }]}
        emptyState={<EmptyState title={t('dashboard.noAnswers')} body={t('dashboard.noAnswersBody')} />}
      />
    </>
  );
}
