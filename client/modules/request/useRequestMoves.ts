import { useTranslation } from 'react-i18next';
import type { Request } from '../../../shared/request/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Moves on the page of a request, in the order in which they are offered. */
export const MOVES = ['verify', 'assign', 'submit', 'approve', 'revert', 'ask', 'reject', 'extend', 'reopen'] as const;
export type RequestMove = (typeof MOVES)[number];

/** The procedure of each move. */
const CALLS = {
  verify: { action: 'VERIFY' },
  assign: { action: 'ASSIGN' },
  submit: { action: 'SUBMIT' },
  approve: { action: 'APPROVE' },
  revert: { action: 'REVERT', to: 'ASSIGNEE' },
  ask: { action: 'REVERT', to: 'SUBJECT' },
  reject: { action: 'REJECT' },
  extend: { action: 'EXTEND' },
  reopen: { action: 'REOPEN' },
} as const satisfies Record<RequestMove, object>;

/** The input of a move. */
export interface MoveValues {
  rightIds: string[];
  reason?: string;
  assigneeId?: string;
  groundCode?: string;
  duplicateOf?: string;
  days?: number;
}

/** The moves permitted for a right, in order. */
export const movesOf = ({ allowed }: { allowed: readonly string[] }): RequestMove[] =>
  MOVES.filter((move) => allowed.includes(move));

/** Updates the page of a request with the server's response, and refetches lists with it. */
export function useShowRequest(): (request: Request) => void {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  return (request) => {
    cache.request.get.setData({ ws, id: request.id }, request);
    void cache.request.list.invalidate();
    void cache.request.board.invalidate();
  };
}

/**
 * Makes moves of a request. Each resolves once the server has accepted it and the page displays the result; a refusal
 * is thrown for the dialog to display, after the current state was refetched.
 */
export function useRequestMoves(request: Pick<Request, 'id' | 'rowVersion'>) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const show = useShowRequest();
  const change = trpc.request.changeStatus.useMutation();
  return async (move: RequestMove, values: MoveValues): Promise<void> => {
    const key = { ws, id: request.id };
    try {
      show(await change.mutateAsync({ ...key, rowVersion: request.rowVersion, ...CALLS[move], ...values }));
      toast.success(t(`done.${move}`));
    } catch (error) {
      void cache.request.get.invalidate(key);
      throw error;
    }
  };
}
