import { defineMessages } from '../../lib/messages';

/** Texts of the dashboards' frames; the features have the texts of their content. */
export const dashboardText = defineMessages({
  en: {
    customer: 'Your dashboard',
    farmer: 'Your farm',
    admin: 'Admin panel',
    orders: 'Orders',
    products: 'Products',
    shop: 'Shop',
    favourites: 'Favourites',
    favouritesLead: 'What you have given your heart to, with today’s stock and prices.',
    myProducts: 'My Products',
    numbers: 'Numbers',
    pickList: 'Pick list',
    packingSlip: 'Packing slip',
    reviews: 'Reviews',
    jobs: 'Jobs',
    stock: 'Stock check',
    stockHistory: 'Stock history',
    profile: 'Profile',
    users: 'Users',
    analytics: 'Analytics',
    farms: 'Farms',
    messages: 'Messages',
    audit: 'Audit log',
    sections: (open: string) => `Section: ${open}`,
    staleSince: (time: string) => `Data from ${time} – reconnecting`,
    offlineSince: (time: string) => `Data from ${time} – you are offline`,
  },
});
