import encodeQR from 'qr';

/** Width of the light border around a code, in modules: scanners need it. */
const QUIET_ZONE = 4;

/** A QR code, dark on light in both colour schemes, as scanners expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // scanned from a screen: little error correction is enough and needs fewer modules
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
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
