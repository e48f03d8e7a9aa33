import { decode as decodeMsgpack } from "@msgpack/msgpack";

import { BundleError } from "./errors.js";

export type Value = null | boolean | number | string | Uint8Array | Value[] | { [key: string]: Value };

const MAX_DEPTH = 32;
const WIDTHS = [0, 1, 2, 4, 8, 16, 32];
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The one value that msgpack bytes encode. They are walked through first, so nothing is allocated on their word alone. */
export function decode(bytes: Uint8Array): Value {
  scan(bytes);
  return decodeMsgpack(bytes) as Value;
}

/** Throws unless the bytes are one whole value of the types that bundles use, with every announced element there. */
function scan(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open: number[] = [1];
  let at = 0;
  let owed = 1;
  const number = (size: 1 | 2 | 4): number => {
    if (at + size > bytes.length) throw new BundleError("is cut off");
    const value = size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at) : view.getUint32(at);
    at += size;
    return value;
  };
  const pass = (size: number): void => {
    if (size > bytes.length - at) throw new BundleError("is cut off");
    at += size;
  };
  const text = (size: number): void => {
    pass(size);
    try {
      utf8.decode(bytes.subarray(at - size, at));
    } catch {
      throw new BundleError("holds a text that is not UTF-8");
    }
  };
  const enter = (elements: number): void => {
    owed += elements;
    if (owed > bytes.length - at) throw new BundleError("is cut off");
    if (open.length > MAX_DEPTH) throw new BundleError("is nested too deeply");
    open.push(elements);
  };
  while (open.length > 0) {
    const left = open.pop()!;
    if (left === 0) continue;
    open.push(left - 1);
    owed -= 1;
    const byte = number(1);
    if (byte <= 0x7f || byte >= 0xe0 || byte === 0xc0 || byte === 0xc2 || byte === 0xc3) continue;
    if (byte <= 0x8f) enter(2 * (byte & 0x0f));
    else if (byte <= 0x9f) enter(byte & 0x0f);
    else if (byte <= 0xbf) text(byte & 0x1f);
    else if (byte >= 0xc4 && byte <= 0xc6) pass(number((1 << (byte - 0xc4)) as 1 | 2 | 4));
    else if (byte === 0xca) pass(4);
    else if (byte === 0xcb) pass(8);
    else if (byte >= 0xcc && byte <= 0xcf) pass(1 << (byte - 0xcc));
    else if (byte >= 0xd0 && byte <= 0xd3) pass(1 << (byte - 0xd0));
    else if (byte >= 0xd9 && byte <= 0xdb) text(number((1 << (byte - 0xd9)) as 1 | 2 | 4));
    else if (byte === 0xdc || byte === 0xdd) enter(number(byte === 0xdc ? 2 : 4));
    else if (byte === 0xde || byte === 0xdf) enter(2 * number(byte === 0xde ? 2 : 4));
    else throw new BundleError("holds a type that bundles don't use");
  }
  if (at !== bytes.length) throw new BundleError(`${bytes.length - at} bytes follow its end`);
}

/** The `count` numbers of a column [bits, bytes]. */
export function unpackNumbers(column: Value | undefined, count: number, what: string): number[] {
  if (!Array.isArray(column) || column.length !== 2 || !WIDTHS.includes(column[0] as number)) {
    throw new BundleError(`${what}: expected [bits, bytes]`);
  }
  const bits = column[0] as number;
  const data = column[1];
  const length = Math.ceil((count * bits) / 8);
  if (!(data instanceof Uint8Array) || data.length !== length) {
    throw new BundleError(`${what}: expected ${length} bytes for ${count} numbers of ${bits} bits`);
  }
  const numbers = new Array<number>(count).fill(0);
  if (bits >= 8) {
    const step = bits / 8;
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < step; k++) numbers[i] = numbers[i]! * 256 + data[i * step + k]!;
    }
  } else if (bits > 0) {
    const per = 8 / bits;
    const spare = length * 8 - count * bits;
    if (spare > 0 && data[length - 1]! & ((1 << spare) - 1)) {
      throw new BundleError(`${what}: bits behind the last number, expected zeros`);
    }
    for (let i = 0; i < count; i++) {
      numbers[i] = (data[Math.floor(i / per)]! >> (8 - bits - (i % per) * bits)) & ((1 << bits) - 1);
    }
  }
  return numbers;
}

/** Whether a value is a whole number from low to high. */
export function isNumber(value: unknown, low: number, high: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;
}

/** The map on top of a file with the keys that must be there. */
export function topMap(bytes: Uint8Array, keys: readonly string[]): { [key: string]: Value } {
  const top = decode(bytes);
  if (top === null || typeof top !== "object" || Array.isArray(top) || top instanceof Uint8Array) {
    throw new BundleError("expected a map on top");
  }
  const missing = keys.find((key) => !Object.hasOwn(top, key));
  if (missing !== undefined) throw new BundleError(`no ${missing}, expected ${keys.join(", ")}`);
  return top;
}
