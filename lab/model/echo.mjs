// A scenario without a file: the last words of the user say what the model does.
//
//   run CMD     a call of the shell tool, then "Ran."
//   ask CMD     the same, outside the sandbox: a person is asked
//   patch       a call of apply_patch that adds hello.txt
//   slow        words that come for 30 seconds
//   steady N    N words, ten a second
//   lines N     N lines, each of its own
//   deltas N    N words without a pause
//   rate N R    N words, R of them a second
//   show        reasoning, then Markdown of every kind in small pieces
//   plan        a call of update_plan
//   edit FILE   a call of apply_patch that changes a word of its second line
//   form        a question with options
//   evil        escape sequences and bidi controls
//   anything    "You said: anything"

const own = (text) => !/^\s*<|^# AGENTS/.test(text);
const HELLO = '*** Begin Patch\n*** Add File: hello.txt\n+hello\n+world\n*** End Patch\n';
const OUTSIDE = { sandbox_permissions: 'require_escalated', justification: 'the check asks' };

const SHOW = `# What I found

The test compares **instants** with \`==\`, which is *never* right. See [the docs](https://example.org/time).

\`\`\`java
/// Whether both are the same moment.
static boolean same(Instant one, Instant other) {
    return one.equals(other); // not ==
}
\`\`\`

| file | lines | 说明 |
|---|---:|---|
| src/Clock.java | 12 | 比较时间 |
| src/ClockTest.java | 40 | 测试 |

1. Replace the comparison
2. Run the tests

- [x] read
- [ ] fix

> Nothing else uses it.
`;
const PLAN = { explanation: 'Small steps.', plan: [
  { step: 'Read the failing test', status: 'completed' },
  { step: 'Fix the comparison', status: 'in_progress' },
  { step: 'Run all tests', status: 'pending' }] };
const FORM = { questions: [{ id: 'colour', header: 'Colour', question: 'Which colour?',
  options: [{ label: 'Red', description: 'as a rose' }, { label: 'Blue', description: 'as the sea' }] }] };
const EVIL = 'before \u001b[31mred\u001b[2J\u001b]0;title\u0007 \u202Edesrever\u202C \u009b2J after\n';
const fox = (file) => `*** Begin Patch\n*** Update File: ${file}\n@@\n one\n-the quick brown fox\n+the slow brown fox\n three\n*** End Patch\n`;
const many = (count, make) => Array.from({ length: Number(count) }, (_, i) => make(i)).join('');

export function echo(request) {
  const body = JSON.parse(request.raw);
  const items = body.input ?? body.messages ?? [];
  const words = (item) => (typeof item.content === 'string' ? item.content : (item.content ?? []).map((part) => part.text ?? '').join(''));
  const at = items.findLastIndex((item) => item.role === 'user' && own(words(item)));
  const said = at < 0 ? '' : words(items[at]).trim();
  const answered = items.slice(at + 1).some((item) => /_output$/.test(item.type ?? '') || item.role === 'tool');
  if (answered) return { parts: [{ say: 'Ran.' }] };
  const [verb, ...rest] = said.split(' ');
  if (verb === 'run') return { parts: [{ run: rest.join(' ') }] };
  if (verb === 'ask') return { parts: [{ run: rest.join(' '), options: OUTSIDE }] };
  if (verb === 'patch') return { parts: [{ patch: HELLO }] };
  if (verb === 'slow') return { parts: [{ say: Array.from({ length: 300 }, (_, i) => `word${i} `).join(''), pieces: 300 }], pace: 100 };
  if (verb === 'steady') return { parts: [{ say: many(rest[0], (i) => `word${i} `), pieces: Number(rest[0]) }], pace: 100 };
  if (verb === 'lines') return { parts: [{ say: many(rest[0], (i) => `unique line ${String(i).padStart(3, '0')}\n`), pieces: 20 }] };
  if (verb === 'deltas') return { parts: [{ say: many(rest[0], (i) => `w${i}${i % 12 === 11 ? '\n' : ' '}`), pieces: Number(rest[0]) }] };
  if (verb === 'rate') return { parts: [{ say: many(rest[0], (i) => `w${i}${i % 12 === 11 ? '\n' : ' '}`), pieces: Number(rest[0]) }], pace: 10, batch: Math.ceil(Number(rest[1]) / 100) };
  if (verb === 'show') return { parts: [{ think: '**Reading the repository**\n\nFirst I look at the tests.' }, { say: SHOW, pieces: 60 }], pace: 10 };
  if (verb === 'plan') return { parts: [{ call: 'update_plan', arguments: PLAN }] };
  if (verb === 'edit') return { parts: [{ patch: fox(rest[0]) }] };
  if (verb === 'form') return { parts: [{ call: 'request_user_input', arguments: FORM }] };
  if (verb === 'evil') return { parts: [{ say: EVIL }] };
  return { parts: [{ say: `You said: ${said}`, pieces: 4 }], usage: { input: 10, output: 5 } };
}
