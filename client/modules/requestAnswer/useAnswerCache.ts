import type { Answer } from '../../../shared/requestAnswer/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

interface Right {
  request: { id: string };
  right: { id: string };
}

/** The identification of a right's answer for calls, and the cache update with a call's response. */
export function useAnswerCache({ request, right }: Right) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const of = { ws, id: request.id, rightId: right.id };
  return {
    of,
    put: (answer: Answer) => {
      cache.requestAnswer.get.setData(of, answer);
      void cache.requestAnswer.letter.invalidate();
    },
    refetch: () => void cache.requestAnswer.get.invalidate(of),
  };
}
