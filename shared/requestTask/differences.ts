import type { TaskProposal } from './schema.ts';

/** How the tasks of a request differ from what is asked for. */
export type Differing = Pick<TaskProposal, 'additions' | 'changes' | 'reopenings' | 'removals'>;
export const countDifferences = ({ additions, changes, reopenings, removals }: Differing): number =>
  additions.length + changes.length + reopenings.length + removals.length;
