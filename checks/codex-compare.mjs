// What Pawl printed for each scenario against what the real Codex printed: event types in order, exit code, call pairs.
//   node codex-compare.mjs GOLDEN_FOLDER OUR_SUMMARY
import fs from 'node:fs';

const [golden, ours] = process.argv.slice(2);
// Differences that are known, each with its reason in docs/reference/codex-compatibility.md.
const known = new Set([]);

const name = fs.readdirSync(golden).find((file) => /^codex-.*\.summary\.json$/.test(file));
const theirs = JSON.parse(fs.readFileSync(`${golden}/${name}`, 'utf8'));
const mine = new Map(JSON.parse(fs.readFileSync(ours, 'utf8')).map((row) => [row.name, row]));

let same = 0;
let differ = 0;
for (const row of theirs) {
  const own = mine.get(row.name);
  const alike = own && own.code === row.code && !own.badPairs && own.events.join() === row.events.join();
  if (alike || (known.has(row.name) && own && !own.badPairs)) {
    same += 1;
    continue;
  }
  differ += 1;
  console.log(`FAILED scenario ${row.name}: exit ${own?.code}, expected ${row.code}${own?.badPairs ? '; invalid pairs' : ''}`);
  console.log(`  expected ${row.events.join(' ')}`);
  console.log(`  got      ${own?.events.join(' ')}`);
}
console.log(`${same} same, ${differ} differ`);
