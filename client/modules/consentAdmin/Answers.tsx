import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { ADMIN_USER_CONSENT_LIST, type AdminUserConsent } from '../../../shared/consentAdmin/schema.ts';
import { useGo } from '../../shell/navigation.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { LoadOptions } from '../../ui/form/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { type Column, DataTable, type Filter, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { UNNAMED, usePut } from '../userConsent/address.ts';
import { instantsOf, useAnswerOptions, useSubjectFilter } from '../userConsent/answerFilters.ts';
import { useColumns } from '../userConsent/columns.tsx';
import { FindSubject } from '../userConsent/FindSubject.tsx';
import { usePurposeOptions } from './usePurposeOptions.ts';
import type { AdminWorkspaces } from './workspaces.ts';

/** Forms of one search. */
const FOUND = 20;

const proofOf = (row: AdminUserConsent) =>
  pageAddress('consentDashboard', { workspace: row.workspace.id, form: row.consent.id, proof: row.id });

/** Answers of data subjects, over every workspace. */
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

/** The answers for the table, by its filters and optionally of one data subject. */
function useAnswers(control: Control) {
  const { ws } = useSession();
  const put = usePut();
  const { uid, find, state } = useSubjectFilter(control.state, useState(''));
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
  // Forms and purposes belong to one workspace.
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
  const { workspaceId, consentId } = criteria;
  const { actions, versions } = useAnswerOptions();
  const { data } = trpc.consentAdmin.answerChoices.useQuery({ ws, workspaceId, consentId });
  const purposes = usePurposeOptions(workspaceId);
  const load = useFoundForms(workspaceId);
  return [
    filter(
      'workspaceId',
      t('dashboard.workspace'),
      workspaces.map(({ id, name }) => ({ value: id, label: name })),
    ),
    {
      kind: 'search',
      key: 'form',
      label: t('dashboard.form'),
      load,
      chosen: data?.form ? { value: data.form.id, label: data.form.name } : undefined,
    },
    { kind: 'range', key: 'dates', label: t('userConsent:history.dates') },
    filter('action', t('userConsent:history.action'), actions),
    filter('purposeId', t('dashboard.purpose'), purposes),
    filter('version', t('dashboard.version'), versions(Math.max(1, data?.versions ?? 0))),
    filter(
      'source',
      t('userConsent:history.source'),
      (data?.sources ?? []).map((name) => ({
        value: name || UNNAMED,
        label: name || t('userConsent:sources.unnamed'),
      })),
    ),
  ];
}

/** Finds forms by name, each with its workspace. */
function useFoundForms(workspaceId: string | undefined): LoadOptions {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  return async ({ query, page, signal }) => {
    const { collection, meta } = await client.consentAdmin.consents.query(
      { ws, workspaceId, query, currentPage: page, pageSize: FOUND, sortBy: 'name', sortDirection: 'ASC' },
      { signal },
    );
    return {
      options: collection.map(({ id, name, workspace }) => ({ value: id, label: name, note: workspace.name })),
      hasMore: meta.currentPage < meta.totalPage,
    };
  };
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
