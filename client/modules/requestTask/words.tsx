import { useTranslation } from 'react-i18next';
import type { StatedKey } from '../../../shared/request/schema.ts';
import type { TaskItem } from '../../../shared/requestTask/schema.ts';
import type { TaskStatus } from '../../../shared/requestTask/status.ts';
import { useCan } from '../../shell/session.tsx';
import { Banner, GlowOnChange, StatusTag } from '../../ui/index.ts';

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

/** States by what nobody is looked up, since it was not confirmed to be the data subject's. */
export function NotSearched({ keys, onRequest }: { keys: readonly StatedKey[]; onRequest?: boolean }) {
  const { t } = useTranslation('requestTask');
  // On the page of the request, whoever may confirm it does so beside.
  const isHere = useCan('request.manage') && onRequest;
  if (keys.length === 0) return null;
  return (
    <Banner tone="warn">
      {t(isHere ? 'subject.notSearchedHere' : 'subject.notSearched', {
        keys: keys.map((key) => t(`subject.${key}`)).join(', '),
      })}
    </Banner>
  );
}
