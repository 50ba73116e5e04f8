import type { UpdateFarm } from '#libs/contracts';
import type { DemoPerson } from './people.js';

/** A farmer whose farm waits for approval, and the farm's profile. */
export const demoApplicant: { person: DemoPerson; profile: Omit<UpdateFarm, 'version'> } = {
  person: {
    role: 'farmer',
    firstName: 'Nora',
    lastName: 'Ferris',
    email: 'nora.ferris@demo.farmgate.test',
    farmSlug: null,
  },
  profile: {
    name: 'Thistle Hill Apiary',
    tagline: 'Raw honey from forty hives between two hills.',
    story:
      'Nora Ferris took over six hives from a neighbour and now keeps forty on the meadows above Chatham. She harvests twice a year, in July and in September, and leaves the bees enough for the winter. The honey is neither heated nor blended.',
    practices: [
      'No treatments while the bees gather',
      'Raw and unblended',
      'Hives stay in one place',
    ],
    certification: null,
    city: 'Chatham',
    state: 'NY',
    fulfilment: ['pickup'],
    pickupPlace: 'The honey house, 83 Thistle Hill Road, Chatham, NY',
  },
};
