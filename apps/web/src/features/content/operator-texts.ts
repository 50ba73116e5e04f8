/**
 * Marketing texts and contact data of the operator, to be changed here. The figures are not from this database; where
 * the app has live counts, it shows those.
 */
export const operator = {
  email: 'hello@farmgate.example',
  phone: '+1 (413) 555-0138',
  phoneHref: 'tel:+14135550138',
  address: ['Farmgate Market Hall', '12 Depot Street', 'Northampton, MA 01060'],
  mapHref: 'https://www.openstreetmap.org/?mlat=42.3188&mlon=-72.6296#map=17/42.3188/-72.6296',
  timeZone: 'America/New_York',
  /** Business hours (SPEC section 9): days of the week (0 is Sunday) and hours in 24-hour local time. */
  hours: [
    { days: [1, 2, 3, 4, 5], label: 'Mon–Fri', from: 9, to: 18, text: '9:00 AM – 6:00 PM' },
    { days: [6], label: 'Sat', from: 10, to: 16, text: '10:00 AM – 4:00 PM' },
  ],
  /** SPEC section 1, "About page claims". */
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
