/** The download address of a file. Separate from uploads, which the first screen does not need. */
export const fileHref = (ws: string, fileId: string): string => `/files-api/v1/files/${fileId}?workspace=${ws}`;
