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

/** Where a task stands; glows when that changes under one's eyes. */
export function TaskStatusTag({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('requestTask');
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={TONES[status]}>{t(`status.${status}`)}</StatusTag>
    </GlowOnChange>
  );
}

/** What a task is called: as somebody wrote it, or what is to be done. */
export function useTaskName(): (task: Pick<TaskItem, 'title' | 'kind'>) => string {
  const { t } = useTranslation('requestTask');
  return ({ title, kind }) => title || t(`kind.${kind}`);
}
