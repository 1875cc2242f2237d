/** The light components. Tables are in ./table, forms in ./form, so that a screen only loads what it uses. */
export { announce } from './announcer.ts';
export { ActionBar } from './ActionBar.tsx';
export { Banner, QuietLine } from './Banner.tsx';
export { Button, IconButton, LinkButton } from './Button.tsx';
export { Card } from './Card.tsx';
export { copyToClipboard } from './clipboard.ts';
export { CopyButton } from './CopyButton.tsx';
export { lazyScreen } from './lazyScreen.tsx';
export { ConfirmDialog, Dialog, Drawer, useDialog } from './Dialog.tsx';
export { DropPlace } from './DropPlace.tsx';
export { DrawnTogether } from './DrawnTogether.tsx';
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx';
export { ErrorBoundary } from './ErrorBoundary.tsx';
export { ErrorState } from './ErrorState.tsx';
export { Fact, Facts, isBlank } from './Facts.tsx';
export { GlowOnChange } from './GlowOnChange.tsx';
export { Kbd } from './Kbd.tsx';
export { AppLink, Link } from './Link.tsx';
export { Box, Divider, Flex, Grid, HStack, Heading, Stack, Text, VisuallyHidden, Wrap, chakra } from './layout.tsx';
export { Menu } from './Menu.tsx';
export type { MenuItem } from './Menu.tsx';
export {
  guarded,
  guardedNavigation,
  UnsavedGuard,
  useDialogClose,
  useDialogScope,
  useNavigationGuard,
} from './navigationGuard.tsx';
export { PageFrame } from './PageFrame.tsx';
export { PageHeader, type PageHeaderProps } from './PageHeader.tsx';
export { Popover } from './Popover.tsx';
export { ProgressBar } from './ProgressBar.tsx';
export { RelativeTime } from './RelativeTime.tsx';
export { SideRail } from './SideRail.tsx';
export { ServerAnswer } from './ServerAnswer.tsx';
export { Skeleton, SkeletonPage, SkeletonText, Waiting } from './Skeleton.tsx';
export { Switch } from './Switch.tsx';
export { Tabs } from './Tabs.tsx';
export { StatusTag, Tag } from './Tag.tsx';
export { Toaster, toast } from './toaster.tsx';
export { Tooltip } from './Tooltip.tsx';
export { useFormat, useLocale } from './useFormat.ts';
export { useIsSmall } from './useMediaQuery.ts';
