/**
 * Marketing texts of the operator, to be changed here. The figures are not from this database; where the app has live
 * counts, it shows those.
 */
export const marketing = {
  /** The operator's claims (docs/product.md, About). */
  claims: [
    { figure: '500+', of: 'farms' },
    { figure: '10,000+', of: 'customers' },
    { figure: '50,000+', of: 'products' },
    { figure: '24/7', of: 'delivery' },
  ],
  /** Shown while there are no reviews, and marked as samples. */
  testimonials: [
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
    {
      text: 'The tomatoes taste like the ones my grandmother grew. They were on the vine yesterday.',
      name: 'Sarah Johnson',
      role: 'Home cook',
    },
  ],
  team: [
    { name: 'Maya Lindqvist', role: 'Market keeper', image: '/produce/farmer-woman.svg' },
    { name: 'Tom Okafor', role: 'Farm relations', image: '/produce/farmer.svg' },
    { name: 'Ines Vidal', role: 'Routes and vans', image: '/produce/delivery-truck.svg' },
  ],
} as const;
