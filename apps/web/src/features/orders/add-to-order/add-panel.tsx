import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { changeRefusal, fromThousandths, type ProductDto, toThousandths } from '#libs/contracts';
import { errorCode } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { useNow } from '../../../lib/browser/timers';
import { paths } from '../../../lib/paths';
import { formatMoney, formatPerUnit, formatQuantity } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ChangeNotice } from '../../../ui/reason-form';
import { errorMessage } from '../../../ui/states';
import { Stepper } from '../../../ui/stepper';
import { uiText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { useChangePart } from '../change-part';
import { changeCost } from '../changes/change-cost';
import { ChangeSummary } from '../changes/change-summary';
import { PartDay } from '../part-day';
import { addText, type OpenPart } from './open-part';
import { addToOrderText as text } from './texts';

/** How much of a product to add to an order, what that changes, and one button that does it. */
export default function AddPanel({
  product,
  quantity,
  target: { order, part },
  onClose,
}: {
  product: ProductDto;
  /** With what it begins. */
  quantity: number;
  target: OpenPart;
  onClose: () => void;
}) {
  const online = useOnline();
  const toast = useToast();
  const navigate = useNavigate();
  const { mutateAsync: changePart, isPending } = useChangePart();
  const now = useNow(60_000, part.slot ? [Date.parse(part.slot.cutOffAt)] : []);
  const [amount, setAmount] = useState(quantity);
  /** The version at which the panel was opened or the last attempt was made. */
  const [seen, setSeen] = useState(part.version);
  const [problem, setProblem] = useState<string | null>(null);

  const { _id: productId, name, unit, step, minimum, available } = product;
  const line = part.lines.find((one) => one.productId === productId);
  const inOrder = line?.quantity ?? 0;
  const price = line?.price ?? product.price;
  const wanted = {
    productId,
    quantity: fromThousandths(toThousandths(inOrder) + toThousandths(amount)),
    price,
  };
  const refusal = changeRefusal(line ? 'set' : 'added', part, now);
  const blocked =
    (refusal && text.closed[refusal]) ??
    (online ? null : text.offline) ??
    (available === 0 ? text.soldOut : null) ??
    (amount > available ? uiText.onlySoMany(formatQuantity(available, unit)) : null);

  const add = async () => {
    setSeen(part.version);
    setProblem(null);
    try {
      await changePart({ orderId: order._id, part, change: { lines: [wanted] } });
    } catch (error) {
      setProblem(errorCode(error) === 'VERSION_CONFLICT' ? text.changed : errorMessage(error));
      return;
    }
    onClose();
    toast({
      title: text.added,
      description: text.addedText(formatQuantity(amount, unit), name, order.code),
      action: { label: text.seeOrder, onAction: () => void navigate(paths.order(order._id)) },
    });
  };
  return (
    <Dialog
      open
      sheet
      onClose={onClose}
      title={addText(part)}
      actions={
        <Button busy={isPending} disabledReason={blocked} onClick={() => void add()}>
          {text.confirm}
        </Button>
      }
    >
      <div className="grid gap-4">
        <ChangeNotice text={blocked ?? problem ?? (part.version === seen ? null : text.changed)} />
        <div>
          <p className="text-lg font-semibold">{name}</p>
          <p className="text-ink-soft tabular-nums">
            {formatMoney(price)} {formatPerUnit(unit)}
          </p>
          {inOrder > 0 && (
            <p className="text-ink-soft">{text.inOrder(formatQuantity(inOrder, unit))}</p>
          )}
        </div>
        <Stepper
          name={name}
          value={amount}
          onChange={setAmount}
          unit={unit}
          step={step}
          min={inOrder > 0 ? step : minimum}
          max={Math.max(available, step)}
        />
        <div className="border-t border-rule pt-3">
          <p>
            <Link to={paths.order(order._id)} className="inline-block min-h-6 underline">
              {text.order(order.code)}
            </Link>
            , {part.farmName}
          </p>
          <PartDay part={part} />
        </div>
        <ChangeSummary cost={changeCost(order, part._id, [wanted])} />
      </div>
    </Dialog>
  );
}
