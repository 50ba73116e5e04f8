import { useState } from 'react';
import { type DemoRole, demoRoleSchema } from '#libs/contracts';
import { useSession } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { identityText } from '../texts';

const faces: Record<DemoRole, string> = {
  customer: 'basket',
  farmer: 'tractor',
  packer: 'carrot',
  driver: 'delivery-truck',
  admin: 'bee',
};

/** Signs in with a demo account of each role, and as those who pack and drive for a farm; on demo installations only. */
export function DemoButtons({ hasTestCards }: { hasTestCards: boolean }) {
  const { demoSignIn } = useSession();
  const toast = useToast();
  const [busy, setBusy] = useState<DemoRole | null>(null);
  const signIn = async (role: DemoRole) => {
    setBusy(role);
    try {
      await demoSignIn(role);
    } catch (error) {
      toast({
        tone: 'error',
        title: identityText.demoFailed,
        description: errorMessage(error),
      });
      setBusy(null);
    }
  };
  return (
    <section
      aria-labelledby="demo"
      className="rounded-lg border-2 border-dashed border-edge bg-butter-tint p-5 text-butter-ink sm:p-6"
    >
      <h2 id="demo" className="text-2xl">
        {identityText.demoTitle}
      </h2>
      <p className="mt-1 mb-4">
        {identityText.demoText} {hasTestCards && identityText.demoCards}
      </p>
      <div className="flex flex-wrap gap-3">
        {demoRoleSchema.options.map((role) => (
          <Button
            key={role}
            tone="leaf"
            busy={busy === role}
            disabled={busy !== null && busy !== role}
            onClick={() => void signIn(role)}
            icon={<img src={`/produce/${faces[role]}.svg`} alt="" width="24" height="24" />}
          >
            {identityText.demo[role]}
          </Button>
        ))}
      </div>
    </section>
  );
}
