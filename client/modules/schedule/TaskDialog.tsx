import { useTranslation } from 'react-i18next';
import type { DeliveryTask } from '../../../shared/schedule/schema.ts';
import { WORK_TONES } from '../../records/workTones.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { Banner, chakra, Dialog, Fact, Facts, Heading, Stack, StatusTag, Text, useFormat } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

/** One delivery: its content, its steps, and for failed ones a report for the IT staff. */
export function TaskDialog({ task, onClose }: { task: DeliveryTask; onClose: () => void }) {
  const { t } = useTranslation('schedule');
  const { dateTime } = useFormat();
  const { consent, workspace, reportCode, state, nextAt, log } = task;
  // While it runs again, the previous error is only displayed in the log.
  const problem = state === 'failed' || state === 'waiting' ? task.problem : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={720}
      title={task.fileName ?? consent.name}
      description={`${consent.name} · ${workspace.name}`}
    >
      <Stack gap="5">
        {problem && (
          <Banner
            tone={state === 'failed' ? 'danger' : 'warn'}
            title={`${reportCode}: ${t(`problem.${problem}.title`)}`}
          >
            {t(`problem.${problem}.action`)}{' '}
            {state === 'waiting' && nextAt && t('tryAgain', { code: reportCode, time: dateTime(nextAt) })}
          </Banner>
        )}
        <TaskFacts task={task} />
        {/* Focusable, so that a long log can be scrolled by keyboard. */}
        <chakra.section role="region" aria-label={t('log')} tabIndex={0}>
          <Heading mb="2">{t('log')}</Heading>
          {log.length === 0 ? <Text color="muted">{t('logEmpty')}</Text> : <Log lines={log} />}
        </chakra.section>
        {problem && <Report task={task} />}
      </Stack>
    </Dialog>
  );
}

function TaskFacts({ task }: { task: DeliveryTask }) {
  const { t } = useTranslation('schedule');
  const { dateTime, number } = useFormat();
  return (
    <Facts layout="beside">
      <Fact label={t('stateLabel')}>
        <StatusTag tone={WORK_TONES[task.state]}>{t(`taskState.${task.state}`)}</StatusTag>
      </Fact>
      <Fact label={t('runAt')}>
        {dateTime(task.runAt)} ({t(task.manual ? 'byHand' : 'onSchedule')})
      </Fact>
      {task.since && <Fact label={t('since')}>{dateTime(task.since)}</Fact>}
      {task.finishedAt && <Fact label={t('finishedAt')}>{dateTime(task.finishedAt)}</Fact>}
      <Fact label={t('attempts')}>{number(task.attempts)}</Fact>
      {task.rows !== null && <Fact label={t('rows')}>{number(task.rows)}</Fact>}
      {task.bytes !== null && <Fact label={t('size')}>{formatBytes(task.bytes)}</Fact>}
      {task.sha256 && (
        <Fact label="SHA-256">
          <chakra.code fontFamily="mono" textStyle="small" overflowWrap="anywhere">
            {task.sha256}
          </chakra.code>
        </Fact>
      )}
    </Facts>
  );
}

/** The text of a log line. */
function useStepWords(): (line: DeliveryTask['log'][number]) => string {
  const { t } = useTranslation('schedule');
  return ({ step, bytes: from, reportCode }) =>
    t(`step.${step}`, { code: reportCode ?? '', size: formatBytes(from ?? 0) }).trim();
}

function Log({ lines }: { lines: DeliveryTask['log'] }) {
  const words = useStepWords();
  const { date, time } = useFormat();
  return (
    <chakra.ol display="grid" gap="1.5" listStyleType="none" p="0">
      {lines.map((line, index) => (
        <chakra.li key={index} display="flex" flexWrap="wrap" columnGap="4">
          <chakra.span color="muted" fontVariantNumeric="tabular-nums" minWidth="11rem">
            {date(line.at)} {time(line.at, true)}
          </chakra.span>
          <chakra.span flex="1" minWidth="12rem">
            {words(line)}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

/** A report for the IT staff as text to copy: code, meaning, and the log in UTC. */
function Report({ task }: { task: DeliveryTask }) {
  const { t } = useTranslation('schedule');
  const words = useStepWords();
  const { problem, reportCode, id, fileName, sha256, log } = task;
  const lines = [
    `${reportCode} ${problem ? t(`problem.${problem}.title`) : ''}`,
    ...(problem ? [t(`problem.${problem}.action`)] : []),
    `ID ${id}`,
    ...(fileName ? [fileName] : []),
    ...(sha256 ? [`SHA-256 ${sha256}`] : []),
    ...log.map((line) => `${line.at} ${words(line)}`),
  ];
  return <CodeBlock name={t('forStaff')} language={t('forStaff')} code={lines.join('\n')} />;
}
