import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { FieldFrame, useField } from './Field.tsx';
import type { ControlProps, FieldProps } from './Field.tsx';
import { SendingLine, UploadedLine } from './FileLines.tsx';
import { useUploads } from './useUploads.ts';
import { formatBytes } from '../../formatBytes.ts';

/** A file that the server has stored. */
export interface UploadedFile {
  id: string;
  name: string;
  size: number;
}

/** Sends one file; calls `onProgress` with 0 to 1. Rejects with a message for the user. */
export type UploadFile<T extends UploadedFile = UploadedFile> = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<T>;

export interface FileFieldProps extends Omit<FieldProps, 'placeholder'> {
  upload: UploadFile;
  /** Extensions and types as in the HTML attribute: `.pdf,.docx` or `application/pdf`. */
  accept?: string;
  /** Largest size in bytes, 10 MB by default. */
  maxBytes?: number;
  /** The value is then an array. */
  multiple?: boolean;
  /**
   * Files by their ids: the value is then an array of ids alone, and uploaded files are added here. For records that
   * are merged by their ids.
   */
  known?: Map<string, UploadedFile>;
  /** The download address of a name. */
  href?: (file: UploadedFile) => string;
}

const Zone = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '3',
    px: '4',
    py: '5',
    color: 'muted',
    textStyle: 'dense',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'line.strong',
    borderRadius: 'card',
    '&[data-over]': { borderColor: 'accent', bg: 'accent.soft', color: 'accent.text' },
  },
});

/** ".pdf,.docx" → "PDF, DOCX" for display. */
function typeNames(accept: string): string {
  return accept
    .split(',')
    .map((one) =>
      one
        .trim()
        .replace(/^\.|^.*\//, '')
        .toUpperCase(),
    )
    .join(', ');
}

/** Whether the extension or type is accepted. The server checks the content. */
function accepts(accept: string | undefined, file: { name: string; type: string }): boolean {
  if (!accept) return true;
  return accept.split(',').some((part) => {
    const one = part.trim().toLowerCase();
    if (one.startsWith('.')) return file.name.toLowerCase().endsWith(one);
    return one.endsWith('/*') ? file.type.startsWith(one.slice(0, -1)) : file.type === one;
  });
}

/**
 * Files to attach: uploaded as soon as they are chosen or dropped, with progress; the value is the server's answer.
 * @example <FileField name="evidence" label={t('evidence')} accept=".pdf" maxBytes={10 * 1024 ** 2} upload={uploadFile}
 * />
 */
export function FileField({
  upload,
  accept,
  maxBytes = 10 * 1024 * 1024,
  known,
  multiple = known !== undefined,
  href,
  ...field
}: FileFieldProps) {
  const { t } = useTranslation('ui');
  const handle = useField<UploadedFile | readonly (UploadedFile | string)[] | null | undefined>(field);
  const values = Array.isArray(handle.value) ? handle.value : handle.value ? [handle.value] : [];
  const files: readonly UploadedFile[] = values.map((value: UploadedFile | string) =>
    typeof value === 'string' ? (known?.get(value) ?? { id: value, name: t('file.unknown'), size: 0 }) : value,
  );
  const refusal = (file: File): string => {
    if (!accepts(accept, file)) return t('file.wrongType', { types: typeNames(accept ?? '') });
    return file.size > maxBytes ? t('file.tooLarge', { size: formatBytes(maxBytes) }) : '';
  };
  const { sending, send, stop, remove } = useUploads({
    upload,
    refusal,
    multiple,
    files,
    onFiles: (next) => {
      for (const file of known ? next : []) known?.set(file.id, file);
      handle.set(known ? next.map(({ id }) => id) : multiple ? next : (next[0] ?? null));
    },
  });
  const limits = accept
    ? t('file.limits', { types: typeNames(accept), size: formatBytes(maxBytes) })
    : t('file.limitsSize', { size: formatBytes(maxBytes) });

  return (
    <FieldFrame {...field} handle={handle} group>
      <DropZone {...{ accept, multiple, limits }} control={handle.control} onFiles={send} />
      {(files.length > 0 || sending.length > 0) && (
        <chakra.ul listStyle="none" display="grid" gap="1.5">
          {files.map((file) => (
            <UploadedLine
              key={file.id}
              file={file}
              href={href?.(file)}
              disabled={handle.control.disabled}
              onRemove={() => remove(file)}
            />
          ))}
          {sending.map((one) => (
            <SendingLine key={one.key} sending={one} onRemove={() => stop(one)} />
          ))}
        </chakra.ul>
      )}
    </FieldFrame>
  );
}

interface DropZoneProps extends Pick<FileFieldProps, 'accept' | 'multiple'> {
  control: ControlProps;
  /** The accepted files, in words. */
  limits: string;
  onFiles: (files: File[]) => void;
}

/** The area to drop or choose files. */
function DropZone({ accept, multiple = false, control, limits, onFiles }: DropZoneProps) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  // A button is neither required nor invalid; the group's label and error state it.
  const { id, disabled, 'aria-describedby': describedBy } = control;
  const take = (list: FileList | null) => onFiles([...(list ?? [])].slice(0, multiple ? undefined : 1));
  const onDrag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  return (
    <Zone
      {...(over && { 'data-over': '' })}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        if (!disabled) take(event.dataTransfer.files);
      }}
    >
      <span>{t('file.drop')}</span>
      <Button
        id={id}
        aria-describedby={describedBy}
        disabled={disabled}
        size="sm"
        icon={<Upload aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('file.choose')}
      </Button>
      <chakra.span flexBasis="full" textAlign="center" textStyle="small">
        {limits}
      </chakra.span>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again after a failure.
          event.target.value = '';
        }}
      />
    </Zone>
  );
}
