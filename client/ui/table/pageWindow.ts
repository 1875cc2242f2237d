/** At most five page numbers around the current one. @example pageWindow(7, 20) // [5, 6, 7, 8, 9] */
export function pageWindow(current: number, total: number, size = 5): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), total - size + 1));
  return Array.from({ length: Math.min(size, total) }, (_, index) => first + index);
}
