// Apart from the rules of uploads, which the first screen does not need.

/** Where a file is downloaded; an image in a page uses the same address. */
export const fileUrl = (workspaceId: string, fileId: string): string =>
  `/files-api/v1/files/${fileId}?workspace=${workspaceId}`;

/** The same file for a browser to display, where its kind and what it belongs to allow that. */
export const viewUrl = (workspaceId: string, fileId: string): string => `${fileUrl(workspaceId, fileId)}&view=1`;
