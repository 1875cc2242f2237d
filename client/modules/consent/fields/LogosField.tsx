import { ArrowLeftRight, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endingsOf, megabytes, PICTURE } from '../../../../shared/file.ts';
import { useSession } from '../../../shell/session.tsx';
import { announce, Banner, Button, chakra, IconButton } from '../../../ui/index.ts';
import { FieldFrame, serverIssues, useField } from '../../../ui/form/index.ts';
import { fileHref, uploadTo } from '../../../upload.ts';

const MOST = 2;
const ACCEPT = endingsOf(PICTURE)
  .map((ending) => `.${ending}`)
  .join(',');

/** Up to two pictures in their order, shown as they are on light ground and dark. The value is their ids. */
export function LogosField({ name }: { name: string }) {
  const { t } = useTranslation(['consent', 'files', 'ui']);
  const { ws } = useSession();
  const size = megabytes(PICTURE.limit);
  const help = t('field.logosHelp', { size });
  const handle = useField<string[] | undefined>({ name, help });
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const logos = handle.value ?? [];
  const { id, disabled, 'aria-describedby': describedBy } = handle.control;

  const take = async (file: File | undefined) => {
    if (!file) return;
    setFailure('');
    if (file.size > PICTURE.limit) return setFailure(t('ui:file.tooLarge', { size }));
    setShare(0);
    try {
      const uploaded = await uploadTo(ws, PICTURE)(file, setShare, new AbortController().signal);
      handle.set([...logos, uploaded.id].slice(0, MOST));
      announce(t('ui:file.uploaded', { name: file.name }));
    } catch (error) {
      setFailure(
        serverIssues(error)[0]?.reason ??
          (error instanceof Error && error.message ? error.message : t('ui:file.failed')),
      );
    } finally {
      setShare(null);
    }
  };

  return (
    <FieldFrame label={t('field.logos')} help={help} handle={handle} group>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="3"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          if (!disabled && logos.length < MOST) void take(event.dataTransfer.files[0]);
        }}
      >
        {logos.map((logo, index) => (
          <chakra.div key={logo} display="flex" alignItems="center" gap="1" borderWidth="1px" borderRadius="card" p="2">
            <chakra.span
              display="grid"
              placeItems="center"
              width="28"
              height="14"
              borderRadius="control"
              css={{ background: 'repeating-conic-gradient(#d8d8d8 0 25%, #fff 0 50%) 0 0 / 16px 16px' }}
            >
              <chakra.img
                src={fileHref(ws, logo)}
                alt={t('logo.alt', { number: index + 1 })}
                maxWidth="full"
                maxHeight="14"
                objectFit="contain"
              />
            </chakra.span>
            {!disabled && (
              <IconButton
                size="sm"
                label={t('logo.remove', { number: index + 1 })}
                icon={<X aria-hidden />}
                onClick={() => handle.set(logos.filter((one) => one !== logo))}
              />
            )}
          </chakra.div>
        ))}
        {!disabled && logos.length === MOST && (
          <IconButton
            label={t('logo.swap')}
            icon={<ArrowLeftRight aria-hidden />}
            onClick={() => handle.set([...logos].reverse())}
          />
        )}
        {logos.length < MOST && (
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
            void take(event.target.files?.[0]);
            // The same file may be chosen again after a failure.
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
