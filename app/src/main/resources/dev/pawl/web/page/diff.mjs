// @ts-check
// Unified diffs: parsed into rows with line numbers, with the words marked that changed inside a line.

/**
 * @typedef {{from: number, to: number}} Mark
 * @typedef {{kind: ' '|'+'|'-'|'\\', old: number|null, new: number|null, text: string, marks: Mark[]}} Row
 * @typedef {{header: string, rows: Row[]}} Hunk
 * @typedef {{path: string, oldPath: string, kind: 'add'|'delete'|'update'|'rename', hunks: Hunk[], added: number, removed: number, binary: boolean}} FileDiff
 */

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;
const LONG_LINE = 2000;
const MOST_WORDS = 400;
/** How far the partner of a removed line is looked for. */
const NEAR = 8;

/** @param {string} line what follows `--- ` or `+++ ` */
function named(line) {
  const name = line.replace(/\t.*$/, '').replace(/^"(.*)"$/, (_, inner) => unquoted(inner));
  return name === '/dev/null' ? '' : name.replace(/^[ab]\//, '');
}

/** Git's spelling of unusual names. @param {string} inner */
function unquoted(inner) {
  const bytes = [];
  for (let i = 0; i < inner.length; i++) {
    if (inner[i] !== '\\') { bytes.push(...new TextEncoder().encode(inner[i])); continue; }
    const octal = /^[0-7]{3}/.exec(inner.slice(i + 1));
    if (octal) { bytes.push(parseInt(octal[0], 8)); i += 3; continue; }
    i++;
    bytes.push(({ n: 10, t: 9, r: 13 }[inner[i]]) ?? inner.charCodeAt(i));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** @returns {FileDiff} */
const fresh = () => ({ path: '', oldPath: '', kind: 'update', hunks: [], added: 0, removed: 0, binary: false });

/** The files of a diff. @param {string} text @returns {FileDiff[]} */
export function parse(text) {
  /** @type {FileDiff[]} */
  const files = [];
  let file = fresh();
  /** @type {Hunk|null} */
  let hunk = null;
  let oldLine = 0, newLine = 0, oldLeft = 0, newLeft = 0;
  const begin = () => { file = fresh(); hunk = null; files.push(file); };
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  for (let i = 0; i < all.length; i++) {
    const line = all[i];
    if (hunk && (oldLeft > 0 || newLeft > 0) && /^[ +\-\\]|^$/.test(line)) {
      const kind = /** @type {Row['kind']} */ (line[0] ?? ' ');
      const row = { kind, old: kind === '+' || kind === '\\' ? null : oldLine, new: kind === '-' || kind === '\\' ? null : newLine, text: line.slice(1), marks: [] };
      hunk.rows.push(row);
      if (kind === ' ' || kind === '-') { oldLine++; oldLeft--; }
      if (kind === ' ' || kind === '+') { newLine++; newLeft--; }
      if (kind === '+') file.added++;
      if (kind === '-') file.removed++;
      continue;
    }
    const at = HUNK.exec(line);
    if (at) {
      if (!files.length) begin();
      oldLine = Number(at[1]); newLine = Number(at[3]);
      oldLeft = Number(at[2] ?? 1); newLeft = Number(at[4] ?? 1);
      hunk = { header: line, rows: [] };
      file.hunks.push(hunk);
    } else if (line.startsWith('\\') && hunk) {
      hunk.rows.push({ kind: '\\', old: null, new: null, text: line.slice(1).trim(), marks: [] });
    } else if (line.startsWith('diff --git ')) {
      begin();
      const names = /^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/.exec(line);
      if (names) { file.oldPath = names[1]; file.path = names[2]; }
    } else if (line.startsWith('--- ') && all[i + 1]?.startsWith('+++ ')) {
      if (!files.length || file.hunks.length) begin();
      const from = named(line.slice(4)), to = named(all[++i].slice(4));
      file.oldPath = from || to;
      file.path = to || from;
      if (!from) file.kind = 'add';
      if (!to) file.kind = 'delete';
      hunk = null;
    } else if (line.startsWith('new file')) file.kind = 'add';
    else if (line.startsWith('deleted file')) file.kind = 'delete';
    else if (line.startsWith('rename from ')) { file.kind = 'rename'; file.oldPath = line.slice(12); }
    else if (line.startsWith('rename to ')) file.path = line.slice(10);
    else if (line.startsWith('Binary files') || line === 'GIT binary patch') file.binary = true;
  }
  for (const each of files) for (const one of each.hunks) markWords(one.rows);
  return files;
}

/** A change of a `fileChange` item: an added or deleted file comes as its whole text. @param {{path: string, kind: {type: string, move_path?: string|null}, diff: string}} change @returns {FileDiff} */
export function ofChange(change) {
  const kind = change.kind?.type;
  if ((kind === 'add' || kind === 'delete') && !/^(diff --git|--- |@@ )/m.test(change.diff)) return whole(change.path, change.diff, kind);
  const file = parse(change.diff)[0] ?? fresh();
  const moved = change.kind?.move_path;
  return { ...file, path: moved || change.path, oldPath: change.path, kind: moved ? 'rename' : kind === 'add' || kind === 'delete' ? kind : 'update' };
}

/** @param {string} path @param {string} text @param {'add'|'delete'} kind @returns {FileDiff} */
function whole(path, text, kind) {
  const all = text.split('\n');
  if (all.at(-1) === '') all.pop();
  const sign = kind === 'add' ? '+' : '-';
  const rows = all.map((line, i) => /** @type {Row} */ ({ kind: sign, old: kind === 'add' ? null : i + 1, new: kind === 'add' ? i + 1 : null, text: line, marks: [] }));
  const header = kind === 'add' ? `@@ -0,0 +1,${rows.length} @@` : `@@ -1,${rows.length} +0,0 @@`;
  return { path, oldPath: path, kind, hunks: rows.length ? [{ header, rows }] : [], added: kind === 'add' ? rows.length : 0, removed: kind === 'add' ? 0 : rows.length, binary: false };
}

/** Removed lines are paired with the added ones that follow them. @param {Row[]} rows */
function markWords(rows) {
  for (let i = 0; i < rows.length;) {
    if (rows[i].kind !== '-') { i++; continue; }
    let removed = i;
    while (rows[removed]?.kind === '-') removed++;
    let added = removed;
    while (rows[added]?.kind === '+') added++;
    pair(rows.slice(i, removed), rows.slice(removed, added));
    i = added;
  }
}

/** Each removed line goes with the first added line behind the last pair that is like it. @param {Row[]} removed @param {Row[]} added */
function pair(removed, added) {
  let next = 0;
  for (const row of removed) {
    for (let at = next; at < Math.min(added.length, next + NEAR); at++) {
      if (markPair(row, added[at])) { next = at + 1; break; }
    }
  }
}

/** @param {string} text */
const words = (text) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** Whether the lines are alike; then their words are marked. @param {Row} from @param {Row} to */
function markPair(from, to) {
  if (from.text.length > LONG_LINE || to.text.length > LONG_LINE) return false;
  const a = words(from.text), b = words(to.text);
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return false;
  const [keptA, keptB] = common(a, b);
  const same = a.filter((word, i) => keptA[i] && word.trim()).join('').length;
  // Lines with little in common are other lines: marking every word would say nothing.
  if (same * 5 < Math.max(from.text.trim().length, to.text.trim().length) * 2) return false;
  from.marks = marks(a, keptA);
  to.marks = marks(b, keptB);
  return true;
}

/** The longest common subsequence. @param {string[]} a @param {string[]} b @returns {[boolean[], boolean[]]} which words both have */
function common(a, b) {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] = a[i] === b[j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  const keptA = a.map(() => false), keptB = b.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { keptA[i++] = keptB[j++] = true; }
    else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) i++;
    else j++;
  }
  return [keptA, keptB];
}

/** @param {string[]} all @param {boolean[]} kept @returns {Mark[]} */
function marks(all, kept) {
  /** @type {Mark[]} */
  const found = [];
  let at = 0;
  all.forEach((word, i) => {
    if (!kept[i]) {
      const last = found.at(-1);
      if (last && last.to === at) last.to += word.length;
      else found.push({ from: at, to: at + word.length });
    }
    at += word.length;
  });
  return found;
}

/** A row's text in pieces, marked or not. @param {Row} row @returns {{text: string, marked: boolean}[]} */
export function pieces(row) {
  const all = [];
  let at = 0;
  for (const mark of row.marks) {
    if (mark.from > at) all.push({ text: row.text.slice(at, mark.from), marked: false });
    all.push({ text: row.text.slice(mark.from, mark.to), marked: true });
    at = mark.to;
  }
  if (at < row.text.length || !all.length) all.push({ text: row.text.slice(at), marked: false });
  return all;
}
