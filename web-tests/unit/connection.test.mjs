import test, { mock } from 'node:test';
import assert from 'node:assert/strict';
import { Connection, ConnectionLost, RpcError } from '../../app/src/main/resources/dev/pawl/web/page/connection.mjs';

/** The server's side of a socket, and a clock that stands still until it is moved. */
function lab({ answers = true } = {}) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const sockets = [];
  class Socket {
    constructor() { this.readyState = 0; this.sent = []; sockets.push(this); queueMicrotask(() => { this.readyState = 1; this.onopen?.(); }); }
    send(text) {
      const message = JSON.parse(text);
      this.sent.push(message);
      if (message.method === 'initialize') this.receive({ id: message.id, result: { hello: true } });
      if (message.method === 'pawl/ping' && world.answers) this.receive({ id: message.id, result: { now: Date.now() + 500 } });
    }
    receive(message) { queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) })); }
    close() { this.readyState = 3; this.onclose?.(); }
  }
  const heard = [];
  const world = { answers, sockets, heard, opened: 0 };
  const connection = new Connection('ws://x/', { opened: async () => { world.opened++; }, notified: (message) => heard.push(message.method), asked: (id) => heard.push('asked ' + id), replying: () => heard.push('replying') }, { Socket });
  world.connection = connection;
  world.settle = async () => { for (let i = 0; i < 20; i++) await Promise.resolve(); };
  world.wait = async (ms) => { for (let left = ms; left > 0; left -= 250) { mock.timers.tick(Math.min(250, left)); await world.settle(); } };
  world.end = () => { connection.stop(); mock.timers.reset(); };
  connection.start();
  return world;
}

test('it says hello and is live', async () => {
  const world = lab();
  await world.settle();
  assert.equal(world.connection.state.value, 'live');
  assert.equal(world.opened, 1);
  assert.deepEqual(world.sockets[0].sent.map((message) => message.method), ['initialize', 'initialized']);
  world.end();
});

test('a server that falls silent is noticed within a second of the missed beat', async () => {
  const world = lab({ answers: false });
  await world.settle();
  await world.wait(2250);
  assert.equal(world.connection.state.value, 'live');
  await world.wait(1000);
  assert.notEqual(world.connection.state.value, 'live');
  world.end();
});

test('beats keep it live and tell the server’s clock', async () => {
  const world = lab();
  await world.settle();
  await world.wait(10_000);
  assert.equal(world.connection.state.value, 'live');
  assert.equal(world.connection.skew.value, 500);
  world.end();
});

test('it comes back by itself, and calls under way are told that their outcome is not known', async () => {
  const world = lab();
  await world.settle();
  const call = world.connection.call('thread/list').catch((error) => error);
  world.sockets[0].close();
  const error = await call;
  assert.ok(error instanceof ConnectionLost && error.sent);
  await assert.rejects(world.connection.call('turn/start'), (refused) => refused instanceof ConnectionLost && !refused.sent);
  await world.wait(500);
  assert.deepEqual([world.connection.state.value, world.opened, world.sockets.length], ['live', 2, 2]);
  world.end();
});

test('error replies, also those without an id, end their calls', async () => {
  const world = lab();
  await world.settle();
  const named = world.connection.call('a').catch((error) => error);
  const unnamed = world.connection.call('pawl/none').catch((error) => error);
  world.sockets[0].receive({ id: 2, error: { code: -32602, message: 'bad', data: { field: 'x' } } });
  world.sockets[0].receive({ error: { code: -32600, message: 'Invalid request: unknown variant `pawl/none`, expected' } });
  assert.deepEqual([(await named).data.field, (await unnamed) instanceof RpcError && (await unnamed).isMissingMethod], ['x', true]);
  world.end();
});

test('notifications and requests of the server are told apart', async () => {
  const world = lab();
  await world.settle();
  world.sockets[0].receive({ method: 'turn/started', params: {} });
  world.sockets[0].receive({ method: 'item/x/requestApproval', id: 't/c', params: {} });
  await world.settle();
  assert.deepEqual(world.heard, ['replying', 'turn/started', 'asked t/c']);
  world.connection.reply('t/c', { decision: 'accept' });
  assert.deepEqual(world.sockets[0].sent.at(-1), { id: 't/c', result: { decision: 'accept' } });
  world.end();
});
