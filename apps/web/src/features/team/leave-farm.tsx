import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { ConfirmDialog } from './confirm-dialog';
import { useLeave } from './team';
import { joinText as text } from './texts';

/** Lets somebody who packs or drives for a farm leave it. */
export function LeaveFarm({ farmId }: { farmId: string }) {
  const [asks, setAsks] = useState(false);
  const leaving = useLeave();
  const toast = useToast();
  const navigate = useNavigate();
  return (
    <div>
      <Button tone="danger" onClick={() => setAsks(true)}>
        {text.leave}
      </Button>
      {asks && (
        <ConfirmDialog
          title={text.leaveTitle}
          body={text.leaveBody}
          confirm={text.leave}
          keep={text.stay}
          busy={leaving.isPending}
          onClose={() => setAsks(false)}
          onConfirm={() =>
            leaving.mutate(farmId, {
              onSuccess: () => {
                toast({ title: text.left });
                void navigate(paths.dashboard);
              },
              onError: (error) => {
                setAsks(false);
                toast({ tone: 'error', title: text.leave, description: errorMessage(error) });
              },
            })
          }
        />
      )}
    </div>
  );
}
