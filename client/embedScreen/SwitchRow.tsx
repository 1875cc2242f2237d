import { Box, Flex, Switch, Text } from '../ui/index.ts';

interface SwitchRowProps {
  /** Prefix of the ids of the elements that name and explain the switch. */
  id: string;
  label: string;
  help: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

/** A setting that is saved when it is switched, with an explanation. */
export function SwitchRow({ id, label, help, checked, disabled, onChange }: SwitchRowProps) {
  return (
    <Flex gap="3" align="flex-start">
      <Box flex="1" minWidth="0">
        <Text id={id} fontWeight="semibold" textStyle="dense">
          {label}
        </Text>
        <Text id={`${id}-help`} textStyle="small" color="muted">
          {help}
        </Text>
      </Box>
      <Switch
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
      />
    </Flex>
  );
}
