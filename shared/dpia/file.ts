import { FILE_TYPES, type FileType, megabyte, type UploadKind } from '../file.ts';

/** File of somebody who was consulted about an assessment. */
export const CONSULTATION_FILE: UploadKind = {
  name: 'dpiaConsultation',
  types: Object.keys(FILE_TYPES) as FileType[],
  limit: megabyte(20),
};
