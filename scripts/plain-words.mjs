/**
 * `node scripts/plain-words.mjs [--list] [folder…]`: checks that the code uses the
 * field's terms (CONTRIBUTING.md, "Words"). Exits 1 if an identifier, file name, log line or metric contains one of the
 * words below, or if too many lines of comments, test titles and documents do. Texts of the shop itself are not checked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const AVOIDED =
  /^(tell|tells|told|telling|retell|retold|ears?|hear|hears|heard|hearing|hearers?|news|away|patience|lanes?|doubts?|doubted|goodbye|gather|gathers|gathered|gathering|leave|leaves|leaving|follow|follows|followed|following|followers?|dealt)$/;
/** Names given by libraries and browsers, and names that are stored or on the wire. */
const NOT_OURS = new Set([
  'leave',
  'onMouseLeave',
  'onPointerLeave',
  'onDragLeave',
  'dragleave',
  'doNotFollow',
  'DOCUMENT_POSITION_FOLLOWING',
  'news',
]);
const EVENT_NAMES = /favourites\.news/g;
const PROSE_LINES_MAX = 60;
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test', 'each', 'step']);
const LOG_FUNCTIONS = new Set([
  'trace',
  'debug',
  'verbose',
  'log',
  'info',
  'warn',
  'error',
  'fatal',
  'say',
]);

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', ...folders],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|js|md)$/.test(file) && !file.endsWith('plain-words.mjs'));

const named = [];
const prose = [];
for (const file of files) {
  if (wordsOf(file).some(avoided)) named.push(`${file}: the file's name`);
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) readProse(file, 1, text);
  else readCode(file, text);
}
if (process.argv.includes('--list')) console.log([...named, ...prose].join('\n'));
else console.log(named.join('\n'));
console.log(
  `${named.length} names and log lines, ${prose.length} lines of prose (at most ${PROSE_LINES_MAX})`,
);
process.exitCode = named.length > 0 || prose.length > PROSE_LINES_MAX ? 1 : 0;

function readCode(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      if (!NOT_OURS.has(node.text) && wordsOf(node.text).some(avoided))
        named.push(`${file}:${lineAt(node.getStart())}: ${node.text}`);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) readString(node);
    ts.forEachChild(node, visit);
  };
  const readString = (node) => {
    if (!wordsOf(node.text).some(avoided)) return;
    const line = lineAt(node.getStart());
    const call = ts.findAncestor(node, ts.isCallExpression);
    const called = call && (call.expression.name ?? call.expression).text;
    if (node.text.startsWith('farmgate_') || LOG_FUNCTIONS.has(called))
      named.push(`${file}:${line}: ${node.text}`);
    else if (TEST_FUNCTIONS.has(called) && call.arguments[0] === node)
      readProse(file, line, node.text);
  };
  visit(source);
  for (const { pos, end } of commentsIn(source, text))
    readProse(file, lineAt(pos), text.slice(pos, end));
}

function commentsIn(source, text) {
  const found = new Map();
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
      found.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? [])
      found.set(range.pos, range);
    for (const child of node.getChildren(source))
      if (child.kind !== ts.SyntaxKind.JsxText) visit(child);
  };
  visit(source);
  return found.values();
}

function readProse(file, firstLine, text) {
  text.split('\n').forEach((line, at) => {
    if (wordsOf(line).some(avoided)) prose.push(`${file}:${firstLine + at}: ${line.trim()}`);
  });
}

function wordsOf(text) {
  return text
    .replaceAll(EVENT_NAMES, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function avoided(word) {
  return AVOIDED.test(word);
}
