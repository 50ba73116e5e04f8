import { defineMessages } from '../lib/text/messages';

const text = defineMessages({
  en: {
    names: {
      Processing: 'Processing',
      Delivered: 'Delivered',
      Cancelled: 'Cancelled',
      placed: 'Placed',
      accepted: 'Accepted',
      packed: 'Packed',
      out_for_delivery: 'Out for delivery',
      ready_for_pickup: 'Ready for pickup',
      delivered: 'Delivered',
      declined: 'Declined',
      cancelled: 'Cancelled',
      active: 'Active',
      inactive: 'Inactive',
      suspended: 'Suspended',
      draft: 'Draft',
      review: 'In review',
      live: 'Live',
      paused: 'Paused',
      archived: 'Archived',
      pending: 'Pending',
      approved: 'Approved',
      refused: 'Refused',
    },
  },
});

/** Names of the statuses of orders, parts, users, products and farms. */
export const statusText = text.names;
