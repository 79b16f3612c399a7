// @ts-check

/** A phone or tablet: Enter makes a new line there. */
export const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** Whether a key is part of writing a character (Chinese, Japanese, Korean input). @param {KeyboardEvent} event */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;
