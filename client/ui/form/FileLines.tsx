import { chakra } from '@chakra-ui/react';
import { FileText, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import type { UploadedFile } from './FileField.tsx';
import type { Sending } from './useUploads.ts';
import { formatBytes } from '../../formatBytes.ts';

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

interface UploadedLineProps {
  file: UploadedFile;
  /** The download address. */
  href: string | undefined;
  disabled: boolean;
  onRemove: () => void;
}

/** A file that the server has stored. */
export function UploadedLine({ file, href, disabled, onRemove }: UploadedLineProps) {
  const { t } = useTranslation('ui');
  return (
    <Line>
      <FileText size={18} aria-hidden />
      <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
        {href ? <a href={href}>{file.name}</a> : file.name}
      </chakra.span>
      {file.size > 0 && <chakra.span color="muted">{formatBytes(file.size)}</chakra.span>}
      <IconButton
        size="sm"
        noTooltip
        disabled={disabled}
        label={t('file.remove', { name: file.name })}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </Line>
  );
}

/** A file that is being uploaded: its progress, or why it was refused. */
export function SendingLine({ sending, onRemove }: { sending: Sending; onRemove: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Line {...(sending.failure && { borderColor: 'danger', color: 'danger.text' })}>
      <FileText size={18} aria-hidden />
      <chakra.div flex="1" minWidth="0">
        <chakra.div overflowWrap="anywhere">{sending.name}</chakra.div>
        {sending.failure ? (
          <div>{sending.failure}</div>
        ) : (
          <chakra.div display="flex" alignItems="center" gap="2" color="muted">
            <chakra.progress
              flex="1"
              height="1.5"
              max={1}
              value={sending.share}
              aria-label={sending.name}
              css={{ accentColor: '{colors.accent}' }}
            />
            {t('file.uploading', { percent: Math.round(sending.share * 100) })}
          </chakra.div>
        )}
      </chakra.div>
      <IconButton
        size="sm"
        noTooltip
        label={t('file.remove', { name: sending.name })}
        icon={<X aria-hidden />}
        onClick={onRemove}
      />
    </Line>
  );
}
