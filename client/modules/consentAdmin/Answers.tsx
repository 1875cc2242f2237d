import { keepPreviousData } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { type AdminUserConsent, CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Text } from '../../ui/index.ts';
import { type Column, DataTable, tableQuery, useListState } from '../../ui/table/index.ts';
import { usePut, uuidOf } from '../userConsent/address.ts';
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
  const state = useListState({
    sortBy: ['at'],
    filters: { in: 'one', form: 'one', dates: 'range', action: 'one', version: 'one' },
  });
  const { dates, action, version } = state.filters;
  const workspaceId = uuidOf(state.filters.in);
  const { currentPage, pageSize, sortDirection } = state.input;
  const forms = trpc.consentAdmin.consents.useQuery({
    ws,
    workspaceId,
    pageSize: FORMS,
    sortBy: 'name',
    sortDirection: 'ASC',
  });
  const asked = {
    ws,
    currentPage,
    pageSize,
    sortDirection,
    workspaceId,
    consentId: uuidOf(state.filters.form),
    ...instantsOf(dates),
    action: ACTIONS.find((one) => one === action),
    version: version && /^\d{1,7}$/.test(version) ? Math.max(1, Number(version)) : undefined,
    uid: uid || undefined,
  };
  const list = trpc.consentAdmin.userConsents.useQuery(asked, { placeholderData: keepPreviousData });
  const held = useFrozenRows(list, JSON.stringify(asked));
  const rows = held.data?.collection ?? [];
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
        data={held.data}
        pendingCount={held.pending}
        onShowPending={held.show}
        state={narrowed}
        searchable={false}
        filters={[
          {
            kind: 'one',
            key: 'in',
            label: t('dashboard.workspace'),
            options: workspaces.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            kind: 'one',
            key: 'form',
            label: t('dashboard.form'),
            options: (forms.data?.collection ?? []).map(({ id, name }) => ({ value: id, label: name })),
          },
          { kind: 'range', key: 'dates', label: t('userConsent:history.dates') },
          {
            kind: 'one',
            key: 'action',
            label: t('userConsent:history.action'),
            options: ACTIONS.map((one) => ({ value: one, label: t(`userConsent:action.${one}`) })),
          },
          {
            kind: 'one',
            key: 'version',
            label: t('dashboard.version'),
            options: Array.from({ length: highest }, (_, index) => ({
              value: String(index + 1),
              label: t('userConsent:form.version', { number: index + 1 }),
            })),
          },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.uid}
        rowActions={(row) => [{ key: 'proof', label: t('dashboard.proof'), icon: <ScrollText />, href: proofOf(row) }]}
        emptyState={<EmptyState title={t('dashboard.noAnswers')} body={t('dashboard.noAnswersBody')} />}
      />
    </>
  );
}
