// A QR code as SVG: black on white in both themes, with the quiet zone that cameras need.

import { encode } from 'uqr';

const MARGIN = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  readonly size?: number;
}

export function QrCode({ text, label, size = 196 }: QrCodeProps) {
  const { data, size: modules } = encode(text, { border: 0, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  const side = modules + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
