import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, chakra } from '../../ui/index.ts';

const PARTS = ['subject', 'rights', 'messages'] as const;
type Part = (typeof PARTS)[number];

const Column = chakra('section', {
  base: { display: 'grid', gap: '4', alignContent: 'start', minWidth: '0', outline: 'none', scrollMarginTop: '20' },
});

/**
 * The three parts of a request side by side: who asks, the rights with their tasks, messages and history. On narrow
 * screens one below the other, with links between them.
 */
export function RequestColumns(parts: Record<Part, ReactNode>) {
  const { t } = useTranslation('requestScreen');
  const columns = useRef<Partial<Record<Part, HTMLElement | null>>>({});
  const jump = (part: Part) => {
    const column = columns.current[part];
    column?.scrollIntoView({ block: 'start' });
    column?.focus({ preventScroll: true });
  };
  return (
    <>
      <chakra.nav
        aria-label={t('jump')}
        display={{ base: 'flex', lg: 'none' }}
        flexWrap="wrap"
        gap="2"
        mb="4"
        data-screen=""
      >
        {PARTS.map((part) => (
          <Button key={part} size="sm" onClick={() => jump(part)}>
            {t(`part.${part}`)}
          </Button>
        ))}
      </chakra.nav>
      <chakra.div
        display="grid"
        gap="5"
        alignItems="start"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          lg: 'minmax(0, 17rem) minmax(0, 1fr)',
          xl: 'minmax(0, 17rem) minmax(0, 1fr) minmax(0, 21rem)',
        }}
      >
        {PARTS.map((part) => (
          <Column
            key={part}
            ref={(element: HTMLElement | null) => {
              columns.current[part] = element;
            }}
            tabIndex={-1}
            aria-label={t(`part.${part}`)}
            {...(part === 'messages' && { gridColumn: { lg: '1 / -1', xl: 'auto' } })}
          >
            {parts[part]}
          </Column>
        ))}
      </chakra.div>
    </>
  );
}
