import { may } from '../../shared/registry/permissions.ts';
import { movesFrom, READER, type StatusMachine } from '../../shared/status.ts';
import { useSession } from '../shell/session.tsx';

/**
 * The moves of a record that are open to the signed-in person in a state, by the table that the server uses too.
 * @example const openMoves = useOpenMoves(purposeStatus); openMoves('draft').includes('publish')
 */
export function useOpenMoves<State extends string, Action extends string>(
  machine: StatusMachine<State, Action>,
): (state: State) => Action[] {
  const { standing } = useSession();
  return (state) =>
    movesFrom(machine, state).filter((action) => {
      const permission = machine[state][action]!.permission!;
      return permission === READER || may(standing, permission);
    });
}
