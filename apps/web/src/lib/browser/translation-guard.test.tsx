import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { installTranslationGuard } from './translation-guard';

const { removeChild, insertBefore } = Node.prototype;
beforeAll(installTranslationGuard);
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore });
});

/** How translators replace a text node by an element. */
const translators = {
  'in one step': (text: Text, font: Element) => {
    font.append(text.data);
    text.replaceWith(font);
  },
  'by an element before it': (text: Text, font: Element) => {
    font.append(text.data);
    text.before(font);
    text.remove();
  },
  'by an element after it': (text: Text, font: Element) => {
    font.append(text.data);
    text.after(font);
    text.remove();
  },
  'by an element around it': (text: Text, font: Element) => {
    text.before(font);
    font.append(text);
  },
};

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode instanceof Text && currentNode.parentElement?.nodeName !== 'FONT')
      texts.push(currentNode);
  }
  return texts;
}

let show: (next: ReactNode) => void;
let shown: HTMLElement;
function Shown() {
  const [content, setContent] = useState<ReactNode>(null);
  show = (next) => act(() => setContent(next));
  return content;
}
beforeEach(() => {
  shown = render(<Shown />).container;
});

/** Mutation observers are called as microtasks. */
const settled = () => act(async () => {});
const Bare = ({ text }: { text: string }) => text;
const rows = (...names: string[]) => (
  <p>
    {names.map((name) => (
      <Bare key={name} text={name} />
    ))}
  </p>
);
/** Each is shown, translated, and shown as the next. */
const changes: Record<string, readonly ReactNode[]> = {
  'a value beside words': [
    <p key="p">{5} left</p>,
    <p key="p">{4} left</p>,
    <p key="p">{3} left</p>,
  ],
  'a text alone': [<p key="p">5 left</p>, <p key="p">4 left</p>, <p key="p">5 left</p>],
  'a text that goes and comes': [
    <p key="p">
      {'saved'}
      <b>now</b>
    </p>,
    <p key="p">
      {null}
      <b>now</b>
    </p>,
    <p key="p">
      {'saved'}
      <b>now</b>
    </p>,
  ],
  'an element before a text': [
    <p key="p">{null} text</p>,
    <p key="p">{<b>new</b>} text</p>,
    <p key="p">{null} text</p>,
  ],
  'a text that becomes an element': [
    <p key="p">{'one'} text</p>,
    <p key="p">{<b>two</b>} text</p>,
    <p key="p">{'three'} text</p>,
  ],
  'texts of components in another order': [
    rows('a', 'b', 'c'),
    rows('c', 'a', 'b'),
    rows('d', 'b'),
    rows('b', 'c', 'd'),
  ],
  'an empty text': [
    <p key="p">
      {'some'} <b>text</b>
    </p>,
    <p key="p">
      {''} <b>text</b>
    </p>,
    <p key="p">
      {'more'} <b>text</b>
    </p>,
  ],
};

for (const [way, translate] of Object.entries(translators)) {
  const translateAll = () => {
    for (const text of textsIn(shown)) {
      if (text.data.trim() !== '') translate(text, document.createElement('font'));
    }
  };

  for (const [name, contents] of Object.entries(changes)) {
    test(`translated ${way}: ${name}`, async () => {
      const expected = render(null).container;
      for (const content of contents) {
        show(content);
        await settled();
        render(content, { container: expected });
        expect(shown.textContent).toBe(expected.textContent);
        translateAll();
        await settled();
      }
      show(null);
      await settled();
      expect(shown.textContent).toBe('');
    });
  }
}

test('a changed text is translated again, with the other texts of its element', async () => {
  show(<p>{5} left</p>);
  for (const text of textsIn(shown))
    translators['in one step'](text, document.createElement('font'));
  await settled();
  show(<p>{4} left</p>);
  await settled();
  expect(textsIn(shown).map(({ data }) => data)).toEqual(['4', ' left']);
});

for (const beside of ['', ' left']) {
  const content = (text: string) => (
    <p>
      {text}
      {beside}
    </p>
  );

  test(`a translation that arrives after a change gives way to the text, beside “${beside}”`, async () => {
    show(content('5'));
    const [text] = textsIn(shown);
    const font = document.createElement('font');
    font.append('cinq');
    await settled();
    show(content('4'));
    await settled();
    text?.replaceWith(font);
    await settled();
    expect(shown.textContent).toBe(`4${beside}`);
    for (const again of textsIn(shown))
      translators['in one step'](again, document.createElement('font'));
    await settled();
    expect(textsIn(shown)).toEqual([]);
  });

  test(`values go on changing once the original is shown again, beside “${beside}”`, async () => {
    show(content('5'));
    for (const text of textsIn(shown))
      translators['in one step'](text, document.createElement('font'));
    await settled();
    for (const font of shown.querySelectorAll('font')) font.replaceWith(font.textContent ?? '');
    await settled();
    for (const next of ['4', '3']) {
      show(content(next));
      await settled();
      expect(shown.textContent).toBe(`${next}${beside}`);
    }
  });
}

test('text that a translator has joined into one element does not end the page', async () => {
  show(
    <p>
      {'one'} <b>two</b>
    </p>,
  );
  const paragraph = shown.querySelector('p');
  paragraph?.replaceChildren('un deux');
  show(<p>{<i>one</i>} text</p>);
  await settled();
  expect(shown.querySelector('i')).not.toBeNull();
  show(null);
  expect(shown.textContent).toBe('');
});
