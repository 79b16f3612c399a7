// For node: the page's import map, so that its modules can be tested without a browser. Use: node --import ./web-tests/resolve.mjs
import fs from 'node:fs';
import path from 'node:path';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PAGE } from './vendor.mjs';

const html = fs.readFileSync(path.join(PAGE, 'index.html'), 'utf8');
const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(html)[1]);
const map = Object.fromEntries(Object.entries(imports).map(([name, to]) => [name, pathToFileURL(path.join(PAGE, to)).href]));
const hook = `const map = ${JSON.stringify(map)};
export const resolve = (name, context, next) => (map[name] ? { url: map[name], shortCircuit: true } : next(name, context));`;
register('data:text/javascript,' + encodeURIComponent(hook));
