import { PICTURE_MAX_BYTES } from '#libs/contracts';
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

/** Texts of a stop's address. */
export const stopText = defineMessages({
  en: {
    map: 'Map',
    mapOf: (recipient: string) => `Map: ${recipient}`,
    call: 'Call',
  },
});

/** Texts of the field that chooses a farm. */
export const farmText = defineMessages({
  en: {
    farms: 'Farms',
    oneFarm: 'One farm',
    anyOther: (name: string) => `Without ${name}`,
    found: (shown: number, total: number) =>
      total === 0
        ? 'No farm fits'
        : shown < total
          ? `${shown} of ${total} farms: type to find the others`
          : `${total} found`,
  },
});

export const filterText = defineMessages({
  en: {
    fields: (setCount: number) => (setCount === 0 ? 'Filters' : `Filters (${setCount})`),
    drop: (what: string) => `Drop the filter: ${what}`,
  },
});

/** Texts of the question what becomes of the orders of days that a farm changes. */
export const fateText = defineMessages({
  en: {
    title: 'What becomes of the orders?',
    body: 'Customers have ordered for these days:',
    orders: (count: number) => (count === 1 ? '1 order' : `${count} orders`),
    keep: 'Keep them as agreed',
    cancel: 'Cancel them',
    keepHint:
      'Time and place stay as these customers know them. Others can no longer choose what you take away.',
    reasonHint: 'The customers read it.',
    missing: 'Choose what becomes of the orders',
    confirm: 'Go on',
    nothing: 'Change nothing',
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

export const salesText = defineMessages({
  en: {
    day: 'Day',
    orders: 'Orders',
    revenue: 'Sales',
    average: 'Average',
    chart: (from: string, to: string, best: string, sum: string) =>
      `Sales by day from ${from} to ${to}. The best day was ${best}. ${sum} in all. Every day stands in the table.`,
    sum: (orders: number, revenue: string) =>
      `${orders === 1 ? '1 order' : `${orders} orders`} for ${revenue} in this time.`,
    compared: (days: number, revenue: string) => `to the ${days} days before (${revenue}).`,
    none: 'Nothing was sold in this time.',
    table: 'Sales by day, newest first',
    orderCount: (n: number) => (n === 1 ? '1 order' : `${n} orders`),
  },
});

const MEGA = 1024 * 1024;

export const uploadText = defineMessages({
  en: {
    limits:
      'JPEG, PNG, WebP or AVIF; large ones are made smaller before they are sent. Share HEIC pictures of an iPhone as JPEG.',
    dropHere: 'or drop it here',
    uploaded: (name: string) => `${name} is uploaded`,
    uploading: (name: string) => `Uploading ${name}`,
    shrinking: (name: string) => `Making ${name} smaller`,
    shrinkingNow: 'Making it smaller…',
    percent: (part: number) => `${Math.round(part * 100)}%`,
    unsupportedType: 'Only JPEG, PNG, WebP and AVIF pictures can be used.',
    heic: 'This browser cannot read HEIC pictures. On the iPhone choose Settings, Camera, Formats, Most Compatible, or share the picture as JPEG.',
    tooBig: (mb: string) => `It has ${mb} MB; ${PICTURE_MAX_BYTES / MEGA} MB is the most.`,
    tooMany: (most: number) =>
      most === 1 ? 'Only one picture has room.' : `Only ${most} pictures have room.`,
    failed: 'It could not be uploaded.',
    again: (name: string) => `Try ${name} again`,
    drop: (name: string) => `Leave out ${name}`,
    stop: (name: string) => `Stop uploading ${name}`,
    stillUploading: 'A picture is still on its way.',
    offline: 'Needs a connection',
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
