import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { defineMessages } from './messages';

it('isolates names from right to left inside its sentences', () => {
  const { hello, several, group, plain } = defineMessages({
    en: {
      hello: (name: string, count: number) => `${name} has ${count}`,
      several: (names: readonly string[]) => names.join(', '),
      group: { of: (name: string) => `of ${name}` },
      plain: 'plain',
    },
  });
  expect(hello('שרה', 2)).toBe('\u2068שרה\u2069 has 2');
  expect(hello('Sarah', 2)).toBe('Sarah has 2');
  expect(several(['שרה', 'Ann'])).toBe('\u2068שרה\u2069, Ann');
  expect(group.of('شجرة')).toBe('of \u2068شجرة\u2069');
  expect(plain).toBe('plain');
});

const SOURCES = path.join(process.cwd(), 'apps/web/src');
/** Attributes and properties whose value is shown or read out. */
const USER_FACING = new Set([
  ...['alt', 'title', 'label', 'placeholder', 'hint', 'lead', 'header', 'caption', 'description'],
  ...['message', 'detail'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
]);

interface Source {
  file: string;
  tree: ts.SourceFile;
}

const sources: Source[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|^testing\//.test(file))
  .map((file) => ({
    file,
    tree: ts.createSourceFile(
      file,
      readFileSync(path.join(SOURCES, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    ),
  }));
const isCatalogue = (file: string) => /texts\.ts$/.test(file);

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The string literals that an expression can evaluate to. */
function literals(node: ts.Node): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
  }
  if (ts.isConditionalExpression(node)) {
    return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  }
  if (ts.isBinaryExpression(node)) {
    const isConcatenation = node.operatorToken.kind === ts.SyntaxKind.PlusToken;
    const isFallback = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(
      node.operatorToken.kind,
    );
    const isConjunction = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    if (isConcatenation || isFallback) return [...literals(node.left), ...literals(node.right)];
    return isConjunction ? literals(node.right) : [];
  }
  if (ts.isParenthesizedExpression(node)) return literals(node.expression);
  if (ts.isJsxExpression(node) && node.expression) return literals(node.expression);
  return [];
}

/** User-facing literals in a node that are not from a catalogue. */
function literalTexts(node: ts.Node): string[] {
  if (ts.isJsxText(node)) return [node.text];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literals(node);
  const named = ts.isJsxAttribute(node) || ts.isPropertyAssignment(node);
  if (!named || !node.initializer || !USER_FACING.has(node.name.getText())) return [];
  return literals(node.initializer);
}

it('has no user-facing text outside of the catalogues', () => {
  const found: string[] = [];
  for (const { file, tree } of sources.filter(({ file }) => !isCatalogue(file))) {
    walk(tree, (node) => {
      const words = literalTexts(node).find((text) => /\p{L}/u.test(text));
      if (words !== undefined) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${words.trim()}`);
      }
    });
  }
  expect(found).toEqual([]);
});

/** The catalogues with their keys: the properties of `en`. */
function catalogues(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      const call = node.initializer;
      if (!ts.isCallExpression(call) || call.expression.getText() !== 'defineMessages') return;
      const keys: string[] = [];
      walk(call, (inner) => {
        const isEnglish = ts.isPropertyAssignment(inner) && inner.name.getText() === 'en';
        if (!isEnglish || !ts.isObjectLiteralExpression(inner.initializer)) return;
        for (const { name } of inner.initializer.properties) if (name) keys.push(name.getText());
      });
      all.set(node.name.getText(), keys);
    });
  }
  return all;
}

const stringLiterals = new Set<string>();
for (const { tree } of sources.filter(({ file }) => !isCatalogue(file))) {
  walk(tree, (node) => {
    if (ts.isStringLiteral(node)) stringLiterals.add(node.text);
  });
}

/** The keys of a catalogue that a file uses; a computed key may be any string literal of the app. */
function usedKeys(tree: ts.SourceFile, catalogue: string): Set<string> {
  const names = new Set([catalogue]);
  const keys = new Set<string>();
  walk(tree, (node) => {
    if (ts.isImportSpecifier(node) && node.propertyName?.getText() === catalogue) {
      names.add(node.name.getText());
    }
  });
  walk(tree, (node) => {
    if (ts.isPropertyAccessExpression(node) && names.has(node.expression.getText())) {
      keys.add(node.name.getText());
    }
    if (ts.isElementAccessExpression(node) && names.has(node.expression.getText())) {
      for (const word of stringLiterals) keys.add(word);
    }
    const from = ts.isVariableDeclaration(node) && node.initializer;
    if (from && names.has(from.getText()) && ts.isObjectBindingPattern(node.name)) {
      for (const one of node.name.elements) keys.add((one.propertyName ?? one.name).getText());
    }
  });
  return keys;
}

it('has no unused text', () => {
  const unused: string[] = [];
  for (const [name, keys] of catalogues()) {
    const users = sources.filter(({ tree }) => tree.text.includes(name));
    const used = new Set(users.flatMap(({ tree }) => [...usedKeys(tree, name)]));
    unused.push(...keys.filter((key) => !used.has(key)).map((key) => `${name}.${key}`));
  }
  expect(unused).toEqual([]);
});
