// The Mantine theme: Inter, one accent color, small radii, 14px text. Colors that differ by color scheme are in theme.css.

import { createTheme, type MantineColorsTuple } from '@mantine/core';

const iris: MantineColorsTuple = [
  '#eef0fc',
  '#dfe2f8',
  '#c1c7f1',
  '#a5adeb',
  '#8e98e6',
  '#727ddc',
  '#5a66cf',
  '#4a55b8',
  '#3c4597',
  '#2f3676',
];

const dark: MantineColorsTuple = [
  '#d6d9e0',
  '#b8bdc9',
  '#9096a4',
  '#646a78',
  '#383d48',
  '#2b2f38',
  '#20232a',
  '#16181d',
  '#111317',
  '#0b0c0f',
];

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, dark },
  white: '#ffffff',
  black: '#1b1e25',
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
      h4: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 6%)',
    sm: '0 1px 3px rgb(0 0 0 / 8%)',
    md: '0 4px 14px rgb(0 0 0 / 10%)',
    lg: '0 8px 24px rgb(0 0 0 / 14%)',
    xl: '0 12px 36px rgb(0 0 0 / 18%)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // Keyed by name, because importing the components would add them to the first bundle.
  components: {
    Alert: { defaultProps: { variant: 'light' }, styles: { icon: { marginInlineEnd: 8 } } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { styles: { root: { textTransform: 'none', fontWeight: 500 } } },
    Button: { styles: { root: { fontWeight: 500 } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    InputWrapper: { styles: { label: { fontWeight: 500, marginBottom: 4 } } },
    // ARIA doesn't allow the placeholder inside a menu. Without it, the first item gets the focus.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 600, fontSize: 16 } },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Paper: { defaultProps: { withBorder: true } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false } },
  },
});
