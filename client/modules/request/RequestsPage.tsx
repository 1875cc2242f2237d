import { FileUp, Inbox, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { REQUEST_LIST, type RequestItem, type RequestList as FoundRequests } from '../../../shared/request/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { SavedViews } from '../../savedViews/SavedViews.tsx';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Flex, LinkButton, PageHeader, Tabs, Text, useFormat } from '../../ui/index.ts';
import { FilterBar } from '../../ui/table/FilterBar.tsx';
import { LIST_QUERY, ListPage, Nothing, useList, useRowActions } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { requestHref } from './address.ts';
import { Board } from './Board.tsx';
import { BulkAssign } from './BulkAssign.tsx';
import { useRequestColumns } from './columns.tsx';
import { usePrivateSearch } from './usePrivateSearch.ts';
import { useFormsInForce } from './useFormInForce.ts';
import { useRequestFilters } from './useRequestFilters.ts';

const NO_ROWS: ReadonlySet<string> = new Set();

/** Requests of data subjects as a list or a board: search, open, move, assign several, upcoming due dates. */
export default function RequestsPage() {
  const list = usePrivateSearch(useList(REQUEST_LIST));
  const isBoard = new URLSearchParams(useSearch()).get('view') === 'board';
  return isBoard ? <BoardPage list={list} /> : <RequestList list={list} />;
}

type List = ReturnType<typeof useList<typeof REQUEST_LIST>>;

function RequestList({ list }: { list: List }) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const actions = useRowActions();
  const manages = useCan('request.manage');
  const mayExport = useCan('request.export');
  const query = trpc.request.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = useRequestColumns();
  const [more, setMore] = useState(false);
  const filters = useRequestFilters(list, more);
  const [chosen, setChosen] = useState(NO_ROWS);
  const [rows, setRows] = useState<readonly RequestItem[]>([]);
  const add = <EnterLink />;
  return (
    <ListPage
      id="request"
      title={t('title')}
      lead={t('lead')}
      action={
        <>
          {manages && <ImportLink />}
          {mayExport && <ExportButton kind="dsrm-request" input={list.criteria} />}
          {add}
        </>
      }
      note={
        <>
          <Views list={list} />
          <RightsFound found={query.data} />
          {manages && (
            <BulkAssign
              requests={rows.filter(({ id }) => chosen.has(id))}
              onDone={(failed) => setChosen(new Set(failed))}
            />
          )}
        </>
      }
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters}
      moreFilters={{ label: t('filter.more'), open: more, onToggle: setMore }}
      tools={<SavedViews list="request" />}
      {...(manages && { selection: { chosen, onChange: setChosen }, onDisplay: setRows })}
      rowName={(row) => requestReference(row.number)}
      rowHref={(row) => requestHref(row.id)}
      rowActions={(row) => [actions.open(requestHref(row.id))]}
      empty={{ node: <NoRequests /> }}
    />
  );
}

/** In place of requests, to each role: what appears here, and for those who may, how to enter one. */
function NoRequests() {
  const { t } = useTranslation('requestScreen');
  const { standing } = useSession();
  const manages = useCan('request.manage');
  const isOwn = onlyOwn(standing.role, 'request.read');
  const forms = useFormsInForce(manages);
  if (manages && forms.data?.collection.length === 0)
    return (
      <EmptyState
        icon={<Inbox size={24} aria-hidden />}
        title={t('empty.title')}
        body={t('empty.bodyNoForm')}
        action={
          <LinkButton look="main" href={pageAddress('requestForms')}>
            {t('entry.toForms')}
          </LinkButton>
        }
      />
    );
  return (
    <EmptyState
      icon={<Inbox size={24} aria-hidden />}
      title={t(isOwn ? 'empty.ownTitle' : 'empty.title')}
      body={t(isOwn ? 'empty.ownBody' : manages ? 'empty.body' : 'empty.bodyReader')}
      action={<EnterLink />}
    />
  );
}

function BoardPage({ list }: { list: List }) {
  const { t } = useTranslation('requestScreen');
  const [more, setMore] = useState(false);
  const filters = useRequestFilters(list, more);
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} action={<EnterLink />} />
      <Views list={list} />
      <Flex wrap="wrap" gap="2" mb="4">
        <FilterBar
          state={list.state}
          filters={filters}
          more={{ label: t('filter.more'), open: more, onToggle: setMore }}
          searchable
          searchPlaceholder={t('search')}
          tools={<SavedViews list="request" />}
        />
      </Flex>
      <Board input={list.criteria} none={<Nothing state={list.state} emptyState={<NoRequests />} />} />
    </>
  );
}

/** The number of rights found by the filters of rights, if it differs from the number of rows. */
function RightsFound({ found }: { found: FoundRequests | undefined }) {
  const { t } = useTranslation('requestScreen');
  const { number } = useFormat();
  if (!found || found.rights === null || found.rights === found.meta.totalItems) return null;
  const requests = t('requestsFound', { count: found.meta.totalItems, number: number(found.meta.totalItems) });
  return (
    <Text textStyle="small" color="muted" mb="3">
      {t('rightsFound', { count: found.rights, number: number(found.rights), requests })}
    </Text>
  );
}

/** The list, the user's own requests, and the board. */
function Views({ list }: { list: List }) {
  const { t } = useTranslation('requestScreen');
  const isBoard = new URLSearchParams(useSearch()).get('view') === 'board';
  const seesAll = useCan('request.manage');
  const { mine } = list.input;
  return (
    <Tabs
      label={t('views.label')}
      items={[
        { label: t('views.list'), href: '?', current: !isBoard && !mine },
        ...(seesAll ? [{ label: t('views.mine'), href: '?mine=true', current: !isBoard && mine }] : []),
        { label: t('views.board'), href: '?view=board', current: isBoard },
      ]}
    />
  );
}

function EnterLink() {
  const { t } = useTranslation('requestScreen');
  if (!useCan('request.manage')) return null;
  return (
    <LinkButton look="main" icon={<Plus aria-hidden />} href={requestHref('new')}>
      {t('entry.action')}
    </LinkButton>
  );
}

function ImportLink() {
  const { t } = useTranslation('requestScreen');
  return (
    <LinkButton icon={<FileUp aria-hidden />} href={pageAddress('requestImport')}>
      {t('import')}
    </LinkButton>
  );
}
