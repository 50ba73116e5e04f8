import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

/** Asks once more before somebody loses access. */
export function ConfirmDialog({
  title,
  body,
  confirm,
  keep,
  busy,
  onConfirm,
  onClose,
}: {
  title: string;
  body: string;
  confirm: string;
  keep: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="ghost" onClick={onClose}>
            {keep}
          </Button>
          <Button tone="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{body}</p>
    </Dialog>
  );
}
