import { formatNumber } from './format.ts';

/** "1.5 MB", powers of 1024. */
export function formatBytes(bytes: number): string {
  const names = ['B', 'KB', 'MB', 'GB'];
  let size = bytes;
  let step = 0;
  while (size >= 1024 && step < names.length - 1) {
    size /= 1024;
    step += 1;
  }
  return `${formatNumber(size, size < 10 && step > 0 ? 1 : 0)} ${names[step]}`;
}
