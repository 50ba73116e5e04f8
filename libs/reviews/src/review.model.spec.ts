import { expect, it } from '@jest/globals';
import { authorOf } from './review.model.js';

it.each([
  ['Emma Castillo', 'Emma C.'],
  ['Emma', 'Emma'],
  ['Anne-Marie van der Berg', 'Anne-Marie B.'],
  ['emma.castillo', 'emma C.'],
])('%p signs as %p', (name, author) => {
  expect(authorOf(name)).toBe(author);
});
