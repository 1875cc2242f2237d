/** Where everybody reads a notice. `lang`: left out, Thai. */
export const noticePage = (workspaceId: string, noticeId: string): string => `/notices/${workspaceId}/${noticeId}`;

/** The script that shows the first layer of a notice on other people's pages. */
export const NOTICE_SCRIPT = '/notices/embed/script.js';
