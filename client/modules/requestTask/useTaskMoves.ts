import { useTranslation } from 'react-i18next';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

type Moves = 'start' | 'record' | 'finish' | 'refuse' | 'skip' | 'reopen';

/**
 * The moves of one task. Each resolves to the task once the server has accepted it and the page displays the result; a
 * refusal is thrown for the form to display.
 */
export function useTaskMoves({ id }: { id: string }) {
  const { t } = useTranslation('requestTask');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, id };
  const { requestTask } = trpc;
  const starting = requestTask.start.useMutation();
  const recording = requestTask.record.useMutation();
  const finishing = requestTask.finish.useMutation();
  const refusing = requestTask.refuse.useMutation();
  const skipping = requestTask.skip.useMutation();
  const reopening = requestTask.reopen.useMutation();

  const settle = async (name: Moves, sent: Promise<RequestTask>): Promise<RequestTask> => {
    try {
      const task = await sent;
      cache.requestTask.get.setData(key, task);
      toast.success(t(`done.${name}`));
      return task;
    } catch (error) {
      void cache.requestTask.get.invalidate(key);
      throw error;
    } finally {
      void cache.requestTask.list.invalidate();
      void cache.requestTask.ofRequest.invalidate();
    }
  };
  type Work = Omit<Parameters<typeof finishing.mutateAsync>[0], 'ws' | 'id'>;
  return {
    start: () => settle('start', starting.mutateAsync(key)),
    record: (work: Work) => settle('record', recording.mutateAsync({ ...key, ...work })),
    finish: (work: Work) => settle('finish', finishing.mutateAsync({ ...key, ...work })),
    refuse: (values: { groundCode: string; reason: string }) =>
      settle('refuse', refusing.mutateAsync({ ...key, ...values })),
    skip: (reason: string) => settle('skip', skipping.mutateAsync({ ...key, reason })),
    reopen: (reason: string) => settle('reopen', reopening.mutateAsync({ ...key, reason })),
  };
}
export type TaskMoves = ReturnType<typeof useTaskMoves>;
