import { useParams } from 'react-router-dom';
import { operator } from '../../features/content/operator-texts';
import { ReceiptScreen } from '../../features/orders/receipt/receipt-screen';
import { receiptText } from '../../features/orders/receipt/texts';
import { Page } from '../../ui/page';
import { shellText } from '../texts';

const sender = { name: shellText.brand, address: operator.address, email: operator.email };

/** `/orders/:id/receipt`: for the order's customer and the admins. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page title={receiptText.receipt}>
      <ReceiptScreen orderId={id} sender={sender} />
    </Page>
  );
}
