import { qrCode } from './qr-code';

/** Squares that stay light around a code, so that a camera finds it. */
const QUIET = 4;

/** A text as a QR code, dark on light in either scheme, as cameras want it; nothing for a text that is too long. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = qrCode(text);
  if (rows === null) return null;
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-60 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
