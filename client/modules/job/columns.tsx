import { useTranslation } from 'react-i18next';
import type { JobRow } from '../../../shared/job/schema.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { Box, chakra, ProgressBar, RelativeTime, StatusTag, useFormat } from '../../ui/index.ts';
import { type Column, timeColumn, TwoLines } from '../../ui/table/index.ts';

/** The columns of the list of jobs. */
export function useJobColumns(): Column<JobRow>[] {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  return [
    { id: 'kind', header: t('kindLabel'), cell: (row) => t(`kind.${row.kind}`) },
    { id: 'workspace', header: t('workspace'), cell: (row) => row.workspace.name },
    {
      id: 'state',
      priority: 1,
      header: t('stateLabel'),
      cell: (row) => <StatusTag tone={WORK_TONES[row.state]}>{t(`state.${row.state}`)}</StatusTag>,
    },
    { id: 'progress', header: t('progressLabel'), cell: (row) => <Progress job={row} /> },
    {
      id: 'attempts',
      align: 'end',
      priority: 3,

      header: t('attempts'),
      cell: (row) =>
        t('attemptsOf', { count: row.attempts, number: number(row.attempts), most: number(row.maxAttempts) }),
    },
    { id: 'error', wraps: true, header: t('errorLabel'), cell: (row) => (row.error ? t(`error.${row.error}`) : '–') },
    {
      id: 'nextRun',
      priority: 3,
      header: t('nextRun'),
      cell: (row) => (row.nextRunAt ? <RelativeTime value={row.nextRunAt} /> : '–'),
    },
    timeColumn('createdAt', t('createdAt')),
  ];
}

function Progress({ job }: { job: JobRow }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const { progress, state } = job;
  if (!progress || (progress.total === null && progress.done === 0)) return '–';
  const { done, total } = progress;
  const words =
    total === null ? number(done) : t('progress', { done: number(Math.min(done, total)), total: number(total) });
  if (state !== 'running') return <TwoLines more={null}>{words}</TwoLines>;
  return (
    <Box minWidth="7rem" maxWidth="14rem">
      <chakra.div textStyle="small" mb="1" data-numeric="">
        {words}
      </chakra.div>
      <ProgressBar
        label={t('progressOf', { kind: t(`kind.${job.kind}`) })}
        share={total === null ? undefined : Math.min(1, done / Math.max(1, total))}
        words={words}
      />
    </Box>
  );
}
