/** Dates outside of forms; in forms use DateField and its kin. */
export { DateInput } from './DateInput.tsx';
export { MonthInput as MonthPicker } from './MonthInput.tsx';
export { default as DateRangePicker } from './RangeInput.tsx';
export type { ChosenRange } from './RangeInput.tsx';
