import { may } from '../../shared/registry/permissions.ts';
import { movesFrom, type StatusMachine } from '../../shared/status.ts';
import { useSession } from '../shell/session.tsx';

/**
 * What the signed-in person can do with a record in a state, by the table that the server asks too.
 * @example const openMoves = useOpenMoves(purposeStatus); openMoves('draft').includes('publish')
 */
export function useOpenMoves<State extends string, Action extends string>(
  machine: StatusMachine<State, Action>,
): (state: State) => Action[] {
  const { standing } = useSession();
  return (state) => movesFrom(machine, state).filter((action) => may(standing, machine[state][action]!.permission!));
}
