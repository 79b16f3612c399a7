// Lets a client that speaks on stdio meet the WebSocket server: node appserver-bridge.mjs PAWL app-server
// Starts `PAWL app-server --listen ws://127.0.0.1:0`, passes messages both ways, and ends it with its own stdin.
import fs from 'node:fs';
import net from 'node:net';
import crypto from 'node:crypto';
import readline from 'node:readline';
import { spawn } from 'node:child_process';

const [pawl, ...words] = process.argv.slice(2);
const server = spawn(pawl, [...words, '--listen', 'ws://127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
// The port is told first, then where its token is.
let port;
const token = await new Promise((resolve, reject) => {
  readline.createInterface({ input: server.stderr }).on('line', (line) => {
    const found = /listening on ws:\/\/[^:]+:(\d+)/.exec(line), file = /the token of this start is in (.*)$/.exec(line);
    if (found) port = +found[1];
    else if (file) resolve(fs.readFileSync(file[1], 'utf8').trim());
    else process.stderr.write(line + '\n');
  });
  server.once('exit', (code) => reject(new Error('the server ended with ' + code)));
});

// Node 20 has no WebSocket client without a flag: this is as much of RFC 6455 as the bridge needs.
const socket = net.connect(port, '127.0.0.1');
const key = crypto.randomBytes(16).toString('base64');
socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
function send(text) {
  const body = Buffer.from(text), mask = crypto.randomBytes(4);
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length])
    : body.length < 65536 ? Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255])
      : Buffer.concat([Buffer.from([0x81, 0xff]), (() => { const b = Buffer.alloc(8); b.writeBigUInt64BE(BigInt(body.length)); return b; })()]);
  for (let i = 0; i < body.length; i++) body[i] ^= mask[i & 3];
  socket.write(Buffer.concat([head, mask, body]));
}
let bytes = Buffer.alloc(0), open = false;
socket.on('data', (data) => {
  bytes = Buffer.concat([bytes, data]);
  if (!open) {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return;
    const accept = crypto.createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
    if (!bytes.subarray(0, end).toString().includes(accept)) { process.stderr.write('no WebSocket there\n'); process.exit(1); }
    bytes = bytes.subarray(end + 4);
    open = true;
    readline.createInterface({ input: process.stdin }).on('line', send).on('close', () => { server.kill('SIGTERM'); server.once('exit', () => process.exit(0)); });
  }
  for (;;) {
    if (bytes.length < 2) return;
    let length = bytes[1] & 127, from = 2;
    if (length === 126) { if (bytes.length < 4) return; length = bytes.readUInt16BE(2); from = 4; }
    else if (length === 127) { if (bytes.length < 10) return; length = Number(bytes.readBigUInt64BE(2)); from = 10; }
    if (bytes.length < from + length) return;
    if ((bytes[0] & 15) === 1) process.stdout.write(bytes.subarray(from, from + length).toString() + '\n');
    bytes = bytes.subarray(from + length);
  }
});
// A server that was told to go may reset the connection; it is over either way.
socket.on('error', (error) => process.stderr.write(`bridge: ${error.message}\n`));
socket.on('close', () => server.kill('SIGTERM'));
