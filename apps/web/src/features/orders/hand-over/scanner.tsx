import { Camera, CameraOff } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '../../../lib/cx';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { handOverText as text } from './texts';
import { useScanner } from './use-scanner';

/** The camera's picture, from which QR codes are read, and the button that switches it on and off. */
export function Scanner({ onText }: { onText: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, start, stop } = useScanner(video, onText);
  const isOn = state === 'on' || state === 'starting';
  // absent on pages that are not served by TLS
  if (!('mediaDevices' in navigator)) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <div className={cx('w-full overflow-hidden rounded-lg bg-ink', !isOn && 'hidden')}>
        <video
          ref={video}
          playsInline
          muted
          aria-label={text.camera}
          className="aspect-square w-full object-cover sm:aspect-video"
        />
      </div>
      {state !== 'off' && (
        <p role="status">
          {
            { starting: text.starting, on: text.aim, refused: text.refused, missing: text.missing }[
              state
            ]
          }
        </p>
      )}
      {isOn ? (
        <Button tone="outline" icon={<Icon of={CameraOff} size={18} />} onClick={stop}>
          {text.stop}
        </Button>
      ) : (
        <Button tone="leaf" icon={<Icon of={Camera} size={18} />} onClick={start}>
          {text.scan}
        </Button>
      )}
    </div>
  );
}
