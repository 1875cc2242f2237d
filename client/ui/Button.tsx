import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { AppLink } from './Link.tsx';
import { Tooltip } from './Tooltip.tsx';
import { buttonRecipe } from './buttonStyles.ts';

const BaseButton = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } });

const Wheel = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '1em',
    borderRadius: 'full',
    borderWidth: '2px!',
    borderColor: 'currentColor!',
    borderInlineEndColor: 'transparent!',
    animation: 'spin 700ms linear infinite',
  },
});

export interface ButtonProps extends ComponentProps<typeof BaseButton> {
  /** An icon element before the text, for example `<Plus />`. */
  icon?: ReactNode;
  /** Busy: keeps its place and text, is announced as busy and does not react to clicks. */
  loading?: boolean;
}

/**
 * A button; its text is a verb.
 * @example <Button look="main" icon={<Plus />} onClick={add}>…</Button>
 */
export function Button({ icon, loading = false, children, onClick, ...rest }: ButtonProps) {
  return (
    <BaseButton
      data-look={typeof rest.look === 'string' ? rest.look : ''}
      {...rest}
      {...(loading && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <Wheel aria-hidden /> : icon}
      {children}
    </BaseButton>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<typeof BaseButton>, 'children' | 'aria-label'> {
  /** What it does: for screen readers and as the tooltip. */
  label: string;
  icon: ReactNode;
  /** Omits the tooltip where the text is displayed beside it anyway. */
  noTooltip?: boolean;
}

/**
 * A square button with an icon only.
 * @example <IconButton label={t('ui:close')} icon={<X />} onClick={close} />
 */
export function IconButton({ label, icon, noTooltip = false, look = 'quiet', ...rest }: IconButtonProps) {
  const button = (
    <BaseButton square look={look} aria-label={label} data-look={typeof look === 'string' ? look : ''} {...rest}>
      {icon}
    </BaseButton>
  );
  return noTooltip ? (
    button
  ) : (
    <Tooltip content={label} isLabel>
      {button}
    </Tooltip>
  );
}

const BaseLink = chakra(AppLink, buttonRecipe);

export type LinkButtonProps = ComponentProps<typeof BaseLink> & { icon?: ReactNode };

/**
 * A link that looks like a button.
 * @example <LinkButton look="main" href="/consent/new">…</LinkButton>
 */
export function LinkButton({ icon, children, ...rest }: LinkButtonProps) {
  return (
    <BaseLink data-look={typeof rest.look === 'string' ? rest.look : ''} {...rest}>
      {icon}
      {children}
    </BaseLink>
  );
}
