// @ts-check
// Templates: `html` makes nodes, never markup. The page has no HTML strings anywhere.
import { h } from 'preact';
import htm from 'htm';

export const html = htm.bind(h);
export { h, Fragment } from 'preact';
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from 'preact/hooks';
export { signal, computed, batch, effect, useSignal, useComputed, useSignalEffect } from '@preact/signals';
