import type { Deps } from '../trpc/context.ts';

/** What an operator does without signing in: `npm run admin -- <its name> …`. */
export interface OperatorCommand {
  readonly usage: string;
  readonly help: string;
  /** How many words have to follow its name. */
  readonly words: number;
  /** @returns lines to print. @throws AdminError */
  run(deps: Deps, words: readonly string[], databaseUrl: string): Promise<readonly string[]>;
}
