// Which response of a scenario a request gets.
//
//   "choose": "order"     the first request of a conversation gets the first response, and so on (default)
//   "choose": "results"   by the number of tool results in the request
//   "choose": "rules"     the first response whose `when` holds
//
// Past the end the last response is repeated. "repeat": {"count": N, "response": {…}} stands for N equal responses; `$i` in
// them is the number.

const HOLDS = {
  results: (request, value) => request.results === value,
  resultsAtLeast: (request, value) => request.results >= value,
  lastUserHas: (request, value) => request.lastUser.includes(value),
  bodyHas: (request, value) => request.raw.includes(value),
  bodyLacks: (request, value) => !request.raw.includes(value),
  request: (request, value) => request.number === value,
};

function expand(responses) {
  return responses.flatMap((response) => {
    if (!response.repeat) return [response];
    const text = JSON.stringify(response.repeat.response);
    return Array.from({ length: response.repeat.count }, (_, i) => JSON.parse(text.replaceAll('$i', String(i))));
  });
}

export class Scenario {
  #responses; #choose; #conversations = new Map();
  served = 0;

  constructor(definition) {
    this.#responses = expand(definition.responses ?? []);
    this.#choose = definition.choose ?? 'order';
    if (this.#responses.length === 0) throw new Error('a scenario without responses');
  }

  /** The response to this request; `request.number` becomes its place in the conversation. */
  respond(request) {
    const number = this.#conversations.get(request.conversation) ?? 0;
    this.#conversations.set(request.conversation, number + 1);
    request.number = number;
    this.served++;
    const last = this.#responses.length - 1;
    if (this.#choose === 'results') return this.#responses[Math.min(request.results, last)];
    if (this.#choose === 'rules') return this.#byRules(request);
    return this.#responses[Math.min(number, last)];
  }

  #byRules(request) {
    const holds = ({ when = {} }) => Object.entries(when).every(([name, value]) => {
      if (!HOLDS[name]) throw new Error(`a rule is not known: ${name}`);
      return HOLDS[name](request, value);
    });
    return this.#responses.find(holds) ?? { parts: [{ say: 'NO RULE OF THE SCENARIO HOLDS' }] };
  }
}
