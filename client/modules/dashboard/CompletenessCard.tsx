import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { Box, chakra, Link, useFormat } from '../../ui/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { useListLinks } from './links.ts';

/** How complete the record is, item by item of sections 39 and 40, and which applications to continue with. */
export function CompletenessCard() {
  const { t } = useTranslation(['dashboard', 'completeness']);
  const { ws } = useSession();
  const { number } = useFormat();
  const mayRead = useCan('ropa.read');
  const links = useListLinks();
  const chart = trpc.dashboard.completeness.useQuery({ ws });
  const { applications = 0, complete = 0, average = 0, collection = [], least = [] } = chart.data ?? {};
  const roles = (['controller', 'processor'] as const).filter((role) => collection.some((row) => row.role === role));
  const incomplete = links.applications({ complete: 'false' });
  return (
    <ChartCard
      title={t('completeness.title')}
      lead={
        chart.data &&
        (applications > 0
          ? t('completeness.lead', { complete: number(complete), applications: number(applications), average })
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
      {roles.map((role) => (
        <Box key={role} mb="4">
          {roles.length > 1 && (
            <chakra.h3 textStyle="dense" fontWeight="semibold" mb="1">
              {t(`completeness.${role}`)}
            </chakra.h3>
          )}
          <BarList
            unit={(value) =>
              t('completeness.outOf', {
                complete: number(value),
                applications: number(collection.find((row) => row.role === role)?.applications ?? 0),
              })
            }
            bars={collection
              .filter((row) => row.role === role)
              .map((row) => ({
                key: row.item,
                label: t(`completeness:item.${row.item}`),
                value: row.complete,
                of: row.applications,
                tone: row.complete < row.applications ? 'warn' : 'accent',
              }))}
          />
        </Box>
      ))}
      {mayRead && least.length > 0 && (
        <>
          <chakra.h3 textStyle="dense" fontWeight="semibold" mb="1">
            {t('completeness.least')}
          </chakra.h3>
          <BarList
            unit={(value) => `${value}%`}
            bars={least.map(({ id, name, completeness }) => ({
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
      )}
    </ChartCard>
  );
}
