import type { Deps } from '../trpc/context.ts';
import type { DemoPerson, WORKSPACES } from './people.ts';

/** Where a module records its invented rows. Callers are of the whole router: a module states their type itself. */
export interface DemoStage {
  readonly deps: Deps;
  readonly workspace: (typeof WORKSPACES)[number];
  /** Calls as the keeper of the record, a while after the call before. */
  readonly next: () => unknown;
  /** Calls as one of the demo's people at a moment, milliseconds since 1970. */
  readonly at: (who: DemoPerson, at: number) => unknown;
}

/** Records the demo of a module in one workspace, through the procedures. */
export type DemoPart = (stage: DemoStage) => Promise<void>;
