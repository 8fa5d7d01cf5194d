// The keys that open the command palette.

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const PALETTE_KEYS = isApple ? '⌘K' : 'Ctrl+K';

export function isPaletteKey({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (isApple ? metaKey : ctrlKey) && !altKey && !shiftKey;
}
