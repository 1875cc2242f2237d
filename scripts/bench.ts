// npm run bench [-- NAME…] [--write]: runs test/bench/*.bench.ts one after the other, each in a process of
// its own, and prints their figures. With --write they go to docs/bench.md too.
import { fork } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, ensureClient } from './client.ts';
import { lifetime } from './lifetime.ts';
import type { Figure } from './measure.ts';

const ONE = '--only-this-file';
const FOLDER = join(ROOT, 'test', 'bench');

if (process.argv[2] === ONE) {
  const { default: bench } = (await import(pathToFileURL(process.argv[3] ?? '').href)) as {
    default: () => Promise<Figure[]>;
  };
  process.send?.(await bench(), () => process.exit(0));
} else {
  const life = lifetime();
  const args = process.argv.slice(2);
  const wanted = args.filter((arg) => !arg.startsWith('-'));
  const files = (await readdir(FOLDER))
    .filter((file) => file.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((name) => file.includes(name))))
    .sort();
  await ensureClient(life.onStop);
  const sections: { file: string; figures: Figure[] }[] = [];
  const broken: string[] = [];
  for (const file of files) {
    console.log(`\n${file}`);
    const figures = await run(join(FOLDER, file));
    if (figures === undefined) broken.push(file);
    else sections.push({ file, figures });
    console.log(figures === undefined ? '  failed, see above' : table(figures));
  }
  if (args.includes('--write')) await writeFile(join(ROOT, 'docs', 'bench.md'), report(sections));
  if (broken.length > 0) console.log(`failed: ${broken.join(', ')}`);
  const missed = sections.flatMap(({ figures }) => figures).filter(({ met }) => met === false);
  const met = broken.length === 0 ? 'Every goal is met.' : 'Every goal of the others is met.';
  console.log(`\n${missed.length === 0 ? met : `Goals missed: ${missed.map(({ name }) => name).join('; ')}`}`);
  await life.stop(broken.length === 0 ? 0 : 1);

  /** @returns undefined when the bench failed */
  async function run(file: string): Promise<Figure[] | undefined> {
    const child = fork(join(ROOT, 'scripts', 'bench.ts'), [ONE, file], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    });
    life.onStop(() => child.kill());
    let figures: Figure[] | undefined;
    child.on('message', (message) => {
      figures = message as Figure[];
    });
    await new Promise((resolve) => {
      child.on('exit', resolve);
    });
    return figures;
  }
}

function cells({ name, value, unit, limitName, limit, ratio, goal, met }: Figure): string[] {
  return [
    name,
    `${figure(value)} ${unit}`,
    limit === undefined ? '' : `${figure(limit)} ${unit}`,
    limitName ?? '',
    ratio === undefined ? '' : figure(ratio),
    goal ?? '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

function table(figures: Figure[]): string {
  const rows = [['what', 'measured', 'limit', 'limit is', 'ratio', 'goal', 'met'], ...figures.map(cells)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}

function report(sections: { file: string; figures: Figure[] }[]): string {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}, Node ${process.versions.node}`;
  const body = sections.map(({ file, figures }) =>
    [
      `## ${file.replace('.bench.ts', '')}`,
      '',
      '| what | measured | limit | limit is | ratio | goal | met |',
      '|---|---:|---:|---|---:|---|---|',
      ...figures.map((row) => `| ${cells(row).join(' | ')} |`),
      '',
    ].join('\n'),
  );
  return `# Figures\n\nMade by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. Each figure stands beside the limit measured in the same run; the ratio is measured / limit.\n\n${body.join('\n')}`;
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return Number(value.toPrecision(3)).toString();
}
