import { FileUp, KeyRound, RotateCcw } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEYS_PATH } from '../../../shared/receipt.ts';
import { Banner, Box, Button, chakra, PageHeader, Text } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';
import { useReceiptCheck } from './useReceiptCheck.ts';
import { Verdict } from './Verdict.tsx';

/** Checks a signed receipt in the reader's own browser: nothing is sent anywhere, and it works without a network. */
export default function ReceiptCheckPage() {
  const { t } = useTranslation('consentReceipt');
  const { t: menu } = useTranslation('menu');
  const { keys, waiting, outcome, addFiles, checkText, clear } = useReceiptCheck();
  const [text, setText] = useState('');
  const pasteId = useId();
  return (
    <Box maxWidth="52rem" mx="auto">
      <PageHeader title={menu('page.receiptCheck')} description={t('check.lead')} />
      <DropPlace onFiles={(files) => void addFiles(files)} />
      <Box mt="5">
        <chakra.label htmlFor={pasteId} display="block" mb="1" fontWeight="semibold">
          {t('check.paste')}
        </chakra.label>
        <TextAreaInput id={pasteId} rows={4} spellCheck={false} autoComplete="off" value={text} onChange={(event) => setText(event.currentTarget.value)} fontFamily="mono" placeholder="eyJhbGciOi…" />
        <Button mt="3" look="main" disabled={text.trim() === ''} onClick={() => void checkText(text)}>
          {t('check.check')}
        </Button>
      </Box>
      <chakra.p mt="4" display="flex" alignItems="center" flexWrap="wrap" gap="2" textStyle="dense" color="muted" overflowWrap="anywhere">
        <KeyRound size={16} aria-hidden />
        {keys ? (keys.file ? t('check.keysFile', { name: keys.file }) : t('check.keysPublished', { address: `${location.origin}${KEYS_PATH}` })) : waiting ? '…' : t('check.keysMissing')}
        {keys && !keys.file && (
          <chakra.a href={KEYS_PATH} download="jwks.json" color="accent.text" textDecoration="underline">
            {t('check.keysSave')}
          </chakra.a>
        )}
      </chakra.p>
      <Box mt="6" aria-live="polite">
        {outcome && ('hindrance' in outcome ? (
          <Banner tone="warn" role="alert">
            {outcome.hindrance.kind === 'unknownFile' ? t('check.unknownFile', { name: outcome.hindrance.name }) : t(`check.${outcome.hindrance.kind}`)}
          </Banner>
        ) : (
          <>
            <Verdict {...outcome} />
            <Button
              mt="4"
              icon={<RotateCcw aria-hidden />}
              onClick={() => {
                clear();
                setText('');
              }}
            >
              {t('check.again')}
            </Button>
          </>
        ))}
      </Box>
      <Text mt="8" textStyle="dense" color="muted">
        {t('check.offline')}
      </Text>
    </Box>
  );
}

function DropPlace({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('consentReceipt');
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
        {t('check.drop')}
        <Button size="sm" onClick={() => input.current?.click()}>
          {t('check.choose')}
        </Button>
      </chakra.div>
      <Text textStyle="dense" color="muted">
        {t('check.dropHelp')}
      </Text>
      <chakra.input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('check.choose')}
        accept=".jws,.jsonld,.json,.txt"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </chakra.div>
  );
}
