import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce, Button, chakra, copyToClipboard, Flex, Text } from '../ui/index.ts';

/**
 * Code to copy: by a click anywhere in it, or by the button. Announces the result on itself and to screen readers.
 * @param name the name of the code, for the labels of the block and its button
 */
export function CodeBlock({ code, language, name }: { code: string; language?: string; name: string }) {
  const { t } = useTranslation(['embedScreen', 'ui']);
  const block = useRef<HTMLPreElement>(null);
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 2500);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const done = await copyToClipboard(code, block.current);
    setState(done ? 'copied' : 'failed');
    announce(t(done ? 'ui:copy.done' : 'ui:copy.failed'));
  };
  // Somebody who selects a part of it wants that part.
  const clicked = () => {
    if (getSelection()?.isCollapsed !== false) void copy();
  };

  return (
    <chakra.figure borderWidth="1px" borderColor="line" borderRadius="control" bg="subtle" minWidth="0">
      <Flex align="center" gap="3" ps="3" pe="1.5" py="1" borderBottomWidth="1px" borderColor="line">
        <Text flex="1" textStyle="small" color="muted">
          {language}
        </Text>
        <Button
          size="sm"
          look="quiet"
          icon={state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy()}
          aria-label={t('copyName', { name })}
        >
          {t(state === 'ready' ? 'ui:copy.action' : state === 'copied' ? 'ui:copy.done' : 'ui:copy.failed')}
        </Button>
      </Flex>
      {/* Focusable for scrolling by keyboard; the button copies. */}
      <chakra.pre
        ref={block}
        role="region"
        aria-label={name}
        tabIndex={0}
        onClick={clicked}
        m="0"
        px="3"
        py="2.5"
        overflowX="auto"
        maxHeight="32rem"
        fontFamily="mono"
        fontSize="13px"
        lineHeight="1.6"
        cursor="copy"
        css={{ tabSize: 2 }}
      >
        <code>{code}</code>
      </chakra.pre>
    </chakra.figure>
  );
}
