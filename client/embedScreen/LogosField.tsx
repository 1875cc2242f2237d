import { ArrowLeftRight, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endingsOf, megabytes, PICTURE } from '../../shared/file.ts';
import { useSession } from '../shell/session.tsx';
import { announce, Banner, Button, chakra, IconButton } from '../ui/index.ts';
import { useFormState } from '../ui/form/Form.tsx';
import { FieldFrame, serverIssues, useField } from '../ui/form/index.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { uploadTo } from '../upload.ts';

const ACCEPT = endingsOf(PICTURE)
  .map((ending) => `.${ending}`)
  .join(',');

interface LogosFieldProps {
  name: string;
  label: string;
  help: string;
}

/** Up to two pictures in order, displayed on a light and a dark background. The value is their ids. */
export function LogosField(props: LogosFieldProps) {
  const handle = useField<string[] | undefined>(props);
  return <Logos {...props} most={2} handle={handle} logos={handle.value ?? []} onChange={handle.set} />;
}

/** One picture or none; the value is its id, or null. */
export function LogoField(props: LogosFieldProps) {
  const handle = useField<string | null | undefined>(props);
  const logos = handle.value ? [handle.value] : [];
  return <Logos {...props} most={1} handle={handle} logos={logos} onChange={([logo]) => handle.set(logo ?? null)} />;
}

interface LogosProps extends Omit<LogosFieldProps, 'name'> {
  most: number;
  logos: readonly string[];
  handle: Parameters<typeof FieldFrame>[0]['handle'];
  onChange: (logos: string[]) => void;
}

function Logos({ label, help, most, logos, handle, onChange }: LogosProps) {
  const { t } = useTranslation(['embedScreen', 'files']);
  const input = useRef<HTMLInputElement>(null);
  // Others may be removed or swapped while one is being uploaded.
  const current = useRef(logos);
  current.current = logos;
  const { share, failure, upload } = useLogoUpload((logo) => onChange([...current.current, logo].slice(0, most)));
  const { id, disabled, 'aria-describedby': describedBy } = handle.control;
  return (
    <FieldFrame label={label} help={help} handle={handle} group>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!disabled && logos.length < most) upload(event.dataTransfer.files[0]);
        }}
      >
        {logos.map((logo, index) => (
          <Logo
            key={logo}
            file={logo}
            number={index + 1}
            {...(!disabled && { onRemove: () => onChange(logos.filter((one) => one !== logo)) })}
          />
        ))}
        {!disabled && most > 1 && logos.length === most && (
          <IconButton
            label={t('logo.swap')}
            icon={<ArrowLeftRight aria-hidden />}
            onClick={() => onChange([...logos].reverse())}
          />
        )}
        {logos.length < most && (
          <Button
            id={id}
            aria-describedby={describedBy}
            disabled={disabled}
            loading={share !== null}
            icon={<Plus aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {share === null ? t('logo.add') : t('files:uploading', { percent: Math.round(share * 100) })}
          </Button>
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept={ACCEPT}
          onChange={(event) => {
            upload(event.target.files?.[0]);
            // The same file can be chosen again after a failure.
            event.target.value = '';
          }}
        />
      </chakra.div>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </FieldFrame>
  );
}

/** Uploads one picture at a time: the sent share, null when none is being sent, and why the last one failed. */
function useLogoUpload(onUploaded: (id: string) => void) {
  const { t } = useTranslation('ui');
  const { ws } = useSession();
  const { uploads } = useFormState();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const latest = useRef(onUploaded);
  latest.current = onUploaded;
  /** @returns whether it has arrived */
  const send = async (file: File, signal: AbortSignal): Promise<boolean> => {
    setShare(0);
    try {
      const uploaded = await uploadTo(ws, PICTURE)(file, setShare, signal);
      latest.current(uploaded.id);
      announce(t('file.uploaded', { name: file.name }));
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      setFailure(
        serverIssues(error)[0]?.reason ?? (error instanceof Error && error.message ? error.message : t('file.failed')),
      );
      return false;
    } finally {
      setShare(null);
    }
  };
  const upload = (file: File | undefined) => {
    if (!file) return;
    setFailure('');
    if (file.size > PICTURE.limit) return setFailure(t('file.tooLarge', { size: megabytes(PICTURE.limit) }));
    const control = new AbortController();
    uploads.add(send(file, control.signal), () => control.abort());
  };
  return { share, failure, upload };
}

interface LogoProps {
  /** Id of the file. */
  file: string;
  number: number;
  onRemove?: () => void;
}

function Logo({ file, number, onRemove }: LogoProps) {
  const { t } = useTranslation('embedScreen');
  const { ws } = useSession();
  return (
    <chakra.div display="flex" alignItems="center" gap="1" borderWidth="1px" borderRadius="card" p="2">
      <chakra.span
        display="grid"
        placeItems="center"
        width="28"
        height="14"
        borderRadius="control"
        css={{ background: 'repeating-conic-gradient(#d8d8d8 0 25%, #fff 0 50%) 0 0 / 16px 16px' }}
      >
        <chakra.img
          src={fileUrl(ws, file)}
          alt={t('logo.alt', { number })}
          maxWidth="full"
          maxHeight="14"
          objectFit="contain"
        />
      </chakra.span>
      {onRemove && (
        <IconButton size="sm" label={t('logo.remove', { number })} icon={<X aria-hidden />} onClick={onRemove} />
      )}
    </chakra.div>
  );
}
