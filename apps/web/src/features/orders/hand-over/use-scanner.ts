import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadPart } from '../../../lib/api/chunks';

/** Milliseconds between two looks at the camera's picture. */
const LOOK_MS = 200;
/** Milliseconds after which a code that was out of the picture counts again. */
const FORGET_MS = 3_000;

interface Detector {
  detect(image: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own detector of QR codes, else a library's. */
async function qrDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = await Native?.getSupportedFormats().catch((): string[] => []);
  if (Native && formats?.includes('qr_code')) return new Native({ formats: ['qr_code'] });
  const { BarcodeDetector } = await loadPart(() => import('qr/decode.js'));
  return new BarcodeDetector({ formats: ['qr_code'] });
}

export type ScannerState = 'off' | 'starting' | 'on' | 'refused' | 'missing';

/**
 * Reads QR codes from the camera while it is on; a text that stays in the picture is read once. `refused`: the person or
 * the page's permissions policy does not allow the camera.
 */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => void,
) {
  const [isOn, setIsOn] = useState(false);
  const [state, setState] = useState<ScannerState>('off');
  const onRead = useRef(onText);
  onRead.current = onText;
  useEffect(() => {
    if (!isOn) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const end = (why: ScannerState) => {
      stop();
      setIsOn(false);
      setState(why);
    };
    const run = async () => {
      setState('starting');
      const detector = await qrDetector();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const player = video.current;
      if (isOver || !player) return stop();
      // such as a camera that is unplugged, or a permission that is taken back
      stream.getVideoTracks()[0]?.addEventListener('ended', () => end('missing'));
      player.srcObject = stream;
      await player.play();
      setState('on');
      let last = { text: '', at: 0 };
      const look = async () => {
        const [found] = await detector.detect(player).catch(() => []);
        if (isOver) return;
        const now = Date.now();
        if (found && (found.rawValue !== last.text || now - last.at > FORGET_MS))
          onRead.current(found.rawValue);
        if (found) last = { text: found.rawValue, at: now };
        timer = setTimeout(() => void look(), LOOK_MS);
      };
      await look();
    };
    run().catch((error: unknown) => {
      if (isOver) return;
      end(
        error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing',
      );
    });
    return stop;
  }, [isOn, video]);
  return {
    state,
    start: () => setIsOn(true),
    stop: () => {
      setIsOn(false);
      setState('off');
    },
  };
}
