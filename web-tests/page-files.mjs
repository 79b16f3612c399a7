// The page's files with the headers of `pawl serve`, for the mock of the API.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import crypto from 'node:crypto';
import { PAGE } from './vendor.mjs';

const TYPES = { '.html': 'text/html; charset=utf-8', '.mjs': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

export function policy(html) {
  const map = /<script type="importmap">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = crypto.createHash('sha256').update(map).digest('base64');
  return `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; `
    + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'";
}

function file(url) {
  const name = decodeURIComponent(new URL(url, 'http://page').pathname);
  const place = path.join(PAGE, path.normalize(name));
  if (place.startsWith(PAGE) && path.extname(place) && fs.existsSync(place)) return place;
  return path.extname(name) ? null : path.join(PAGE, 'index.html');
}

/** A file of the page, as `pawl serve` answers it. */
export function answerFile(req, res) {
  const place = file(req.url ?? '/');
  if (!place || new URL(req.url, 'http://page').pathname.startsWith('/api/')) { res.writeHead(404).end(); return; }
  const raw = fs.readFileSync(place);
  const headers = { 'content-type': TYPES[path.extname(place)] ?? 'application/octet-stream', 'content-encoding': 'gzip',
    'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  if (place.endsWith('index.html')) headers['content-security-policy'] = policy(raw.toString());
  res.writeHead(200, headers).end(zlib.gzipSync(raw));
}
