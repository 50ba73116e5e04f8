/** State of the location of an order's page that follows its checkout. */
export const ORDER_PLACED = 'order-placed';
