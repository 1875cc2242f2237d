import { useTranslation } from 'react-i18next';
import type { TaskItem } from '../../../shared/requestTask/schema.ts';
import type { TaskStatus } from '../../../shared/requestTask/status.ts';
import { GlowOnChange, StatusTag } from '../../ui/index.ts';

const TONES = {
  OPEN: 'live',
  INPROGRESS: 'accent',
  DONE: 'ok',
  REFUSED: 'warn',
  NOT_NEEDED: 'neutral',
} as const satisfies Record<TaskStatus, string>;

/** The status of a task; highlighted briefly when it changes while displayed. */
export function TaskStatusTag({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('requestTask');
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={TONES[status]}>{t(`status.${status}`)}</StatusTag>
    </GlowOnChange>
  );
}

/** The label of a task: its title, or the kind of work. */
export function useTaskName(): (task: Pick<TaskItem, 'title' | 'kind'>) => string {
  const { t } = useTranslation('requestTask');
  return ({ title, kind }) => title || t(`kind.${kind}`);
}
