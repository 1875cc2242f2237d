import { useTranslation } from 'react-i18next';
import type { TaskOverview } from '../../../shared/personnel/schema.ts';
import { chakra, Text, useFormat } from '../../ui/index.ts';

/** Open work of one person: a line for each module. */
export function TaskOverviewList({ overview }: { overview: TaskOverview }) {
  const { t } = useTranslation(['organization', 'activityLog']);
  const { number } = useFormat();
  if (overview.total === 0) return <Text color="muted">{t('personnel.noTasks')}</Text>;
  return (
    <chakra.ul listStyle="none" display="grid" gap="1" textStyle="dense">
      {overview.modules.map(({ module, pending, active }) => (
        <li key={module}>
          {t(`activityLog:module.${module}` as 'activityLog:module.ALL')}: {t('personnel.taskPending')}{' '}
          {number(pending)} · {t('personnel.taskActive')} {number(active)}
        </li>
      ))}
    </chakra.ul>
  );
}
