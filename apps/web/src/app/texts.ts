import { defineMessages } from '../lib/text/messages';

/** Texts of the shell around every page. */
export const shellText = defineMessages({
  en: {
    brand: 'Farmgate',
    skip: 'Skip to content',
    mainNav: 'Main',
    phoneNav: 'Main, on phones',
    products: 'Products',
    farms: 'Farms',
    about: 'About',
    contact: 'Contact',
    home: 'Home',
    dashboard: 'Dashboard',
    myProducts: 'My Products',
    adminPanel: 'Admin Panel',
    signIn: 'Sign In',
    cart: 'Cart',
    cartCount: (count: number) =>
      count === 0 ? 'Cart, empty' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`,
    searchLabel: 'Search products',
    searchPlaceholder: 'Search fresh produce...',
    search: 'Search',
    categories: 'Categories',
    suggestionCount: (count: number) =>
      `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys`,
    suggestionsLoading: 'Looking…',
    noSuggestions: (text: string) => `No suggestions for “${text}”.`,
    suggestionsFailed: 'No suggestions right now. Enter still searches.',
    theme: 'Colours',
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    dataFrom: (time: string) => `Data from ${time}`,
    livePaused: 'Paused',
    pausedWaiting: (count: number) => `Paused · ${count} waiting`,
    resumeLive: 'Resume live updates',
    openLivePanel: 'About live updates',
    notLoadedTitle: 'No connection',
    notLoaded: 'This page has not been loaded yet',
    notLoadedHint:
      'It opens by itself once you are connected again. What you have seen before can still be read.',
    suspendedTitle: 'You have been signed out',
    suspended: 'This account is suspended. Write to us if you think that is a mistake.',
    deletedTitle: 'Your account is deleted',
    deleted: 'You are signed out everywhere. Thank you for having been with us.',
    expired: 'Your session has ended. Please sign in again.',
    quickLinks: 'Quick Links',
    forFarmers: 'For Farmers',
    aboutUs: 'About Us',
    contactUs: 'Contact Us',
    support: 'Support',
    faq: 'FAQ',
    shipping: 'Shipping Information',
    returns: 'Returns Policy',
    privacy: 'Privacy Policy',
    reachUs: 'Contact',
    footerLine: 'Grown nearby, picked this week, sold without detours.',
    copyright: (year: number) => `© ${year} Farmgate. All rights reserved.`,
    crashed: 'This page could not be shown',
    crashedHint: 'Loading it again may help.',
  },
});

export const notFoundText = defineMessages({
  en: {
    title: 'Oops! Page not found',
    text: 'Nothing grows at this address. Perhaps a search finds what you meant.',
    home: 'Return to Home',
    search: 'Search from here',
    product: 'There is no product at this address. Perhaps a search finds it.',
    farm: 'There is no farm at this address. Perhaps a search finds it.',
  },
});

/** Texts of a page whose person is no longer the one who is signed in. */
export const otherPersonText = defineMessages({
  en: {
    title: (name: string | null) =>
      name === null
        ? 'Somebody else has signed in in another tab'
        : `Signed in as ${name} in another tab`,
    lead: 'This page was opened by somebody else and is closed.',
    proceed: (name: string | null) => (name === null ? 'Continue' : `Continue as ${name}`),
  },
});

/** Texts of the farmer's bar. */
export const memberPartsText = defineMessages({
  en: {
    orders: 'Orders',
    ordersCount: (n: number) => (n === 0 ? 'Orders, none new' : `Orders, ${n} new or changed`),
    pick: 'Pick',
    products: 'Products',
    numbers: 'Numbers',
    packing: 'Packing',
    stops: 'Stops',
    scan: 'Scan',
    profile: 'Profile',
  },
});

/** Texts of the bar's menus, and of its parts for members only. */
export const menuText = defineMessages({
  en: {
    signOut: 'Sign out',
    account: 'Your account',
    unknownUser: 'Signed in',
    profile: 'Profile',
    favourites: 'Favourites',
    pauseLive: 'Pause live updates',
    shortcuts: 'Keyboard shortcuts',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    inboxCount: (count: number) => (count === 0 ? 'Inbox, nothing new' : `Inbox, ${count} unread`),
    newOrders: (n: number) => `${n} new or changed orders`,
    toOrders: 'Look at the orders',
    newInInbox: (title: string, count: number) => `New in your inbox: ${title}. ${count} unread.`,
    suggestions: 'Suggestions',
  },
});
