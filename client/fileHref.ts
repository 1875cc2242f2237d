/** Where a file is downloaded. Apart from uploads, which the first screen does without. */
export const fileHref = (ws: string, fileId: string): string => `/files-api/v1/files/${fileId}?workspace=${ws}`;
