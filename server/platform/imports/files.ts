import type { UploadKind } from '../../../shared/file.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { FileOwnerKind } from '../files/ownerKind.ts';

/** Files of imports of one kind. */
export interface ImportFiles {
  /** What was uploaded to be imported. */
  readonly table: FileOwnerKind;
  /** Its rejected rows with what is wrong with each. */
  readonly rejects: FileOwnerKind;
}

/** Files of the imports of a module, for those who may import there. */
export function importFiles(module: string, facts: { upload: UploadKind; permission: Permission }): ImportFiles {
  const shared = { readers: facts.permission, disposition: 'attachment', retention: 'withRecord' } as const;
  return {
    table: { kind: `${module}.table`, upload: facts.upload, uploaders: [facts.permission], ...shared },
    rejects: { kind: `${module}.rejects`, upload: null, ...shared },
  };
}
