import { displayName, endingOf } from '../../../shared/file.ts';

// What a name may not contain on Windows, where most archives are opened.
const REFUSED = /[<>:"|?*]/g;
/** Devices of Windows, whatever the ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
/** File systems take 255 bytes; the rest is for the number of a duplicate. */
const MOST_BYTES = 240;

/**
 * A name of a file for an archive, in the folder `files`: one that Windows, macOS and Linux can unpack, and different
 * from the others also where case does not count.
 */
export function entryName(name: string, others: readonly { readonly name: string }[]): string {
  const safe = shortened(displayName(name).replace(REFUSED, '_').replace(DEVICE, '_$1'));
  const used = new Set(others.map((one) => one.name.toLowerCase()));
  let path = `files/${safe}`;
  for (let number = 2; used.has(path.toLowerCase()); number += 1) path = `files/${number}-${safe}`;
  return path;
}

/** At most `MOST_BYTES` of UTF-8, with its ending. */
function shortened(name: string): string {
  const ending = endingOf(name) ? name.slice(-endingOf(name).length - 1) : '';
  const letters = Array.from(name.slice(0, name.length - ending.length));
  while (letters.length > 0 && Buffer.byteLength(letters.join('') + ending) > MOST_BYTES) letters.pop();
  return letters.join('') + ending;
}
