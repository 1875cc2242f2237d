import { sealedText } from '../crypto/sealedColumn.ts';
import type { Sealer } from '../crypto/workspaceKey.ts';

/** Names are sealed: people name files after people. */
export const sealedFileName = sealedText({ table: 'files', column: 'sealedName' });

/** What of a file's row its name is made of; one in clear is of before names were sealed. */
export interface StoredName {
  readonly name: string | null;
  readonly sealedName: Buffer | null;
}

/** What of a row a `StoredName` is made of. */
export const NAME_COLUMNS = ['name', 'sealedName'] as const;

/** The name of the file with this id. @throws SealError when it is not as it was stored */
export const nameOfFile = (key: Sealer, id: string, { name, sealedName }: StoredName): string =>
  sealedName === null ? (name ?? '') : sealedFileName.open(key, id, sealedName);

/** A row of a file with its name opened. @throws SealError when it is not as it was stored */
export const withName = <Row extends StoredName & { readonly id: string }>(key: Sealer, stored: Row) => {
  const { name: _name, sealedName: _sealedName, ...row } = stored;
  return { ...row, name: nameOfFile(key, stored.id, stored) };
};
