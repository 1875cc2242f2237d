import { exportDocument } from '../platform/exports/files.ts';
import { ownerKindsByName } from '../platform/files/ownerKind.ts';
import { lineDocument } from './approvalLine/files.ts';
import { picture } from './consent/files.ts';
import { files as consentImport } from './consentImport/files.ts';
import { logo } from './dataController/files.ts';
import { evidence } from './incident/files.ts';
import { photo } from './personnel/files.ts';
import { files as recordImport } from './recordImport/files.ts';

/** Every kind of file owner that is declared. */
export const fileOwnerKinds = ownerKindsByName([
  exportDocument,
  lineDocument,
  picture,
  consentImport.table,
  consentImport.rejects,
  logo,
  evidence,
  photo,
  recordImport.table,
  recordImport.rejects,
]);
