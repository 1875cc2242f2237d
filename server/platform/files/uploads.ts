import { GENERAL, type UploadKind } from '../../../shared/file.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import type { FileOwnerKind } from './ownerKind.ts';

/** What may be uploaded, and by whom. */
export interface Upload {
  readonly kind: UploadKind;
  /** Of which a person needs one; none: everybody of the workspace may. */
  readonly permissions: readonly Permission[];
}

/**
 * What may be uploaded, by the names that callers give: what the kinds of file owners take, by whoever may upload for
 * one of them, and any other attachment. @throws when two kinds have one name
 */
export function uploadsOf(owners: readonly FileOwnerKind[]): ReadonlyMap<string, Upload> {
  const uploads = new Map<string, Upload>();
  for (const { upload: kind, uploaders = [] } of owners) {
    if (!kind) continue;
    const known = uploads.get(kind.name);
    if (known && known.kind !== kind) throw new Error(`two kinds of uploads are named ${kind.name}`);
    uploads.set(kind.name, { kind, permissions: [...new Set([...(known?.permissions ?? []), ...uploaders])] });
  }
  return uploads.set(GENERAL.name, { kind: GENERAL, permissions: [] });
}
