import { KeyRound, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEYS_PATH } from '../../../shared/consentReceipt/receipt.ts';
import { Banner, Box, Button, chakra, DropPlace, PageHeader, Text } from '../../ui/index.ts';
import { TextAreaInput } from '../../ui/form/index.ts';
import { useReceiptCheck } from './useReceiptCheck.ts';
import { Verdict } from './Verdict.tsx';

/** Verifies a signed receipt in the reader's own browser: nothing is sent, and it works without a network. */
export default function ReceiptCheckPage() {
  const { t } = useTranslation('consentReceipt');
  const { t: pages } = useTranslation('pages');
  const { keys, waiting, none, outcome, addFiles, checkText, clear } = useReceiptCheck();
  const [text, setText] = useState('');
  const pasteId = useId();
  return (
    <Box maxWidth="52rem" mx="auto">
      <PageHeader title={pages('receiptCheck')} description={t('check.lead')} />
      <DropPlace
        multiple
        accept=".jws,.jsonld,.json,.txt"
        hint={t('check.drop')}
        choose={t('check.choose')}
        help={t('check.dropHelp')}
        onFiles={(files) => void addFiles(files)}
      />
      <Box mt="5">
        <chakra.label htmlFor={pasteId} display="block" mb="1" fontWeight="semibold">
          {t('check.paste')}
        </chakra.label>
        <TextAreaInput
          id={pasteId}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          fontFamily="mono"
          placeholder="eyJhbGciOi…"
        />
        <Button mt="3" look="main" disabled={text.trim() === '' || waiting} onClick={() => void checkText(text)}>
          {t('check.check')}
        </Button>
      </Box>
      <KeysNote keys={keys} waiting={waiting} none={none} />
      <Box mt="6" aria-live="polite">
        {outcome &&
          ('hindrance' in outcome ? (
            <Banner tone="warn" role="alert">
              {outcome.hindrance.kind === 'unknownFile'
                ? t('check.unknownFile', { name: outcome.hindrance.name })
                : t(`check.${outcome.hindrance.kind}`)}
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

/** The keys with which receipts are verified. */
function KeysNote({ keys, waiting, none }: Pick<ReturnType<typeof useReceiptCheck>, 'keys' | 'waiting' | 'none'>) {
  const { t } = useTranslation('consentReceipt');
  return (
    <chakra.p
      mt="4"
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="2"
      textStyle="dense"
      color="muted"
      overflowWrap="anywhere"
    >
      <KeyRound size={16} aria-hidden />
      {keys
        ? keys.file
          ? t('check.keysFile', { name: keys.file })
          : t('check.keysPublished', { address: `${location.origin}${KEYS_PATH}` })
        : waiting
          ? '…'
          : t(none ? 'check.keysNone' : 'check.keysMissing')}
      {keys && !keys.file && (
        <chakra.a href={KEYS_PATH} download="jwks.json" color="accent.text" textDecoration="underline">
          {t('check.keysSave')}
        </chakra.a>
      )}
    </chakra.p>
  );
}
