// @ts-check
// Characters that show nothing or turn text around are spelt out where a person decides by what is shown.

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;

/** What a shell is given to run: the shell around it is the same for all commands. @param {string} command */
export function scriptIn(command) {
  const shell = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c '([\s\S]*)'$/.exec(command);
  if (!shell || /'(?!\\'')/.test(shell[1].replaceAll(`'\\''`, ''))) return command;
  return shell[1].replaceAll(`'\\''`, "'");
}

/** @param {string} text */
export const visible = (text) => text.replace(HIDDEN, (one) => `⟨U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
