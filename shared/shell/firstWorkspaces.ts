import { WORKSPACE_PAGE_SIZE } from '../constants.ts';

/** The first page of the workspace list: asked for at start-up and shown first in the dropdown. */
export const FIRST_WORKSPACES = {
  pageSize: WORKSPACE_PAGE_SIZE,
  currentPage: 1,
  sortBy: 'name',
  sortDirection: 'ASC',
} as const;

/** The workspace that is entered where none is named: the first of the list that is open, else the first. */
export function firstWorkspace(collection: readonly { uuid: string; closedAt: string | null }[]): string | null {
  return (collection.find(({ closedAt }) => closedAt === null) ?? collection[0])?.uuid ?? null;
}
