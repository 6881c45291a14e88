// Writes the tables of this folder with a real ECMAScript (node 20 or later):
//
//   node Tests/StatechartsSCXMLTests/Tables/ecmascript.mjs
//
// ecmascript.tsv: expressions of ECMAScript, and what they give.
// charts.tsv: expressions of charts with what they are rendered as, which the tests write, and what that gives.
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const here = dirname(fileURLToPath(import.meta.url));

// The variables of the tests; those that begin with `x` are given from outside, so nothing is known of them.
const variables = {
  six: 6, neg: -7, n: -2.5, half: 0.5, zero: 0, big: 9007199254740991, s: '5', word: 'abc', empty: '',
  emoji: '\u{1F600}', tilde: '\uFF5E', accent: '\u00C9t\u00E9', l: [1, 2], m: { a: 1, b: 'x' }, t: true, f: false,
  nothing: undefined, x5: 5, xs: '5', xt: true, xl: [5], xm: { a: 1, length: 3 }, xn: undefined, xw: 'abc', xe: '\u{1F600}',
};

function encoded(value) {
  if (value === undefined) return 'undefined';
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'infinite';
  if (typeof value === 'function') return 'function';
  if (typeof value === 'bigint') return 'bigint';
  return JSON.stringify(value);
}

function result(text) {
  // Of the functions that only charts have, none is there.
  const scope = vm.createContext({ In: (id) => id === 's' });
  // Made inside, so that a list is an `Array` there.
  for (const [name, value] of Object.entries(variables)) vm.runInContext(`var ${name} = ${JSON.stringify(value)}`, scope);
  try {
    return encoded(vm.runInContext('(' + text + '\n)', scope));
  } catch (error) {
    if (error instanceof SyntaxError || error.name === 'SyntaxError') throw new Error(`${text}: ${error.message}`);
    return 'error';
  }
}

