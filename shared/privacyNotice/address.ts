/** Where everybody reads a notice. `lang`: left out, Thai. */
export const noticePage = (workspaceId: string, noticeId: string): string => `/notices/${workspaceId}/${noticeId}`;
