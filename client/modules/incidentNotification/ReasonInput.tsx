import { useId } from 'react';
import { chakra } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';

interface ReasonInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hidden?: boolean;
}

/** The reason of a decision in a dialog that asks for confirmation. */
export function ReasonInput({ label, value, onChange, hidden = false }: ReasonInputProps) {
  const id = useId();
  return (
    <chakra.div display={hidden ? 'none' : 'grid'} gap="1.5">
      <chakra.label htmlFor={id} fontWeight="semibold">
        {label}
      </chakra.label>
      <TextAreaInput
        id={id}
        aria-required
        rows={3}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </chakra.div>
  );
}
