import { chakra } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

export interface DropPlaceProps {
  onFiles: (files: File[]) => void;
  /** Text before the button: that a file can be dropped here. */
  hint: string;
  choose: string;
  /** Which files can be dropped, in words. */
  help?: ReactNode;
  /** Of the file input, for example `.pdf`. */
  accept?: string;
  multiple?: boolean;
  busy?: boolean;
}

/** A place to drop or choose a file that stays in the browser; for uploads use `FileField`. */
export function DropPlace({ onFiles, hint, choose, help, accept, multiple, busy }: DropPlaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  return (
    <chakra.div
      display="grid"
      justifyItems="center"
      gap="2"
      p="6"
      textAlign="center"
      bg={over ? 'accent.soft' : 'surface'}
      borderWidth="2px"
      borderStyle="dashed"
      borderColor={over ? 'accent' : 'line.strong'}
      borderRadius="card"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <chakra.span color="muted">
        <FileUp size={28} aria-hidden />
      </chakra.span>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="center" gap="2">
        {hint}
        <Button size="sm" loading={busy} onClick={() => input.current?.click()}>
          {choose}
        </Button>
      </chakra.div>
      {help && (
        <chakra.p textStyle="dense" color="muted">
          {help}
        </chakra.p>
      )}
      <chakra.input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={choose}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </chakra.div>
  );
}
