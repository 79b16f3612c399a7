// The page's libraries: node web-tests/vendor.mjs checks the files against VENDOR.toml, with --refresh it
// fetches the packages from npm in the versions named there, compares their integrity and writes files and hashes again.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import crypto from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), '../app/src/main/resources/dev/pawl/web/page');
const VENDOR = path.join(PAGE, 'vendor');
const LIST = path.join(VENDOR, 'VENDOR.toml');

const sha512 = (bytes) => 'sha512-' + crypto.createHash('sha512').update(bytes).digest('base64');

/** The part of TOML that VENDOR.toml uses: tables of tables, and strings. */
export function readList(text) {
  const packages = [];
  let table = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    const value = /^(\w+) = "(.*)"$/.exec(line);
    if (line === '[[package]]') packages.push(table = { files: [] });
    else if (line === '[[package.file]]') packages.at(-1).files.push(table = {});
    else if (value) table[value[1]] = value[2];
    else if (line && !line.startsWith('#')) throw new Error(`VENDOR.toml: cannot read "${line}"`);
  }
  return packages;
}

function writeList(packages) {
  const lines = ['# The libraries of the page, as npm has them. Written by web-tests/vendor.mjs --refresh, which takes name, version,',
    '# and the pairs of files from here; checked by web-tests/vendor.test.mjs. Icons of `nodes` are put into one module.'];
  for (const { files, ...fields } of packages) {
    lines.push('', '[[package]]', ...Object.entries(fields).map(([key, value]) => `${key} = "${value}"`));
    for (const file of files) lines.push('', '[[package.file]]', ...Object.entries(file).map(([key, value]) => `${key} = "${value}"`));
  }
  fs.writeFileSync(LIST, lines.join('\n') + '\n');
}

/** Problems, one line each: a file that differs, is missing, or is not listed. */
export function problems() {
  const found = [];
  const listed = new Set(['VENDOR.toml']);
  for (const each of readList(fs.readFileSync(LIST, 'utf8'))) {
    for (const file of each.files) {
      listed.add(file.to);
      const place = path.join(VENDOR, file.to);
      if (!fs.existsSync(place)) found.push(`${file.to} is missing`);
      else if (sha512(fs.readFileSync(place)) !== file.sha512) found.push(`${file.to} is not the file of ${each.name} ${each.version}`);
    }
  }
  for (const name of fs.readdirSync(VENDOR, { recursive: true })) {
    if (fs.statSync(path.join(VENDOR, name)).isFile() && !listed.has(name)) found.push(`${name} is not in VENDOR.toml`);
  }
  return found;
}

/** One module with the shapes of the icons that the page names. */
function icons(nodes, names) {
  const shapes = Object.fromEntries(names.split(' ').map((name) => {
    if (!nodes[name]) throw new Error(`no icon ${name}`);
    return [name, nodes[name]];
  }));
  return `// Shapes of lucide's icons (ISC licence), by name.\nexport default ${JSON.stringify(shapes)};\n`;
}

function refresh() {
  const packages = readList(fs.readFileSync(LIST, 'utf8'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-vendor-'));
  for (const each of packages) {
    const told = execFileSync('npm', ['pack', '--json', '--silent', `${each.name}@${each.version}`], { cwd: folder, encoding: 'utf8' });
    const pack = JSON.parse(told)[0];
    if (each.integrity && each.integrity !== pack.integrity) throw new Error(`${each.name}: npm has other bytes than before`);
    each.integrity = pack.integrity;
    const place = path.join(folder, pack.filename + '.d');
    fs.mkdirSync(place);
    execFileSync('tar', ['-xzf', path.join(folder, pack.filename), '-C', place, '--strip-components=1']);
    for (const file of each.files) {
      const from = path.join(place, file.from);
      const bytes = file.icons ? icons(JSON.parse(fs.readFileSync(from, 'utf8')), file.icons) : fs.readFileSync(from);
      const to = path.join(VENDOR, file.to);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.writeFileSync(to, bytes);
      file.sha512 = sha512(fs.readFileSync(to));
    }
  }
  fs.rmSync(folder, { recursive: true });
  writeList(packages);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--refresh')) refresh();
  const found = problems();
  for (const problem of found) console.log(problem);
  process.exitCode = found.length ? 1 : 0;
}
