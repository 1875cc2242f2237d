import { useTranslation } from 'react-i18next';
import type { Request } from '../../../shared/request/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

/** Moves that somebody makes on the page of a request, in the order in which they are offered. */
export const MOVES = ['verify', 'assign', 'submit', 'approve', 'revert', 'ask', 'reject', 'extend', 'reopen'] as const;
export type RequestMove = (typeof MOVES)[number];

/** What each is called by the procedure. */
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

/** What a move is given. */
export interface MoveValues {
  rightIds: string[];
  reason?: string;
  assigneeId?: string;
  groundCode?: string;
  days?: number;
}

/** Those moves that are allowed of a right, in their order. */
export const movesOf = ({ allowed }: { allowed: readonly string[] }): RequestMove[] =>
  MOVES.filter((move) => allowed.includes(move));

/** Puts what the server answered on the page of a request, and has lists of it fetched anew. */
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
 * Makes moves of a request. Each resolves once the server has taken it and the page shows the answer; a refusal is
 * thrown, for the dialog that made it to show, and what the server says now is fetched.
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
