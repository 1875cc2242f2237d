import { useTranslation } from 'react-i18next';
import type { TaskOverview } from '../../../shared/personnel/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useCan } from '../../shell/session.tsx';
import { chakra, Link, Text, useFormat } from '../../ui/index.ts';

/** Open work of one person: one line per module. */
export function TaskOverviewList({ overview, personId }: { overview: TaskOverview; personId: string }) {
  const { t } = useTranslation(['organization', 'activityLog']);
  const { number } = useFormat();
  const seesRequests = useCan('request.manage');
  const seesPlans = useCan('treatmentPlan.manage');
  if (overview.total === 0) return <Text color="muted">{t('personnel.noTasks')}</Text>;
  return (
    <chakra.ul listStyle="none" display="grid" gap="1" textStyle="dense">
      {overview.modules.map(({ module, pending, active }) => (
        <li key={module}>
          {t(`activityLog:module.${module}` as 'activityLog:module.ALL')}: {t('personnel.taskPending')}{' '}
          {number(pending)} · {t('personnel.taskActive')} {number(active)}
          {module === 'DSRM' && seesRequests && (
            <>
              {' '}
              <Link href={pageAddress('requests', { assigneeId: personId })}>{t('personnel.openTasks')}</Link>
            </>
          )}
          {module === 'DPIA' && seesPlans && (
            <>
              {' '}
              <Link href={pageAddress('treatmentPlans', { assigneeId: personId, due: 'OPEN' })}>
                {t('personnel.openPlans')}
              </Link>
            </>
          )}
        </li>
      ))}
    </chakra.ul>
  );
}
