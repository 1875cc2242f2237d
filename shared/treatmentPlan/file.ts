import { FILE_TYPES, type FileType, megabyte, type UploadKind } from '../file.ts';

/** File that shows that an action of a treatment plan was done. */
export const ACTION_FILE: UploadKind = {
  name: 'treatmentAction',
  types: Object.keys(FILE_TYPES) as FileType[],
  limit: megabyte(20),
};
