import { defineMessages } from '../lib/text/messages';

export const uiText = defineMessages({
  en: {
    documentTitle: (page: string) => `${page} – Farmgate`,
    loading: 'Loading…',
    close: 'Close',
    dismiss: 'Dismiss',
    retry: 'Retry',
    secondFactor: 'Switch on the second factor',
    download: 'Download CSV',
    downloadFailed: 'The file could not be made',
    needsConnection: 'Needs a connection',
    problem: 'Something went wrong',
    moreFailed: 'The rest could not be loaded.',
    offline: 'You are offline. Check your connection and try again.',
    newVersionTyped:
      'A new version is here. Copy what you have typed, and then load the page again.',
    partNotLoaded: 'A part of the page could not be loaded',
    partNotLoadedReason: 'Your connection, or an extension that blocks scripts, may be the reason.',
    requestId: (id: string) => `Request id: ${id}`,
    less: (what: string) => `Less of ${what}`,
    more: (what: string) => `More of ${what}`,
    amountOf: (what: string) => `Amount of ${what}`,
    onlySoMany: (amount: string) => `Only ${amount} can be had`,
    atLeast: (amount: string) => `At least ${amount}`,
    inSteps: (step: string) => `Sold in steps of ${step}`,
    notifications: 'Notifications',
    actions: 'Actions',
    newRows: (count: number) => `${count} new – show`,
    roles: { customer: 'Customer', farmer: 'Farmer', admin: 'Admin' },
  },
});

export const formText = defineMessages({
  en: {
    optional: '(optional)',
    errorCount: (count: number) =>
      count === 1 ? 'One field needs your attention' : `${count} fields need your attention`,
    discardTitle: 'Leave without saving?',
    discardBody: 'What you typed is not saved yet.',
    discard: 'Leave, do not save',
    stay: 'Keep editing',
    reason: 'Reason',
    reasonMissing: 'Please give a reason.',
  },
});

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
