import { describe, expect, it } from 'vitest';
import { entryName } from '../../server/modules/requestAnswer/entryName.ts';

describe('the name of a file in an archive', () => {
  it.each([
    ['ประวัติการรักษา.pdf', 'ประวัติการรักษา.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['ผล 12:30 "สรุป"?.pdf', 'ผล 12_30 _สรุป__.pdf'],
    ['CON', '_CON'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['com1.pdf', '_com1.pdf'],
    ['console.pdf', 'console.pdf'],
    ['...', 'file'],
  ])('%j is %j', (name, safe) => {
    expect(entryName(name, [])).toBe(`files/${safe}`);
  });

  it('fits into 255 bytes, with its ending', () => {
    const name = entryName(`${'ก'.repeat(300)}.pdf`, []).replace('files/', '');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name).toMatch(/^ก+\.pdf$/);
  });

  it('differs from the others also where case does not count, in composed form', () => {
    const entries: { name: string }[] = [];
    for (const name of ['Résumé.pdf', 'résumé.PDF'.normalize('NFD'), 'RÉSUMÉ.pdf', '2-résumé.pdf'])
      entries.push({ name: entryName(name, entries) });
    expect(new Set(entries.map(({ name }) => name.toLowerCase())).size).toBe(4);
    expect(entries[1]!.name).toBe('files/2-résumé.PDF');
  });
});
