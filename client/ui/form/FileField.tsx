import { chakra } from '@chakra-ui/react';
import { FileText, Upload, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../format.ts';
import { Button, IconButton } from '../Button.tsx';
import { announce } from '../announcer.ts';
import { FieldFrame, useField } from './Field.tsx';
import type { FieldProps } from './Field.tsx';
import { serverIssues } from './issueMessage.ts';

/** A file the server has taken. */
export interface UploadedFile {
  id: string;
  name: string;
  size: number;
}

/** Sends one file; `onProgress` takes 0 to 1. Rejects with a message for the user. */
export type UploadFile<T extends UploadedFile = UploadedFile> = (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<T>;

export interface FileFieldProps extends Omit<FieldProps, 'placeholder'> {
  upload: UploadFile;
  /** Endings and types as of the HTML attribute: `.pdf,.docx` or `application/pdf`. */
  accept?: string;
  /** Largest size in bytes, 10 MB by default. */
  maxBytes?: number;
  /** The value is then an array. */
  multiple?: boolean;
  /** Where a name leads, to download. */
  href?: (file: UploadedFile) => string;
}

interface Sending {
  key: number;
  name: string;
  size: number;
  share: number;
  failure: string;
  stop: () => void;
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

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    py: '1.5',
    borderWidth: '1px',
    borderRadius: 'control',
    textStyle: 'dense',
    '& svg': { flexShrink: 0 },
  },
});

/** ".pdf,.docx" → "PDF, DOCX" for people. */
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

/** The ending or type is one of those accepted. The server looks at the content. */
function accepts(accept: string | undefined, file: { name: string; type: string }): boolean {
  if (!accept) return true;
  return accept.split(',').some((part) => {
    const one = part.trim().toLowerCase();
    if (one.startsWith('.')) return file.name.toLowerCase().endsWith(one);
    return one.endsWith('/*') ? file.type.startsWith(one.slice(0, -1)) : file.type === one;
  });
}

/**
 * Files to attach: sent as soon as chosen or dropped, with progress; the value is what the server answered.
 * @example <FileField name="evidence" label={t('evidence')} accept=".pdf" maxBytes={10 * 1024 ** 2} upload={uploadFile}
 * />
 */
export function FileField({
  upload,
  accept,
  maxBytes = 10 * 1024 * 1024,
  multiple = false,
  href,
  ...field
}: FileFieldProps) {
  const { t } = useTranslation('ui');
  const handle = useField<UploadedFile | readonly UploadedFile[] | null | undefined>(field);
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [over, setOver] = useState(false);
  const lastKey = useRef(0);
  const files = Array.isArray(handle.value)
    ? (handle.value as readonly UploadedFile[])
    : handle.value
      ? [handle.value as UploadedFile]
      : [];
  // Uploads end at different times: each adds to what is there then.
  const current = useRef(files);
  current.current = files;
  const put = (next: readonly UploadedFile[]) => {
    current.current = next;
    handle.set(multiple ? next : (next[0] ?? null));
  };
  const update = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => setSending((all) => all.filter((one) => one.key !== key));

  const refusal = (file: File): string => {
    if (!accepts(accept, file)) return t('file.wrongType', { types: typeNames(accept ?? '') });
    return file.size > maxBytes ? t('file.tooLarge', { size: formatBytes(maxBytes) }) : '';
  };
  const send = async (file: File) => {
    lastKey.current += 1;
    const key = lastKey.current;
    const control = new AbortController();
    const failure = refusal(file);
    const entry = { key, name: file.name, size: file.size, share: 0, failure, stop: () => control.abort() };
    setSending((all) => [...(multiple ? all : []), entry]);
    if (failure) return announce(failure, 'assertive');
    try {
      const uploaded = await upload(file, (share) => update(key, { share }), control.signal);
      put(multiple ? [...current.current, uploaded] : [uploaded]);
      drop(key);
      announce(t('file.uploaded', { name: file.name }));
    } catch (error) {
      if (control.signal.aborted) return;
      const reason =
        serverIssues(error)[0]?.reason ?? (error instanceof Error && error.message ? error.message : t('file.failed'));
      update(key, { failure: reason });
      announce(reason, 'assertive');
    }
  };
  const take = (list: FileList | null) => {
    for (const file of [...(list ?? [])].slice(0, multiple ? undefined : 1)) void send(file);
  };
  const onDrag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside && !handle.control.disabled);
  };
  const limits = accept
    ? t('file.limits', { types: typeNames(accept), size: formatBytes(maxBytes) })
    : t('file.limitsSize', { size: formatBytes(maxBytes) });
  // A button is neither required nor invalid; the group's label and error say so.
  const { id, disabled, 'aria-describedby': describedBy } = handle.control;

  return (
    <FieldFrame {...field} handle={handle} group>
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
            // The same file may be chosen again after a failure.
            event.target.value = '';
          }}
        />
      </Zone>
      {(files.length > 0 || sending.length > 0) && (
        <chakra.ul listStyle="none" display="grid" gap="1.5">
          {files.map((file) => (
            <Line key={file.id}>
              <FileText size={18} aria-hidden />
              <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                {href ? <a href={href(file)}>{file.name}</a> : file.name}
              </chakra.span>
              <chakra.span color="muted">{formatBytes(file.size)}</chakra.span>
              <IconButton
                size="sm"
                noTooltip
                disabled={disabled}
                label={t('file.remove', { name: file.name })}
                icon={<X aria-hidden />}
                onClick={() => put(files.filter((one) => one.id !== file.id))}
              />
            </Line>
          ))}
          {sending.map((one) => (
            <Line key={one.key} {...(one.failure && { borderColor: 'danger', color: 'danger.text' })}>
              <FileText size={18} aria-hidden />
              <chakra.div flex="1" minWidth="0">
                <chakra.div overflowWrap="anywhere">{one.name}</chakra.div>
                {one.failure ? (
                  <div>{one.failure}</div>
                ) : (
                  <chakra.div display="flex" alignItems="center" gap="2" color="muted">
                    <chakra.progress
                      flex="1"
                      height="1.5"
                      max={1}
                      value={one.share}
                      aria-label={one.name}
                      css={{ accentColor: '{colors.accent}' }}
                    />
                    {t('file.uploading', { percent: Math.round(one.share * 100) })}
                  </chakra.div>
                )}
              </chakra.div>
              <IconButton
                size="sm"
                noTooltip
                label={t('file.remove', { name: one.name })}
                icon={<X aria-hidden />}
                onClick={() => {
                  one.stop();
                  drop(one.key);
                }}
              />
            </Line>
          ))}
        </chakra.ul>
      )}
    </FieldFrame>
  );
}
