import { chakra, Text } from './layout.tsx';

/** The answer of another server, verbatim. */
export function ServerAnswer({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <Text textStyle="label" mb="1">
        {label}
      </Text>
      <chakra.pre
        textStyle="dense"
        bg="subtle"
        borderRadius="control"
        p="3"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        fontFamily="mono"
      >
        {children}
      </chakra.pre>
    </div>
  );
}
