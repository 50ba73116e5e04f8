import type { DeclineReason, FarmStep } from '#libs/contracts';
import { defineMessages } from '../../lib/text/messages';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Texts of what packers and drivers see. */
export const crewText = defineMessages({
  en: {
    day: 'Day',
    everyDay: 'Every day',
    noDay: 'No day',
    delivery: 'Delivery',
    pickup: 'Pickup',
    print: 'Print slips',
    for: (customer: string) => `For ${customer}`,
    order: (code: string) => `Order ${code}`,
    because: (note: string) => `“${note}”`,
    line: (amount: string, name: string) => `${amount} ${name}`,
    step: {
      accepted: 'Accept',
      packed: 'Packed',
      ready_for_pickup: 'Ready for pickup',
      out_for_delivery: 'On its way',
      delivered: 'Handed over',
    } satisfies Record<FarmStep, string>,
    /** What a screen reader hears of a button for one order. */
    stepOf: (step: string, code: string) => `${step}: ${code}`,
    waitsForDriver: 'Waits for the driver',
    notPacked: 'Not packed yet',
    failed: 'The orders could not be loaded',
    /** Opens the form that says what of an order does not come. */
    missing: 'Something is missing',
    missingOf: (code: string) => `Something is missing of order ${code}`,
    ordered: (amount: string, name: string) => `${name}: ${amount} ordered`,
    amountOf: (amount: string, all: string) => `${amount} of ${all}`,
    why: 'What happened',
    whys: {
      not_harvested: 'Not harvested',
      quality: 'Not good enough',
      no_capacity: 'Too much to do',
      customer_request: 'Customer asked',
      other: 'Something else',
    } satisfies Record<DeclineReason, string>,
    saveShort: 'Tell the customer',
    cancel: 'Cancel',
    nothingChanged: 'Nothing is changed yet',
    nothingComes: 'Only an owner can decline a whole order',
    stepFailed: 'That was not stored',
    none: 'Nothing is open.',
    noneHint: 'When a customer orders, the order appears here by itself.',
    toPick: 'To pick',
    orders: (n: number) => count(n, 'order', 'orders'),
    truncated: (shown: number, total: number) => `The oldest ${shown} of ${total} are here.`,
    stops: (n: number, left: number) => `${count(n, 'stop', 'stops')}, ${left} to go`,
    stop: (n: number, name: string) => `Stop ${n}: ${name}`,
    stopsFailed: 'The stops could not be loaded',
    noStops: 'No deliveries today.',
    noStopsHint: 'When something is to be delivered today, it appears here by itself.',
    collect: (money: string) => `Collect ${money}`,
    /** Opens the rest of a stop that is done. */
    more: 'Address and goods',
  },
});
