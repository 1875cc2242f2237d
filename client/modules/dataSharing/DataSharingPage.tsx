import { ExternalLink, Target } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { DATA_SHARING_LIST, type SharingCountry, type SharingItem } from '../../../shared/dataSharing/schema.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { EmptyState, Grid, LinkButton, type MenuItem, PageHeader } from '../../ui/index.ts';
import { DataTable, type Filter, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useColumns } from './columns.tsx';
import { CountriesCard } from './CountriesCard.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const AssessDialog = lazyScreen(() => import('./AssessDialog.tsx'));

/** The recipients of personal data, and which of them need attention. */
export default function DataSharingPage() {
  const { t } = useTranslation('dataSharing');
  const { ws } = useSession();
  const mayOpen = useCan('ropa.read');
  const mayAssess = useCan('dataSharing.write');
  const [assessing, setAssessing] = useState<SharingCountry | 'other' | null>(null);
  const control = useSharingList();
  const { state, criteria } = control;
  const list = trpc.dataSharing.list.useQuery({ ws, ...control.input }, LIST_QUERY);
  const countries = trpc.dataSharing.countries.useQuery({ ws });
  const columns = useColumns();
  const filters = useFilters(control, countries.data ?? []);
  const recordLinks = useRecordLinks();

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={<ExportButton kind="data-sharing" formats={['xlsx', 'csv']} input={criteria} />}
      />
      <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <SummaryStrip
          flag={criteria.flag}
          kind={criteria.kind}
          onFlag={(flag) => state.setFilter('flag', flag)}
          onKind={(kind) => state.setFilter('kind', kind)}
        />
        <CountriesCard
          query={countries}
          chosen={criteria.country}
          onChoose={(country) => state.setFilter('country', country)}
          onAssess={mayAssess ? setAssessing : undefined}
        />
        <DataTable
          id="dataSharing"
          caption={t('title')}
          columns={columns}
          {...tableQuery(list)}
          state={state}
          searchPlaceholder={t('search')}
          filters={filters}
          rowKey={(row) => row.key}
          rowName={(row) => row.recipient.name}
          rowActions={mayOpen ? recordLinks : undefined}
          emptyState={
            <EmptyState
              title={t('emptyTitle')}
              body={t('emptyBody')}
              action={
                mayOpen && (
                  <LinkButton look="main" href={pageAddress('purposes')}>
                    {t('emptyAction')}
                  </LinkButton>
                )
              }
            />
          }
        />
      </Grid>
      <Suspense fallback={null}>
        {assessing && <AssessDialog target={assessing} onClose={() => setAssessing(null)} />}
      </Suspense>
    </>
  );
}

const useSharingList = () =>
  useList(DATA_SHARING_LIST, { params: { applicationId: 'application', purposeId: 'purpose' } });

/** The filters of the table; a purpose or an application set by the address can only be removed. */
function useFilters(control: ReturnType<typeof useSharingList>, countries: readonly SharingCountry[]): Filter[] {
  const { t } = useTranslation('dataSharing');
  const countryName = useCountryName();
  const { purposeId, applicationId } = control.criteria;
  return [
    control.filter('kind', t('column.kind'), (value) => t(`kind.${value}`)),
    control.filter('flag', t('column.flags'), (value) => (value === 'any' ? t('anyFlag') : t(`flag.${value}`))),
    control.filter(
      'country',
      t('column.country'),
      countries
        .filter(({ thirdParty, storage }) => thirdParty + storage > 0)
        .map(({ country }) => ({ value: country, label: countryName(country) })),
    ),
    control.filter('safeguard', t('safeguardShort'), (value) =>
      value === 'missing' ? t('missingSafeguard') : t(`safeguard.${value}`),
    ),
    ...(purposeId
      ? [control.filter('purposeId', t('column.purpose'), [{ value: purposeId, label: t('filteredPurpose') }])]
      : []),
    ...(applicationId
      ? [
          control.filter('applicationId', t('column.applications'), [
            { value: applicationId, label: t('filteredApplication') },
          ]),
        ]
      : []),
  ];
}

/** Links to the purpose and the receiving application of a row. */
function useRecordLinks(): (row: SharingItem) => MenuItem[] {
  const { t } = useTranslation('dataSharing');
  return (row) => [
    {
      key: 'purpose',
      label: t('openPurpose'),
      icon: <Target />,
      href: recordAddress('purpose', row.purpose.id),
    },
    ...(row.recipient.id
      ? [
          {
            key: 'application',
            label: t('openApplication'),
            icon: <ExternalLink />,
            href: recordAddress('application', row.recipient.id, { tab: 'data-mapping' }),
          },
        ]
      : []),
  ];
}
