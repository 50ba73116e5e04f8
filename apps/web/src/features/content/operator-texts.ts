/** Contact data of the operator, to be changed here. */
export const operator = {
  email: 'hello@farmgate.example',
  phone: '+1 (413) 555-0138',
  phoneHref: 'tel:+14135550138',
  address: ['Farmgate Market Hall', '12 Depot Street', 'Northampton, MA 01060'],
  mapHref: 'https://www.openstreetmap.org/?mlat=42.3188&mlon=-72.6296#map=17/42.3188/-72.6296',
  timeZone: 'America/New_York',
  /** Business hours (docs/product.md, Constants): days of the week (0 is Sunday) and hours in 24-hour local time. */
  hours: [
    { days: [1, 2, 3, 4, 5], label: 'Mon–Fri', from: 9, to: 18, text: '9:00 AM – 6:00 PM' },
    { days: [6], label: 'Sat', from: 10, to: 16, text: '10:00 AM – 4:00 PM' },
  ],
} as const;
