import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { drawnRows, NOBODY } from './drawnRows.ts';
import { useListLinks } from './links.ts';
import { MoreRows } from './MoreRows.tsx';

/** Rows displayed as bars; the table has all. */
const DISPLAYED = 12;

/** Purposes by responsible department, then those with only a person and those without anybody. */
export function ResponsibleCard() {
  const { t } = useTranslation('dashboard');
  const { ws } = useSession();
  const { number, text } = useFormat();
  const links = useListLinks();
  const chart = trpc.dashboard.responsible.useQuery({ ws });
  const rows = chart.data?.collection.map((row) => ({
    ...row,
    key: row.department?.id ?? (row.person ? 'PERSON' : NOBODY),
    label: row.department ? text(row.department.name) : t(row.person ? 'responsible.person' : 'responsible.none'),
  }));
  const drawn = drawnRows(rows ?? [], DISPLAYED);
  return (
    <ChartCard
      title={t('responsible.title')}
      table={
        rows && {
          caption: t('responsible.title'),
          headers: [t('responsible.title'), t('purposes'), t('published')],
          rows: rows.map((row) => ({ key: row.key, cells: [row.label, row.purposes, row.published] })),
        }
      }
      actions={<ExportButton kind="responsible" size="sm" look="quiet" />}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    >
      <BarList
        bars={drawn.map(({ key, label, purposes, published }) => ({
          key,
          label,
          value: purposes,
          href: links.purposes({ department: key }),
          tone: key === NOBODY ? 'muted' : 'accent',
          note: t('publishedOf', { number: number(published) }),
        }))}
      />
      <MoreRows rows={(rows ?? []).length - drawn.length} />
    </ChartCard>
  );
}
