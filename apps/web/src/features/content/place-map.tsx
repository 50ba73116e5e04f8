import { ExternalLink } from 'lucide-react';
import { Icon } from '../../ui/icon';
import { operator } from './operator-texts';
import { contactText } from './texts';

/** A drawn map, which loads nothing from other sites, with a link to a real map. */
export function PlaceMap() {
  return (
    <section
      aria-labelledby="map"
      className="overflow-hidden rounded-lg border border-rule bg-paper"
    >
      <svg viewBox="0 0 480 300" aria-hidden="true" className="block w-full">
        <rect width="480" height="300" fill="var(--tile-greens)" />
        <path
          d="M-10 250c90-50 120 20 220-30s150-140 290-120"
          stroke="var(--tile-herbs)"
          strokeWidth="46"
          fill="none"
        />
        <path
          d="M-10 250c90-50 120 20 220-30s150-140 290-120"
          stroke="#8fb8c4"
          strokeWidth="20"
          fill="none"
        />
        <g stroke="var(--paper)" strokeWidth="13" fill="none" strokeLinecap="round">
          <path d="M-10 90h500M120-10v320M330-10v320M120 180h210" />
        </g>
        <path
          d="M-10 40h500"
          stroke="var(--edge)"
          strokeWidth="4"
          strokeDasharray="14 8"
          fill="none"
        />
        <g fill="var(--rule)">
          <path d="M30 110h66v44H30zM150 112h64v44h-64zM240 112h60v44h-60zM360 112h84v56h-84zM150 206h60v50h-60zM30 200h60v40H30zM366 210h70v50h-70zM150 56h60v20h-60zM250 56h50v20h-50z" />
        </g>
        <path d="M246 198h66v52h-66z" fill="var(--butter)" />
        <path
          d="M279 214c-20-28-30-42-30-58a30 30 0 0 1 60 0c0 16-10 30-30 58Z"
          fill="var(--tomato)"
        />
        <circle cx="279" cy="156" r="12" fill="var(--paper)" />
      </svg>
      <div className="p-5">
        <h2 id="map" className="text-2xl">
          {contactText.mapTitle}
        </h2>
        <p className="mt-1">{contactText.mapText}</p>
        <a
          href={operator.mapHref}
          target="_blank"
          rel="noreferrer"
          className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf-ink underline underline-offset-4"
        >
          {contactText.mapLink}
          <Icon of={ExternalLink} size={17} />
        </a>
      </div>
    </section>
  );
}
