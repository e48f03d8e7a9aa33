import { isNumber } from "./decode.js";
import { BundleError } from "./errors.js";
import type { Kind } from "./puzzle.js";

export interface FileRecord {
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface VolumeRecord extends FileRecord {
  readonly kind: Kind;
  readonly rows: number;
  readonly cols: number;
  readonly puzzles: number;
}

export interface Manifest {
  readonly format: string;
  readonly version: string;
  readonly build: string;
  readonly generator: string;
  readonly lang: string;
  readonly puzzles: number;
  readonly sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly volume: number;
  readonly table: FileRecord;
  readonly volumes: readonly VolumeRecord[];
  /** Lines that an app must show where it names its sources. */
  readonly attribution: readonly string[];
  /** Ids of puzzles that are not to be shown. */
  readonly withdrawn: readonly string[];
  readonly corrected: readonly Readonly<Record<string, unknown>>[];
}

export const FORMAT = "krizovkaren-bundle";
const MAJOR = "1";
const KINDS: readonly string[] = ["swedish", "freeform", "blocked"];
const MAX_SIDE = 4096;
const MAX_BYTES = 64 << 20;
const MAX_VOLUME_BYTES = 16 << 20;
const MAX_PUZZLES = 100_000;

/** The manifest in the bytes of a manifest file; `checkBuild` finds out whether it is damaged. */
export function readManifest(bytes: Uint8Array): Manifest {
  const content = parse(bytes);
  if (content["format"] !== FORMAT) throw new BundleError("is not the manifest of a bundle");
  const version = content["version"];
  if (typeof version !== "string" || !/^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})$/.test(version)) {
    throw new BundleError("version: expected MAJOR.MINOR");
  }
  if (version.split(".")[0] !== MAJOR) throw new BundleError(`version ${version}, expected ${MAJOR}.x`);
  const isFile = (file: unknown): boolean =>
    isObject(file) &&
    typeof file["name"] === "string" &&
    isNumber(file["bytes"], 1, MAX_BYTES) &&
    typeof file["sha256"] === "string" &&
    /^[0-9a-f]{64}$/.test(file["sha256"]);
  const isVolume = (volume: unknown): boolean => {
    if (!isFile(volume) || !isObject(volume) || !isNumber(volume["bytes"], 1, MAX_VOLUME_BYTES)) return false;
    const least = volume["kind"] === "swedish" ? 2 : 1;
    return (
      KINDS.includes(volume["kind"] as string) &&
      isNumber(volume["rows"], least, MAX_SIDE) &&
      isNumber(volume["cols"], least, MAX_SIDE) &&
      isNumber(volume["puzzles"], 1, MAX_PUZZLES) &&
      new RegExp(`^${volume["kind"]}-${volume["rows"]}x${volume["cols"]}-[0-9]{4,8}\\.msgpack$`).test(
        volume["name"] as string,
      )
    );
  };
  const areTexts = (value: unknown): boolean =>
    Array.isArray(value) && value.every((text) => typeof text === "string");
  const sound: Record<string, boolean> = {
    build: typeof content["build"] === "string",
    generator: typeof content["generator"] === "string",
    lang: typeof content["lang"] === "string",
    puzzles: isNumber(content["puzzles"], 0, Number.MAX_SAFE_INTEGER),
    sizes: isObject(content["sizes"]),
    volume: isNumber(content["volume"], 1, MAX_PUZZLES),
    table: isFile(content["table"]) && (content["table"] as FileRecord).name === "table.msgpack",
    volumes: Array.isArray(content["volumes"]) && content["volumes"].every(isVolume),
    attribution: areTexts(content["attribution"]),
    withdrawn: areTexts(content["withdrawn"]),
    corrected: Array.isArray(content["corrected"]) && content["corrected"].every(isObject),
  };
  const wrong = Object.keys(sound).find((key) => !sound[key]);
  if (wrong !== undefined) throw new BundleError(`${wrong} is missing or of another form`);
  return content as unknown as Manifest;
}

/** Throws unless the build id follows from the rest of a manifest. Needs WebCrypto. */
export async function checkBuild(bytes: Uint8Array): Promise<void> {
  const { build, ...rest } = parse(bytes);
  const digest = await sha256(new TextEncoder().encode(JSON.stringify(sorted(rest))));
  if (bytes.at(-1) !== 0x0a || bytes.at(-2) !== 0x7d || build !== digest.slice(0, 16)) {
    throw new BundleError("is damaged: its build id does not follow from its content");
  }
}

/** Throws unless a file has the size and the SHA-256 of its record. Needs WebCrypto. */
export async function checkFile(bytes: Uint8Array, record: FileRecord): Promise<void> {
  if (bytes.length !== record.bytes) {
    throw new BundleError(`${bytes.length} bytes, expected ${record.bytes} as in the manifest`);
  }
  if ((await sha256(bytes)) !== record.sha256) {
    throw new BundleError("is damaged: its SHA-256 is not the one in the manifest");
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) throw new BundleError("can't be checked: WebCrypto needs a secure context");
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes.slice()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  const content: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (!isObject(content)) throw new BundleError("is not the manifest of a bundle");
  return content;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value with the keys of all its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
