import { NearImage } from '../../ui/thumb';
import { landingText } from './texts';

const reasons = [
  ['fresh', 'salad'],
  ['fast', 'delivery-truck'],
  ['local', 'farmhouse'],
  ['quality', 'rosette'],
] as const;

/** Four reasons in columns, each with a drawing. */
export function WhyChoose() {
  return (
    <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {reasons.map(([key, picture]) => (
        <li key={key} className="border-t-4 border-ink pt-5">
          {picture === 'rosette' ? (
            <Rosette />
          ) : (
            <NearImage
              src={`/produce/${picture}.svg`}
              alt=""
              width="72"
              height="72"
              className="produce-shadow size-18"
            />
          )}
          <h3 className="mt-4 text-2xl">{landingText.reasons[key].title}</h3>
          <p className="mt-2 text-ink-soft">{landingText.reasons[key].text}</p>
        </li>
      ))}
    </ul>
  );
}

const petals = Array.from({ length: 12 }, (_, index) => index * 30);

function Rosette() {
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true" className="produce-shadow">
      <path d="M24 40 16 70l12-6 6 8 6-26Z" fill="#a02413" />
      <path d="m48 40 8 30-12-6-6 8-6-26Z" fill="#c22f1a" />
      <g fill="#c22f1a">
        {petals.map((angle) => (
          <ellipse key={angle} cx="36" cy="10" rx="7" ry="9" transform={`rotate(${angle} 36 28)`} />
        ))}
      </g>
      <circle cx="36" cy="28" r="16" fill="#f3c64a" />
      <circle cx="36" cy="28" r="12.500" fill="#fffaf0" />
      <path
        d="m29.500 28 4.600 4.800 9-9.600"
        fill="none"
        stroke="#1f4d2b"
        strokeWidth="3.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
