import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Person, World } from '../factories.ts';

/** One pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The pixel as saved by an editor: with author and location. */
function withAuthor(): Buffer {
  const note = 'Author\0Somchai, 13.7563 100.5018';
  const length = Buffer.alloc(4);
  length.writeUInt32BE(note.length);
  const chunk = [length, Buffer.from(`tEXt${note}`), Buffer.alloc(4)];
  return Buffer.concat([PIXEL.subarray(0, 33), ...chunk, PIXEL.subarray(33)]);
}

/** Gives a person a photo stored when metadata was not removed yet. @returns its id */
export async function buildOldPhoto({ owner, deps }: World, { workspaceId, personnelId }: Person): Promise<string> {
  const id = randomUUID();
  const bytes = withAuthor();
  const storageKey = `${workspaceId}/${id}`;
  await owner
    .insertInto('files')
    .values({
      workspaceId,
      id,
      name: 'photo.png',
      type: 'image/png',
      size: bytes.length,
      sha256: 'ab',
      storageKey,
      ownerKind: 'personnel.photo',
      ownerId: personnelId,
    })
    .execute();
  await deps.files.put(storageKey, Readable.from([bytes]), { size: bytes.length, type: 'image/png' });
  await owner.updateTable('personnel').set({ photoId: id }).where('id', '=', personnelId).execute();
  return id;
}
