import { useTranslation } from 'react-i18next';
import type { CompletenessChart } from '../../../shared/dashboard/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { Box, chakra, Link, useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useListLinks } from './links.ts';

/** The completeness of the record, item by item of sections 39 and 40, and the applications to continue with. */
export function CompletenessCard() {
  const { t } = useTranslation(['dashboard', 'completeness']);
  const { ws } = useSession();
  const { number } = useFormat();
  const mayRead = useCan('ropa.read');
  const chart = trpc.dashboard.completeness.useQuery({ ws });
  const { applications = 0, complete = 0, average = 0, collection = [], least = [] } = chart.data ?? {};
  return (
    <ChartCard
      title={t('completeness.title')}
      lead={
        chart.data &&
        (applications > 0
          ? t('completeness.lead', {
              count: applications,
              complete: number(complete),
              applications: number(applications),
              average,
            })
          : t('completeness.none'))
      }
      table={
        chart.data && {
          caption: t('completeness.title'),
          headers: [t('completeness.item'), t('completeness.role'), t('completeness.complete'), t('completeness.of')],
          rows: collection.map((row) => ({
            key: `${row.role} ${row.item}`,
            cells: [t(`completeness:item.${row.item}`), t(`completeness.${row.role}`), row.complete, row.applications],
          })),
        }
      }
      actions={<ExportButton kind="ropa" size="sm" look="quiet" />}
      error={chart.error}
      onRetry={() => void chart.refetch()}
    >
      <RoleBars rows={collection} />
      {mayRead && <LeastComplete applications={least} />}
    </ChartCard>
  );
}

const Subheading = chakra('h3', { base: { textStyle: 'dense', fontWeight: 'semibold', mb: '1' } });

/** How many applications have each item, by the role of the organisation where it has both. */
function RoleBars({ rows }: { rows: CompletenessChart['collection'] }) {
  const { t } = useTranslation(['dashboard', 'completeness']);
  const { number } = useFormat();
  const roles = (['controller', 'processor'] as const)
    .map((role) => ({ role, items: rows.filter((row) => row.role === role) }))
    .filter(({ items }) => items.length > 0);
  return roles.map(({ role, items }) => (
    <Box key={role} mb="4">
      {roles.length > 1 && <Subheading>{t(`completeness.${role}`)}</Subheading>}
      <BarList
        unit={(value) =>
          t('completeness.outOf', { complete: number(value), applications: number(items[0]?.applications ?? 0) })
        }
        bars={items.map(({ item, complete, applications }) => ({
          key: item,
          label: t(`completeness:item.${item}`),
          value: complete,
          of: applications,
          tone: complete < applications ? 'warn' : 'accent',
        }))}
      />
    </Box>
  ));
}

/** The applications to continue with. */
function LeastComplete({ applications }: { applications: CompletenessChart['least'] }) {
  const { t } = useTranslation('dashboard');
  const incomplete = useListLinks().applications({ complete: 'false' });
  if (applications.length === 0) return null;
  return (
    <>
      <Subheading>{t('completeness.least')}</Subheading>
      <BarList
        unit={(value) => `${value}%`}
        bars={applications.map(({ id, name, completeness }) => ({
          key: id,
          label: name,
          value: completeness,
          of: 100,
          href: recordAddress('application', id),
          tone: 'warn',
        }))}
      />
      {incomplete && (
        <chakra.p mt="2" textStyle="dense">
          <Link href={incomplete}>{t('completeness.all')}</Link>
        </chakra.p>
      )}
    </>
  );
}
