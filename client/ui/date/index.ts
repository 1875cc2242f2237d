/** Dates outside of forms; in forms use DateField and its kin. */
export { default as DateRangePicker } from './RangeInput.tsx';
export type { ChosenRange } from './RangeInput.tsx';
