// @ts-check
// One WebSocket to the server: calls, notifications, requests of the server, beats, and coming back after a loss.
import { signal } from '@preact/signals-core';

/** Silence after which a beat is asked for, and how long its reply may take, in ms. */
const BEAT_AFTER = 2000;
const BEAT_WITHIN = 900;
const OPEN_WITHIN = 5000;
const BACK_OFF = [250, 500, 1000, 2000, 4000, 8000];

/** A call that could not be made or whose outcome is not known. */
export class ConnectionLost extends Error {
  /** @param {boolean} sent whether the server may have seen the call */
  constructor(sent) {
    super(sent ? 'connection lost before the reply' : 'not connected');
    this.sent = sent;
  }
}

/** An error reply. */
export class RpcError extends Error {
  /** @param {{code: number, message: string, data?: any}} error */
  constructor(error) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }

  get isMissingMethod() {
    return this.code === -32601 || /unknown variant `|unknown method/i.test(this.message);
  }
}

/**
 * @typedef {object} Listener
 * @property {(hello: any) => Promise<void>} opened after `initialize`, at the first time and after each loss
 * @property {(message: {method: string, params: any, seq?: number}) => void} notified
 * @property {(id: string|number, method: string, params: any) => void} asked a request of the server
 * @property {() => void} replying a reply follows: what was notified before it must be applied first
 */

export class Connection {
  /** @type {import('@preact/signals-core').Signal<'connecting'|'live'|'lost'|'refused'>} */
  state = signal('connecting');
  /** When the connection was lost and when the next try is, in ms; for the line that says so. */
  lost = signal({ since: 0, retryAt: 0 });
  /** Server clock minus ours, in ms. */
  skew = signal(0);

  #id = 0;
  /** @type {Map<number, {method: string, resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #calls = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #heard = 0;
  #beatAsked = 0;
  /** @type {any} */
  #retry = null;
  /** @type {any} */
  #watch = null;

  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {{Socket?: any, now?: () => number, check?: () => Promise<boolean>}} [world] replaced in tests
   */
  constructor(url, listener, world = {}) {
    this.url = url;
    this.listener = listener;
    this.Socket = world.Socket ?? globalThis.WebSocket;
    this.now = world.now ?? (() => Date.now());
    /** Whether the server lets us in: false means signed out. */
    this.check = world.check ?? (async () => true);
  }

  start() {
    this.#open();
    this.#watch = setInterval(() => this.beat(), 250);
  }

  stop() {
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Tries at once: the network is back, or the page is looked at again. */
  hurry() {
    if (this.state.value === 'live') { this.#askBeat(); return; }
    if (this.#socket) return;
    this.#tries = 0;
    this.#open();
  }

  #open() {
    clearTimeout(this.#retry);
    const socket = this.#socket = new this.Socket(this.url);
    this.#heard = this.now();
    socket.onopen = () => this.#hello(socket);
    socket.onmessage = (/** @type {{data: string}} */ event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  /** @param {WebSocket} socket */
  async #hello(socket) {
    try {
      const hello = await this.#send('initialize', {
        clientInfo: { name: 'pawl_page', title: 'Pawl page', version: '1' },
        capabilities: { experimentalApi: true, pawlCut: true },
      });
      socket.send(JSON.stringify({ method: 'initialized' }));
      this.#tries = 0;
      this.state.value = 'live';
      await this.listener.opened(hello);
    } catch (error) {
      if (socket === this.#socket && !(error instanceof ConnectionLost)) {
        console.error('the server refused to begin', error);
        this.#lose();
      }
    }
  }

  #lose() {
    const socket = this.#socket;
    this.#socket = null;
    this.#beatAsked = 0;
    if (socket) { socket.onclose = null; socket.close(); }
    for (const call of this.#calls.values()) call.reject(new ConnectionLost(true));
    this.#calls.clear();
    const wait = BACK_OFF[Math.min(this.#tries++, BACK_OFF.length - 1)];
    const now = this.now();
    this.lost.value = { since: this.state.value === 'live' ? now : this.lost.value.since || now, retryAt: now + wait };
    if (this.state.value !== 'refused') this.state.value = 'lost';
    this.check().then((welcome) => { this.state.value = welcome ? (this.state.value === 'refused' ? 'lost' : this.state.value) : 'refused'; }, () => {});
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  /** Looks whether the server is still there; called often. */
  beat() {
    if (!this.#socket) return;
    const silent = this.now() - this.#heard;
    if (this.state.value !== 'live') {
      if (silent > OPEN_WITHIN) this.#lose();
    } else if (this.#beatAsked && this.now() - this.#beatAsked > BEAT_WITHIN) {
      this.#lose();
    } else if (!this.#beatAsked && silent > BEAT_AFTER) {
      this.#askBeat();
    }
  }

  #askBeat() {
    if (this.#beatAsked) return;
    this.#beatAsked = this.now();
    const asked = this.#beatAsked;
    this.#send('pawl/ping', {}).then(({ now }) => {
      if (now) this.skew.value = now - (asked + this.now()) / 2;
    }, () => {});
  }

  /** @param {string} text */
  #receive(text) {
    this.#heard = this.now();
    this.#beatAsked = 0;
    const message = JSON.parse(text);
    if (message.method && message.id !== undefined) this.listener.asked(message.id, message.method, message.params);
    else if (message.method) this.listener.notified(message);
    else this.#settle(message);
  }

  /** @param {any} message */
  #settle(message) {
    const id = message.id ?? this.#unnamed(message.error?.message ?? '');
    const call = this.#calls.get(id);
    if (!call) return;
    this.listener.replying();
    this.#calls.delete(id);
    if (message.error) call.reject(new RpcError(message.error));
    else call.resolve(message.result);
  }

  /** A request the server could not even read is refused without an id: found by the method's name. @param {string} words */
  #unnamed(words) {
    const method = /unknown variant `([^`]+)`/.exec(words)?.[1];
    for (const [id, call] of this.#calls) if (call.method === method) return id;
    return undefined;
  }

  /** @param {string} method @param {any} params @returns {Promise<any>} */
  #send(method, params) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== 1) return Promise.reject(new ConnectionLost(false));
    return new Promise((resolve, reject) => {
      const id = ++this.#id;
      this.#calls.set(id, { method, resolve, reject });
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** A call of the server. Refused at once while there is no connection. @param {string} method @param {any} [params] @returns {Promise<any>} */
  call(method, params = {}) {
    if (this.state.value !== 'live') return Promise.reject(new ConnectionLost(false));
    return this.#send(method, params);
  }

  /** The reply to a request of the server. @param {string|number} id @param {any} result */
  reply(id, result) {
    if (this.state.value !== 'live' || !this.#socket) throw new ConnectionLost(false);
    this.#socket.send(JSON.stringify({ id, result }));
  }
}
