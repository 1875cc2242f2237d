export { BarList } from './BarList.tsx';
export type { Bar } from './BarList.tsx';
export { FigureTiles } from './FigureTiles.tsx';
export { ChartCard } from './ChartCard.tsx';
export { MonthChart } from './MonthChart.tsx';
