import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { ADMIN_USER_CONSENT_LIST, type AdminUserConsent } from '../../../shared/consentAdmin/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/index.ts';
import { type Column, DataTable, type Filter, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { usePut } from '../userConsent/address.ts';
import { instantsOf, useAnswerOptions, useSubjectFilter } from '../userConsent/answerFilters.ts';
import { useColumns } from '../userConsent/columns.tsx';
import { FindSubject } from '../userConsent/FindSubject.tsx';
import { usePurposeOptions } from './usePurposeOptions.ts';
import type { AdminWorkspaces } from './workspaces.ts';

/** Forms offered by the filter; the list of forms leads to the others. */
const FORMS = 100;

const proofOf = (row: AdminUserConsent) =>
  pageAddress('consentDashboard', { workspace: row.workspace.id, form: row.consent.id, proof: row.id });

/** What data subjects answered, over every workspace. */
export function Answers({ workspaces }: { workspaces: AdminWorkspaces }) {
  const { t } = useTranslation('consentAdmin');
  const control = useControl();
  const filters = useFilters(control, workspaces);
  const { uid, find, table } = useAnswers(control);
  const columns = useAdminColumns(table.data?.collection ?? []);
  return (
    <>
      <FindSubject uid={uid} onFind={find} />
      <DataTable
        id="adminUserConsents"
        caption={t('dashboard.answers')}
        columns={columns}
        {...table}
        searchable={false}
        filters={filters}
        rowKey={(row) => row.id}
        rowName={(row) => row.uid}
        rowActions={(row) => [{ key: 'proof', label: t('dashboard.proof'), icon: <ScrollText />, href: proofOf(row) }]}
        emptyState={<EmptyState title={t('dashboard.noAnswers')} body={t('dashboard.noAnswersBody')} />}
      />
    </>
  );
}

const useControl = () =>
  useList(ADMIN_USER_CONSENT_LIST, {
    params: { workspaceId: 'in', consentId: 'form', purposeId: 'purpose' },
    more: { dates: 'range' },
  });
type Control = ReturnType<typeof useControl>;

/** The answers as the table shows them, narrowed by its filters and to one data subject. */
function useAnswers(control: Control) {
  const { ws } = useSession();
  const put = usePut();
  const { uid, find, state } = useSubjectFilter(control.state);
  const { query: _, ...criteria } = control.criteria;
  const { currentPage, pageSize, sortDirection } = state.input;
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
  // Forms and purposes are of one workspace.
  const setFilter: typeof state.setFilter = (key, value) =>
    key === 'in'
      ? put({
          in: typeof value === 'string' ? value : undefined,
          form: undefined,
          purpose: undefined,
          currentPage: undefined,
        })
      : state.setFilter(key, value);
  return {
    uid,
    find,
    table: {
      ...tableQuery(list),
      state: { ...state, setFilter },
    },
  };
}

function useFilters({ criteria, filter }: Control, workspaces: AdminWorkspaces): Filter[] {
  const { t } = useTranslation(['consentAdmin', 'userConsent']);
  const { ws } = useSession();
  const { actions, versions } = useAnswerOptions();
  const { data } = trpc.consentAdmin.consents.useQuery({
    ws,
    workspaceId: criteria.workspaceId,
    pageSize: FORMS,
    sortBy: 'name',
    sortDirection: 'ASC',
  });
  const forms = data?.collection ?? [];
  const purposes = usePurposeOptions(criteria.workspaceId);
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  return [
    filter('workspaceId', t('dashboard.workspace'), named(workspaces)),
    filter('consentId', t('dashboard.form'), named(forms)),
    { kind: 'range', key: 'dates', label: t('userConsent:history.dates') },
    filter('action', t('userConsent:history.action'), actions),
    filter('purposeId', t('dashboard.purpose'), purposes),
    filter(
      'version',
      t('dashboard.version'),
      versions(Math.max(1, ...forms.map(({ publishedVersion }) => publishedVersion))),
    ),
  ];
}

/** The columns of a form's history, with workspace and form beside the data subject. */
function useAdminColumns(rows: readonly AdminUserConsent[]): Column<AdminUserConsent>[] {
  const { t } = useTranslation('consentAdmin');
  const go = useGo();
  const shared = useColumns<AdminUserConsent>({
    onProof: (id) => {
      const row = rows.find((one) => one.id === id);
      if (row) go(proofOf(row));
    },
  });
  return [
    ...shared.slice(0, 2),
    { id: 'workspace', wraps: true, header: t('dashboard.workspace'), cell: (row) => row.workspace.name },
    {
      id: 'form',
      header: t('dashboard.form'),
      wraps: true,
      cell: (row) => row.consent.name,
    },
    ...shared.slice(2),
  ];
}
