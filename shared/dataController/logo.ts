import { megabyte, type UploadKind } from '../file.ts';

/** Logo of a data controller (spec 2 section 5: PDF, 5 MB). */
export const LOGO: UploadKind = { name: 'logo', types: ['application/pdf'], limit: megabyte(5) };
