import encodeQR from 'qr';

/** Squares that stay light around a code, so that a camera finds it. */
const QUIET = 4;

/** A text as a QR code, dark on light in either scheme, as cameras want it. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  // read from a screen near by, and drawn with as few squares as will do
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET });
  const size = rows.length;
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
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
