/** Location state of an order's page when the checkout navigates to it. */
export const ORDER_PLACED = 'order-placed';
