import { Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isAppleMobile, useMatches } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { Card, SectionTitle } from '../../../ui/card';
import { Icon } from '../../../ui/icon';
import { installText as text } from '../texts';

/** A browser's offer to install the app; not in TypeScript's DOM types. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** The offer that came before this card was shown, from public/start.js. */
    installOffer?: InstallOffer;
  }
}

/** How this device installs the app; nothing where it is installed, or the browser cannot. */
export function InstallApp() {
  const isInstalled = useMatches('(display-mode: standalone)');
  const [offer, setOffer] = useState(() => window.installOffer);
  useEffect(() => {
    const onOffer = (event: Event) => setOffer(event as InstallOffer);
    window.addEventListener('beforeinstallprompt', onOffer);
    return () => window.removeEventListener('beforeinstallprompt', onOffer);
  }, []);
  if (isInstalled || (offer === undefined && !isAppleMobile())) return null;
  const install = () => {
    // an offer can be taken once
    delete window.installOffer;
    setOffer(undefined);
    void offer?.prompt();
  };
  return (
    <Card as="section" aria-labelledby="install-title">
      <SectionTitle id="install-title">{text.title}</SectionTitle>
      <p className="max-w-prose text-ink-soft">{text.lead}</p>
      {offer === undefined ? (
        <p className="mt-3 font-semibold">{text.byHand}</p>
      ) : (
        <div className="mt-4">
          <Button onClick={install} icon={<Icon of={Smartphone} size={18} />}>
            {text.install}
          </Button>
        </div>
      )}
    </Card>
  );
}
