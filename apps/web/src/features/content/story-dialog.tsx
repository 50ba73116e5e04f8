import { Dialog } from '../../ui/dialog';
import { aboutText } from './texts';

/** The story in four captioned pictures, instead of a video. */
export function StoryDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={aboutText.storyTitle} wide>
      <ol className="grid gap-5 sm:grid-cols-2">
        {aboutText.storySlides.map(({ picture, text }, index) => (
          <li key={picture}>
            <figure className="grid gap-3">
              <span className="relative grid aspect-[3/2] place-items-center rounded-md bg-butter-tint">
                <img
                  src={`/produce/${picture}.svg`}
                  alt=""
                  width="120"
                  height="120"
                  className="produce-shadow size-30"
                />
                <span
                  aria-hidden="true"
                  className="absolute top-2 left-3 font-display text-3xl font-semibold text-butter-ink"
                >
                  {index + 1}
                </span>
              </span>
              <figcaption>{text}</figcaption>
            </figure>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
