import { keepPreviousData } from '@tanstack/react-query';
import { ExternalLink, Target } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { SHARING_FLAGS, type SharingCountry, type SharingItem } from '../../../shared/dataSharing/schema.ts';
import { TRANSFER_SAFEGUARDS } from '../../../shared/purpose/lawfulBasis.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, EmptyState, Grid, Link, LinkButton, PageHeader, Tag, useFormat } from '../../ui/index.ts';
import { type Column, DataTable, useListState, tableQuery } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { AbroadCell, ApplicationsCell, CategoriesCell, ContractCell, FlagTags, SafeguardCell } from './cells.tsx';
import { CountriesCard } from './CountriesCard.tsx';
import { SummaryStrip } from './SummaryStrip.tsx';

const AssessDialog = lazy(() => import('./AssessDialog.tsx'));

const KINDS = ['internal', 'thirdParty', 'abroad'] as const;
const SAFEGUARD_FILTER = [...TRANSFER_SAFEGUARDS, 'missing'] as const;
const FLAG_FILTER = [...SHARING_FLAGS, 'any'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuid = (value: string | undefined) => (value && UUID.test(value) ? value : undefined);

/** To whom personal data goes, and what needs care about it. */
export default function DataSharingPage() {
  const { t } = useTranslation(['dataSharing', 'ui']);
  const { ws } = useSession();
  const { text } = useFormat();
  const countryName = useCountryName();
  const mayOpen = useCan('ropa.read');
  const mayAssess = useCan('dataSharing.write');
  const [assessing, setAssessing] = useState<SharingCountry | 'other' | null>(null);
  const state = useListState({
    sortBy: ['recipient', 'country', 'purpose', 'contractExpiresOn'],
    sortDirection: 'ASC',
    filters: { kind: 'one', country: 'one', safeguard: 'one', flag: 'one', application: 'one', purpose: 'one' },
  });
  const chosen = state.filters;
  const filters = {
    query: state.query,
    kind: KINDS.find((kind) => kind === chosen.kind) ?? ('ALL' as const),
    country: chosen.country && /^[A-Z]{2}$/.test(chosen.country) ? chosen.country : undefined,
    safeguard: SAFEGUARD_FILTER.find((one) => one === chosen.safeguard),
    flag: FLAG_FILTER.find((one) => one === chosen.flag),
    applicationId: uuid(chosen.application),
    purposeId: uuid(chosen.purpose),
  };
  const list = trpc.dataSharing.list.useQuery(
    { ws, ...state.input, ...filters },
    { placeholderData: keepPreviousData },
  );
  const countries = trpc.dataSharing.countries.useQuery({ ws });

  const columns: Column<SharingItem>[] = [
    {
      id: 'recipient',
      header: t('column.recipient'),
      sortable: true,
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
      sortable: true,
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
      sortable: true,
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
      sortable: true,
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
            {
              kind: 'one',
              key: 'kind',
              label: t('column.kind'),
              options: KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
            },
            {
              kind: 'one',
              key: 'flag',
              label: t('column.flags'),
              options: FLAG_FILTER.map((value) => ({
                value,
                label: value === 'any' ? t('anyFlag') : t(`flag.${value}`),
              })),
            },
            {
              kind: 'one',
              key: 'country',
              label: t('column.country'),
              options: (countries.data ?? [])
                .filter(({ thirdParty }) => thirdParty > 0)
                .map(({ country }) => ({ value: country, label: countryName(country) })),
            },
            {
              kind: 'one',
              key: 'safeguard',
              label: t('safeguardShort'),
              options: SAFEGUARD_FILTER.map((value) => ({
                value,
                label: value === 'missing' ? t('missingSafeguard') : t(`safeguard.${value}`),
              })),
            },
            ...(filters.purposeId
              ? [
                  {
                    kind: 'one' as const,
                    key: 'purpose',
                    label: t('column.purpose'),
                    options: [{ value: filters.purposeId, label: t('filteredPurpose') }],
                  },
                ]
              : []),
            ...(filters.applicationId
              ? [
                  {
                    kind: 'one' as const,
                    key: 'application',
                    label: t('column.applications'),
                    options: [{ value: filters.applicationId, label: t('filteredApplication') }],
                  },
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
