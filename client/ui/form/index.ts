/** The one form and its fields. */
export { BilingualField } from './BilingualField.tsx';
export { ChoiceCard } from './ChoiceCard.tsx';
export { AsyncSelectField, MultiSelectField, SelectField } from './choiceFields.tsx';
export { ChosenChip } from './ChosenChip.tsx';
export type { Option } from './Combobox.tsx';
export { DateField, DateTimeField } from './dateFields.tsx';
export { AsideOfField, FieldAside, FieldFrame, useField } from './Field.tsx';
export type { FieldProps } from './Field.tsx';
export { FileField } from './FileField.tsx';
export type { UploadFile } from './FileField.tsx';
export { Form, NotSent } from './Form.tsx';
export { FormFailure } from './FormFailure.tsx';
export { FormActions, FormSection, SubmitButton } from './FormActions.tsx';
export { CheckboxInput, CheckboxTarget, Input, NativeSelect, TextAreaInput } from './inputs.tsx';
export { serverIssues, unanswered } from './issueMessage.ts';
export { OrderableList } from './OrderableList.tsx';
export { EmailField, NumberField, PasswordField, PhoneField, TextArea, TextField, UrlField } from './textFields.tsx';
export { CheckboxField, RadioCardsField, SwitchField } from './toggleFields.tsx';
export type { LoadOptions } from './useOptions.ts';
export { type OptionsQuery, useOptionsHelp } from './useOptionsHelp.tsx';
// For lists inside a form and for forms that react to their own values.
export { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
