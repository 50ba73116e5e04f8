import { defineMessages } from '../../lib/text/messages';

/** Texts of a product's page. */
export const productPageText = defineMessages({
  en: {
    lineTotal: 'Total',
    inStockOf: (amount: string) => `${amount} in stock`,
    sold: (minimum: string, step: string) =>
      minimum === step ? `Sold in steps of ${step}` : `From ${minimum}, in steps of ${step}`,
    perHundred: 'per 100 g',
    nutrition: 'Nutrition facts',
    nutrients: {
      calories: 'Calories',
      protein: 'Protein',
      carbohydrates: 'Carbohydrates',
      fiber: 'Fiber',
      vitaminC: 'Vitamin C',
    },
    units: { calories: 'kcal', protein: 'g', carbohydrates: 'g', fiber: 'g', vitaminC: 'mg' },
    notProvided: 'not provided',
    noAllergens: 'None named by the farm',
    farmInfo: 'From the farm',
    harvested: 'Harvest date',
    certification: 'Certification',
    visitFarm: (farm: string) => `Visit ${farm}`,
    moreFrom: (farm: string) => `More from ${farm}`,
    deliveryNote: (over: string) => `Free delivery on orders over ${over}`,
    guarantee: '100% satisfaction guarantee',
    pictures: 'Pictures',
    showPicture: (n: number) => `Show picture ${n}`,
    share: 'Share',
    copied: 'Link copied',
    link: 'Link to this product',
    noLongerSold: 'No longer sold',
    noLongerSoldHint: 'The farm has taken this off its stall. See what else is on sale now.',
    holiday: (farm: string) => `${farm} is on holiday.`,
    pausedHint: 'The farm has paused this. Look in again, or see what else is on sale now.',
    breadcrumb: 'You are here',
    related: 'You may like instead',
  },
});
