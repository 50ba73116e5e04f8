import { defineMessages } from '../../../lib/text/messages';

/** Texts of the code that a customer shows. */
export const handOverCodeText = defineMessages({
  en: {
    title: 'Your hand-over code',
    of: (farm: string) => `Your hand-over code for ${farm}`,
    delivery: 'Say it or show it when your order is brought.',
    pickup: 'Say it or show it when you collect your order.',
    /** For screen readers, letter by letter. */
    spelled: (letters: string) => `The code is ${letters}`,
    picture: 'The hand-over code as a QR code',
    failed: 'Your hand-over code could not be loaded',
    again: 'Try again',
  },
});

/** Texts of the page where a farm hands over by codes. */
export const handOverText = defineMessages({
  en: {
    link: 'Hand over by code',
    /** The same, for those who pack and drive. */
    crewLink: 'Scan the code',
    lead: 'The customer has a code in the order. Scan it or type it: the order is handed over.',
    scan: 'Scan with the camera',
    stop: 'Stop the camera',
    starting: 'The camera starts…',
    aim: 'Hold the customer’s QR code before the camera.',
    camera: 'What the camera sees',
    refused:
      'The camera may not be used. Allow it for this page in your browser and try again, or type the code.',
    missing: 'No camera is found. Please type the code.',
    code: 'Code',
    codeHint: 'Six letters and digits, such as K7Q M2X.',
    codeWrong: 'Please enter the six letters and digits of the code.',
    send: 'Hand over',
    offline: 'Needs a connection',
    results: 'What was handed over',
    done: (order: string) => `Order ${order} is handed over`,
    doneBy: (customer: string, moment: string) => `${customer}, ${moment}`,
    collect:
      'It is paid at the hand-over: please collect the money. The customer’s order says how much.',
    collectMoney: (money: string) => `It is paid at the hand-over: please collect ${money}.`,
    products: (n: number) => `${n} ${n === 1 ? 'product' : 'products'}`,
    refusedTitle: (code: string) => `${code}: nothing was handed over`,
    unknown: 'No order has this code. Please read it once more.',
    reasons: {
      other_farm: 'This code is for another farm.',
      delivered: (order: string, moment: string, by: string) =>
        `Order ${order} was handed over already: ${moment}, by ${by}.`,
      ended: (order: string) => `Order ${order} is cancelled or declined.`,
      other_day: (order: string, day: string) => `Order ${order} is for ${day}, not for today.`,
      notDelivered: (order: string) =>
        `Order ${order} is picked up, not delivered: packers and owners hand it over.`,
      notPickedUp: (order: string) =>
        `Order ${order} is delivered, not picked up: drivers and owners hand it over.`,
      not_ready: (order: string, status: string) =>
        `Order ${order} is not on its way or ready yet. It is: ${status}.`,
    },
    look: (order: string) => `Look at order ${order}`,
  },
});
