import { Pencil, Plus, Siren } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { INCIDENT_LIST, type IncidentItem } from '../../../shared/incident/schema.ts';
import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { useGo } from '../../shell/navigation.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { LinkButton } from '../../ui/index.ts';
import { LIST_QUERY, ListPage, useList, useRowActions } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { incidentHref, LIST } from './address.ts';
import { BulkReject } from './BulkReject.tsx';
import { useIncidentColumns } from './columns.tsx';
import { useIncidentFilters } from './useIncidentFilters.ts';

const NO_ROWS: ReadonlySet<string> = new Set();

/** Incidents of the workspace, optionally sorted by due date: search, open, create. */
export default function IncidentsPage() {
  const { t } = useTranslation('incident');
  const { ws, standing } = useSession();
  const canReport = useCan('incident.report');
  const verifies = useCan('incident.verify');
  const [chosen, setChosen] = useState(NO_ROWS);
  const [rows, setRows] = useState<readonly IncidentItem[]>([]);
  const [more, setMore] = useState(false);
  const actions = useRowActions();
  useRequestedReport(canReport);
  const list = useList(INCIDENT_LIST);
  const query = trpc.incident.list.useQuery({ ws, ...list.input }, LIST_QUERY);
  const columns = useIncidentColumns();
  const filters = useIncidentFilters(list, more);
  const add = canReport && (
    <LinkButton look="main" icon={<Plus aria-hidden />} href={incidentHref('new')}>
      {t('report')}
    </LinkButton>
  );

  return (
    <ListPage
      id="incident"
      title={t('title')}
      lead={t('lead')}
      action={
        <>
          <ExportButton kind="incidents" input={list.criteria} />
          {add}
        </>
      }
      note={
        verifies && (
          <BulkReject
            incidents={rows.filter(({ id }) => chosen.has(id))}
            onDone={(failed) => setChosen(new Set(failed))}
          />
        )
      }
      {...(verifies && { selection: { chosen, onChange: setChosen }, onDisplay: setRows })}
      list={list}
      query={query}
      columns={columns}
      searchPlaceholder={t('search')}
      filters={filters}
      moreFilters={{ label: t('filter.more'), open: more, onToggle: setMore }}
      rowName={(row) => row.title}
      rowHref={(row) => incidentHref(row.id)}
      rowActions={(row) => [
        actions.open(incidentHref(row.id)),
        ...(row.status === 'WAITING'
          ? [{ key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, href: `${incidentHref(row.id)}?edit=1` }]
          : []),
      ]}
      empty={{
        icon: <Siren size={24} aria-hidden />,
        title: t(onlyOwn(standing.role, 'incident.read') ? 'empty.ownTitle' : 'empty.title'),
        body: t('empty.body'),
        action: add,
      }}
    />
  );
}

/** `?new=1` opens the form, as used by the command palette. */
function useRequestedReport(canReport: boolean): void {
  const requested = new URLSearchParams(useSearch()).get('new') === '1';
  const go = useGo();
  useEffect(() => {
    if (requested) go(canReport ? incidentHref('new') : LIST, { replace: true });
  }, [requested, canReport, go]);
}
