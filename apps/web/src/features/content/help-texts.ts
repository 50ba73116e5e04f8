import { defineMessages } from '../../lib/text/messages';

/** Texts of FAQ, shipping, returns and privacy. */
export const helpText = defineMessages({
  en: {
    faq: {
      title: 'FAQ',
      lead: 'Short answers to what people ask. Something is missing? Write to us.',
      ask: 'Ask us',
      groups: [
        {
          title: 'Shopping',
          items: [
            {
              question: 'How fresh is “fresh”?',
              answer:
                'Each product says how long ago it was picked, to the hour, and until when it is at its best. What is not picked, such as bread or salt, has no such stamp.',
            },
            {
              question: 'Can I order from several farms at once?',
              answer:
                'Yes. It is one basket and one order. Each farm packs its own part, and the order page shows how far each of them is.',
            },
            {
              question: 'What if something sells out while I shop?',
              answer:
                'The page shows it at once. Nothing in your cart changes silently: you are told what fell, and choose whether to keep what is left.',
            },
            {
              question: 'Something is sold out. How do I learn that it is back?',
              answer:
                'Press “Notify me”. The product is then among your favourites, and a message is in your inbox when the farm has it again.',
            },
            {
              question:
                'How do prices compare when one farm sells by the pint and another by the pound?',
              answer:
                'Below the price stands what it costs per pound, pint or piece, where that differs. Sorting by price goes by it too.',
            },
            {
              question: 'Where do I find allergens and nutrition facts?',
              answer:
                'On each product’s page, as the farm states them. “Not provided” means that the farm has not given that value.',
            },
            {
              question: 'What does “organic” mean here?',
              answer:
                'The farm marks its product so, and names its certificate on its own page. The market looks at each farm before it may sell.',
            },
          ],
        },
        {
          title: 'Ordering and paying',
          items: [
            {
              question: 'Do I need an account to look around?',
              answer:
                'No. You need one to order. What you put in the cart before signing in joins it then.',
            },
            {
              question: 'How long are my goods kept while I check out?',
              answer:
                'The checkout shows the minutes. Until they are over, nobody else can buy what is in your cart. After that you can still order what is there.',
            },
            {
              question: 'How do I pay?',
              answer:
                'When you get your food: in cash, or as the farm takes it. Nothing is charged before, and nothing for a part that a farm declines.',
            },
            {
              question: 'Is there a minimum order?',
              answer:
                'Some farms have one, for delivery or for pickup. The cart says how much is missing, farm by farm.',
            },
            {
              question: 'Can I tell the farm something?',
              answer:
                'Yes. At the checkout you can add a note for each farm and for each product, such as a gate code or a wish. It is on the packing slip.',
            },
          ],
        },
        {
          title: 'Delivery and pickup',
          items: [
            {
              question: 'When does my order come?',
              answer:
                'Most farms have days for pickup or delivery, and each farm’s part of your order has one. The confirmation and the order page say the day, the hours and the place, and a message reminds you the evening before. A farm without such days tells you when: you get a message when it accepts, when it sets out, and when a pickup is ready.',
            },
            {
              question: 'Until when can I order for a day?',
              answer:
                'The farm says it for each of its days, such as Wednesday at 8 PM for Friday. From then on, or once all places of a day are taken, the next day is offered.',
            },
            {
              question: 'Can I have it in my calendar?',
              answer:
                'Yes. The confirmation mail brings a calendar file, and the order page has a button for each farm’s day. Under Profile you can also make a private address to which your calendar program subscribes, and revoke it again.',
            },
            {
              question: 'Does a farm deliver to my street?',
              answer:
                'Farms drive themselves and know their roads. Many say which ZIP codes a day is for: an order to another address is refused before it is placed. A farm that cannot reach you all the same declines its part and says why; you pay nothing for it. Where a farm offers pickup, you can choose that instead.',
            },
            {
              question: 'What does delivery cost?',
              answer:
                'One fee for the whole order, however many farms it comes from. Above a limit it is free, and so is an order that you pick up. The cart shows what is missing to it.',
            },
            {
              question: 'Where do I pick up?',
              answer:
                'At the place that the farm names for that day: it stands on the order and in the confirmation mail. The order page says when it is ready.',
            },
          ],
        },
        {
          title: 'After the order',
          items: [
            {
              question: 'Can I change or cancel my order?',
              answer:
                'Yes, on the order page: each farm’s part until the orders for its day close, or until the farm packs it, whichever is first. Change amounts, take things off, or add more of the same farm, without paying delivery twice. The other farms’ parts stay as they are.',
            },
            {
              question: 'What if a farm cannot deliver what I ordered?',
              answer:
                'It brings less or declines its part, and says why, for instance because it could not be harvested. You pay only for what comes, the delivery fee does not rise, and the other parts come as planned.',
            },
            {
              question: 'Something was not good. What now?',
              answer:
                'Tell us within two days, with a photo if you can. You get your money back or a new one, as you like.',
            },
            {
              question: 'Who can write a review?',
              answer:
                'Only who has received the product, once for each time. The farm can reply to it.',
            },
            {
              question: 'How do I order the same again?',
              answer:
                'On your dashboard, under Shop, your earlier orders are filled baskets. One button puts one into the cart, and says what is not there today.',
            },
          ],
        },
      ],
    },
    shipping: {
      title: 'Shipping Information',
      lead: 'One fee for the whole order, however many farms it comes from.',
      fee: (fee: string) => `Delivery costs ${fee} per order.`,
      free: (over: string) => `Free delivery on orders over ${over}.`,
      freeExact: (over: string) =>
        `What counts is the goods in one order: exactly ${over} still pays the fee, one cent more is free.`,
      unknown: 'The current fee is shown in your cart.',
      sections: [
        {
          title: 'When it comes',
          text: [
            'On one of the farm’s days: the confirmation and the order page say which, from when to when, and a message reminds you the evening before. A farm without such days tells you when. It accepts your order, picks and packs it, and sets out; each of these steps is on the order page as it happens, and in your inbox.',
            'Some farms take orders until the same day, others until some days before: each day says when it closes.',
            'An order from several farms comes in several parts, each on its farm’s day, because each farm drives its own. You pay one delivery fee all the same.',
          ],
        },
        {
          title: 'Where we deliver',
          text: [
            'There is no map with a line around it: each farm decides how far it drives, and may say the ZIP codes of each day. When it cannot reach your address, it declines its part with a word why, and you pay nothing for it.',
          ],
        },
        {
          title: 'Pickup',
          text: [
            'Most farms let you pick up at a named place, on their pickup days. Choose it per farm in the cart. An order that is all pickup pays no delivery fee. The order page says when your part is ready.',
          ],
        },
        {
          title: 'How it is packed',
          text: [
            'In what the farm has: crates, paper, jars. Each product’s page says how to keep it at home. If nobody is in, say in your note where the box may stand in the shade.',
          ],
        },
      ],
    },
    returns: {
      title: 'Returns Policy',
      lead: 'Food does not travel back. So we make it right instead.',
      sections: [
        {
          title: '100% satisfaction guarantee',
          text: [
            'If something is not what you expected, tell us within two days of delivery, with a photo if you can. You get your money back or a new one, as you like.',
          ],
        },
        {
          title: 'Changing and cancelling',
          text: [
            'You can change or cancel a farm’s part on the order page until the orders for its day close, or until the farm packs it, whichever is first. After that, write to us: we talk to the farm.',
          ],
        },
        {
          title: 'If a farm cannot deliver',
          text: [
            'A farm that brings less or declines a part says why. You pay only for what comes, the delivery fee does not rise, and the other parts come as planned.',
          ],
        },
      ],
    },
    privacy: {
      title: 'Privacy Policy',
      lead: 'What we keep, why, and for how long.',
      sections: [
        {
          title: 'What we keep',
          text: [
            'Your name, e-mail address and orders, because an order needs them. Your delivery address goes to the farms of that order, and a farm no longer sees it once you have picked up.',
            'If you make an address for your calendar, whoever has that address can read your order days: the farm, the hours and where you pick up. You can revoke it at any time.',
          ],
        },
        {
          title: 'In your browser',
          text: [
            'A sign-in token, your colour scheme, the products you looked at last, and the cart you fill before signing in. No advertising, no tracking, nothing loaded from other sites.',
            'While you are signed in, what you have seen is kept on the device for two weeks, so that it can be read without a connection. Signing out removes it, and whatever else is yours.',
          ],
        },
        {
          title: 'Your rights',
          text: [
            'Your profile has a copy of all that we keep about you, and deletes your account. What tax law makes us keep, such as your orders, then stays without your name. Write to us if something in it is wrong.',
          ],
        },
      ],
    },
  },
});
