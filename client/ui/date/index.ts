/** Dates outside of forms; in forms use DateField and the other date fields. */
export { default as DateRangePicker } from './RangeInput.tsx';