const operands = [
  'six', 'half', 'zero', 's', 'word', 'emoji', 'l', 'm', 't', 'nothing', 'x5', 'xs', 'xl', 'xn', "'5'", 'null', '2',
];
const expressions = new Set();
for (const sign of ['==', '===', '!=', '!==', '<', '>=', '+', '-', '*', '/', '%']) {
  for (const left of operands) for (const right of operands) expressions.add(`${left} ${sign} ${right}`);
}
for (const x of [...Object.keys(variables), "'a b '", '(3)', '(-0.5)', '[1]', '({ a: 1 })', 'null', 'undefined']) {
  for (const shape of [
    '!@', '!!@', '-@', '@', 'typeof @ === "undefined"', '@ === undefined', '@ == null', '@ === null', '@ && true', '@ || false',
    'Math.round(@)', 'Math.floor(@)', 'Math.ceil(@)', 'Math.abs(@)', 'Math.max(@, 2)', 'Math.min(1.5, @)', '@.length',
    'String(@)', '@.toString()', '@.toUpperCase()', '@.toLowerCase()', '@.trim()', '@.includes("b")', '@.includes(5)',
    '@.startsWith("a")', '@.endsWith(5)', '@.indexOf("a") === 0', '@.indexOf("b") !== -1', '@.indexOf(1) >= 0', '@.concat("x")',
    '@.concat([3])', '@[0]', '@[-1]', '@["a"]', '@.a', '@.a.b', '@.toString', 'Array.isArray(@)', '@ instanceof Array',
    '"a" in @', '@.hasOwnProperty("a")', '@ + "!"', '"!" + @', '@ + 1', '@ * 2', '@ / 4', '@ % 4', '@ < "b"', '@ > 1',
    '@ == "abc"', '@ === "abc"', '@ == 1', '@ == true', '@ === true', '[@]', '({ k: @ })', 'Object.keys(@).length',
    'Array.from(@).length',
  ]) expressions.add(shape.replaceAll('@', x));
}
for (const x of [
  'Math.round(-2.5)', 'Math.round(2.5)', 'Math.round(-0.5)', 'Math.round(0.49999999999999994)', 'Math.round(half + 1)',
  'Math.round(n * 3)', 'Math.round(4503599627370497.0)', '(six / 2) % 2', '(six / 2) === 3', 'l[six / 6]', '-7 % 4', 'neg % 4',
  'neg % -4', '7 % 0', '1 / 0', '0 / 0', '1 / -0', '-0 === 0', '0 * -1', '0.1 + 0.2', '0.1 + 0.2 === 0.3', '1e21', '1e21 + 1',
  '9007199254740993', '9007199254740993 === 9007199254740992', 'big + 1 === big + 2', 'big * 2', 'big * big', '1e308 * 10',
  '5e-324 / 2', "'' + 1e21", "'' + 0.000001", "'' + 1e-7", "'' + 100000000000000000", "'a' + 1 + 2", "1 + 2 + 'a'",
  "'a' + (1 + 2)", "1 + '2' * 3", "'3' - 1", "'3' * '4'", "true + true", "[] + []", "[1] + [2]", "({}) + ''", "[1, [2, 3]] + ''",
  "'\\x41\\u0042\\n\\t\\'\\\"\\\\'", "'\\uD83D\\uDE00'", "'\\v'.length", "'\\q'", '"it\'s"', '0x1F', '.5', '5.', '1e3', '1.5e-3',
  "'b' > 'a'", "'B' > 'a'", "'10' < '9'", "'10' < 9", 'emoji < tilde', 'tilde < emoji', 'accent < word', "'a' < emoji", 'word < accent',
  'null == undefined', 'null === undefined', 'null == 0', 'null >= 0', 'undefined == 0', "'' == 0", "'0' == false", "'a' == 'a'",
  '[1] == 1', "[1] == '1'", '[1] === [1]', 'l === l', 'm == m', 'l == l', 'xl == xl', '({}) == ({})', 'NaN', 'Infinity', 'NaN === NaN',
  'missing', 'missing === 1', "typeof missing === 'undefined'", "typeof missing !== 'undefined'", 'missing.a', "typeof Math === 'undefined'",
  "typeof six === 'number'", "'undefined' === typeof nothing", 'six > 5 && neg < 0', 'six && word', "word || 'd'", 'six > 5 || missing',
  'six < 5 && missing', 'missing && true', '!(six > 5)', '!six > 5', '!word === false', 'six > 5 === true', 'six - (neg - 1)',
  'six - neg - 1', '-six + 1', '-(six + 1)', '- -six', 'six / 3 / 2', 'six / (3 / 2)', 'six * 2 % 5', '(six + 1) * 2', '2 * six + 1',
  "In('s')", "!In('s')", "In('nowhere')", 'm.a === 1', 'm.c', 'm.c === undefined', 'm.c.d', "m['a'] + 1", 'xm.a', 'xm.length', 'm.length',
  'l.length', 'l.length === 2', 'l.length - 1', 'emoji.length', 'accent.length', 'word.length', 'empty.length === 0', "''.length",
  'l[0]', 'l[0] === 1', 'l[5]', 'l[5] === undefined', 'l.foo', 'word.foo', 'word[0]', "l.concat([3]).length", 'l.concat(3)', 'l.concat(l)',
  'l.concat([3], 4)', "word.concat('d', 'e')", 'word.concat(1)', 'word.concat(half)', 'word.concat(l)', 'l.includes(2)', 'l.includes(half)',
  'l.includes(l)', "word.includes('bc')", "word.includes('')", "'a1'.includes(1)", "word.startsWith('ab')", "word.endsWith('bc')",
  "word.indexOf('z') === -1", "word.indexOf('a') > -1", "word.indexOf('c') < 0", 'l.indexOf(1) === 0', 'l.indexOf(2) === 0',
  'l.indexOf(2) >= 0', "'  a\\u00A0'.trim().length", "'\\u0085a'.trim().length", "'\\uFEFFa'.trim().length", "'\u0391\u03A3'.toLowerCase()",
  "'stra\u00DFe'.toUpperCase()", "'\u0130'.toLowerCase().length", "word.toUpperCase() === 'ABC'", "'Ab'.toLowerCase()", 'String(half)',
  'String(0.00001)', 'String(1e21)', 'String(big)', 'String(t)', "String(word)", 'String(nothing)', 'String(null)', 'String(l)', 'six.toString()',
  'Math.max(six, half)', 'Math.max(six, s)', 'Math.max()', 'Math.min(six, neg, zero)', 'Math.max(l)', 'Math.abs(n)', 'Math.floor(n)',
  'Math.ceil(n)', 'Math.ceil(-0.5)', 'Math.floor(1e300)', 'Math.sqrt(4)', 'Math.PI', '[six, word]', '[six, [half]]', '{ a: 1 }.a', "({ 'a-b': six })",
  "({ a: 1, a: 2 }).a", '[]', '({})', 'l.join()', 'six ? 1 : 2', 'six & 1', '2 ** 3', 'void 0', 'six, neg', '`a`', '/a/.test(word)', '(() => 1)()',
  'new Date() > six', '+s', '~six', 'six?.a', 'nothing ?? 1', 'six ?? 1', 'null ?? 1', 'm.c ?? 1', 'm.c?.d ?? 1', 'nothing?.a ?? word', 'xn?.a?.b ?? 2',
  'nothing.a ?? 1', 'nothing ?? 1 === 1', 'nothing ?? xn ?? 3', '(nothing ?? six) + 1', '(nothing ?? t) && t', 'm?.a', 'word ?? missing', '[1,,2].length', '({ six }).six', '({ 1: 2 })[1]', '[...l]', '1_000', '10n == 10',
  '0b11', '0o17', "'\\u{41}'", 'Number(s)', 'parseInt(s)', 'isNaN(six)', 'JSON.stringify(m)', 'Object.keys(m).length', 'Object.keys(l).length',
  'Math.sign(n) * Math.round(Math.abs(n))', 'Math.sign(half) * Math.round(Math.abs(half))', 'm.constructor === undefined',
  "m.hasOwnProperty('toString')", "'toString' in m", "'a' in m", "m.valueOf", 'six in l', "0 in l", "'0' in l", 'word in m',
  'duration(word)', 'fail()', 'l[word]', 'm[six]', "m[word]", 'm[nothing]', 'l[nothing]', 'nothing.a', 'nothing[0]', 'nothing.length',
]) expressions.add(x);

const rows = [...expressions].map((text) => `${text}\t${result(text)}`);
writeFileSync(join(here, 'ecmascript.tsv'), rows.join('\n') + '\n');

const charts = join(here, 'charts.tsv');
if (existsSync(charts)) {
  const lines = readFileSync(charts, 'utf8').trimEnd().split('\n').map((line) => line.split('\t'));
  writeFileSync(charts, lines.map(([text, rendered]) => `${text}\t${rendered}\t${rendered === '-' ? '-' : result(rendered)}`).join('\n') + '\n');
}
