// Writes a workbook of many rows in a process with limited memory, and reports its highest memory usage.
import { csvOf, type Sheet } from '../../server/platform/exports/sheet.ts';
import { xlsxOf } from '../../server/platform/exports/xlsx.ts';

interface Row {
  readonly number: number;
}
const words = 'ข้อมูลส่วนบุคคลของผู้ป่วยที่มารับบริการ ';
const sheet: Sheet<Row> = {
  name: 'ทะเบียน',
  columns: Array.from({ length: 12 }, (_none, index) => ({
    key: `c${index}`,
    header: `หัวข้อ ${index}`,
    value: ({ number }: Row) => (index === 0 ? number : `${words}${number}.${index} ${words}`),
  })),
};
function* rows(count: number): Generator<Row> {
  for (let number = 1; number <= count; number += 1) yield { number };
}
const [format, count] = [process.argv[2], Number(process.argv[3])];
let bytes = 0;
let peak = 0;
for await (const chunk of format === 'csv' ? csvOf(sheet, rows(count)) : xlsxOf([{ sheet, rows: rows(count) }])) {
  bytes += chunk.length;
  const { external, arrayBuffers } = process.memoryUsage();
  peak = Math.max(peak, external, arrayBuffers);
}
process.stdout.write(JSON.stringify({ bytes, peak }));
