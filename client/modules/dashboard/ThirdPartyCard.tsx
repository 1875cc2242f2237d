import { useTranslation } from 'react-i18next';
import { MOST_THIRD_PARTIES } from '../../../shared/dashboard/schema.ts';
import { useCountryName } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { chakra, useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useListLinks } from './links.ts';
import { MoreRows } from './MoreRows.tsx';

/** Third parties displayed as bars; the table has more. */
const DISPLAYED = 6;

/** Purposes that disclose to third parties, and the most frequent ones. */
export function ThirdPartyCard() {
  const { t } = useTranslation('dashboard');
  const { ws } = useSession();
  const { number } = useFormat();
  const countryName = useCountryName();
  const links = useListLinks();
  const chart = trpc.dashboard.thirdPartyDisclosure.useQuery({ ws });
  const label = (disclosed: boolean) => t(disclosed ? 'thirdParty.disclosed' : 'thirdParty.notDisclosed');
  const parties = chart.data?.thirdParties ?? [];
  return (
    <ChartCard
      title={t('thirdParty.title')}
      lead={parties.length === MOST_THIRD_PARTIES && t('thirdParty.most', { number: number(parties.length) })}
      table={
        chart.data && {
          caption: t('thirdParty.title'),
          headers: [t('thirdParty.title'), t('purposes'), t('published')],
          rows: [
            ...chart.data.collection.map(({ disclosed, purposes, published }) => ({
              key: String(disclosed),
              cells: [label(disclosed), purposes, published],
            })),
            ...parties.map(({ name, country, purposes }) => ({
              key: `${name} ${country}`,
              cells: [`${name} · ${countryName(country)}`, purposes, ''],
            })),
          ],
        }
      }
      actions={<ExportButton kind="third-party-disclosure" size="sm" look="quiet" />}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    >
      <BarList
        bars={(chart.data?.collection ?? []).map(({ disclosed, purposes, published }) => ({
          key: String(disclosed),
          label: label(disclosed),
          value: purposes,
          of: chart.data?.total,
          href: links.purposes({ disclosed: String(disclosed) }),
          tone: disclosed ? 'accent' : 'muted',
          note: purposes > 0 && t('publishedOf', { number: number(published) }),
        }))}
      />
      {parties.length > 0 && (
        <>
          <chakra.h3 textStyle="dense" fontWeight="semibold" mt="4" mb="1">
            {t('thirdParty.parties')}
          </chakra.h3>
          <BarList
            bars={parties.slice(0, DISPLAYED).map(({ name, country, purposes }) => ({
              key: `${name} ${country}`,
              label: `${name} · ${countryName(country)}`,
              value: purposes,
            }))}
          />
          <MoreRows rows={parties.length - DISPLAYED} />
        </>
      )}
    </ChartCard>
  );
}
