import { ExternalLink, Target } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { DATA_SHARING_LIST, type SharingCountry, type SharingItem } from '../../../shared/dataSharing/schema.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, EmptyState, Grid, Link, LinkButton, PageHeader, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useList, LIST_QUERY, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { AbroadCell, ApplicationsCell, CategoriesCell, ContractCell, FlagTags, SafeguardCell } from './cells.tsx';
import { CountriesCard } from './CountriesCard.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';

const AssessDialog = lazy(() => import('./AssessDialog.tsx'));

/** To whom personal data goes, and what needs care about it. */
export default function DataSharingPage() {
  const { t } = useTranslation(['dataSharing', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const countryName = useCountryName();
  const mayOpen = useCan('ropa.read');
  const mayAssess = useCan('dataSharing.write');
  const [assessing, setAssessing] = useState<SharingCountry | 'other' | null>(null);
  const control = useList(DATA_SHARING_LIST, { params: { applicationId: 'application', purposeId: 'purpose' } });
  const { state, criteria: filters } = control;
  const list = trpc.dataSharing.list.useQuery({ ws, ...control.input }, LIST_QUERY);
  const countries = trpc.dataSharing.countries.useQuery({ ws });

  const columns: Column<SharingItem>[] = [
    {
      id: 'recipient',
      header: t('column.recipient'),
      cell: (row) => (
        <Box as="span" display="block" minWidth="9rem" overflowWrap="anywhere">
          {row.recipient.name || '–'}
        </Box>
      ),
    },
    { id: 'kind', header: t('column.kind'), defaultHidden: true, cell: (row) => <Tag>{t(`kind.${row.kind}`)}</Tag> },
    {
      id: 'country',
      header: t('column.country'),
      cell: (row) =>
        row.kind === 'internal' ? (
          <Tag>{t('kind.internal')}</Tag>
        ) : row.adequacy === 'home' ? (
          countryName(row.country)
        ) : (
          <AbroadCell row={row} country={countryName(row.country)} adequacy={row.adequacy} />
        ),
    },
    { id: 'flags', header: t('column.flags'), cell: (row) => <FlagTags flags={row.flags} /> },
    { id: 'categories', header: t('column.categories'), cell: (row) => <CategoriesCell row={row} /> },
    {
      id: 'purpose',
      header: t('column.purpose'),
      cell: (row) => (
        <Box minWidth="8rem" overflowWrap="anywhere">
          {mayOpen ? (
            <Link href={recordAddress('purpose', row.purpose.id)}>{text(row.purpose.title)}</Link>
          ) : (
            text(row.purpose.title)
          )}
        </Box>
      ),
    },
    {
      id: 'applications',
      header: t('column.applications'),
      cell: (row) => <ApplicationsCell applications={row.applications} link={mayOpen} />,
    },
    {
      id: 'contractExpiresOn',
      header: t('column.contract'),
      cell: (row) => <ContractCell row={row} />,
    },
    { id: 'safeguard', header: t('safeguardShort'), defaultHidden: true, cell: (row) => <SafeguardCell row={row} /> },
  ];

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={<ExportButton kind="data-sharing" formats={['xlsx', 'csv']} input={filters} />}
      />
      <Grid gap="4" gridTemplateColumns="minmax(0, 1fr)">
        <SummaryStrip
          flag={filters.flag}
          kind={filters.kind}
          onFlag={(flag) => state.setFilter('flag', flag)}
          onKind={(kind) => state.setFilter('kind', kind)}
        />
        <CountriesCard
          query={countries}
          chosen={filters.country}
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
          filters={[
            control.filter('kind', t('column.kind'), (value) => t(`kind.${value}`)),
            control.filter('flag', t('column.flags'), (value) => (value === 'any' ? t('anyFlag') : t(`flag.${value}`))),
            control.filter(
              'country',
              t('column.country'),
              (countries.data ?? [])
                .filter(({ thirdParty }) => thirdParty > 0)
                .map(({ country }) => ({ value: country, label: countryName(country) })),
            ),
            control.filter('safeguard', t('safeguardShort'), (value) =>
              value === 'missing' ? t('missingSafeguard') : t(`safeguard.${value}`),
            ),
            ...(filters.purposeId
              ? [
                  control.filter('purposeId', t('column.purpose'), [
                    { value: filters.purposeId, label: t('filteredPurpose') },
                  ]),
                ]
              : []),
            ...(filters.applicationId
              ? [
                  control.filter('applicationId', t('column.applications'), [
                    { value: filters.applicationId, label: t('filteredApplication') },
                  ]),
                ]
              : []),
          ]}
          rowKey={(row) => row.key}
          rowName={(row) => row.recipient.name}
          rowActions={
            mayOpen
              ? (row) => [
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
                ]
              : undefined
          }
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
