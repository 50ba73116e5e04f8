import { defineMessages } from '../lib/messages';

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
    partNotLoaded: 'A part of the page could not be loaded',
    partNotLoadedReason: 'Your connection, or an extension that blocks scripts, may be the reason.',
    requestId: (id: string) => `Request id: ${id}`,
    less: (what: string) => `Less of ${what}`,
    more: (what: string) => `More of ${what}`,
    amountOf: (what: string) => `Amount of ${what}`,
    notifications: 'Notifications',
    actions: 'Actions',
    newRows: (count: number) => `${count} new – show`,
    roles: { customer: 'Customer', farmer: 'Farmer', admin: 'Admin' },
  },
});
