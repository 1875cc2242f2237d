import { Globe2, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../shell/countries.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { Banner, EmptyState, HStack, useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useListLinks } from './links.ts';

/** Purposes by the country that gets their data. */
export function CrossBorderCard() {
  const { t } = useTranslation('dashboard');
  const { ws } = useSession();
  const { number } = useFormat();
  const countryName = useCountryName();
  const links = useListLinks();
  const chart = trpc.dashboard.crossBorder.useQuery({ ws });
  const rows = chart.data?.collection;
  const unrecorded = chart.data?.unrecorded ?? 0;
  return (
    <ChartCard
      title={t('crossBorder.title')}
      table={
        rows && {
          caption: t('crossBorder.title'),
          headers: [t('crossBorder.country'), t('purposes'), t('crossBorder.parties'), t('crossBorder.withoutGround')],
          rows: rows.map((row) => ({
            key: row.country,
            cells: [countryName(row.country), row.purposes, row.thirdParties + row.storageSystems, row.ungrounded],
          })),
        }
      }
      actions={<ExportButton kind="third-party-disclosure" size="sm" look="quiet" />}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    >
      {unrecorded > 0 && (
        <Banner tone="warn">{t('crossBorder.unrecorded', { count: unrecorded, number: number(unrecorded) })}</Banner>
      )}
      {rows?.length === 0 ? (
        // Where storage has no recorded country, nobody can state that none is abroad.
        unrecorded === 0 && (
          <EmptyState
            icon={<Globe2 size={24} aria-hidden />}
            title={t('crossBorder.none')}
            body={t('crossBorder.noneBody')}
          />
        )
      ) : (
        <BarList
          bars={(rows ?? []).map(({ country, purposes, thirdParties, storageSystems, ungrounded }) => ({
            key: country,
            label: countryName(country),
            value: purposes,
            href: links.purposes({ country }),
            tone: ungrounded > 0 ? 'warn' : 'accent',
            note: (
              <HStack as="span" gap="1" flexWrap="wrap">
                {thirdParties > 0 && (
                  <span>{t('crossBorder.thirdParties', { count: thirdParties, number: number(thirdParties) })}</span>
                )}
                {storageSystems > 0 && (
                  <span>
                    {t('crossBorder.storageSystems', { count: storageSystems, number: number(storageSystems) })}
                  </span>
                )}
                {ungrounded > 0 && (
                  <HStack as="span" gap="1" color="warn.text">
                    <TriangleAlert size={14} aria-hidden />
                    {t('crossBorder.ungrounded', { number: number(ungrounded) })}
                  </HStack>
                )}
              </HStack>
            ),
          }))}
        />
      )}
    </ChartCard>
  );
}
