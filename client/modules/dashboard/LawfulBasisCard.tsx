import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useListLinks } from './links.ts';

/** Purposes by lawful basis. */
export function LawfulBasisCard() {
  const { t } = useTranslation(['dashboard', 'purposeScreen']);
  const { ws } = useSession();
  const { number } = useFormat();
  const links = useListLinks();
  const chart = trpc.dashboard.lawfulBasis.useQuery({ ws });
  const rows = chart.data?.collection.map((row) => ({
    ...row,
    key: row.lawfulBasis ?? 'NONE',
    label: row.lawfulBasis ? t(`purposeScreen:basis.${row.lawfulBasis}.name`) : t('lawfulBasis.none'),
  }));
  return (
    <ChartCard
      title={t('lawfulBasis.title')}
      lead={t('lawfulBasis.lead')}
      table={
        rows && {
          caption: t('lawfulBasis.title'),
          headers: [t('lawfulBasis.title'), t('purposes'), t('published')],
          rows: rows.map((row) => ({ key: row.key, cells: [row.label, row.purposes, row.published] })),
        }
      }
      actions={<ExportButton kind="lawful-basis" size="sm" look="quiet" />}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    >
      <BarList
        bars={(rows ?? []).map(({ key, label, purposes, published }) => ({
          key,
          label,
          value: purposes,
          of: chart.data?.total,
          href: links.purposes({ basis: key }),
          tone: key === 'NONE' ? 'warn' : 'accent',
          note: purposes > 0 && t('publishedOf', { number: number(published) }),
        }))}
      />
    </ChartCard>
  );
}
